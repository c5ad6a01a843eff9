//! Where the inputs come from, and whether saves are noticed.

use super::input_error::Trouble;

/// One input, besides its document.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) name: String,
    pub(crate) file: bool,
    /// Why the newest bytes could not be read; the last good ones are shown.
    pub(crate) trouble: Option<Trouble>,
}

/// Whether saves are noticed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Watching {
    /// There is no file to watch.
    #[default]
    Nothing,
    /// Every save is noticed.
    On,
    /// Saves go unnoticed; says why.
    Off(String),
}
