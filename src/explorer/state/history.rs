//! The steps that touched one line.

use crate::merge::Mark;

/// What has happened to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::explorer) struct History {
    /// The line's path; escaped.
    pub(in crate::explorer) path: String,
    /// Why it is as it is, where no step of its own says so; escaped.
    pub(in crate::explorer) says: Option<String>,
    /// Where it comes from and the steps, oldest first.
    pub(in crate::explorer) entries: Vec<Entry>,
}

/// One step in the life of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::explorer) struct Entry {
    /// Where a jump leads: 0 is live untouched.
    pub(in crate::explorer) position: usize,
    /// What it did, where that leaves a mark.
    pub(in crate::explorer) mark: Option<Mark>,
    /// What it did, in a word.
    pub(in crate::explorer) label: &'static str,
    /// The sentence; escaped.
    pub(in crate::explorer) says: String,
    /// It was about what holds the line, not about the line itself.
    pub(in crate::explorer) around: bool,
}
