//! Compares a version with the one before it, on any thread.

use super::version::Version;
use super::version_change::{VersionChange, difference};
use super::version_context::VersionContext;

/// Two versions to compare. A task owns all its data, so any thread can run it.
#[derive(Clone, Debug)]
pub struct ChangeTask {
    pub(super) ticket: u64,
    pub(super) before: Version,
    pub(super) version: Version,
    /// The version before other saves that are one save for the reader together with the last one.
    pub(super) since: Option<Version>,
    /// The names of the files that were saved.
    pub(super) saved: Vec<String>,
    pub(super) context: VersionContext,
}

/// The result of a [`ChangeTask`].
#[derive(Clone, Debug)]
pub struct FoundChanges {
    pub(super) ticket: u64,
    /// The changes of the version, for the list of versions.
    pub(super) summary: String,
    /// The changes to show.
    pub(super) change: VersionChange,
}

/// The changes that the panes wait for.
#[derive(Clone, Debug)]
pub(super) struct RequestedChanges {
    pub(super) ticket: u64,
    /// The version before a save; `None`: a version was chosen.
    pub(super) since: Option<Version>,
}

impl ChangeTask {
    /// Merges both versions and compares the results.
    pub fn run(self) -> FoundChanges {
        let mut change = difference(&self.before, &self.version, &self.context);
        if change.inputs.is_empty() {
            let names = self.saved.into_iter();
            change.inputs.extend(names.map(|name| (name, String::new())));
        }
        let summary = change.summary();
        if let Some(since) = &self.since {
            change = difference(since, &self.version, &self.context);
        }
        FoundChanges {
            ticket: self.ticket,
            summary,
            change,
        }
    }
}
