//! Walking the versions: each good save becomes one, and the panes show any of them.

use std::sync::Arc;

use super::Version;
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::read::read_as;
use crate::explorer::panes::change_flash::{ChangeFlash, line_change, result_change};
use crate::explorer::panes::focus::Pane;
use crate::explorer::panes::row::PaneRow;
use crate::explorer::popups::list::{ListItem, ListView};
use crate::explorer::popups::{ListKind, Popup};
use crate::explorer::state::Explorer;
use crate::explorer::versions::action::VersionsAction;
use crate::merge::{Inputs, Merge, merge};
use crate::schema::Schema;

impl Explorer {
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
        self.apply.is_some() || self.policy.is_some()
    }

    /// The number of what stands out for a moment now, for whoever has the clock; none if nothing does.
    pub fn flashing(&self) -> Option<u64> {
        self.versions.flash.as_ref().map(|_| self.versions.flashes)
    }

    /// Makes a version of what is shown if it is a good save that is not kept yet.
    pub(crate) fn note_version(&mut self) {
        // What is shown beside a text that cannot be read was typed on the way there.
        let is_broken = |document: usize| self.origins[document].trouble.is_some();
        let unsaved =
            |edit: &crate::explorer::inputs::EditSession| edit.is_dirty() || is_broken(edit.document);
        let unsaved = self.edit.as_ref().is_some_and(unsaved);
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
        let schema = Arc::clone(&self.session.merge().inputs.schema);
        let knows_fields = newest.is_some_and(|newest| Arc::ptr_eq(&newest.schema, &schema));
        if knows_fields && texts.clone().all(|text| same(text).is_some()) {
            return;
        }
        let texts: Vec<Arc<str>> = texts
            .map(|(at, text)| same((at, text)).map_or_else(|| Arc::from(text), Arc::clone))
            .collect();
        self.keep_version(texts, schema, true);
    }

    /// Adds a version; `shown` says that it is what the panes show.
    fn keep_version(&mut self, texts: Vec<Arc<str>>, schema: Arc<Schema>, shown: bool) {
        let time = self.versions.clock.clone();
        let mut version = Version {
            texts,
            schema,
            time,
            change: "opened".to_owned(),
        };
        if let Some(before) = self.versions.newest().cloned() {
            let mut flash = ChangeFlash::default();
            let mut words = Vec::new();
            for (at, (old, new)) in before.texts.iter().zip(&version.texts).enumerate() {
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
            if !Arc::ptr_eq(&before.schema, &version.schema) {
                words.push("schema: saved".to_owned());
            }
            // A large result is not merged twice for a word on it.
            if !self.is_large()
                && let (Some(old), Some(new)) = (self.merge_of(&before), self.merge_of(&version))
            {
                let (result, lines) = result_change(old, new);
                words.push(format!("result: {result}"));
                flash.result = lines;
            }
            version.change = words.join(", ");
            if shown {
                self.versions.flash = Some(flash);
                self.versions.flashes += 1;
            }
        }
        self.versions.push(version);
    }

    /// A good save that comes while an older version is shown becomes the newest, and is said.
    pub(crate) fn keep_aside(&mut self, document: usize, bytes: Vec<u8>) {
        let read = read_as(document, self.name(document), bytes.clone(), self.semantics());
        let Some(origin) = self.origins.get_mut(document) else {
            return;
        };
        match read {
            Err(error) => origin.trouble = Some(InputError::in_bytes(&error, bytes)),
            Ok(read) => {
                origin.trouble = None;
                let Some(mut newest) = self.versions.newest().cloned() else {
                    return;
                };
                match newest.texts.get_mut(document) {
                    Some(text) if **text != *read.text() => *text = Arc::from(read.text()),
                    _ => return,
                }
                self.keep_behind(newest.texts, newest.schema);
            }
        }
    }

    /// The same of a schema file.
    pub(crate) fn keep_schema_aside(&mut self, schema: Arc<Schema>) {
        if let Some(newest) = self.versions.newest().cloned() {
            self.keep_behind(newest.texts, schema);
        }
    }

    fn keep_behind(&mut self, texts: Vec<Arc<str>>, schema: Arc<Schema>) {
        self.keep_version(texts, schema, false);
        let newest = self.versions.number(self.versions.len().saturating_sub(1));
        let says = HintText::from(format!("saved meanwhile: version {newest}; "));
        self.say(
            says.key(Action::Versions(VersionsAction::Newest))
                .text(" shows it"),
        );
    }

    /// The inputs of a version under the present semantics; none if one cannot be read.
    pub(crate) fn inputs_of_version(&self, version: &Version) -> Option<Inputs> {
        let texts = &version.texts;
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
                None => {
                    let text = text.as_bytes().to_vec();
                    Arc::new(read_as(at, self.name(at), text, shown.inputs.semantics).ok()?)
                }
            });
        }
        let patches = documents.split_off(1.min(documents.len()));
        Some(Inputs {
            live: documents.pop()?,
            patches,
            schema: Arc::clone(&version.schema),
            semantics: shown.inputs.semantics,
        })
    }

    fn merge_of(&self, version: &Version) -> Option<Merge> {
        Some(merge(self.masks.apply(self.inputs_of_version(version)?), true))
    }

    /// Why the CustomResourceDefinition has no version to walk to, if there is none.
    pub(crate) fn version_blocker(&self, by: i32) -> Option<String> {
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
    pub(crate) fn walk_versions(&mut self, by: i32) {
        let at = self.versions.shown().saturating_add_signed(by as isize);
        self.show_version(at);
    }

    /// Shows the newest version.
    pub(crate) fn show_newest(&mut self) {
        // Two versions side by side are two others than the newest may be.
        if self.compares_versions() {
            self.leave_screen();
        }
        self.show_version(self.versions.len().saturating_sub(1));
    }

    fn show_version(&mut self, at: usize) {
        let Some(version) = self.versions.get(at).cloned() else {
            return;
        };
        let Some(inputs) = self.inputs_of_version(&version) else {
            self.say("this version cannot be read any more".to_owned());
            return;
        };
        self.versions.show(at);
        let newest = if self.versions.at_newest() {
            ", the newest"
        } else {
            ""
        };
        let says = format!("version {}{newest}: {}", self.versions.number(at), version.change).into();
        if self.is_large() {
            self.request_documents(&inputs, says);
            return;
        }
        self.remerge(inputs);
        self.say_and_note_lost_selection(Some(says));
    }

    /// Opens the list of versions.
    pub(crate) fn list_versions(&mut self) {
        self.player.playing = false;
        self.overlay = Some(Popup::List {
            listing: ListKind::Versions,
            cursor: self.versions.shown(),
        });
    }

    pub(crate) fn choose_version(&mut self, at: usize) {
        self.show_version(at);
    }

    /// How many versions the list has.
    pub(crate) fn version_count(&self) -> usize {
        self.versions.len()
    }

    pub(crate) fn listed_versions(&self) -> ListView {
        let versions = &self.versions;
        let row = |at: usize| {
            let version = versions.get(at)?;
            let shown = if at == versions.shown() { " (shown)" } else { "" };
            Some(ListItem {
                lead: versions.number(at).to_string(),
                label: format!("{}{shown}", version.time.as_deref().unwrap_or("at the start")),
                text: visible(&version.change).into_owned(),
                ..ListItem::default()
            })
        };
        let rows: Vec<ListItem> = (0..versions.len()).filter_map(row).collect();
        ListView {
            title: "versions: every good save is one".to_owned(),
            rows,
            hint: words(
                "{} shows, {} compares with the shown one, {} closes",
                [
                    Action::CHOOSE,
                    Action::Versions(VersionsAction::Compare),
                    Action::CLOSE,
                ],
            ),
            ..ListView::default()
        }
    }

    /// Notes on the rows of a pane which of them the last save changed.
    pub(crate) fn add_flash(&self, pane: Pane, rows: &mut [PaneRow]) {
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
