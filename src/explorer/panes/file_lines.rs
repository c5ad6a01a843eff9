//! The lines of a file that a pane shows for a moment instead of its own, because no pane has a line of it.

use super::focus::Pane;
use crate::explorer::inputs::input_error::UnreadInput;
use crate::explorer::inputs::input_id::InputId;

/// The lines of a file in a pane.
#[derive(Clone, Debug)]
pub(crate) struct FileLines {
    pub(crate) pane: Pane,
    pub(crate) input: InputId,
    /// The position is that of the line to show.
    pub(crate) lines: Box<UnreadInput>,
}
