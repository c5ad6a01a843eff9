//! Why a text could not be read.

use crate::document::ReadError;

/// Why a text could not be read.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// File, line, column and what is wrong.
    pub(super) text: String,
    /// The line, from 1, where one is to blame.
    pub(super) line: Option<usize>,
}

impl Trouble {
    /// As the reader tells it.
    pub(super) fn of(error: &ReadError) -> Self {
        Self {
            text: error.to_string(),
            line: Some(error.position.line as usize),
        }
    }
}
