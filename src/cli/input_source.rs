//! Where a document comes from, and its bytes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::input_limit;

/// What messages call standard input.
pub(crate) const STDIN: &str = "<stdin>";

/// Where a document comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputPath {
    /// A file, which can be watched and saved.
    File(PathBuf),
    /// Standard input, read once.
    Stdin,
    /// The command line.
    Inline(String),
}

impl InputPath {
    /// What messages call the document.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => STDIN.to_owned(),
            Self::Inline(_) => "--patch".to_owned(),
        }
    }

    pub(crate) fn from_argument(path: &Path) -> Self {
        if path == Path::new("-") {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The document's bytes.
    ///
    /// # Errors
    /// What went wrong with the file, and what to do.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        match self {
            Self::File(path) => {
                input_limit::read_file(path).with_context(|| format!("cannot read {}", path.display()))
            }
            Self::Stdin => input_limit::read(std::io::stdin().lock()).context("cannot read standard input"),
            Self::Inline(text) => Ok(text.clone().into_bytes()),
        }
    }
}

/// What messages call each of these patches: those of the command line are counted where there are several.
pub(crate) fn patch_names(patches: &[InputPath]) -> Vec<String> {
    let inline = |origin: &&InputPath| matches!(origin, InputPath::Inline(_));
    let several = patches.iter().filter(inline).count() > 1;
    let mut count = 0;
    let name = |origin: &InputPath| {
        count += usize::from(inline(&origin));
        if inline(&origin) && several {
            format!("{}[{count}]", origin.name())
        } else {
            origin.name()
        }
    };
    patches.iter().map(name).collect()
}
