//! The history of versions. Each save that can be read makes a version. Only texts are stored, shared between
//! versions; a version is merged again when it is shown.

use std::collections::VecDeque;
use std::sync::Arc;

use super::change_flash::ChangeFlash;
use super::change_stop::ChangeStop;
use super::change_task::{ChangeTask, RequestedChanges};
use super::version::{SavedInput, Version};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::panes::focus::Pane;
use rustc_hash::FxHashSet;

/// The maximum number of versions.
const MAX_VERSIONS: usize = 50;
/// The maximum size of all texts in bytes. A text that versions share counts once. The newest version and the
/// one that is shown are always kept.
const MAX_BYTES: usize = 64 << 20;

/// The stored versions and the one that is shown.
#[derive(Clone, Debug, Default)]
pub struct VersionHistory {
    versions: VecDeque<Version>,
    /// The number of dropped versions.
    dropped: usize,
    /// The index of the version that is shown.
    shown: usize,
    /// The changes of the last save and the version before it, while they are highlighted.
    flash: Option<(ChangeFlash, Version)>,
    /// The number of saves that were highlighted.
    flashes: u64,
    /// The version before the saves that the user has not seen, because a prompt covers the status line.
    covered_since: Option<Version>,
    /// Whether files were saved while the text area had unsaved text, so that no version was made.
    has_unannounced: bool,
    /// The changes of the last save, and the one that the user went to.
    stops: Vec<ChangeStop>,
    stop: Option<usize>,
    /// The reason why there are no changes to go to.
    why_no_stops: Option<&'static str>,
    /// Whether the last save cannot be read.
    last_is_unread: bool,
    /// The changes of the last save that are not found yet.
    requested: Option<RequestedChanges>,
    /// The tasks that are not started.
    tasks: VecDeque<ChangeTask>,
    /// The saves that the status line does not tell yet.
    saved: Vec<SavedInput>,
    /// Whether the next texts are those of another object of the same file.
    is_other_object: bool,
}

impl VersionHistory {
    /// Returns `version 3/7` while an older version is shown.
    pub fn title(&self) -> Option<String> {
        let last = self.number(self.versions.len().saturating_sub(1));
        (!self.shows_newest()).then(|| format!("version {}/{last}", self.number(self.shown)))
    }

    /// Returns the number of the save whose changes are highlighted.
    pub fn flashing(&self) -> Option<u64> {
        self.flash.as_ref().map(|_| self.flashes)
    }

    /// Highlights the changes since a version.
    pub(super) fn start_flash(&mut self, flash: ChangeFlash, since: Version) {
        self.flash = Some((flash, since));
        self.flashes += 1;
    }

    /// Returns the version before the changes that are highlighted.
    pub(super) fn highlighted_since(&self) -> Option<&Version> {
        self.flash.as_ref().map(|(_, since)| since)
    }

    /// Returns the version before the saves that the user has not seen.
    pub(super) fn covered_since(&self) -> Option<&Version> {
        self.covered_since.as_ref()
    }

    /// Notes that a prompt covers what the last save changed.
    pub(crate) fn cover_save(&mut self) {
        let since = self.flash.as_ref().map(|(_, since)| since.clone());
        self.covered_since = self.covered_since.take().or(since);
    }

    /// Notes that no prompt covers the saves now.
    pub(crate) fn uncover_saves(&mut self) {
        self.covered_since = None;
    }

    /// Notes that files were saved while a text is unsaved.
    pub(super) fn note_unannounced(&mut self) {
        self.has_unannounced = true;
    }

    /// Returns whether files were saved while a text is unsaved, once.
    pub(crate) fn take_unannounced(&mut self) -> bool {
        std::mem::take(&mut self.has_unannounced)
    }

    /// Stores the changes of a save.
    pub(super) fn set_stops(&mut self, stops: Vec<ChangeStop>) {
        (self.stops, self.stop, self.last_is_unread) = (stops, None, false);
        (self.why_no_stops, self.requested) = (None, None);
    }

    /// Removes the changes of texts that another template or other semantics replaced. Those of files are still there.
    pub(super) fn keep_stops_in_files(&mut self) {
        if self.stops.iter().any(|stop| stop.file.is_none()) {
            self.set_stops(Vec::new());
        }
    }

