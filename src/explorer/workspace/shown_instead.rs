//! What is shown instead of the current step, until the cursors are moved or another step is shown.

use crate::explorer::merged::links::LinkedNodes;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::file_lines::FileLines;

/// What is shown instead of the current step, each with the nodes under the cursors when it was set.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownInstead {
    /// The step of a changed text.
    pub(super) text: Option<(StepId, LinkedNodes)>,
    /// The sentence about a moved item instead of its list.
    pub(super) moved: Option<(String, LinkedNodes)>,
    /// The title, the sentence and the lines about a line that no step changes, and the position.
    pub(super) lines: Option<(Vec<String>, (usize, LinkedNodes))>,
    /// The lines of a file that a pane shows instead of its own, and the position.
    pub(super) file: Option<(FileLines, (usize, LinkedNodes))>,
}
