//! The popup with the help: the keys.

use super::question::Question;
use crate::explorer::key_context::KeyContext;

/// The help, whose lines the terminal makes of its key table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpPopup {
    /// The scroll offset, in rows.
    pub scroll: usize,
    /// The key context when it was opened, whose keys are listed first.
    pub context: KeyContext,
    /// The text that lines must contain to be visible.
    pub filter: String,
    /// The question that it covers, which is asked again when it is closed.
    pub question: Option<Question>,
}
