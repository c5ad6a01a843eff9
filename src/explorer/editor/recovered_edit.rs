//! Text that an earlier run could not save.

use crate::explorer::inputs::input_id::InputId;

/// Text that an earlier run could not save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredEdit {
    /// The input whose file it belongs to.
    pub input: InputId,
    /// The text.
    pub text: String,
    /// The text is an edited result, and the file is the patch that produces it.
    pub is_result: bool,
    /// The file was written after the text was kept, so saving would overwrite the change of another program.
    pub is_changed: bool,
}
