//! Errors of input texts. Whether Secret values are shown is known only when the error is printed.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Error, anyhow};

use super::input_source::InputPath;
use crate::document::{ReadError, names_secret};
use crate::input_limit;

/// An input that cannot be parsed. `Display` hides the values of Secrets.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.report())]
pub(crate) struct UnreadableInput(pub(crate) ReadError);

/// Formats an error; shows the lines of Secrets if `shows`.
pub(crate) fn to_text(error: &Error, shows: bool) -> String {
    match error.downcast_ref::<UnreadableInput>() {
        Some(UnreadableInput(error)) if shows => error.report_in_full(),
        _ => format!("{error:#}"),
    }
}

/// Marks the error of an unreadable input as one in a Secret.
pub(crate) fn in_secret(error: Error) -> Error {
    match error.downcast::<UnreadableInput>() {
        Ok(UnreadableInput(error)) => UnreadableInput(error.in_secret()).into(),
        Err(other) => other,
    }
}

/// Hides the lines of the text in the error if another file of the command contains a Secret: the broken text
/// is probably a part of it.
pub(crate) fn next_to<'f>(error: Error, others: impl IntoIterator<Item = &'f Path>) -> Error {
    match any_names_secret(others) {
        true => in_secret(error),
        false => error,
    }
}

/// Returns whether a file of the command contains a Secret, as far as its text tells.
pub(crate) fn any_names_secret<'f>(files: impl IntoIterator<Item = &'f Path>) -> bool {
    files.into_iter().filter_map(text).any(|text| names_secret(&text))
}

/// Formats an error of a config file or theme, with problem and help on one line.
pub(crate) fn with_advice(error: &impl Display, otherwise: &str) -> Error {
    let text = error.to_string();
    match text.split_once("; ") {
        _ if text.contains("\nhelp: ") => anyhow!(text),
        Some((what, advice)) => anyhow!("{what}\nhelp: {advice}"),
        None => anyhow!("{text}\nhelp: {otherwise}"),
    }
}

/// Returns whether a patch seems to be for a Secret, before the live object has been read.
pub(crate) fn is_for_secret(patch: &InputPath, live: &InputPath) -> bool {
    match (live, patch) {
        (InputPath::File(live), _) if live.is_file() => text(live).is_some_and(|text| names_secret(&text)),
        // Standard input can be read only once, so only the patch is checked.
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

/// Returns whether a patch changes `data` or `stringData`, the fields with the values of a Secret.
fn names_data(patch: &str) -> bool {
    patch.contains("data") || patch.contains("stringData")
}
