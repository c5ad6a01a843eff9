//! The versions: every save that can be read makes one, and the panes can show any of them.

pub(crate) mod action;
mod change_flash;
mod change_stop;
mod file_changes;
mod go_to_change;
pub(crate) mod history;
mod named_changes;
pub(crate) mod pair;
mod saved_merges;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::action::Action;
use super::editor::session::EditSession;
use super::hint_text::HintText;
use super::inputs::input_error::InputError;
use super::inputs::input_id::InputId;
use super::inputs::mode::Mode;
use super::inputs::opening::is_unread;
use super::inputs::read::read_input;
use super::jobs::job::InputChange;
use super::merged::source_lines::{SourceView, empty_lines_above};
use super::panes::focus::Pane;
use super::panes::row::PaneRow;
use super::workspace::Workspace;
use crate::document::Document;
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::line_change::line_change;
use crate::report::line_hunks::hunk_words;
use crate::report::live_objects::{LiveObjects, object_name};
use crate::report::redact::Secrets;
use crate::schema::Schema;
use action::VersionsAction;
use change_flash::{ChangeFlash, SAME_RESULT};
use change_stop::{ChangeStop, changes_of_text};
use go_to_change::outside_view;
use history::{SavedInput, Version, VersionRejection};
use pair::VersionPair;
use saved_merges::{SavedMerges, source_of};

/// The maximum number of differing lines that are shown.
const MAX_DIFF_LINES: usize = 20;

/// The maximum size of the texts of a version whose result is compared with the one before it, about 60,000 lines.
const MAX_COMPARED_BYTES: usize = 2 << 20;

/// Why the versions of an apply or a policy are not shown.
const ONLY_COMPARED: &str =
    "the patch is computed from files; their versions are listed and compared, not shown";

/// The name of the merge rules of the fields in the status line.
const SCHEMA: &str = "schema";

/// The reason why a save has no changes to go to if it changed only other live objects.
const ONLY_OTHERS: &str = "the last save changed only other objects; the list of objects marks them";

/// Returns the index of the version that an action shows, or the reason why there is none.
fn target(action: VersionsAction, cx: &Workspace) -> Result<usize, HintText> {
    let history = &cx.versions;
    if matches!(cx.mode, Mode::Apply(_) | Mode::Policy(_)) {
        return Err(ONLY_COMPARED.into());
    }
    if cx.jobs.is_pending() {
        return Err("merge in progress".into());
    }
    match action {
        VersionsAction::Step(by) if by < 0 => match history.shown() {
            0 => Err("already at the oldest version".into()),
            shown => Ok(shown.saturating_add_signed(by as isize)),
        },
        _ if history.shows_newest() => Err("version: already at the latest version".into()),
        VersionsAction::Step(by) => Ok(history.shown().saturating_add_signed(by as isize)),
        _ => Ok(history.len().saturating_sub(1)),
    }
}

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: VersionsAction, cx: &Workspace) -> Option<HintText> {
    if goes_to_change(action) {
        let is_available = cx.versions.has_stops() || go_to_change::unread_save(cx).is_some();
        return (!is_available).then(|| cx.versions.why_no_stops().into());
    }
    target(action, cx).err()
}

/// Carries out an action that is available.
pub(crate) fn update(action: VersionsAction, cx: &mut Workspace) {
    if goes_to_change(action) {
        return go_to_change::go(action == VersionsAction::NextChange, cx);
    }
    if let Ok(index) = target(action, cx) {
        show(index, cx);
    }
}

/// Returns whether an action goes to a change of the last save.
pub(crate) fn goes_to_change(action: VersionsAction) -> bool {
    matches!(
        action,
        VersionsAction::NextChange | VersionsAction::PreviousChange
    )
}

/// Shows a version.
pub(crate) fn show(index: usize, cx: &mut Workspace) {
    let Some(version) = cx.versions.get(index).cloned() else {
        return;
    };
    if is_derived(cx) {
        return cx.say(ONLY_COMPARED);
    }
    let Some(inputs) = inputs_of(&version, cx) else {
        cx.say("this version cannot be read");
        return;
    };
    cx.versions.show(index);
    // The changes to go to are those of the save that made this version.
    let before = index.checked_sub(1).and_then(|before| cx.versions.get(before));
    let change = before.map(|before| difference(before, &version, cx));
    set_stops(change.unwrap_or_default(), cx);
    let newest = if cx.versions.shows_newest() {
        ", latest"
    } else {
        ""
    };
    let sentence = format!(
        "version {}{newest}: {}",
        cx.versions.number(index),
        version.change
    );
    cx.change(InputChange::Documents(Box::new(inputs)), Some(sentence.into()));
}

