//! Errors of inputs.

use crate::document::words::capitalize;
use crate::document::{Position, ReadError};

/// The error of an input that cannot be read.
#[derive(Clone, Debug)]
pub(crate) struct InputError {
    /// The file, line and column, and the problem.
    pub(crate) text: String,
    /// What to do, as a sentence; empty if that is obvious.
    pub(crate) help: String,
    /// The line, from 1, if the error has a position.
    pub(crate) line: Option<usize>,
    /// The content of the file, if it exists.
    pub(crate) unread: Option<Box<UnreadInput>>,
    /// Whether the file was never readable.
    pub(crate) from_start: bool,
}

/// The newest content of a file that cannot be read. It is the initial text when the file is edited.
#[derive(Clone, Debug)]
pub(crate) struct UnreadInput {
    pub(crate) bytes: Vec<u8>,
    pub(crate) position: Position,
    /// The problem at the position.
    pub(crate) what: String,
    /// The lines around the error, and the number of the first one.
    pub(crate) lines: Vec<String>,
    pub(crate) first_line: usize,
    /// Whether the content can contain Secret values.
    pub(crate) secret: bool,
}

/// The number of lines that are kept before and after the error, enough for any screen.
const CONTEXT_LINES: usize = 200;

impl InputError {
    /// Creates an error without a position in a file.
    pub(crate) fn without_position(text: String) -> Self {
        Self {
            text,
            help: String::new(),
            line: None,
            unread: None,
            from_start: false,
        }
    }

    pub(crate) fn from_read(error: &ReadError) -> Self {
        Self {
            help: sentence_of(error),
            line: Some(error.position.line as usize),
            ..Self::without_position(error.to_string())
        }
    }

    /// Creates the error of a file that was never readable.
    pub(crate) fn never_readable(error: &ReadError, bytes: Vec<u8>) -> Self {
        Self {
            from_start: true,
            ..Self::in_bytes(error, bytes)
        }
    }

    /// Creates the error of a file with the content `bytes`.
    pub(crate) fn in_bytes(error: &ReadError, bytes: Vec<u8>) -> Self {
        let line = error.position.line as usize;
        let first_line = line.saturating_sub(CONTEXT_LINES).max(1);
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().skip(first_line - 1).take(2 * CONTEXT_LINES);
        let unread = UnreadInput {
            lines: lines.map(str::to_owned).collect(),
            first_line,
            secret: error.secret,
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

/// Returns the help of an error as a sentence.
pub(crate) fn sentence_of(error: &ReadError) -> String {
    let help = error.help.as_deref().map(capitalize);
    help.map_or_else(String::new, |help| format!("{help}."))
}
