//! A popup with text.

use super::list::OnMergeChange;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::inputs::action::InputsAction;

/// What a popup with text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextContent {
    /// The explanation of the screen.
    Explanation,
    /// What kubectl says about the result.
    KubectlAnswer,
}

/// A popup with lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPopup {
    /// What the lines are.
    pub content: TextContent,
    /// The lines; not escaped.
    pub lines: Vec<String>,
    /// The scroll offset, in rows.
    pub scroll: usize,
    /// The text that lines must contain to be visible.
    pub filter: String,
}

impl TextPopup {
    /// Returns the title.
    pub fn title(&self) -> &'static str {
        match self.content {
            TextContent::Explanation => "explanation",
            TextContent::KubectlAnswer => "kubectl",
        }
    }

    pub(super) fn merge_changed(&self) -> OnMergeChange {
        OnMergeChange::Close(match self.content {
            TextContent::KubectlAnswer => words(
                "merge changed, kubectl's answer closed; {}: run again",
                [Action::Inputs(InputsAction::VerifyWithKubectl)],
            ),
            TextContent::Explanation => "merge changed, explanation closed".into(),
        })
    }
}
