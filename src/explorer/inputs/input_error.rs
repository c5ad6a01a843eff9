//! Why a text could not be read.

use crate::document::{Position, ReadError};

/// Why a text could not be read.
#[derive(Clone, Debug)]
pub(crate) struct InputError {
    /// File, line, column and what is wrong.
    pub(crate) text: String,
    /// The line, from 1, where one is to blame.
    pub(crate) line: Option<usize>,
    /// What the file holds, where it is there and cannot be read.
    pub(crate) unread: Option<UnreadInput>,
}

/// The newest bytes of a file, which cannot be read: whoever edits it wants these.
#[derive(Clone, Debug)]
pub(crate) struct UnreadInput {
    pub(crate) bytes: Vec<u8>,
    pub(crate) position: Position,
    /// What is wrong there.
    pub(crate) what: String,
}

impl InputError {
    /// What has no place in a file.
    pub(crate) fn told(text: String) -> Self {
        Self {
            text,
            line: None,
            unread: None,
        }
    }

    /// As the reader tells it.
    pub(crate) fn of(error: &ReadError) -> Self {
        Self {
            line: Some(error.position.line as usize),
            ..Self::told(error.to_string())
        }
    }

    /// As the reader tells it of the bytes of a document.
    pub(crate) fn in_bytes(error: &ReadError, bytes: Vec<u8>) -> Self {
        let unread = UnreadInput {
            bytes,
            position: error.position,
            what: error.what.clone(),
        };
        Self {
            unread: Some(unread),
            ..Self::of(error)
        }
    }
}
