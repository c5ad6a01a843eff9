//! The versions: each save that can be read makes one. Only texts are kept, shared between versions; a version is merged again when it
//! is shown.

use std::collections::VecDeque;
use std::sync::Arc;

use super::change_flash::ChangeFlash;
use super::change_stop::ChangeStop;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::panes::focus::Pane;
use crate::schema::Schema;
use rustc_hash::FxHashSet;

/// How many versions are kept.
const MAX_VERSIONS: usize = 50;
/// How many bytes of text are kept; text that versions share counts once. The newest version and the one that is shown are always
/// kept.
const MAX_BYTES: usize = 64 << 20;

/// A save.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    /// Live, then the patches.
    pub(crate) texts: Vec<Arc<str>>,
    /// How each field merged.
    pub(crate) schema: Arc<Schema>,
    /// The time of the save.
    pub(crate) time: Option<String>,
    /// What differs from the version before; not escaped.
    pub(crate) change: String,
}

/// The versions that are kept, and which one is shown.
#[derive(Clone, Debug, Default)]
pub struct VersionHistory {
    kept: VecDeque<Version>,
    /// How many older ones were dropped.
    dropped: usize,
    /// The index of the one that is shown.
    shown: usize,
    /// What the last save changed, while it is highlighted.
    flash: Option<ChangeFlash>,
    /// How many saves were highlighted.
    flashes: u64,
    /// The places that the last save changed, and the one that was gone to.
    stops: Vec<ChangeStop>,
    stop: Option<usize>,
}

impl VersionHistory {
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// `version 3/7`, while a version other than the newest is shown.
    pub fn title(&self) -> Option<String> {
        let last = self.number(self.kept.len().saturating_sub(1));
        (!self.at_newest()).then(|| format!("version {}/{last}", self.number(self.shown)))
    }

    /// The number of the save that is highlighted now; none if none is.
    pub fn flashing(&self) -> Option<u64> {
        self.flash.as_ref().map(|_| self.flashes)
    }

    /// Highlights what a save changed.
    pub(super) fn start_flash(&mut self, flash: ChangeFlash) {
        self.flash = Some(flash);
        self.flashes += 1;
    }

    /// Remembers the places that a save changed.
    pub(super) fn set_stops(&mut self, stops: Vec<ChangeStop>) {
        (self.stops, self.stop) = (stops, None);
    }

    /// Whether the last save changed a place that can be gone to.
    pub(super) fn has_stops(&self) -> bool {
        !self.stops.is_empty()
    }

    /// The next place that the last save changed: its index, how many there are, and the place. After the last comes the first.
    pub(super) fn next_stop(&mut self, forward: bool) -> Option<(usize, usize, ChangeStop)> {
        let count = self.stops.len();
        let last = count.checked_sub(1)?;
        let at = match (self.stop, forward) {
            (None, true) => 0,
            (None, false) | (Some(0), false) => last,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => at - 1,
        };
        self.stop = Some(at);
        Some((at, count, self.stops[at]))
    }

    pub(crate) fn end_flash(&mut self) {
        self.flash = None;
    }

    /// The line numbers of a pane that are highlighted.
    pub(crate) fn flashing_lines(&self, pane: Pane, patch: PatchId) -> Option<&FxHashSet<usize>> {
        let flash = self.flash.as_ref()?;
        match pane {
            Pane::Live => flash.sources.first(),
            Pane::Patch => flash.sources.get(usize::from(patch.document())),
            Pane::Result => Some(&flash.result),
        }
    }

    pub(crate) fn newest(&self) -> Option<&Version> {
        self.kept.back()
    }

    /// Whether the newest version is shown.
    pub(crate) fn at_newest(&self) -> bool {
        self.shown + 1 >= self.kept.len()
    }

    /// The index of the one that is shown.
    pub(crate) fn shown(&self) -> usize {
        self.shown
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&Version> {
        self.kept.get(at)
    }

    /// The number of a version on the screen, from 1; dropped ones count.
    pub(crate) fn number(&self, at: usize) -> usize {
        self.dropped + at + 1
    }

    pub(crate) fn show(&mut self, at: usize) {
        self.shown = at.min(self.kept.len().saturating_sub(1));
        self.flash = None;
    }

    /// Adds the newest version; it is shown if the newest one before it was. Drops old ones if there are too many.
    pub(crate) fn push(&mut self, version: Version) {
        let follows = self.at_newest();
        self.kept.push_back(version);
        if follows {
            self.shown = self.kept.len() - 1;
        }
        while self.kept.len() > 2 && (self.kept.len() > MAX_VERSIONS || self.bytes() > MAX_BYTES) {
            let oldest = usize::from(self.shown == 0);
            self.kept.remove(oldest);
            self.dropped += 1;
            self.shown = self.shown.saturating_sub(1);
        }
    }

    /// Swaps two documents.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        for version in &mut self.kept {
            if a.max(b) < version.texts.len() {
                version.texts.swap(a, b);
            }
        }
    }

    fn bytes(&self) -> usize {
        let mut sum = 0;
        let mut before: Option<&Version> = None;
        for version in &self.kept {
            for (at, text) in version.texts.iter().enumerate() {
                let same = before.and_then(|before| before.texts.get(at));
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
            texts: vec![Arc::clone(text)],
            schema: Arc::default(),
            time: None,
            change: String::new(),
        }
    }

    #[test]
    fn old_versions_go_and_keep_their_numbers() {
        let mut versions = VersionHistory::default();
        for at in 0..120 {
            versions.push(version(&Arc::from(format!("{at}"))));
        }
        assert_eq!(
            (versions.len(), versions.shown(), versions.number(49)),
            (MAX_VERSIONS, 49, 120)
        );
        // The one that is shown stays while others come, and its number too.
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
        for at in 0..10 {
            versions.push(version(&Arc::from(format!("{at}{large}"))));
        }
        assert!(
            versions.bytes() <= MAX_BYTES && versions.len() < 10,
            "{}",
            versions.len()
        );
    }
}
