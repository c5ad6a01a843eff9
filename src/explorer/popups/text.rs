//! The popup with the answer of kubectl.

use super::list::OnMergeChange;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::inputs::action::InputsAction;

/// Lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPopup {
    /// The lines; not escaped.
    pub lines: Vec<String>,
    /// How many rows it is scrolled down.
    pub scroll: usize,
    /// Only the lines with this text are shown.
    pub filter: String,
}

impl TextPopup {
    pub(super) fn merge_changed(&self) -> OnMergeChange {
        OnMergeChange::Close(words(
            "merge changed, kubectl's answer closed; {}: run again",
            [Action::Inputs(InputsAction::VerifyWithKubectl)],
        ))
    }
}