    /// Stores a task that finds changes in the background.
    pub(super) fn add_task(&mut self, task: ChangeTask) {
        self.tasks.push_back(task);
    }

    /// Returns the next task that finds changes. Each task is returned once.
    pub(crate) fn start_task(&mut self) -> Option<ChangeTask> {
        self.tasks.pop_front()
    }

    /// Waits for the changes of the last save.
    pub(super) fn request(&mut self, requested: RequestedChanges) {
        self.set_stops(Vec::new());
        self.requested = Some(requested);
    }

    /// Returns whether the changes of the last save are not found yet.
    pub fn awaits_changes(&self) -> bool {
        self.requested.is_some()
    }

    /// Stops waiting for the changes of the last save. Returns whether they were awaited.
    pub(crate) fn stop_waiting(&mut self) -> bool {
        let was_waiting = self.requested.take().is_some();
        if was_waiting {
            self.set_no_stops("the last save was not compared with the version before");
        }
        was_waiting
    }

    /// Returns the request that found changes are for, once; `None` if a newer one has replaced it.
    pub(super) fn take_requested(&mut self, ticket: u64) -> Option<RequestedChanges> {
        self.requested.take_if(|requested| requested.ticket == ticket)
    }

    /// Stores the differences that a task has found.
    pub(super) fn set_change(&mut self, ticket: u64, change: String) {
        let mut versions = self.versions.iter_mut();
        if let Some(version) = versions.find(|version| version.comparison == Some(ticket)) {
            (version.change, version.comparison) = (change, None);
        }
    }

    /// Notes that the last save has no changes to go to.
    pub(super) fn set_no_stops(&mut self, why: &'static str) {
        self.set_stops(Vec::new());
        self.why_no_stops = Some(why);
    }

