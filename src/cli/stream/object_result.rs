//! The result of a command for an object of a stream.

use crate::cli::print::reading_warnings;
use crate::document::{Document, escape};
use crate::merge::Merge;
use crate::report::explanation::{is_changed, is_merged};

/// The outcome for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectOutcome {
    /// The patch changed the object.
    Merged,
    /// The patch changed nothing.
    Unchanged,
    /// No patch is for the object.
    PassedThrough,
    /// The patch was rejected.
    Rejected,
    /// The text cannot be parsed; the stream stops.
    Unreadable,
    /// The frame of a list, without its items.
    ListFrame,
}

/// The result of a command for an object.
pub(crate) struct ObjectResult {
    pub(crate) outcome: ObjectOutcome,
    /// The output for stdout, if any.
    pub(crate) text: Option<String>,
    /// Lines for stderr, escaped for a terminal.
    pub(crate) messages: Vec<String>,
    /// The position and name of the object, if the other semantics have a different result.
    pub(crate) differs: Option<String>,
    /// The name of an object that no patch is for.
    pub(crate) passed: Option<String>,
    /// The number of findings.
    pub(crate) findings: usize,
    /// Whether the object is a failure although it was merged.
    pub(crate) fails: bool,
    /// The indices of the patches that are for the object.
    pub(crate) patches: Vec<usize>,
    /// The length of the chunk in the stream, in bytes.
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

    /// Creates the result of a merge with its output.
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

    /// Creates the result of a text that cannot be parsed, with its report.
    pub(super) fn unreadable(report: &str) -> Self {
        let messages = report.lines().map(|line| escape::visible(line).into_owned());
        Self {
            messages: messages.collect(),
            ..Self::new(ObjectOutcome::Unreadable)
        }
    }

    /// Creates the result of the frame of a list.
    pub(crate) fn list_frame(list: &Document) -> Self {
        Self {
            messages: reading_warnings(list),
            ..Self::new(ObjectOutcome::ListFrame)
        }
    }
}