/// Returns the version with an index and the one that is shown, the older one first.
pub(crate) fn pair_with_shown(index: usize, cx: &Workspace) -> Option<VersionPair> {
    let shown = cx.versions.shown();
    let indexes = [index.min(shown), index.max(shown)];
    let [first, second] = indexes.map(|index| cx.versions.get(index));
    let versions = [first?, second?];
    let is_other = versions[0].semantics != versions[1].semantics;
    let inputs = |version: &Version| {
        let mut inputs = inputs_of(version, cx)?;
        inputs.semantics = version.semantics.filter(|_| is_other).unwrap_or(inputs.semantics);
        Some(cx.session.redaction.apply(inputs))
    };
    let (one, other) = (inputs(versions[0])?, inputs(versions[1])?);
    Some(VersionPair {
        numbers: indexes.map(|index| cx.versions.number(index)),
        changed: [only_in(&one, &other), only_in(&other, &one)],
        inputs: [one, other],
        about: versions.map(|version| {
            let time = version.time.as_deref().unwrap_or("initial");
            format!("{time} · {}", version.change)
        }),
    })
}

/// Returns the lines of text that only the first inputs have, as they are shown, because Secret values can be
/// hidden.
fn only_in(inputs: &Inputs, others: &Inputs) -> Vec<ExplanationLine> {
    let mut lines = Vec::new();
    let mut more = 0;
    let documents = |inputs: &Inputs| -> Vec<Arc<Document>> {
        let all = std::iter::once(&inputs.live).chain(&inputs.patches);
        all.cloned().collect()
    };
    for (document, other) in documents(inputs).iter().zip(&documents(others)) {
        let change = line_change(other.text(), document.text());
        if !change.added.is_empty() {
            lines.push(explanation_line(
                LineKind::Title,
                format!("only in this version of {}:", document.name()),
            ));
        }
        for number in change.added {
            if lines.len() > MAX_DIFF_LINES {
                more += 1;
                continue;
            }
            let text = document.lines().line(document.text(), number - 1);
            lines.push(explanation_line(
                LineKind::Sentence,
                format!("{number:>4}  {text}"),
            ));
        }
    }
    if more > 0 {
        lines.push(explanation_line(
            LineKind::Sentence,
            format!("and {more} more lines"),
        ));
    }
    lines
}

/// Returns whether the patch is computed from a file, so that its text has no older versions.
fn is_derived(cx: &Workspace) -> bool {
    matches!(cx.mode, Mode::Apply(_) | Mode::Policy(_))
}

/// Makes a version of the texts that are shown, if they were saved and are not the newest version. Returns
/// their changes, for the status line.
pub(crate) fn note_version(edit: Option<&EditSession>, cx: &mut Workspace) -> Option<HintText> {
    // While a text cannot be read, an earlier state of the typed text is shown.
    let is_unsaved = |edit: &EditSession| edit.is_dirty() || cx.inputs.error(edit.input).is_some();
    if cx.jobs.is_pending() {
        return None;
    }
    let is_edited = edit.is_some_and(is_unsaved);
    let mut saved = cx.versions.take_saved();
    saved.retain(|saved| cx.inputs.error(saved.input).is_none());
    if is_edited || !cx.versions.shows_newest() {
        return None;
    }
    let newest = cx.versions.newest();
    let is_part = cx.objects.is_some();
    let kept = |(index, text): (usize, &str)| {
        let kept = newest.and_then(|newest| newest.texts.get(index));
        let is_same = |kept: &str| match is_part && index == 0 {
            true => own_lines(kept) == own_lines(text),
            false => kept == text,
        };
        kept.filter(|kept| is_same(kept))
    };
    let documents = cx.documents().iter();
    let texts = documents.map(|document| document.original_text()).enumerate();
    let schema = &cx.merged().merge().inputs.schema;
    let has_schema = newest.is_some_and(|newest| Arc::ptr_eq(&newest.schema, schema));
    let is_same = has_schema && texts.clone().all(|text| kept(text).is_some());
    let (files, _) = file_changes::files(newest, cx);
    let is_file_saved = newest.is_some_and(|newest| {
        let mut files = files.iter();
        files.any(|file| newest.file(file.input).is_some_and(|known| *known != file.text))
    });
    if is_same && !is_file_saved {
        cx.versions.take_other_object();
        return note_same(&saved, cx);
    }
    let texts: Vec<Arc<str>> = texts
        .map(|text| kept(text).map_or_else(|| Arc::from(text.1), Arc::clone))
        .collect();
    let schema = Arc::clone(schema);
    let has_version = newest.is_some();
    if cx.versions.take_other_object() {
        note_other_object(texts, schema, &saved, cx);
        return None;
    }
    match is_derived(cx) && has_version {
        true => add_computed(texts, schema, is_file_saved, &saved, cx),
        false => add_version(texts, schema, true, cx),
    }
}

