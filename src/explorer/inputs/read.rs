//! Parses inputs.

use super::input_id::InputId;
use crate::document::{Document, Position, ReadError, Tree, ValueKind, names_secret, read, read_live};
use crate::merge::object_checks::NO_OBJECT_HELP;
use crate::merge::{PatchType, Semantics};

/// Returns the error for an opening without inputs.
pub(crate) fn nothing() -> ReadError {
    ReadError {
        name: "mergescope".to_owned(),
        position: Position { line: 1, column: 1 },
        what: "nothing to show".to_owned(),
        help: None,
        line: String::new(),
        secret: false,
    }
}

/// Parses a live object or a patch. An empty live file is an error, because a file that is truncated and then
/// written is empty for a moment.
///
/// # Errors
/// The reason why it cannot be parsed.
pub(crate) fn read_input(
    input: InputId,
    name: &str,
    bytes: Vec<u8>,
    semantics: Semantics,
) -> Result<Document, ReadError> {
    if !input.is_live() {
        return match semantics.patch_type() {
            // kubectl reads the file of an apply as it reads manifests.
            PatchType::Apply => read_live(name, bytes),
            _ => read(name, bytes),
        };
    }
    let live = read_live(name, bytes)?;
    let what = match live.kind(live.root()) {
        ValueKind::Map => return Ok(live),
        // A server-side apply can create the object.
        ValueKind::Null if semantics.patch_type() == PatchType::Apply => return Ok(live),
        ValueKind::Null => "the live object is empty".to_owned(),
        kind => format!("the live object must be a map, but it is {}", kind.with_article()),
    };
    let position = live.position(live.root());
    Err(ReadError {
        name: name.to_owned(),
        position,
        what,
        help: Some(NO_OBJECT_HELP.into()),
        line: live
            .lines()
            .line(live.text(), (position.line as usize).saturating_sub(1))
            .to_owned(),
        secret: names_secret(live.text()),
    })
}
