//! Finds what a save changed: at once, or in the background if the inputs are large.

use std::sync::Arc;

use super::action::VersionsAction;
use super::change_flash::{ChangeFlash, SAME_RESULT};
use super::change_task::{ChangeTask, FoundChanges, RequestedChanges};
use super::go_to_change::outside_view;
use super::saved_merges::source_of;
use super::version::{SavedInput, Version};
use super::version_change::{VersionChange, changed_names, is_first};
use super::version_context::VersionContext;
use crate::document::words::and_list;
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::policy::verdicts::other_rejected;
use crate::explorer::workspace::Workspace;
use crate::report::live_objects::merged_name;

/// Returns whether the patch is computed from files, which have the versions.
pub(super) fn is_derived(cx: &Workspace) -> bool {
    matches!(cx.mode, Mode::Apply(_) | Mode::Policy(_))
}

/// Returns what reads and merges versions.
pub(super) fn context(cx: &Workspace) -> VersionContext {
    let documents = cx.documents().to_vec();
    let first_number = |document: usize| {
        let source = source_of(InputId::from_document(document), cx.merged());
        source.map_or(1, SourceView::first_number)
    };
    VersionContext {
        names: cx.inputs.names().collect(),
        first_numbers: (0..documents.len()).map(first_number).collect(),
        documents,
        schema: Arc::clone(&cx.merged().merge().inputs.schema),
        semantics: cx.semantics(),
        redaction: cx.session.redaction.clone(),
        secrets: cx.merged().secrets(),
        is_apply: matches!(cx.mode, Mode::Apply(_)),
        is_derived: is_derived(cx),
    }
}

/// Finds what a version changed that is not stored yet. `is_shown`: the panes show it. Returns its changes, for the status
/// line.
pub(super) fn find_changes(
    before: Version,
    version: &mut Version,
    is_shown: bool,
    saved: &[SavedInput],
    cx: &mut Workspace,
) -> Option<HintText> {
    // Files that are saved together, as by `git checkout`, are one save for the reader.
    let together = cx.versions.highlighted_since().filter(|_| is_shown);
    let since = together.filter(|since| match is_derived(cx) {
        true => !changes_same_file([since, &before, version]),
        false => !changes_same_text([since, &before, version]),
    });
    // The user has seen none of the saves that a prompt covers.
    let covered = cx.versions.covered_since().filter(|_| is_shown);
    // A program that writes a file can first empty it.
    let can_refill = is_shown && !is_derived(cx);
    let emptied = || {
        let before_empty = cx.versions.len().checked_sub(2)?;
        cx.versions
            .get(before_empty)
            .filter(|_| can_refill && refills(&before, version))
    };
    let since = covered.or(since).or_else(emptied);
    let names = saved.iter().map(|saved| cx.inputs.name(saved.input).to_owned());
    let task = ChangeTask {
        ticket: cx.session.next_ticket(),
        since: since.cloned(),
        saved: names.collect(),
        context: context(cx),
        version: version.clone(),
        before,
    };
    let oldest = task.since.as_ref().unwrap_or(&task.before).clone();
    if !cx.is_large() || is_first(&oldest, version) {
        let found = task.run();
        version.change = found.summary;
        return is_shown.then(|| show_save(found.change, oldest, cx));
    }
    "comparing…".clone_into(&mut version.change);
    version.comparison = Some(task.ticket);
    let names = changed_names(&oldest, version, &task.context);
    if is_shown {
        cx.versions.start_flash(ChangeFlash::default(), oldest.clone());
        request(task, Some(oldest), cx);
        return Some(
            format!(
                "{} reloaded; comparing with the version before…",
                and_list(&names)
            )
            .into(),
        );
    }
    cx.versions.add_task(task);
    cx.effect(Effect::FindChanges);
    None
}

/// Finds the changes of a version that is chosen.
pub(super) fn find_changes_of_shown(before: Version, version: Version, cx: &mut Workspace) {
    let task = ChangeTask {
        ticket: cx.session.next_ticket(),
        since: None,
        saved: Vec::new(),
        context: context(cx),
        before,
        version,
    };
    match cx.is_large() {
        true => request(task, None, cx),
        false => set_stops(task.run().change, cx),
    }
}

/// Requests the changes that the panes wait for.
fn request(task: ChangeTask, since: Option<Version>, cx: &mut Workspace) {
    let ticket = task.ticket;
    cx.versions.request(RequestedChanges { ticket, since });
    cx.versions.add_task(task);
    cx.effect(Effect::FindChanges);
}

/// Stores the changes of a save, and highlights them. Returns them for the status line.
fn show_save(mut change: VersionChange, since: Version, cx: &mut Workspace) -> HintText {
    let sentence = to_status(&change, cx);
    cx.versions.start_flash(std::mem::take(&mut change.flash), since);
    set_stops(change, cx);
    sentence
}