/// Returns the lines of a text that a pane shows.
fn own_lines(text: &str) -> &str {
    &text[empty_lines_above(text)..]
}

/// Makes a version of another object that is shown now, after one of its texts before the last save if the save changed
/// them, so that its changes can be shown.
fn note_other_object(texts: Vec<Arc<str>>, schema: Arc<Schema>, saved: &[SavedInput], cx: &mut Workspace) {
    let mut before = texts.clone();
    if let Some(newest) = cx.versions.newest() {
        before.splice(1.., newest.texts.iter().skip(1).cloned());
    }
    let objects = cx.objects.as_ref().filter(|_| saved.is_empty());
    let live = objects.and_then(|objects| objects.text_before_save(cx.inputs.name(InputId::LIVE)));
    if let (Some(live), Some(first)) = (live, before.first_mut()) {
        *first = String::from_utf8_lossy(&live).into();
    }
    let is_changed = before != texts;
    // The next saves are compared with the text of this object.
    let mut version = version_of(before, Arc::clone(&schema), cx);
    version.change = format!("shown: {}", object_name(cx.merged().live().document()));
    let is_marked = |objects: &LiveObjects| {
        objects
            .objects()
            .get(objects.shown())
            .map(|shown| shown.is_changed)
    };
    let why = match cx.objects.as_ref().and_then(is_marked) {
        Some(true) => "the last save added this object",
        _ if cx
            .objects
            .iter()
            .any(|objects| objects.changed().next().is_some()) =>
        {
            ONLY_OTHERS
        }
        _ => "no save has changed anything since this object was chosen",
    };
    cx.versions.end_flash();
    cx.versions.set_no_stops(why);
    cx.versions.push(version);
    if is_changed {
        add_version(texts, schema, true, cx);
    }
}

/// Returns the names of inputs that were saved.
fn names_of(saved: &[SavedInput], cx: &Workspace) -> String {
    let names: Vec<&str> = saved.iter().map(|saved| cx.inputs.name(saved.input)).collect();
    names.join(" and ")
}

/// Returns what a save that changed no shown text means, for the status line.
fn note_same(saved: &[SavedInput], cx: &mut Workspace) -> Option<HintText> {
    let names = names_of(saved, cx);
    if saved.iter().any(|saved| saved.was_broken) {
        return Some(format!("{names} can be read again").into());
    }
    let is_of_stream = |saved: &SavedInput| saved.input.is_live() && cx.objects.is_some();
    if !saved.iter().any(|saved| is_derived(cx) || is_of_stream(saved)) {
        return None;
    }
    let others = cx.objects.iter().flat_map(LiveObjects::changed);
    let others: Vec<&str> = others.map(|object| object.name.as_str()).collect();
    let others = match others[..] {
        [] => String::new(),
        [only] => format!("; changed: {only}"),
        _ => format!("; changed: {} other objects", others.len()),
    };
    let same = match is_derived(cx) {
        true => format!("result: {SAME_RESULT}"),
        false => format!(
            "{} is {SAME_RESULT}{others}",
            object_name(cx.merged().live().document())
        ),
    };
    cx.versions.set_no_stops(match others.is_empty() {
        true => "the last save changed no shown line",
        false => ONLY_OTHERS,
    });
    Some(format!("{names} reloaded; {same}").into())
}

