//! The data to undo a fix.

use crate::explorer::inputs::input_id::InputId;

/// A fix that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AppliedFix {
    pub(super) input: InputId,
    pub(super) before: String,
    pub(super) after: String,
}
