//! Where the inputs come from, and whether saves are noticed.

use crate::explorer::trouble::Trouble;

/// One input, besides its document.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Origin {
    pub(in crate::explorer) name: String,
    pub(in crate::explorer) file: bool,
    /// Why the newest bytes could not be read; the last good ones are shown.
    pub(in crate::explorer) trouble: Option<Trouble>,
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
