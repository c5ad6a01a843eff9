//! From texts to documents: reading, and what stands there until it is done.

use std::sync::Arc;

use super::given::{Given, Opening};
use super::lessons::Lesson;
use crate::document::{Document, Position, ReadError, read, read_live};
use crate::merge::Semantics;
use crate::schema::Schema;

/// What stands in the place of files until they are read: the same names, and nothing in them.
pub(super) fn blank(schema: &Arc<Schema>, semantics: Semantics, all: &[Given]) -> Opening {
    let mut blank = all.iter().map(|given| Given {
        name: given.name.clone(),
        bytes: b"{}".to_vec(),
        file: false,
    });
    let nothing = || Given {
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
pub(super) fn nothing() -> ReadError {
    ReadError {
        name: "mergescope".to_owned(),
        position: Position { line: 1, column: 1 },
        what: "there is nothing to show".to_owned(),
        help: None,
        line: String::new(),
        secret: false,
    }
}

/// A lesson as something to open.
pub(super) fn lesson(lesson: &Lesson, schema: Arc<Schema>) -> Opening {
    let given = |name: &str, text: &str| Given {
        name: format!("{}/{name}", lesson.name),
        bytes: text.as_bytes().to_vec(),
        file: false,
    };
    Opening {
        live: given("live.yaml", lesson.live),
        patches: lesson.patches().map(|(name, text)| given(name, text)).collect(),
        schema,
        semantics: lesson.semantics,
    }
}

/// Reads a document as what it is: the first one is live, the others are patches.
pub(super) fn read_as(document: usize, name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    if document == 0 {
        read_live(name, bytes)
    } else {
        read(name, bytes)
    }
}
