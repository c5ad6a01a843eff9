//! A popup with text.

use super::list::OnMergeChange;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::inputs::action::InputsAction;

/// The title of the answer of kubectl.
pub(crate) const KUBECTL: &str = "kubectl";

/// A popup with lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPopup {
    /// The title.
    pub title: &'static str,
    /// The lines; not escaped.
    pub lines: Vec<String>,
    /// The scroll offset, in rows.
    pub scroll: usize,
    /// The text that lines must contain to be visible.
    pub filter: String,
}

impl TextPopup {
    pub(super) fn merge_changed(&self) -> OnMergeChange {
        OnMergeChange::Close(match self.title {
            KUBECTL => words(
                "merge changed, kubectl's answer closed; {}: run again",
                [Action::Inputs(InputsAction::VerifyWithKubectl)],
            ),
            _ => "merge changed, explanation closed".into(),
        })
    }
}
