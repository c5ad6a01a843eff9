//! What changed between two versions: for the status line, the list of versions and the key that goes to the changes.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::action::VersionsAction;
use super::change_flash::{ChangeFlash, SAME_RESULT};
use super::change_stop::{ChangeStop, changes_of_text};
use super::file_changes;
use super::go_to_change::outside_view;
use super::history::Version;
use super::inputs_of_version::{is_derived, merge_of};
use super::named_changes;
use super::saved_merges::{SavedMerges, source_of};
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::opening::is_unread;
use crate::explorer::merged::source_lines::{SourceView, own_lines};
use crate::explorer::workspace::Workspace;
use crate::report::line_hunks::hunk_words;
use crate::report::live_objects::object_name;
use crate::report::redact::Secrets;

/// The maximum size of the texts of a version whose result is compared with the one before it, about 60,000 lines.
const MAX_COMPARED_BYTES: usize = 2 << 20;

/// The name of the merge rules of the fields in the status line.
const SCHEMA: &str = "schema";

/// The changes of a version.
#[derive(Default)]
pub(super) struct VersionChange {
    /// The names of the changed inputs, with summaries of the changed lines.
    pub(super) inputs: Vec<(String, String)>,
    /// The summary of the changes of the result, unless the inputs are large.
    pub(super) result: Option<String>,
    /// The names of the inputs that could not be read before, so that there is nothing to compare them with.
    pub(super) loaded: Vec<String>,
    /// Whether only the format of an input changed.
    pub(super) has_new_format: bool,
    pub(super) flash: ChangeFlash,
    pub(super) stops: Vec<ChangeStop>,
}

impl VersionChange {
    /// Returns the changes, for the list of versions.
    pub(super) fn summary(&self) -> String {
        let inputs = self.inputs.iter().map(|(name, words)| format!("{name}: {words}"));
        let result = self.result.iter().map(|result| format!("result: {result}"));
        inputs.chain(result).collect::<Vec<_>>().join(", ")
    }

    /// Returns the changes, for the status line.
    pub(super) fn to_status(&self, cx: &Workspace) -> HintText {
        let names: Vec<&str> = self.inputs.iter().map(|(name, _)| name.as_str()).collect();
        if !self.loaded.is_empty() {
            let object = object_name(cx.merged().live().document());
            return format!("{} loaded: {object}", self.loaded.join(" and ")).into();
        }
        let lines = self.inputs.iter().map(|(_, words)| words.as_str());
        let lines: Vec<&str> = lines.filter(|words| !words.is_empty()).collect();
        let lines = match lines.is_empty() {
            true => String::new(),
            false => format!(": {}", lines.join(", ")),
        };
        let what = match self.result.as_deref() {
            Some(SAME_RESULT) => format!("{lines}; result: {SAME_RESULT}"),
            Some(result) => format!("; result: {result}"),
            None => lines,
        };
        let sentence = HintText::from(format!("{} reloaded{what}", names.join(" and ")));
        match (outside_view(&self.stops, cx), self.stops.len()) {
            (0, _) => sentence,
            (1, 1) => with_key_of_changes(sentence.text("; outside the view")),
            (outside, all) => {
                with_key_of_changes(sentence.text(&format!("; {outside} of {all} places outside the view")))
            }
        }
    }
}

/// Adds the key that goes to the changes of the last save.
pub(crate) fn with_key_of_changes(sentence: HintText) -> HintText {
    let next = Action::Versions(VersionsAction::NextChange);
    sentence.text(" (key ").key(next).text(")")
}