/// Stores changes that were found in the background. Returns those of the last save, for the status line.
pub(crate) fn take_found(found: FoundChanges, cx: &mut Workspace) -> Option<HintText> {
    cx.versions.set_change(found.ticket, found.summary);
    let requested = cx.versions.take_requested(found.ticket)?;
    let is_unread = cx.versions.last_is_unread();
    let sentence = match requested.since {
        Some(since) => Some(show_save(found.change, since, cx)),
        None => {
            set_stops(found.change, cx);
            None
        }
    };
    if is_unread {
        // A later save cannot be read, and its error is more important.
        cx.versions.note_unread();
    }
    sentence.filter(|_| !is_unread)
}

/// Stores the changes of a save to go to.
fn set_stops(change: VersionChange, cx: &mut Workspace) {
    match change.loaded.is_empty() || !change.stops.is_empty() {
        true if change.has_new_format && change.stops.is_empty() => {
            cx.versions.set_no_stops("the last save changed only the format");
        }
        true => cx.versions.set_stops(change.stops),
        false => cx
            .versions
            .set_no_stops("the file could not be read before, so there is nothing to compare"),
    }
}

/// Returns whether a file of an apply or a policy changed in both of two saves, or one of them changed none.
fn changes_same_file([first, second, third]: [&Version; 3]) -> bool {
    let changed = |old: &Version, new: &Version| {
        let files = new.files.iter();
        let files = files.filter(|file| old.file(file.input).is_none_or(|old| *old != file.text));
        files.map(|file| file.input).collect::<Vec<_>>()
    };
    let [one, other] = [changed(first, second), changed(second, third)];
    one.is_empty() || other.is_empty() || one.iter().any(|input| other.contains(input))
}

/// Returns whether a text is empty in the first of two versions only.
fn refills(first: &Version, second: &Version) -> bool {
    let mut texts = first.texts.iter().zip(&second.texts);
    texts.any(|(first, second)| first.trim().is_empty() && !second.trim().is_empty())
}

/// Returns whether a text changed in both of two saves.
fn changes_same_text(versions: [&Version; 3]) -> bool {
    let [first, second, third] = versions.map(|version| &version.texts);
    let texts = first.iter().zip(second).zip(third);
    texts
        .into_iter()
        .any(|((first, second), third)| !Arc::ptr_eq(first, second) && !Arc::ptr_eq(second, third))
}

/// Returns the changes, for the status line.
fn to_status(change: &VersionChange, cx: &Workspace) -> HintText {
    let names: Vec<&str> = change.inputs.iter().map(|(name, _)| name.as_str()).collect();
    if !change.loaded.is_empty() {
        let object = merged_name(&cx.merged().merge().inputs);
        return format!("{} loaded: {object}", and_list(&change.loaded)).into();
    }
    let lines = change.inputs.iter().map(|(_, words)| words.as_str());
    let lines: Vec<&str> = lines.filter(|words| !words.is_empty()).collect();
    let lines = match lines.is_empty() {
        true => String::new(),
        false => format!(": {}", lines.join(", ")),
    };
    let rejected = words_of_rejected(&other_rejected(cx));
    let what = match change.result.as_deref() {
        Some(SAME_RESULT) if !rejected.is_empty() => rejected,
        Some(result) if !rejected.is_empty() => format!("{rejected}; result: {result}"),
        Some(SAME_RESULT) => format!("{lines}; result: {SAME_RESULT}"),
        Some(result) => format!("; result: {result}"),
        None => lines,
    };
    let sentence = HintText::from(format!("{} reloaded{what}", and_list(&names)));
    match outside_view(&change.stops, cx) {
        [0, _] => sentence,
        [1, 1] => with_key_of_changes(sentence.text("; outside the view")),
        [outside, all] => {
            with_key_of_changes(sentence.text(&format!("; {outside} of {all} places outside the view")))
        }
    }
}

/// Returns the templates that are rejected now, for the status line.
fn words_of_rejected(templates: &[usize]) -> String {
    let numbers: Vec<String> = templates.iter().map(|at| (at + 1).to_string()).collect();
    match &numbers[..] {
        [] => String::new(),
        [only] => format!("; template {only} is rejected"),
        [all @ .., last] => format!("; templates {} and {last} are rejected", all.join(", ")),
    }
}

/// Adds the key that goes to the changes of the last save.
pub(crate) fn with_key_of_changes(sentence: HintText) -> HintText {
    let next = Action::Versions(VersionsAction::NextChange);
    sentence.text(" (key ").key(next).text(")")
}
