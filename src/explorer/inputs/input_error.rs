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
    pub(crate) unread: Option<Box<UnreadInput>>,
}

/// The newest bytes of a file that cannot be read: editing the file starts with these.
#[derive(Clone, Debug)]
pub(crate) struct UnreadInput {
    pub(crate) bytes: Vec<u8>,
    pub(crate) position: Position,
    /// What is wrong there.
    pub(crate) what: String,
    /// The lines around the error, and the number of the first one.
    pub(crate) lines: Vec<String>,
    pub(crate) first_line: usize,
    /// Whether it may hold values of a Secret.
    pub(crate) secret: bool,
    /// Whether there was never a text that could be read.
    pub(crate) from_start: bool,
}

/// Lines that are kept before and after the error: as many as a screen has.
const LINES_AROUND: usize = 200;

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

    /// The error of a file that could not be read from the start.
    pub(crate) fn at_start(error: &ReadError, bytes: Vec<u8>) -> Self {
        let mut at_start = Self::in_bytes(error, bytes);
        if let Some(unread) = &mut at_start.unread {
            unread.from_start = true;
        }
        at_start
    }

    /// The error of a file that holds `bytes`.
    pub(crate) fn in_bytes(error: &ReadError, bytes: Vec<u8>) -> Self {
        let line = error.position.line as usize;
        let first_line = line.saturating_sub(LINES_AROUND).max(1);
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().skip(first_line - 1).take(2 * LINES_AROUND);
        let unread = UnreadInput {
            lines: lines.map(str::to_owned).collect(),
            first_line,
            secret: error.secret,
            from_start: false,
            position: error.position,
            what: error.what.clone(),
            bytes,
        };
        Self {
            unread: Some(Box::new(unread)),
            ..Self::from_read(error)
        }
    }
}