    /// Returns the reason why there are no changes to go to.
    pub(super) fn why_no_stops(&self) -> &'static str {
        let by_default = match self.shown() > 0 {
            true => "the last save changed no shown line",
            false => "no save has changed anything yet",
        };
        self.why_no_stops.unwrap_or(by_default)
    }

    /// Notes that the file of an input was saved.
    pub(crate) fn note_saved(&mut self, saved: SavedInput) {
        self.saved.retain(|other| other.input != saved.input);
        self.saved.push(saved);
    }

    /// Notes that another object of the same file was chosen, so that its text is no save.
    pub(crate) fn note_other_object(&mut self) {
        self.is_other_object = true;
    }

    /// Returns whether another object was chosen, once.
    pub(super) fn take_other_object(&mut self) -> bool {
        std::mem::take(&mut self.is_other_object)
    }

    /// Returns the saves that the status line does not tell yet, once.
    pub(super) fn take_saved(&mut self) -> Vec<SavedInput> {
        std::mem::take(&mut self.saved)
    }

    /// Notes that the last save cannot be read, so that its changes are unknown.
    pub(crate) fn note_unread(&mut self) {
        self.last_is_unread = true;
    }

    pub(super) fn last_is_unread(&self) -> bool {
        self.last_is_unread
    }

    /// Returns whether the last save has changes to go to.
    pub(super) fn has_stops(&self) -> bool {
        !self.stops.is_empty()
    }

    /// Returns the changes of the last save.
    pub(super) fn stops(&self) -> &[ChangeStop] {
        &self.stops
    }

    /// Returns the index of the change that the user went to.
    pub(super) fn stop(&self) -> Option<usize> {
        self.stop
    }

    /// Goes to a change of the last save.
    pub(super) fn set_stop(&mut self, index: usize) {
        self.stop = Some(index);
    }

    pub(crate) fn end_flash(&mut self) {
        self.flash = None;
    }

    /// Returns the highlighted line numbers of a pane.
    pub(crate) fn flashing_lines(&self, pane: Pane, patch: PatchId) -> Option<&FxHashSet<usize>> {
        let (flash, _) = self.flash.as_ref()?;
        match pane {
            Pane::Live => flash.sources.first(),
            Pane::Patch => flash.sources.get(usize::from(patch.document())),
            Pane::Result => Some(&flash.result),
        }
    }

    pub(crate) fn newest(&self) -> Option<&Version> {
        self.versions.back()
    }

    /// Returns whether the newest version changed the text of another input than this one.
    pub(crate) fn is_of_other(&self, input: InputId) -> bool {
        let mut newest = self.versions.iter().rev();
        let (Some(new), Some(old)) = (newest.next(), newest.next()) else {
            return false;
        };
        let mut texts = new.texts.iter().zip(&old.texts).enumerate();
        texts.any(|(at, (new, old))| InputId::from_document(at) != input && new != old)
    }

    /// Returns whether the newest version is shown.
    pub(crate) fn shows_newest(&self) -> bool {
        self.shown + 1 >= self.versions.len()
    }

    /// Returns the index of the version that is shown.
    pub(crate) fn shown(&self) -> usize {
        self.shown
    }

    pub(crate) fn len(&self) -> usize {
        self.versions.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Version> {
        self.versions.get(index)
    }

    /// Returns the number of a version on the screen, from 1. Dropped versions are counted.
    pub(crate) fn number(&self, index: usize) -> usize {
        self.dropped + index + 1
    }

    pub(crate) fn show(&mut self, index: usize) {
        self.shown = index.min(self.versions.len().saturating_sub(1));
        self.flash = None;
    }

    /// Adds the newest version. If the newest one was shown, shows the new one. Drops the oldest versions if
    /// there are too many.
    pub(crate) fn push(&mut self, version: Version) {
        let showed_newest = self.shows_newest();
        self.versions.push_back(version);
        if showed_newest {
            self.shown = self.versions.len() - 1;
        }
        while self.versions.len() > 2 && (self.versions.len() > MAX_VERSIONS || self.bytes() > MAX_BYTES) {
            let oldest = usize::from(self.shown == 0);
            self.versions.remove(oldest);
            self.dropped += 1;
            self.shown = self.shown.saturating_sub(1);
        }
    }

    /// Swaps two documents in all versions.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.stop_waiting();
        for version in &mut self.versions {
            if a.max(b) < version.texts.len() {
                version.texts.swap(a, b);
            }
        }
    }

    /// Replaces the newest version.
    pub(super) fn replace_newest(&mut self, version: Version) {
        self.versions.pop_back();
        self.versions.push_back(version);
    }

    fn bytes(&self) -> usize {
        let mut sum = 0;
        let mut before: Option<&Version> = None;
        for version in &self.versions {
            for (index, text) in version.texts.iter().enumerate() {
                let same = before.and_then(|before| before.texts.get(index));
                if same.is_none_or(|same| !Arc::ptr_eq(same, text)) {
                    sum += text.len();
                }
            }
            before = Some(version);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &Arc<str>) -> Version {
        Version {
            live_name: String::new(),
            texts: vec![Arc::clone(text)],
            schema: Arc::default(),
            time: None,
            change: String::new(),
            comparison: None,
            unread: Vec::new(),
            files: Vec::new(),
            semantics: None,
            rejection: None,
        }
    }

    #[test]
    fn old_versions_are_dropped_and_numbers_are_kept() {
        let mut versions = VersionHistory::default();
        for index in 0..120 {
            versions.push(version(&Arc::from(format!("{index}"))));
        }
        assert_eq!(
            (versions.len(), versions.shown(), versions.number(49)),
            (MAX_VERSIONS, 49, 120)
        );
        // The version that is shown is kept while others are added, and so is its number.
        versions.show(0);
        let number = versions.number(0);
        for _ in 0..100 {
            versions.push(version(&Arc::from("x")));
        }
        assert_eq!((versions.shown(), versions.len()), (0, MAX_VERSIONS));
        assert_eq!(versions.get(0).map(|version| &*version.texts[0]), Some("70"));
        assert_eq!(number, 71);
    }

    #[test]
    fn the_bytes_of_texts_that_versions_share_count_once() {
        let mut versions = VersionHistory::default();
        let large: Arc<str> = Arc::from("x".repeat(MAX_BYTES / 3));
        for _ in 0..10 {
            versions.push(version(&large));
        }
        assert_eq!(versions.len(), 10);
        for index in 0..10 {
            versions.push(version(&Arc::from(format!("{index}{large}"))));
        }
        assert!(
            versions.bytes() <= MAX_BYTES && versions.len() < 10,
            "{}",
            versions.len()
        );
    }
}
