//! Walking the versions: each good save becomes one, the panes show any of them, and two can be compared.

use std::sync::Arc;

use super::action::Pane;
use super::comparison::{Comparison, Difference, Side};
use super::flash::{Flash, line_change, result_change, result_words};
use super::listing::{Choice, Listed, Listing};
use super::load::read_as;
use super::overlay::Overlay;
use super::row::Row;
use super::state::{State, Trouble};
use super::versions::Version;
use crate::document::escape::visible;
use crate::document::write::value_text;
use crate::merge::{Inputs, Mark, Merge, merge};

/// Longest value that is shown in a list of differences, in characters.
const SHORT: usize = 40;

impl State {
    /// `version 3/7`, while another version than the newest is shown.
    pub fn version_title(&self) -> Option<String> {
        let versions = &self.versions;
        let last = versions.len().saturating_sub(1);
        (!versions.at_newest()).then(|| {
            format!(
                "version {}/{}",
                versions.number(versions.shown()),
                versions.number(last)
            )
        })
    }

    /// Whether the patch has no file of its own: it is computed, or a piece of a policy.
    fn is_derived(&self) -> bool {
        self.making.is_some() || self.held.is_some()
    }

    /// The number of what stands out for a moment now, for whoever has the clock; none if nothing does.
    pub fn flashing(&self) -> Option<u64> {
        self.versions.flash.as_ref().map(|_| self.versions.flashes)
    }

    /// Makes a version of what is shown if it is a good save that is not kept yet.
    pub(super) fn note_version(&mut self) {
        let unsaved = self.edit.as_ref().is_some_and(super::given::Edit::is_dirty);
        if self.is_derived()
            || self.is_opening()
            || self.pending.is_some()
            || unsaved
            || !self.versions.at_newest()
        {
            return;
        }
        let documents = self.session.merge().scene.documents();
        let newest = self.versions.newest();
        let same = |(at, text): (usize, &str)| {
            newest
                .and_then(|newest| newest.texts.get(at))
                .filter(|kept| ***kept == *text)
        };
        let texts = documents
            .iter()
            .map(|document| document.original_text())
            .enumerate();
        if newest.is_some() && texts.clone().all(|text| same(text).is_some()) {
            return;
        }
        let texts: Vec<Arc<str>> = texts
            .map(|(at, text)| same((at, text)).map_or_else(|| Arc::from(text), Arc::clone))
            .collect();
        self.keep_version(texts, true);
    }

    /// Adds a version; `shown` says that it is what the panes show.
    fn keep_version(&mut self, texts: Vec<Arc<str>>, shown: bool) {
        let mut change = "opened".to_owned();
        if let Some(before) = self.versions.newest().map(|newest| newest.texts.clone()) {
            let mut flash = Flash::default();
            let mut words = Vec::new();
            for (at, (old, new)) in before.iter().zip(&texts).enumerate() {
                let lines = match Arc::ptr_eq(old, new) {
                    true => None,
                    false => Some(line_change(old, new)),
                };
                words.extend(
                    lines
                        .iter()
                        .map(|lines| format!("{}: {}", self.name(at), lines.words())),
                );
                flash
                    .sources
                    .push(lines.map_or_else(Default::default, |lines| lines.added.into_iter().collect()));
            }
            // A large result is not merged twice for a word on it.
            if !self.is_large()
                && let (Some(old), Some(new)) = (self.merge_of(&before), self.merge_of(&texts))
            {
                let (result, lines) = result_change(old, new);
                words.push(format!("result: {result}"));
                flash.result = lines;
            }
            change = words.join(", ");
            if shown {
                self.versions.flash = Some(flash);
                self.versions.flashes += 1;
            }
        }
        let time = self.versions.clock.clone();
        self.versions.push(Version { texts, time, change });
    }

