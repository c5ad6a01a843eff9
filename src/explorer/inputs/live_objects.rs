//! Live texts with several objects: selects the object to show, and reloads the text.

use std::borrow::Cow;
use std::sync::Arc;

use super::input_id::InputId;
use super::mode::Mode;
use super::read::read_input;
use crate::document::Document;
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::jobs::job::InputChange;
use crate::explorer::popups::action::ListKind;
use crate::explorer::versions;
use crate::explorer::workspace::Workspace;
use crate::report::live_objects::{
    LiveObject, LiveObjects, ObjectChoice, PatchedObject, has_unused_document_for, is_for, object_name,
};

/// Returns the reason why another live object cannot be shown, as text for the status line, or `None` if it can.
pub(crate) fn blocker(cx: &Workspace) -> Option<HintText> {
    match &cx.mode {
        _ if cx.objects.is_none() && cx.live_files.is_none() => Some("there is only one live object".into()),
        Mode::Apply(_) => Some("the manifest is for this object".into()),
        _ if cx.jobs.is_pending() => Some("merge in progress".into()),
        _ if !cx.versions.shows_newest() => Some("an older version is shown; go to the latest first".into()),
        _ => None,
    }
}

/// One of the objects that can be shown.
pub(crate) struct ListedObject<'c> {
    pub(crate) object: Cow<'c, LiveObject>,
    /// The file and its index, if there are several.
    file: Option<(usize, &'c str)>,
    /// The index in the file.
    index: usize,
    pub(crate) is_shown: bool,
}

impl ListedObject<'_> {
    /// Returns the line, after the name of the file if there are several.
    pub(crate) fn location(&self) -> String {
        match self.file {
            None => format!("line {}", self.object.line),
            Some((_, name)) => format!("{}:{}", visible(name), self.object.line),
        }
    }
}

/// Returns the objects that can be shown, of all live files.
pub(crate) fn listed(cx: &Workspace) -> Vec<ListedObject<'_>> {
    let shown_objects = |file| {
        let shown = |(index, object), at| ListedObject {
            object,
            file,
            index,
            is_shown: at == Some(index),
        };
        match (&cx.objects, file) {
            (Some(objects), _) => {
                let all = objects.objects().iter().map(Cow::Borrowed).enumerate();
                all.map(|object| shown(object, objects.shown())).collect()
            }
            (None, Some(_)) => {
                let unread = cx.inputs.error(InputId::LIVE).filter(|error| error.from_start);
                let only = match unread {
                    Some(error) => LiveObject::unread(error.line.map_or(1, |line| line as u32)),
                    None => LiveObject::new(cx.merged().live().document()),
                };
                vec![shown((0, Cow::Owned(only)), Some(0))]
            }
            (None, None) => Vec::new(),
        }
    };
    let Some(files) = &cx.live_files else {
        return shown_objects(None);
    };
    let all = files.files().iter().enumerate().flat_map(|(at, live)| {
        let file = Some((at, live.name.as_str()));
        match at == files.shown() {
            true => shown_objects(file),
            false => {
                let all = live
                    .objects
                    .iter()
                    .enumerate()
                    .map(|(index, object)| ListedObject {
                        object: Cow::Borrowed(object),
                        file,
                        index,
                        is_shown: false,
                    });
                all.collect()
            }
        }
    });
    all.collect()
}

