//! How far the background work is.

use crate::explorer::inputs::input_id::InputId;

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobProgress {
    /// It reads this input.
    Reading(InputId),
    /// It computes the patch of an apply.
    Computing,
    /// It merges with both semantics.
    Merging,
    /// It compares the results, counts rows and links the panes.
    Indexing,
}
