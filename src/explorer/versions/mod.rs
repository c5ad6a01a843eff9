//! The good saves, each a version. Only texts are kept, shared between versions; merges are made anew when shown.

pub(crate) mod action;
mod compare;
pub(crate) mod pair;
mod walk;

use std::collections::VecDeque;
use std::sync::Arc;

use super::panes::change_flash::ChangeFlash;
use crate::schema::Schema;

/// As many versions are kept at most.
const MAX_VERSIONS: usize = 50;
/// As many bytes of text are kept at most, what versions share counted once. The newest version and the one that is
/// shown are always kept.
const BYTES: usize = 64 << 20;

/// One good save.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    /// Live, then the patches.
    pub(crate) texts: Vec<Arc<str>>,
    /// What was known of fields.
    pub(crate) schema: Arc<Schema>,
    /// When it came, as the outside told.
    pub(crate) time: Option<String>,
    /// What is other than in the version before; not escaped.
    pub(crate) change: String,
}

/// The versions that are kept, and which one is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct VersionHistory {
    kept: VecDeque<Version>,
    /// How many older ones are no longer kept.
    dropped: usize,
    /// The one that is shown, as an index into those that are kept.
    shown: usize,
    /// What time the outside told last.
    pub(crate) clock: Option<String>,
    /// What the last save changed, as long as it stands out.
    pub(crate) flash: Option<ChangeFlash>,
    /// How many saves have stood out.
    pub(crate) flashes: u64,
}

impl VersionHistory {
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

    /// The number of a version for people, from 1, those that are no longer kept counted.
    pub(crate) fn number(&self, at: usize) -> usize {
        self.dropped + at + 1
    }

    pub(crate) fn show(&mut self, at: usize) {
        self.shown = at.min(self.kept.len().saturating_sub(1));
        self.flash = None;
    }

    /// Adds the newest; it is shown if the newest before it was. Old ones go where there are too many.
    pub(crate) fn push(&mut self, version: Version) {
        let follows = self.at_newest();
        self.kept.push_back(version);
        if follows {
            self.shown = self.kept.len() - 1;
        }
        while self.kept.len() > 2 && (self.kept.len() > MAX_VERSIONS || self.bytes() > BYTES) {
            let oldest = usize::from(self.shown == 0);
            self.kept.remove(oldest);
            self.dropped += 1;
            self.shown = self.shown.saturating_sub(1);
        }
    }

    /// Two documents changed places.
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
        let large: Arc<str> = Arc::from("x".repeat(BYTES / 3));
        for _ in 0..10 {
            versions.push(version(&large));
        }
        assert_eq!(versions.len(), 10);
        for at in 0..10 {
            versions.push(version(&Arc::from(format!("{at}{large}"))));
        }
        assert!(
            versions.bytes() <= BYTES && versions.len() < 10,
            "{}",
            versions.len()
        );
    }
}