/// Shows an object of another live file, which was read again.
pub(crate) fn open_file(file: usize, object: usize, bytes: Vec<u8>, cx: &mut Workspace) {
    let all = listed(cx);
    let is_chosen = |listed: &ListedObject<'_>| {
        listed.index == object && listed.file.is_some_and(|(index, _)| index == file)
    };
    let (Some(index), count) = (all.iter().position(is_chosen), all.len()) else {
        return;
    };
    // The file can have changed since it was listed.
    let mut chosen = all[index].object.name.clone();
    let choice = match all[index].object.is_unread {
        true => ObjectChoice::At(0),
        false => ObjectChoice::Named(chosen.clone(), object),
    };
    let all = all.into_iter();
    let shown = all.filter(|listed| listed.file.map(|(file, _)| file) == cx.live_file());
    let shown: Vec<LiveObject> = shown.map(|listed| listed.object.into_owned()).collect();
    let Some(files) = &mut cx.live_files else { return };
    let Some(name) = files.files().get(file).map(|file| file.name.clone()) else {
        return;
    };
    let stream = Arc::new(bytes);
    let objects = match LiveObjects::read(&name, Arc::clone(&stream), &choice) {
        Ok((objects, _)) => objects,
        // The object that is shown stays.
        Err(error) => return cx.say(error.to_string()),
    };
    if let Some(read) = objects.shown().and_then(|shown| objects.objects().get(shown)) {
        chosen.clone_from(&read.name);
    }
    let sentence = format!("live object {} of {count}: {}", index + 1, visible(&chosen));
    files.show(file, shown);
    let is_whole = LiveObjects::is_one_object(&name, &stream);
    cx.inputs.open_other(InputId::LIVE, &name, is_whole);
    let change = match is_whole {
        true => InputChange::Bytes(InputId::LIVE, Arc::unwrap_or_clone(stream)),
        false => InputChange::Object(stream, choice),
    };
    cx.objects = (!is_whole).then_some(objects);
    cx.versions.note_other_object();
    cx.change_to_end(change, Some(sentence.clone().into()));
    say_other_patch(&sentence, cx);
}

/// Shows the object that the patches are for if the new bytes of the live file hold several objects. Returns whether they do.
pub(super) fn open_stream(bytes: &[u8], cx: &mut Workspace) -> bool {
    if cx.objects.is_some() || !cx.versions.shows_newest() || !cx.inputs.has(InputId::LIVE) {
        return false;
    }
    let merged = &cx.merged().merge().inputs;
    let patches: Vec<&Document> = match &cx.mode {
        Mode::Policy(_) => return false,
        Mode::Apply(apply) => vec![&apply.inputs().manifest],
        _ => merged.patches.iter().map(|patch| &**patch).collect(),
    };
    let name = cx.inputs.name(InputId::LIVE);
    let Some((objects, text, patched)) = LiveObjects::for_patches(name, bytes, &patches) else {
        return false;
    };
    // A patch that does not decide stays with the object that was shown.
    let shown = &merged.live;
    let kept = || {
        let is_candidate = patched == PatchedObject::None || patches.iter().all(|patch| is_for(patch, shown));
        let choice = ObjectChoice::Named(object_name(shown), 0);
        let read = is_candidate.then(|| LiveObjects::read(name, Arc::clone(objects.stream()), &choice));
        read?.ok()
    };
    let kept = (patched != PatchedObject::One).then(kept).flatten();
    let (objects, text) = kept.unwrap_or((objects, text));
    let (count, choice) = (objects.objects().len(), objects.same_object());
    let of_patch = match patched {
        PatchedObject::One => "",
        PatchedObject::Unclear => "; the patch does not say which of them it is for",
        PatchedObject::None => "; the patch is for none of them",
    };
    let sentence = HintText::from(format!("{name} has {count} objects"));
    let (change, sentence) = match cx.mode {
        Mode::Apply(_) => (InputChange::Bytes(InputId::LIVE, text), sentence),
        _ => (
            InputChange::Object(Arc::clone(objects.stream()), choice),
            sentence
                .text(" (key ")
                .key(Action::Open(ListKind::Objects))
                .text(")")
                .text(of_patch),
        ),
    };
    cx.inputs.set_is_file(InputId::LIVE, false);
    cx.store_objects(objects);
    cx.change(change, Some(sentence));
    true
}

/// Merges a saved patch with the object that it is for now, if it was for the one that is shown. Returns whether it did.
pub(super) fn follow_patch(input: InputId, bytes: &[u8], cx: &mut Workspace) -> bool {
    let (Some(objects), Some(at)) = (&cx.objects, input.document()) else {
        return false;
    };
    let Ok(saved) = read_input(input, cx.inputs.name(input), bytes.to_vec(), cx.semantics()) else {
        return false;
    };
    let shown = &cx.merged().merge().inputs;
    let mut patches: Vec<&Document> = shown.patches.iter().map(|patch| &**patch).collect();
    let Some(patch) = at.checked_sub(1).and_then(|at| patches.get_mut(at)) else {
        return false;
    };
    let was_for_it = is_for(patch, &shown.live);
    *patch = &saved;
    if was_for_it
        && !is_for(&saved, &shown.live)
        && let Some(index) = objects.only_for(&patches)
    {
        let sentence = format!(
            "{} reloaded; it is for live object {} of {}: {}",
            cx.inputs.name(input),
            index + 1,
            objects.objects().len(),
            visible(&objects.objects()[index].name)
        );
        let object = InputChange::Object(Arc::clone(objects.stream()), ObjectChoice::At(index));
        cx.versions.note_other_object();
        cx.change_both_to_end(
            [InputChange::Bytes(input, bytes.to_vec()), object],
            sentence.into(),
        );
        return true;
    }
    false
}