/// Returns a version of texts.
fn version_of(texts: Vec<Arc<str>>, schema: Arc<Schema>, cx: &Workspace) -> Version {
    let is_unread = |document: &usize| {
        let error = cx.inputs.error(InputId::from_document(*document));
        // Without one of the files that the texts are computed from, all of them are placeholders.
        is_derived(cx) && cx.inputs.never_read().is_some() || error.is_some_and(|error| error.from_start)
    };
    let (files, semantics) = file_changes::files(cx.versions.newest(), cx);
    let rejection = cx.apply_rejection();
    Version {
        files,
        semantics,
        rejection: rejection.map(|rejection| VersionRejection {
            is_for_other: rejection.is_for_other,
            reason: format!("{} {}", rejection.path, rejection.sentence),
        }),
        unread: (0..texts.len()).filter(is_unread).collect(),
        texts,
        schema,
        time: cx.session.clock.clone(),
        change: "opened".to_owned(),
    }
}

/// Adds a version of texts that are computed from files. Returns what the save of a file changed, for the status line.
fn add_computed(
    texts: Vec<Arc<str>>,
    schema: Arc<Schema>,
    is_file_saved: bool,
    saved: &[SavedInput],
    cx: &mut Workspace,
) -> Option<HintText> {
    let before = cx.versions.newest().cloned()?;
    let is_saved = is_file_saved || !saved.is_empty() || !Arc::ptr_eq(&before.schema, &schema);
    let mut version = version_of(texts, schema, cx);
    // Another object or other semantics are not a save.
    if !is_saved {
        version.change.clone_from(&before.change);
        version.time.clone_from(&before.time);
        cx.versions.end_flash();
        cx.versions.set_stops(Vec::new());
        cx.versions.replace_newest(version);
        return None;
    }
    let mut change = difference(&before, &version, cx);
    if change.inputs.is_empty() {
        let names = saved.iter().map(|saved| cx.inputs.name(saved.input).to_owned());
        change.inputs.extend(names.map(|name| (name, String::new())));
    }
    version.change = change.summary();
    // Files that are saved one right after the other are one save for the reader.
    let together = cx.versions.highlighted_since();
    let since = together
        .filter(|since| !changes_same_file([since, &before, &version]))
        .cloned();
    if let Some(since) = &since {
        change = difference(since, &version, cx);
    }
    let sentence = change.to_status(cx);
    cx.versions
        .start_flash(std::mem::take(&mut change.flash), since.unwrap_or(before));
    set_stops(change, cx);
    cx.versions.push(version);
    Some(sentence)
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

/// Adds a version. `is_shown`: the panes show it. Returns its changes, for the status line.
fn add_version(
    texts: Vec<Arc<str>>,
    schema: Arc<Schema>,
    is_shown: bool,
    cx: &mut Workspace,
) -> Option<HintText> {
    let mut sentence = None;
    let mut version = version_of(texts, schema, cx);
    if let Some(before) = cx.versions.newest().cloned() {
        let mut change = difference(&before, &version, cx);
        version.change = change.summary();
        if is_shown {
            // Files that are saved together, as by `git checkout`, are one save for the reader.
            let together = cx.versions.highlighted_since();
            let since = together.filter(|since| !changes_same_text([since, &before, &version]));
            if let Some(since) = since {
                change = difference(since, &version, cx);
            }
            let since = since.cloned().unwrap_or(before);
            sentence = Some(change.to_status(cx));
            cx.versions.start_flash(std::mem::take(&mut change.flash), since);
            set_stops(change, cx);
        }
    }
    cx.versions.push(version);
    sentence
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

/// Returns whether a text changed in both of two saves.
fn changes_same_text(versions: [&Version; 3]) -> bool {
    let [first, second, third] = versions.map(|version| &version.texts);
    let texts = first.iter().zip(second).zip(third);
    texts
        .into_iter()
        .any(|((first, second), third)| !Arc::ptr_eq(first, second) && !Arc::ptr_eq(second, third))
}

/// The changes of a version.
#[derive(Default)]
struct VersionChange {
    /// The names of the changed inputs, with summaries of the changed lines.
    inputs: Vec<(String, String)>,
    /// The summary of the changes of the result, unless the inputs are large.
    result: Option<String>,
    /// The names of the inputs that could not be read before, so that there is nothing to compare them with.
    loaded: Vec<String>,
    /// Whether only the format of an input changed.
    has_new_format: bool,
    flash: ChangeFlash,
    stops: Vec<ChangeStop>,
}

impl VersionChange {
    /// Returns the changes, for the list of versions.
    fn summary(&self) -> String {
        let inputs = self.inputs.iter().map(|(name, words)| format!("{name}: {words}"));
        let result = self.result.iter().map(|result| format!("result: {result}"));
        inputs.chain(result).collect::<Vec<_>>().join(", ")
    }

    /// Returns the changes, for the status line.
    fn to_status(&self, cx: &Workspace) -> HintText {
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
fn difference(before: &Version, version: &Version, cx: &Workspace) -> VersionChange {
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

/// Stores a save that arrives while an older version is shown.
pub(crate) fn add_unshown(input: InputId, bytes: Vec<u8>, cx: &mut Workspace) {
    match read_input(input, cx.inputs.name(input), bytes.clone(), cx.semantics()) {
        Err(error) => {
            cx.inputs
                .set_error(input, Some(InputError::in_bytes(&error, bytes)));
            cx.versions.note_unread();
        }
        Ok(read) => {
            cx.inputs.set_error(input, None);
            if let Some(newest) = cx.versions.newest().cloned()
                && let Some(texts) = with_text(newest.texts, input, read.text())
            {
                add_newest(texts, newest.schema, cx);
            }
        }
    }
}

/// Stores a text that was replaced: that of another program by our save, or the user's own in a conflict. A text that
/// cannot be read makes no version.
pub(crate) fn add_text(input: InputId, bytes: Vec<u8>, cx: &mut Workspace) {
    let read = read_input(input, cx.inputs.name(input), bytes, cx.semantics());
    if let (Ok(read), Some(newest)) = (read, cx.versions.newest().cloned())
        && let Some(texts) = with_text(newest.texts, input, read.text())
    {
        add_version(texts, newest.schema, false, cx);
    }
}

/// Returns the texts of a version with another text for an input, or `None` if it is the same.
fn with_text(mut texts: Vec<Arc<str>>, input: InputId, new: &str) -> Option<Vec<Arc<str>>> {
    let text = texts.get_mut(input.document()?).filter(|text| ***text != *new)?;
    *text = Arc::from(new);
    Some(texts)
}

/// Stores a schema that is saved while an older version is shown.
pub(crate) fn add_unshown_schema(schema: Arc<Schema>, cx: &mut Workspace) {
    if let Some(newest) = cx.versions.newest().cloned() {
        add_newest(newest.texts, schema, cx);
    }
}

fn add_newest(texts: Vec<Arc<str>>, schema: Arc<Schema>, cx: &mut Workspace) {
    add_version(texts, schema, false, cx);
    let newest = cx.versions.number(cx.versions.len().saturating_sub(1));
    let sentence = HintText::from(format!("version {newest} saved; "));
    cx.say(
        sentence
            .key(Action::Versions(VersionsAction::Newest))
            .text(": show it"),
    );
}

/// Returns the inputs of a version with the current semantics, or `None` if one cannot be read.
fn inputs_of(version: &Version, cx: &Workspace) -> Option<Inputs> {
    let shown = &cx.merged().merge().inputs;
    let mut documents = Vec::with_capacity(version.texts.len());
    for (index, text) in version.texts.iter().enumerate() {
        let same = cx
            .documents()
            .get(index)
            .filter(|document| document.original_text() == &**text);
        documents.push(match same {
            Some(document) => Arc::clone(document),
            None => {
                let (input, bytes) = (InputId::from_document(index), text.as_bytes().to_vec());
                Arc::new(read_input(input, cx.inputs.name(input), bytes, shown.semantics).ok()?)
            }
        });
    }
    let patches = documents.split_off(1.min(documents.len()));
    Some(Inputs {
        live: documents.pop()?,
        patches,
        schema: Arc::clone(&version.schema),
        semantics: shown.semantics,
    })
}

/// Merges a version, with other semantics than the current ones if some are given.
fn merge_of(version: &Version, semantics: Option<Semantics>, cx: &Workspace) -> Option<Merge> {
    let mut inputs = inputs_of(version, cx)?;
    inputs.semantics = semantics.unwrap_or(inputs.semantics);
    Some(merge(cx.session.redaction.apply(inputs), true))
}

/// Highlights the rows of a pane that the last save changed.
pub(crate) fn flash_rows(pane: Pane, rows: &mut [PaneRow], cx: &Workspace) {
    // Before the last step, the rows differ from those of the final result.
    if pane == Pane::Result && cx.merged().position() != cx.merged().len() {
        return;
    }
    if let Some(lines) = cx.versions.flashing_lines(pane, cx.panes.patch_shown()) {
        for row in rows {
            row.flash = row.number.is_some_and(|number| lines.contains(&number));
        }
    }
}
