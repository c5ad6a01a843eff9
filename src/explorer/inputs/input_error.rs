//! Why a text could not be read.

use crate::document::{Position, ReadError};

/// Why a text could not be read.
#[derive(Clone, Debug)]
pub(crate) struct InputError {
    /// File, line, column and what is wrong.
    pub(crate) text: String,
    /// The line, from 1, if there is one.
    pub(crate) line: Option<usize>,
    /// The content of the file, if it exists but cannot be read.
    pub(crate) unread: Option<UnreadInput>,
}

/// The newest bytes of a file that cannot be read: editing the file starts with these.
#[derive(Clone, Debug)]
pub(crate) struct UnreadInput {
    pub(crate) bytes: Vec<u8>,
    pub(crate) position: Position,
    /// What is wrong there.
    pub(crate) what: String,
}

impl InputError {
    /// An error without a position in a file.
    pub(crate) fn without_position(text: String) -> Self {
        Self {
            text,
            line: None,
            unread: None,
        }
    }

    pub(crate) fn from_read(error: &ReadError) -> Self {
        Self {
            line: Some(error.position.line as usize),
            ..Self::without_position(error.to_string())
        }
    }

    /// The error of a file that holds `bytes`.
    pub(crate) fn in_bytes(error: &ReadError, bytes: Vec<u8>) -> Self {
        let unread = UnreadInput {
            bytes,
            position: error.position,
            what: error.what.clone(),
        };
        Self {
            unread: Some(unread),
            ..Self::from_read(error)
        }
    }
}
