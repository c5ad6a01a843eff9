//! A text that cannot be read, as an error of a command: whether the values of Secrets may be seen is known only where it
//! is printed.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Error, anyhow};

use super::input_source::InputPath;
use crate::document::{ReadError, names_secret};
use crate::input_limit;

/// A text that cannot be read. `Display` keeps the values of Secrets to itself.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.report())]
pub(crate) struct UnreadableInput(pub(crate) ReadError);

/// An error in words, the lines of Secrets among them if they may be seen.
pub(crate) fn to_text(error: &Error, shows: bool) -> String {
    match error.downcast_ref::<UnreadableInput>() {
        Some(UnreadableInput(error)) if shows => error.report_in_full(),
        _ => format!("{error:#}"),
    }
}

/// The same error where what could not be read belongs to a Secret.
pub(crate) fn in_secret(error: Error) -> Error {
    match error.downcast::<UnreadableInput>() {
        Ok(UnreadableInput(error)) => UnreadableInput(error.in_secret()).into(),
        Err(other) => other,
    }
}

/// The same error, without the lines of the text if one of the other files of the command names a Secret: what is broken
/// next to a Secret is likely to be a piece of it.
pub(crate) fn next_to<'f>(error: Error, others: impl IntoIterator<Item = &'f Path>) -> Error {
    let mut others = others.into_iter().filter_map(text);
    match others.any(|text| names_secret(&text)) {
        true => in_secret(error),
        false => error,
    }
}

/// A config file or a theme with an error: what is wrong and what to do are parts of one line.
pub(crate) fn with_advice(error: &impl Display, otherwise: &str) -> Error {
    let text = error.to_string();
    match text.split_once("; ") {
        _ if text.contains("\nhelp: ") => anyhow!(text),
        Some((what, advice)) => anyhow!("{what}\nhelp: {advice}"),
        None => anyhow!("{text}\nhelp: {otherwise}"),
    }
}

/// Whether a patch is for a Secret, as far as this can be said before live has been read.
pub(crate) fn is_for_secret(patch: &InputPath, live: &InputPath) -> bool {
    match (live, patch) {
        (InputPath::File(live), _) if live.is_file() => text(live).is_some_and(|text| names_secret(&text)),
        // What comes once cannot be looked at twice: the patch has to tell.
        (_, InputPath::Inline(patch)) => names_data(patch),
        (_, InputPath::File(patch)) => text(patch).is_none_or(|text| names_data(&text)),
        (_, InputPath::Stdin) => true,
    }
}

fn text(file: &Path) -> Option<String> {
    let bytes = file
        .is_file()
        .then(|| input_limit::read_file(file).ok())
        .flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a patch touches what holds the values of a Secret: `data`, `stringData`.
fn names_data(patch: &str) -> bool {
    patch.contains("data") || patch.contains("stringData")
}
