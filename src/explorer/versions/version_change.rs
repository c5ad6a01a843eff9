//! What changed between two versions: for the status line, the list of versions and the key that goes to the changes.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::change_flash::ChangeFlash;
use super::change_stop::{ChangeStop, changes_of_text};
use super::changed_files;
use super::long_lines::with_places;
use super::named_changes;
use super::saved_merges::SavedMerges;
use super::version::Version;
use super::version_context::VersionContext;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::opening::is_unread;
use crate::explorer::merged::source_lines::own_lines;
use crate::report::line_hunks::hunk_words;
use crate::report::redact::Secrets;

/// The name of the merge rules of the fields in the status line.
const SCHEMA: &str = "schema";

/// The changes of a version.
#[derive(Clone, Debug, Default)]
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
}

/// Returns whether a version has a text that could not be read before.
fn is_loaded(index: usize, before: &Version, version: &Version) -> bool {
    before.unread.contains(&index) && !version.unread.contains(&index)
}

/// Returns whether there was no result before a version, so that there is nothing to compare.
pub(super) fn is_first(before: &Version, version: &Version) -> bool {
    let has_result = before.texts.first().is_some_and(|live| !is_unread(live));
    !has_result || (0..version.texts.len()).any(|index| is_loaded(index, before, version))
}

/// Returns the names of the inputs that a version changed.
pub(super) fn changed_names(before: &Version, version: &Version, cx: &VersionContext) -> Vec<String> {
    let texts = before.texts.iter().zip(&version.texts).enumerate();
    let texts = texts.filter(|(_, (old, new))| !cx.is_derived && !Arc::ptr_eq(old, new));
    let inputs = texts.map(|(index, _)| InputId::from_document(index));
    let files = version.files.iter();
    let files = files.filter(|file| before.file(file.input).is_some_and(|old| *old != file.text));
    let inputs = inputs.chain(files.map(|file| file.input));
    let mut names: Vec<String> = inputs.map(|input| cx.name(input).to_owned()).collect();
    if !Arc::ptr_eq(&before.schema, &version.schema) {
        names.push(SCHEMA.to_owned());
    }
    names
}

/// Returns the changes of a version.
pub(super) fn difference(before: &Version, version: &Version, cx: &VersionContext) -> VersionChange {
    let mut found = VersionChange::default();
    let is_first = is_first(before, version);
    let merges = match is_first {
        true => None,
        false => {
            // The user can have chosen another compliance type than that of the file.
            let is_other = before.semantics != version.semantics;
            let semantics = |version: &Version| version.semantics.filter(|_| is_other);
            let old = cx.merge_of(before, semantics(before));
            old.zip(cx.merge_of(version, semantics(version)))
        }
    };
    let saved = merges.map(|(old, now)| SavedMerges::new(old, now));
    found.result = saved.as_ref().map(SavedMerges::result_words);
    let mut changed = Vec::new();
    for (index, (old, new)) in before.texts.iter().zip(&version.texts).enumerate() {
        let mut highlighted = FxHashSet::default();
        let input = InputId::from_document(index);
        let name = || cx.name(input).to_owned();
        if !Arc::ptr_eq(old, new) && is_loaded(index, before, version) {
            // An apply computes its patch from both files: if the live object was read before, the manifest is read now.
            match cx.is_apply && input == InputId::COMPUTED {
                false => found.loaded.push(name()),
                true if found.loaded.is_empty() => {
                    found.loaded.push(cx.name(InputId::Manifest).to_owned());
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
            let mut format = "";
            let hunks = match saved.as_ref().and_then(|saved| saved.changes_of(input)) {
                Some(input) => {
                    if input.old_values.is_some() {
                        format = "another format, ";
                    }
                    changed.push(input);
                    changed.last().map_or(&[][..], |input| &input.hunks)
                }
                None => {
                    let (hunks, stops) = changes_of_text(input, own_lines(old), own_lines(new));
                    found.stops.extend(stops);
                    &hunks.clone()
                }
            };
            found
                .inputs
                .push((name(), format!("{format}{}", hunk_words(hunks))));
            let first = cx.first_numbers.get(index).copied().unwrap_or(1);
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
            false => with_places(named_changes::stops(saved, &changed), &changed),
        };
    }
    if cx.is_derived && !is_first {
        take_files(&mut found, saved.as_ref(), [before, version], cx);
    }
    found
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

/// Puts the changes of the files of an apply or a policy in the place of those of the texts that are computed from them.
fn take_files(
    found: &mut VersionChange,
    saved: Option<&SavedMerges>,
    [before, version]: [&Version; 2],
    cx: &VersionContext,
) {
    let secrets = match saved {
        Some(saved) => saved.merged.each_ref().map(|merged| merged.secrets()),
        None => [cx.secrets, Secrets::Shown],
    };
    let (inputs, mut stops) = changed_files::changes(before, version, changed_files::is_hidden(secrets), cx);
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
