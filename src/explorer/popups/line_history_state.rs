//! The steps that touched one line.

use crate::merge::Mark;

/// What has happened to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineHistory {
    /// The line's path; escaped.
    pub(crate) path: String,
    /// Why it is as it is, where no step of its own says so; escaped.
    pub(crate) says: Option<String>,
    /// Where it comes from and the steps, oldest first.
    pub(crate) entries: Vec<HistoryEntry>,
}

/// One step in the life of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HistoryEntry {
    /// Where a jump leads: 0 is live untouched.
    pub(crate) position: usize,
    /// What it did, where that leaves a mark.
    pub(crate) mark: Option<Mark>,
    /// What it did, in a word.
    pub(crate) label: &'static str,
    /// The sentence; escaped.
    pub(crate) says: String,
    /// It was about what holds the line, not about the line itself.
    pub(crate) around: bool,
}