/// Returns the changes of a version.
pub(super) fn difference(before: &Version, version: &Version, cx: &Workspace) -> VersionChange {
    let mut found = VersionChange::default();
    let is_loaded = |index: usize| before.unread.contains(&index) && !version.unread.contains(&index);
    let has_result = before.texts.first().is_some_and(|live| !is_unread(live));
    let is_first = !has_result || (0..version.texts.len()).any(is_loaded);
    // Very large inputs are not merged twice for a summary.
    let bytes: usize = version.texts.iter().map(|text| text.len()).sum();
    let merges = match bytes > MAX_COMPARED_BYTES || is_first {
        true => None,
        false => {
            // The user can have chosen another compliance type than that of the file.
            let is_other = before.semantics != version.semantics;
            let semantics = |version: &Version| version.semantics.filter(|_| is_other);
            let old = merge_of(before, semantics(before), cx);
            old.zip(merge_of(version, semantics(version), cx))
        }
    };
    let saved = merges.map(|(old, now)| SavedMerges::new(old, now));
    found.result = saved.as_ref().map(SavedMerges::result_words);
    let mut changed = Vec::new();
    for (index, (old, new)) in before.texts.iter().zip(&version.texts).enumerate() {
        let mut highlighted = FxHashSet::default();
        let input = InputId::from_document(index);
        let name = || cx.inputs.name(input).to_owned();
        if !Arc::ptr_eq(old, new) && is_loaded(index) {
            // An apply computes its patch from both files: if the live object was read before, the manifest is read now.
            match matches!(cx.mode, Mode::Apply(_)) && input == InputId::COMPUTED {
                false => found.loaded.push(name()),
                true if found.loaded.is_empty() => {
                    found.loaded.push(cx.inputs.name(InputId::Manifest).to_owned());
                }
                true => {}
            }
            found.inputs.push((name(), "loaded".to_owned()));
        } else if !Arc::ptr_eq(old, new) {
            if saved.as_ref().is_some_and(|saved| saved.is_reformatted(input)) {
                found.has_new_format = true;
                found.inputs.push((name(), "only the format changed".to_owned()));
                found.flash.sources.push(highlighted);
                continue;
            }
            let hunks = match saved.as_ref().and_then(|saved| saved.changes_of(input)) {
                Some(input) => {
                    changed.push(input);
                    changed.last().map_or(&[][..], |input| &input.hunks)
                }
                None => {
                    let (hunks, stops) = changes_of_text(input, own_lines(old), own_lines(new));
                    found.stops.extend(stops);
                    &hunks.clone()
                }
            };
            found.inputs.push((name(), hunk_words(hunks)));
            // The text can be a part of the file.
            let source = source_of(input, cx.merged());
            let first = source.map_or(1, SourceView::first_number);
            let rows = hunks.iter().flat_map(|hunk| hunk.new.clone());
            highlighted.extend(rows.map(|row| first + row));
        }
        found.flash.sources.push(highlighted);
    }
    if !Arc::ptr_eq(&before.schema, &version.schema) {
        found.inputs.push((SCHEMA.to_owned(), "saved".to_owned()));
    }
    if let Some(saved) = &saved {
        let lines = saved.in_result.iter().flat_map(|hunk| hunk.new.clone());
        found.flash.result = lines.map(|line| line + 1).collect();
        found.stops = match changed.is_empty() {
            true if found.has_new_format => Vec::new(),
            // A save of a schema changes no text that is shown.
            true => saved.stops_in_result(),
            false => named_changes::stops(saved, &changed),
        };
    }
    if is_derived(cx) && !is_first {
        take_files(&mut found, saved.as_ref(), [before, version], cx);
    }
    found
}

/// Puts the changes of the files of an apply or a policy in the place of those of the texts that are computed from them.
fn take_files(
    found: &mut VersionChange,
    saved: Option<&SavedMerges>,
    [before, version]: [&Version; 2],
    cx: &Workspace,
) {
    let secrets = match saved {
        Some(saved) => saved.merged.each_ref().map(|merged| merged.secrets()),
        None => [cx.merged().secrets(), Secrets::Shown],
    };
    let (inputs, mut stops) = file_changes::changes(before, version, file_changes::is_hidden(secrets), cx);
    found.inputs.retain(|(name, _)| name == SCHEMA);
    found.inputs.splice(0..0, inputs);
    if let Some(words) = rejection_words(before, version) {
        found.result = Some(words);
    }
    if found.inputs.iter().any(|(name, _)| name == SCHEMA) {
        stops.append(&mut found.stops);
    }
    found.stops = stops;
}

/// Returns what a save changed in the result of an apply that kubectl rejects, or rejected before; `None` if it is
/// accepted.
fn rejection_words(before: &Version, version: &Version) -> Option<String> {
    let is_for_other = |version: &Version| {
        let rejection = version.rejection.as_ref();
        rejection.is_some_and(|rejection| rejection.is_for_other)
    };
    let words = match (&before.rejection, &version.rejection) {
        (None, None) => return None,
        _ if is_for_other(version) => "none, the manifest names another object",
        (Some(_), None) if is_for_other(before) => "the manifest names this object again",
        (Some(_), None) => "no longer rejected",
        (None, Some(_)) => "now rejected",
        _ if is_for_other(before) => "now rejected",
        (Some(old), Some(new)) if old == new => "still rejected",
        (Some(_), Some(_)) => "still rejected, for another reason",
    };
    Some(words.to_owned())
}
