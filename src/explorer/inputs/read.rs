//! From texts to documents: reading, and what stands there until it is done.

use std::sync::Arc;

use super::{InputFile, Opening};
use crate::document::{Document, Position, ReadError, Tree, ValueKind, names_secret, read, read_live};
use crate::merge::{PatchType, Semantics};
use crate::schema::Schema;

/// What stands in the place of files until they are read: the same names, and nothing in them.
pub(crate) fn blank(schema: &Arc<Schema>, semantics: Semantics, all: &[InputFile]) -> Opening {
    let mut blank = all.iter().map(|given| InputFile {
        name: given.name.clone(),
        bytes: b"{}".to_vec(),
        file: false,
    });
    let nothing = || InputFile {
        name: String::new(),
        bytes: b"{}".to_vec(),
        file: false,
    };
    Opening {
        live: blank.next().unwrap_or_else(nothing),
        patches: blank.collect(),
        schema: Arc::clone(schema),
        semantics,
    }
}

/// The error for an opening without anything in it.
pub(crate) fn nothing() -> ReadError {
    ReadError {
        name: "mergescope".to_owned(),
        position: Position { line: 1, column: 1 },
        what: "there is nothing to show".to_owned(),
        help: None,
        line: String::new(),
        secret: false,
    }
}

/// Reads a document as what it is: the first one is live, the others are patches. A live file without an object in it,
/// as every file is for a moment that is truncated and then written, counts as one that cannot be read.
pub(crate) fn read_as(
    document: usize,
    name: &str,
    bytes: Vec<u8>,
    semantics: Semantics,
) -> Result<Document, ReadError> {
    if document != 0 {
        return read(name, bytes);
    }
    let live = read_live(name, bytes)?;
    let what = match live.kind(live.root()) {
        ValueKind::Map => return Ok(live),
        // What is applied where nothing is yet makes it.
        ValueKind::Null if semantics.patch_type() == PatchType::Apply => return Ok(live),
        ValueKind::Null => "it is empty: there is no object to patch".to_owned(),
        kind => format!("live must be an object, and here it is {}", kind.with_article()),
    };
    let position = live.position(live.root());
    Err(ReadError {
        name: name.to_owned(),
        position,
        what,
        help: None,
        line: live
            .lines()
            .line(live.text(), (position.line as usize).saturating_sub(1))
            .to_owned(),
        secret: names_secret(live.text()),
    })
}