    /// A good save that comes while an older version is shown becomes the newest, and is said.
    pub(super) fn keep_aside(&mut self, document: usize, bytes: Vec<u8>) {
        let read = read_as(document, self.name(document), bytes);
        let Some(origin) = self.origins.get_mut(document) else {
            return;
        };
        match read {
            Err(error) => origin.trouble = Some(Trouble::of(&error)),
            Ok(read) => {
                origin.trouble = None;
                let Some(mut texts) = self.versions.newest().map(|newest| newest.texts.clone()) else {
                    return;
                };
                match texts.get_mut(document) {
                    Some(text) if **text != *read.text() => *text = Arc::from(read.text()),
                    _ => return,
                }
                self.keep_version(texts, false);
                let newest = self.versions.number(self.versions.len().saturating_sub(1));
                self.status = Some(format!("saved meanwhile: version {newest}; V shows it"));
            }
        }
    }

    /// The inputs of some texts under the present semantics; none if one cannot be read.
    fn inputs_of_texts(&self, texts: &[Arc<str>]) -> Option<Inputs> {
        let shown = self.session.merge();
        let mut documents = Vec::with_capacity(texts.len());
        for (at, text) in texts.iter().enumerate() {
            let same = shown
                .scene
                .documents()
                .get(at)
                .filter(|document| document.original_text() == &**text);
            documents.push(match same {
                Some(document) => Arc::clone(document),
                None => Arc::new(read_as(at, self.name(at), text.as_bytes().to_vec()).ok()?),
            });
        }
        let patches = documents.split_off(1.min(documents.len()));
        Some(Inputs {
            live: documents.pop()?,
            patches,
            ..shown.inputs.clone()
        })
    }

    fn merge_of(&self, texts: &[Arc<str>]) -> Option<Merge> {
        Some(merge(self.masks.apply(self.inputs_of_texts(texts)?), true))
    }

    /// Why there is no version to walk to, if there is none.
    pub(super) fn no_version(&self, by: i32) -> Option<String> {
        let versions = &self.versions;
        if self.is_derived() {
            return Some(
                "version: the patch has no file of its own, so there is no save of it to go back to"
                    .to_owned(),
            );
        }
        if self.pending.is_some() {
            return Some("wait until this is merged".to_owned());
        }
        let why = match by < 0 {
            true if versions.shown() == 0 => "version: this is the oldest one that is kept",
            false if versions.at_newest() => "version: this is the newest; every good save makes one",
            _ => return None,
        };
        Some(why.to_owned())
    }

    /// Shows the version so many before (negative) or behind the one that is shown.
    pub(super) fn walk_versions(&mut self, by: i32) {
        let at = self.versions.shown().saturating_add_signed(by as isize);
        self.show_version(at);
    }

    /// Shows the newest version.
    pub(super) fn show_newest(&mut self) {
        self.show_version(self.versions.len().saturating_sub(1));
    }

    fn show_version(&mut self, at: usize) {
        let Some(version) = self.versions.get(at).cloned() else {
            return;
        };
        let Some(inputs) = self.inputs_of_texts(&version.texts) else {
            self.status = Some("this version cannot be read any more".to_owned());
            return;
        };
        self.versions.show(at);
        let newest = if self.versions.at_newest() {
            ", the newest"
        } else {
            ""
        };
        let says = format!("version {}{newest}: {}", self.versions.number(at), version.change);
        if self.is_large() {
            self.want_documents(&inputs, says);
            return;
        }
        self.merge_anew(inputs);
        self.say_with_gone(Some(says));
    }

    /// Opens the list of versions.
    pub(super) fn list_versions(&mut self) {
        self.player.playing = false;
        self.overlay = Some(Overlay::List {
            listing: Listing::Versions,
            cursor: self.versions.shown(),
        });
    }

    pub(super) fn choose_version(&mut self, at: usize) {
        self.show_version(at);
    }

    /// How many versions the list has.
    pub(super) fn version_count(&self) -> usize {
        self.versions.len()
    }

    pub(super) fn listed_versions(&self) -> Listed {
        let versions = &self.versions;
        let row = |at: usize| {
            let version = versions.get(at)?;
            let shown = if at == versions.shown() { " (shown)" } else { "" };
            Some(Choice {
                lead: versions.number(at).to_string(),
                label: format!("{}{shown}", version.time.as_deref().unwrap_or("at the start")),
                text: visible(&version.change).into_owned(),
                ..Choice::default()
            })
        };
        let rows: Vec<Choice> = (0..versions.len()).filter_map(row).collect();
        Listed {
            title: "versions: every good save is one".to_owned(),
            rows,
            hint: "Enter shows, c compares with the shown one, Esc closes",
            ..Listed::default()
        }
    }

