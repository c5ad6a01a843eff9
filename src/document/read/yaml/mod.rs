//! Reads YAML with one of two readers that have the same result: [`fast`] reads manifests in the common form,
//! line by line; [`full`] reads everything else with a complete parser and reports all errors.

mod fast;
mod full;
mod scalar_value;

use super::characters;
use super::syntax_error::{LastLine, SyntaxError};
use crate::document::build::BuiltDocument;

/// Reads the first document that is not empty.
pub(crate) fn read(text: &str, end: LastLine) -> Result<BuiltDocument, SyntaxError> {
    let characters = characters::check(text)?;
    match fast::read(text, &characters) {
        Some(built) => Ok(built),
        None => full::read(text, characters.tabs, end),
    }
}

/// Reads the text with the full reader only, as a reference for the fast reader.
pub(crate) fn read_by_events(text: &str, end: LastLine) -> Result<BuiltDocument, SyntaxError> {
    full::read(text, characters::check(text)?.tabs, end)
}
