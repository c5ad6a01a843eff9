//! What is shown instead of the current step, until the cursors are moved or another step is shown.

use super::Workspace;
use crate::explorer::inputs::input_error::UnreadInput;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::links::LinkedNodes;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::file_lines::FileLines;
use crate::explorer::panes::focus::Pane;
use crate::merge::RuleEffect;

/// What is shown instead of the current step, each with the nodes under the cursors when it was set.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownInstead {
    /// The step of a changed text.
    pub(super) text: Option<(StepId, LinkedNodes)>,
    /// The sentence about a moved item instead of its list.
    pub(super) moved: Option<(String, LinkedNodes)>,
    /// The title, the sentence and the lines about a line that no step changes, and the position.
    lines: Option<(Vec<String>, (usize, LinkedNodes))>,
    /// The lines of a file that a pane shows instead of its own, and the position.
    pub(super) file: Option<(FileLines, (usize, LinkedNodes))>,
}

impl Workspace {
    /// Explains the line under the cursors instead of the current step, until they are moved or another step is shown.
    /// The first line is the title, the second one the sentence; the others are lines of a text.
    pub(crate) fn explain_without_step(&mut self, lines: Vec<String>) {
        let shown = (self.merged.position(), self.panes.linked());
        self.instead.lines = Some((lines, shown));
    }

    /// Returns the title, the sentence and the lines that are shown instead of the current step.
    pub(crate) fn without_step(&self) -> Option<&[String]> {
        let (lines, shown) = self.instead.lines.as_ref()?;
        (*shown == (self.merged.position(), self.panes.linked())).then_some(lines.as_slice())
    }

    /// Shows the lines of a file in a pane, until the cursors are moved or another step is shown.
    pub(crate) fn show_file_lines(&mut self, pane: Pane, input: InputId, lines: Box<UnreadInput>) {
        let shown = (self.merged.position(), self.panes.linked());
        self.instead.file = Some((FileLines { pane, input, lines }, shown));
    }

    /// Returns the lines of a file that a pane shows instead of its own.
    pub(crate) fn file_lines(&self, pane: Pane) -> Option<&FileLines> {
        let (file, shown) = self.instead.file.as_ref()?;
        let is_shown = file.pane == pane && *shown == (self.merged.position(), self.panes.linked());
        is_shown.then_some(file)
    }

    /// Returns the step whose changed text the cursors were moved to, until they are moved or another step is
    /// shown.
    pub(crate) fn shown_text(&self) -> Option<StepId> {
        let (step, linked) = self.instead.text?;
        let is_end = self.merged.position() == self.merged.len();
        (is_end && self.panes.linked() == linked).then_some(step)
    }

    /// Returns the sentence about the moved item that the cursors were moved to, until they are moved or another step
    /// is shown.
    pub(crate) fn shown_move(&self) -> Option<&str> {
        let (sentence, linked) = self.instead.moved.as_ref()?;
        let is_shown = self.merged.step().map(|step| step.rule.effect()) == Some(RuleEffect::Reordered);
        (is_shown && self.panes.linked() == *linked).then_some(sentence)
    }
}