    /// Why the version under the cursor cannot be compared with the one that is shown, if it cannot.
    pub(super) fn no_version_comparison(&self) -> Option<String> {
        match self.overlay {
            Some(Overlay::List {
                listing: Listing::Versions,
                cursor,
            }) if cursor != self.versions.shown() => None,
            _ => Some("compare: this is the version that is shown; choose another one".to_owned()),
        }
    }

    /// Lays the results of the version under the cursor and of the one that is shown side by side.
    pub(super) fn compare_versions(&mut self) {
        let Some(Overlay::List { cursor, .. }) = self.overlay else {
            return;
        };
        let (first, second) = (
            cursor.min(self.versions.shown()),
            cursor.max(self.versions.shown()),
        );
        let merge = |at: usize| self.merge_of(&self.versions.get(at)?.texts);
        let (Some(old), Some(new)) = (merge(first), merge(second)) else {
            return;
        };
        let comparison = Comparison::new(old, new);
        let rows = comparison
            .differences()
            .iter()
            .map(|difference| told(&comparison, difference));
        let numbers = [first, second].map(|at| self.versions.number(at));
        self.versions.compared = Listed {
            title: format!("the results of version {} and version {}", numbers[0], numbers[1]),
            says: Some(format!(
                "From version {} to {}: {}.",
                numbers[0],
                numbers[1],
                result_words(&comparison)
            )),
            rows: rows.collect(),
            hint: "Esc closes",
            ..Listed::default()
        };
        self.overlay = Some(Overlay::List {
            listing: Listing::VersionDifferences,
            cursor: 0,
        });
    }

    pub(super) fn listed_version_differences(&self, cursor: usize) -> Listed {
        let mut list = self.versions.compared.clone();
        list.detail = list
            .rows
            .get(cursor)
            .map_or_else(String::new, |row| format!("{}: {}", row.label, row.text));
        list
    }

    /// Notes on the rows of a pane which of them the last save changed.
    pub(super) fn add_flash(&self, pane: Pane, rows: &mut [Row]) {
        let Some(flash) = &self.versions.flash else { return };
        let lines = match pane {
            Pane::Live => flash.sources.first(),
            Pane::Patch => flash.sources.get(self.patch_shown + 1),
            // Before the last step the rows are not those of the result.
            Pane::Result => (self.session.position() == self.session.len()).then_some(&flash.result),
        };
        let Some(lines) = lines else { return };
        for row in rows {
            row.flash = row.number.is_some_and(|number| lines.contains(&number));
        }
    }
}

/// One difference of two versions: where, and the value in each.
fn told(comparison: &Comparison, difference: &Difference) -> Choice {
    let value = |side: Side| match difference.nodes[side as usize] {
        Some(node) => value_text(&comparison.merge(side).scene, node, SHORT),
        None => "(absent)".to_owned(),
    };
    let (mark, text) = match difference.kind {
        super::comparison::Kind::Order => (
            Mark::Reordered,
            match difference.moved.len() {
                1 => "1 item stands elsewhere".to_owned(),
                count => format!("{count} items stand elsewhere"),
            },
        ),
        super::comparison::Kind::Verdict { refuses: Side::First } => {
            (Mark::Rejected, "only the older one is rejected".to_owned())
        }
        super::comparison::Kind::Verdict {
            refuses: Side::Second,
        } => (Mark::Rejected, "only the newer one is rejected".to_owned()),
        super::comparison::Kind::Value => (
            Mark::Changed,
            format!("{} → {}", value(Side::First), value(Side::Second)),
        ),
        super::comparison::Kind::Only(Side::First) => {
            (Mark::Deleted, format!("{} → (absent)", value(Side::First)))
        }
        super::comparison::Kind::Only(Side::Second) => {
            (Mark::Added, format!("(absent) → {}", value(Side::Second)))
        }
    };
    Choice {
        mark: Some(mark),
        label: visible(&comparison.path(difference)).into_owned(),
        text: visible(&text).into_owned(),
        ..Choice::default()
    }
}
