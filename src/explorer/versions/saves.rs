//! What a save of an input means: a new version, the same version, or another object.

use std::sync::Arc;

use super::action::VersionsAction;
use super::change_flash::SAME_RESULT;
use super::file_changes;
use super::find_changes::{find_changes, is_derived};
use super::version::{SavedInput, Version, VersionRejection};
use crate::document::words::and_list;
use crate::explorer::action::Action;
use crate::explorer::editor::session::EditSession;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::read::read_input;
use crate::explorer::merged::source_lines::own_lines;
use crate::explorer::workspace::Workspace;
use crate::report::live_objects::{LiveObjects, object_name};
use crate::schema::Schema;

/// The reason why a save has no changes to go to if it changed only other live objects.
const ONLY_OTHERS: &str = "the last save changed only other objects; the list of objects marks them";

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
        if edit.is_some_and(|edit| saved.iter().any(|saved| saved.input != edit.input)) {
            cx.versions.note_unannounced();
        }
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
            .get(objects.shown()?)
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
    and_list(&names)
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
        true => format!("result: {SAME_RESULT}{others}"),
        false => format!(
            "{} is {SAME_RESULT}{others}",
            object_name(cx.merged().live().document())
        ),
    };
    cx.versions
        .set_no_stops(match (others.is_empty(), is_derived(cx)) {
            (true, _) => "the last save changed no shown line",
            // An apply is for one object, so that there is no list.
            (false, true) => "the last save changed only other objects",
            (false, false) => ONLY_OTHERS,
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
    // While an older version is shown, the input has the name of its file.
    let live_name = match &cx.live_files {
        Some(files) => &files.files()[files.shown()].name,
        None => cx.inputs.name(InputId::LIVE),
    };
    Version {
        files,
        semantics,
        rejection: rejection.map(|rejection| VersionRejection {
            is_for_other: rejection.is_for_other,
            reason: format!("{} {}", rejection.path, rejection.sentence),
        }),
        live_name: live_name.to_owned(),
        unread: (0..texts.len()).filter(is_unread).collect(),
        texts,
        schema,
        time: cx.session.clock.clone(),
        change: "as opened".to_owned(),
        comparison: None,
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
        cx.versions.keep_stops_in_files();
        cx.versions.replace_newest(version);
        return None;
    }
    let sentence = find_changes(before, &mut version, true, saved, cx);
    cx.versions.push(version);
    sentence
}

/// Adds a version. `is_shown`: the panes show it. Returns its changes, for the status line.
fn add_version(
    texts: Vec<Arc<str>>,
    schema: Arc<Schema>,
    is_shown: bool,
    cx: &mut Workspace,
) -> Option<HintText> {
    let mut version = version_of(texts, schema, cx);
    let before = cx.versions.newest().cloned();
    let sentence = before.and_then(|before| find_changes(before, &mut version, is_shown, &[], cx));
    cx.versions.push(version);
    sentence
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
