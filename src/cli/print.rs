//! Results go to stdout, what the readers accepted with a frown to stderr.

use std::io::Write;

use anyhow::{Context, Result};

use crate::document::{Document, escape};
use crate::merge::Inputs;

/// Says on stderr what the readers accepted with a frown.
pub(crate) fn warn_of_all_reading(inputs: &Inputs) {
    for document in std::iter::once(&inputs.live).chain(&inputs.patches) {
        warn_of_reading(document);
    }
}

/// The same for one document.
pub(crate) fn warn_of_reading(document: &Document) {
    for line in reading_warnings(document) {
        eprintln!("{line}");
    }
}

/// What the reader accepted with a frown, as lines that are safe for a terminal.
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

/// Writes a result to stdout; a reader that has gone away is no error.
pub(crate) fn print_out(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

/// As [`print_out`], of bytes that need not be UTF-8.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to stdout"),
    }
}
