//! YAML, two ways to the same nodes: [`usual`] reads manifests as programs and most people write them, line by line;
//! whatever is beyond it is read by [`events`], which knows all of YAML, and every error.

mod events;
mod usual;
mod value;

use super::characters;
use super::fault::{End, Fault};
use crate::document::build::Built;

/// Reads the first document of `text` that is not empty.
pub(super) fn read(text: &str, end: End) -> Result<Built, Fault> {
    let found = characters::check(text)?;
    match usual::read(text, &found) {
        Some(built) => Ok(built),
        None => events::read(text, found.tabs, end),
    }
}

/// The same by the way that knows all of YAML: what the other has to agree with.
pub(super) fn read_by_events(text: &str, end: End) -> Result<Built, Fault> {
    events::read(text, characters::check(text)?.tabs, end)
}