/// Shows another object of the list, at the last step of its merge.
pub(crate) fn show(index: usize, cx: &mut Workspace) {
    let all = listed(cx);
    let Some(chosen) = all.get(index) else { return };
    let (number, count, file, index) = (index + 1, all.len(), chosen.file, chosen.index);
    if let Some((file, _)) = file.filter(|(file, _)| Some(*file) != cx.live_file()) {
        return cx.effect(Effect::OpenLiveFile { file, object: index });
    }
    let Some(objects) = &cx.objects else { return };
    let Some(object) = objects.objects().get(index) else {
        return;
    };
    let sentence = format!("live object {number} of {count}: {}", visible(&object.name));
    let shown = HintText::from(sentence.clone());
    let shown = match object.is_changed {
        true => versions::find_changes::with_key_of_changes(shown.text("; changed by the last save")),
        false => shown,
    };
    let change = InputChange::Object(Arc::clone(objects.stream()), ObjectChoice::At(index));
    cx.versions.note_other_object();
    cx.change_to_end(change, Some(shown));
    say_other_patch(&sentence, cx);
}

/// Says that a patch is for another object than the one that is shown now, after a sentence about it.
fn say_other_patch(sentence: &str, cx: &mut Workspace) {
    // Only the first document of a patch file is used, and it is often for another object.
    let inputs = &cx.merged().merge().inputs;
    let other = inputs.patches.iter().find(|patch| !is_for(patch, &inputs.live));
    if let Some(patch) = other.filter(|_| !cx.jobs.is_pending()) {
        let (file, intended) = (patch.name(), object_name(patch));
        let unused = match has_unused_document_for(patch, &inputs.live) {
            true => "; its document for this object is not used: only the first one is",
            false => "",
        };
        cx.say(format!(
            "{sentence}; {} is for {}{unused}",
            visible(file),
            visible(&intended)
        ));
    }
}

/// Computes the patch of an apply for the same object in the new bytes of the file.
pub(super) fn reload_for_apply(bytes: Vec<u8>, cx: &mut Workspace) {
    let Some(objects) = &cx.objects else { return };
    let stream = Arc::new(bytes);
    let name = cx.inputs.name(InputId::LIVE);
    let text = match LiveObjects::read(name, Arc::clone(&stream), &objects.same_object()) {
        Ok((objects, text)) => {
            cx.store_objects(objects);
            text
        }
        // Read it again to report the error.
        Err(_) => Arc::unwrap_or_clone(stream),
    };
    cx.change(InputChange::Bytes(InputId::LIVE, text), None);
}

/// Reloads the file with new bytes, and shows the same object.
pub(super) fn reload(bytes: Vec<u8>, cx: &mut Workspace) {
    let Some(objects) = &cx.objects else { return };
    if **objects.stream() == bytes && objects.shown().is_some() && !cx.jobs.is_pending() {
        cx.inputs.set_error(InputId::LIVE, None);
        return;
    }
    // The file has one object again, which can be another one.
    if cx.versions.shows_newest() && LiveObjects::is_one_object(cx.inputs.name(InputId::LIVE), &bytes) {
        cx.objects = None;
        cx.inputs.set_is_file(InputId::LIVE, true);
        cx.change(InputChange::Bytes(InputId::LIVE, bytes), None);
        return;
    }
    let (stream, choice) = (Arc::new(bytes), objects.same_object());
    if cx.versions.shows_newest() {
        cx.change(InputChange::Object(stream, choice), None);
        return;
    }
    match LiveObjects::read(cx.inputs.name(InputId::LIVE), Arc::clone(&stream), &choice) {
        Ok((objects, text)) => {
            cx.store_objects(objects);
            versions::saves::add_unshown(InputId::LIVE, text, cx);
        }
        // Read it again to report the error.
        Err(_) => versions::saves::add_unshown(InputId::LIVE, Arc::unwrap_or_clone(stream), cx),
    }
}
