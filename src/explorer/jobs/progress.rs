//! How far the work beside the keys is.

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobProgress {
    /// It reads this document; 0 is live.
    Reading(usize),
    /// It computes the patch of an apply.
    Computing,
    /// It merges under both semantics.
    Merging,
    /// It compares the results, counts rows and links the panes.
    Indexing,
}
