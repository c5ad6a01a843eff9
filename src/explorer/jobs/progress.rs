//! The progress of background work.

use crate::explorer::inputs::input_id::InputId;

/// The phase of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobProgress {
    /// Reading an input.
    Reading(InputId),
    /// Computing the patch of an apply.
    Computing,
    /// Merging with both semantics.
    Merging,
    /// Comparing the results, counting rows and linking the panes.
    Indexing,
}
