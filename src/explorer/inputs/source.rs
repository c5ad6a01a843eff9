//! Where the inputs come from, and whether saves are noticed.

use super::input_error::InputError;

/// One input, besides its document.
#[derive(Clone, Debug)]
pub(crate) struct InputSource {
    pub(crate) name: String,
    pub(crate) file: bool,
    /// Why the newest bytes could not be read; the last good ones are shown.
    pub(crate) trouble: Option<InputError>,
}

/// Whether saves are noticed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum WatchStatus {
    /// There is no file to watch.
    #[default]
    Nothing,
    /// Every save is noticed.
    On,
    /// The files are looked at from time to time; says why.
    Polling(String),
    /// Saves go unnoticed; says why.
    Off(String),
}
