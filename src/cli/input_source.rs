//! The sources of documents.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail};

use crate::input_limit;

/// The name of standard input in messages.
const STDIN: &str = "<stdin>";

/// The source of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputPath {
    /// A file, which may be watched and saved.
    File(PathBuf),
    /// Standard input, read once.
    Stdin,
    /// The command line.
    Inline(String),
}

/// Returns whether an argument is the word `null`, for an object that does not exist.
pub(crate) fn is_no_object(path: &Path) -> bool {
    path == Path::new("null") && !path.exists()
}

impl InputPath {
    /// Returns the name of the document for messages.
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

    /// Returns the source of an argument, or of a folder the files that kubectl reads, in the order of their names.
    ///
    /// # Errors
    /// A folder that cannot be read or has no such files.
    pub(crate) fn all(path: &Path) -> Result<Vec<Self>> {
        if !path.is_dir() {
            return Ok(vec![Self::from_argument(path)]);
        }
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(|error| cannot_read(path.display(), &error))? {
            let file = entry?.path();
            let has_extension = |known| file.extension().is_some_and(|extension| extension == known);
            if ["yaml", "yml", "json"].into_iter().any(has_extension) && file.is_file() {
                files.push(file);
            }
        }
        if files.is_empty() {
            bail!(
                "{}: the folder has no .yaml, .yml or .json files\nhelp: pass a file, or a folder with manifests",
                path.display()
            );
        }
        files.sort();
        Ok(files.into_iter().map(Self::File).collect())
    }

    /// Returns the file if it can be watched and saved: not a pipe (such as a process substitution) or a
    /// device.
    pub(crate) fn watched_file(&self) -> Option<&Path> {
        let Self::File(path) = self else { return None };
        let is_file = std::fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        is_file.then_some(path)
    }

    /// Reads the bytes of the document.
    ///
    /// # Errors
    /// The problem with the file, with help.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        match self {
            Self::File(path) => {
                input_limit::read_file(path).map_err(|error| cannot_read(path.display(), &error))
            }
            Self::Stdin => {
                input_limit::read(io::stdin().lock()).map_err(|error| cannot_read("stdin", &error))
            }
            Self::Inline(text) => Ok(text.clone().into_bytes()),
        }
    }
}

/// Returns the error for an input that cannot be read, with help.
pub(crate) fn cannot_read(name: impl Display, error: &io::Error) -> Error {
    let why = error.to_string();
    // The error number adds nothing to the message.
    let why = why.split(" (os error").next().unwrap_or_default().to_owned();
    let (why, help) = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => (&*why, &*missing_help(&name.to_string())),
        io::ErrorKind::IsADirectory => (&*why, "pass a file instead of the folder"),
        io::ErrorKind::PermissionDenied => (&*why, "check who is allowed to read it"),
        // The error of the size limit has its own help.
        _ => why
            .split_once("; ")
            .unwrap_or((&why, "pass a file that can be read")),
    };
    anyhow!("cannot read {name}: {why}\nhelp: {help}")
}

/// Returns the help for a file that does not exist, which can be a word with another meaning.
fn missing_help(name: &str) -> String {
    let words: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if name == "null" {
        return "pass an object: this command does not take null".to_owned();
    }
    match words.windows(2).any(|pair| pair == ["--deny", name]) {
        true => format!("write --deny={name}"),
        false => "check the path".to_owned(),
    }
}

/// Returns the names of the patches for messages; several inline patches are numbered.
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
