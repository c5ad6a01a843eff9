//! Shows an older version, and the newest one again.

use std::sync::Arc;

use super::find_changes::{find_changes_of_shown, is_derived};
use super::version::Version;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::jobs::job::InputChange;
use crate::explorer::workspace::Workspace;

/// Returns the reason why no other version can be shown now, as text for the status line, or `None` if one can.
pub(super) fn blocker(cx: &Workspace) -> Option<HintText> {
    if cx.jobs.is_pending() {
        return Some("merge in progress".into());
    }
    // The versions have only texts that can be read.
    let unread = cx.inputs.first_unread().filter(|_| is_derived(cx))?;
    let name = cx.inputs.name(unread);
    Some(format!("{name} cannot be read; correct it first").into())
}

/// Shows a version.
pub(crate) fn show(index: usize, cx: &mut Workspace) {
    let Some(version) = cx.versions.get(index).cloned() else {
        return;
    };
    if let Some(why) = blocker(cx) {
        return cx.say(why);
    }
    if is_derived(cx) && !version.unread.is_empty() {
        return cx.say("a file of this version cannot be read");
    }
    if cx.live_files.is_some() {
        cx.inputs.rename(InputId::LIVE, &version.live_name);
    }
    let changes = changes_to(&version, cx);
    cx.versions.show(index);
    // The changes to go to are those of the save that made this version.
    let before = index.checked_sub(1).and_then(|before| cx.versions.get(before));
    match before.cloned() {
        Some(before) => find_changes_of_shown(before, version.clone(), cx),
        None => cx.versions.set_no_stops("no save made the first version"),
    }
    let newest = if cx.versions.shows_newest() {
        ", latest"
    } else {
        ""
    };
    let number = cx.versions.number(index);
    let sentence = format!("version {number}{newest}: {}", version.change);
    cx.show_texts(changes, Some(sentence.into()));
}

/// Shows the newest version of an apply or a policy again, before a save changes one of its files: the patch is computed
/// from all of them.
pub(crate) fn return_to_newest(cx: &mut Workspace) {
    if !is_derived(cx) || cx.versions.shows_newest() {
        return;
    }
    let Some(newest) = cx.versions.newest().cloned() else {
        return;
    };
    // It merges the older version.
    cx.jobs.take();
    let changes = changes_to(&newest, cx);
    cx.versions.show(cx.versions.len().saturating_sub(1));
    cx.versions.set_stops(Vec::new());
    cx.show_texts_at_once(changes);
}

/// Returns the changes that lead from the texts that are shown to those of a version.
fn changes_to(version: &Version, cx: &Workspace) -> Vec<InputChange> {
    let texts: Vec<(InputId, &Arc<str>)> = match is_derived(cx) {
        true => version
            .files
            .iter()
            .map(|file| (file.input, &file.text))
            .collect(),
        false => {
            let texts = version.texts.iter().enumerate();
            texts
                .map(|(index, text)| (InputId::from_document(index), text))
                .collect()
        }
    };
    let is_shown = |input: InputId, text: &str| {
        let shown = match &cx.mode {
            Mode::Policy(policy) => policy.bytes(input),
            Mode::Apply(apply) => apply.text(input).map(str::as_bytes),
            Mode::Files => {
                let document = input.document().and_then(|document| cx.documents().get(document));
                document.map(|document| document.original_text().as_bytes())
            }
        };
        shown == Some(text.as_bytes())
    };
    let others = texts.into_iter().filter(|(input, text)| !is_shown(*input, text));
    let mut changes: Vec<InputChange> = others
        .map(|(input, text)| InputChange::Bytes(input, text.as_bytes().to_vec()))
        .collect();
    if !Arc::ptr_eq(&version.schema, &cx.merged().merge().inputs.schema) {
        changes.push(InputChange::Schema(Arc::clone(&version.schema)));
    }
    changes
}
