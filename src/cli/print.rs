//! Prints results to stdout, and warnings about ambiguous input to stderr.

use std::io::Write;

use anyhow::{Context, Result};

use super::args::ResultFormat;
use crate::document::{Document, Tree, escape, write};
use crate::merge::{Inputs, Semantics, kubectl_message};

/// Prints the warnings about ambiguous input to stderr, for all inputs of a merge.
pub(crate) fn warn_of_all_reading(inputs: &Inputs) {
    warn_of_reading(&inputs.live);
    for patch in &inputs.patches {
        warn_of_patch(patch, inputs.semantics);
    }
}

/// Prints the warnings about a patch to stderr, but not those that are a rejection with these semantics.
pub(crate) fn warn_of_patch(patch: &Document, semantics: Semantics) {
    if patch
        .warnings()
        .iter()
        .all(|warning| kubectl_message(warning, semantics).is_none())
    {
        warn_of_reading(patch);
    }
}

/// Prints the warnings about ambiguous input to stderr.
pub(crate) fn warn_of_reading(document: &Document) {
    for line in reading_warnings(document) {
        print_err!("{line}");
    }
}

/// Returns the warnings about ambiguous input as lines, escaped for a terminal.
pub(crate) fn reading_warnings(document: &Document) -> Vec<String> {
    let warnings = document.warnings().iter().map(|warning| {
        let position = document.lines().position(document.text(), warning.span.start);
        let line = format!(
            "{}:{}:{}: {}",
            document.name(),
            position.line,
            position.column,
            warning.text
        );
        format!("warning: {}", escape::visible(&line))
    });
    warnings.collect()
}

/// Formats a document or a result as YAML or JSON.
pub(crate) fn print_tree<T: Tree>(tree: &T, format: ResultFormat) -> String {
    match format {
        ResultFormat::Yaml => write::yaml(tree),
        ResultFormat::Json => write::json(tree),
    }
}

/// Prints a line to stderr. Ignores errors, so that the exit code does not change.
macro_rules! print_err {
    ($($line:tt)*) => {
        $crate::cli::print::print_err_line(format_args!($($line)*))
    };
}
pub(crate) use print_err;

/// Prints formatted arguments as [`print_err`] does.
pub(crate) fn print_err_line(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes a result to stdout. A closed pipe is not an error.
pub(crate) fn print_out(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes bytes, which can be invalid UTF-8, as [`print_out`] does.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to stdout"),
    }
}
