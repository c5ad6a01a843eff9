//! What a command makes of an object of a stream.

use crate::cli::print::reading_warnings;
use crate::document::{Document, escape};
use crate::merge::Merge;
use crate::report::explanation::{is_changed, is_merged};

/// What happened to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectOutcome {
    /// The patch changed the object.
    Merged,
    /// The patch changed nothing.
    Unchanged,
    /// No patch is for it.
    PassedThrough,
    /// The patch was rejected.
    Rejected,
    /// The text cannot be read; nothing after it counts.
    Unreadable,
    /// Not an object, but the list around the items.
    ListFrame,
}

/// What a command makes of an object.
pub(crate) struct ObjectResult {
    pub(crate) outcome: ObjectOutcome,
    /// What is printed to stdout, if anything.
    pub(crate) text: Option<String>,
    /// Lines for stderr, safe for a terminal.
    pub(crate) messages: Vec<String>,
    /// The object's position and name, if the other semantics give another result.
    pub(crate) differs: Option<String>,
    /// The name of an object that no patch is for.
    pub(crate) passed: Option<String>,
    /// How many findings there are.
    pub(crate) findings: usize,
    /// The object makes the command fail, although it was merged.
    pub(crate) fails: bool,
    /// Indexes of the patches that are for it.
    pub(crate) patches: Vec<usize>,
    /// Length of the chunk in the stream.
    pub(crate) bytes: u64,
}

impl ObjectResult {
    pub(super) fn new(outcome: ObjectOutcome) -> Self {
        Self {
            outcome,
            text: None,
            messages: Vec::new(),
            differs: None,
            passed: None,
            findings: 0,
            fails: false,
            patches: Vec::new(),
            bytes: 0,
        }
    }

    /// The result of a merge, with the text that is printed for it.
    pub(crate) fn from_merge(merged: &Merge, text: Option<String>) -> Self {
        let outcome = if !is_merged(merged) {
            ObjectOutcome::Rejected
        } else if is_changed(merged) {
            ObjectOutcome::Merged
        } else {
            ObjectOutcome::Unchanged
        };
        Self {
            text,
            ..Self::new(outcome)
        }
    }

    /// For a text that cannot be read, with the report that says why.
    pub(super) fn unreadable(report: &str) -> Self {
        let messages = report.lines().map(|line| escape::visible(line).into_owned());
        Self {
            messages: messages.collect(),
            ..Self::new(ObjectOutcome::Unreadable)
        }
    }

    /// For a list without its items.
    pub(crate) fn list_frame(list: &Document) -> Self {
        Self {
            messages: reading_warnings(list),
            ..Self::new(ObjectOutcome::ListFrame)
        }
    }
}
