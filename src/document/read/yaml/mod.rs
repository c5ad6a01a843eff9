//! Reads YAML by one of two readers with the same result: [`fast`] reads manifests in the usual shape, line by line;
//! [`full`] reads everything else with a complete parser, and reports every error.

mod fast;
mod full;
mod scalar_value;

use super::characters;
use super::syntax_error::{ErrorEnd, SyntaxError};
use crate::document::build::BuiltDocument;

/// Reads the first document of `text` that is not empty.
pub(crate) fn read(text: &str, end: ErrorEnd) -> Result<BuiltDocument, SyntaxError> {
    let found = characters::check(text)?;
    match fast::read(text, &found) {
        Some(built) => Ok(built),
        None => full::read(text, found.tabs, end),
    }
}

/// The same with the full reader only: the result that the fast one must have.
pub(crate) fn read_by_events(text: &str, end: ErrorEnd) -> Result<BuiltDocument, SyntaxError> {
    full::read(text, characters::check(text)?.tabs, end)
}
