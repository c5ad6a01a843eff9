//! Popups with text: the answer of kubectl, the ledger of an apply.

use super::list::OnMergeChange;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::inputs::action::InputsAction;

/// Which text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// The answer of kubectl.
    Kubectl,
    /// The ledger of an apply.
    Ledger,
}

/// Lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPopup {
    /// Which text.
    pub kind: TextKind,
    /// The lines; not escaped.
    pub lines: Vec<String>,
    /// How many rows it is scrolled down.
    pub scroll: usize,
    /// Only the lines with this text are shown.
    pub filter: String,
}

impl TextPopup {
    /// The title.
    pub fn title(&self) -> &'static str {
        match self.kind {
            TextKind::Kubectl => "kubectl",
            TextKind::Ledger => "ledger",
        }
    }

    pub(super) fn merge_changed(&self) -> OnMergeChange {
        OnMergeChange::Close(match self.kind {
            TextKind::Kubectl => words(
                "merge changed, kubectl's answer closed; {}: run again",
                [Action::Inputs(InputsAction::VerifyWithKubectl)],
            ),
            TextKind::Ledger => words("apply changed, ledger closed; {}: open again", [Action::Ledger]),
        })
    }
}
