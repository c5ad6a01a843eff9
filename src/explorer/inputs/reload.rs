//! Reloads inputs and schemas.

use std::sync::Arc;

use super::input_id::InputId;
use super::live_objects;
use super::mode::Mode;
use crate::explorer::jobs::job::InputChange;
use crate::explorer::versions;
use crate::explorer::versions::show_version;
use crate::explorer::versions::version::SavedInput;
use crate::explorer::workspace::Workspace;
use crate::schema::Schema;

/// Merges an input with new bytes. If they cannot be parsed, the last result is kept.
pub(crate) fn reload(input: InputId, bytes: Vec<u8>, cx: &mut Workspace) {
    show_version::return_to_newest(cx);
    if input.is_live() && live_objects::open_stream(&bytes, cx) {
        return;
    }
    match &cx.mode {
        Mode::Apply(_) if input.is_live() && cx.objects.is_some() => {
            live_objects::reload_for_apply(bytes, cx)
        }
        Mode::Policy(_) | Mode::Apply(_) => cx.change(InputChange::Bytes(input, bytes), None),
        _ if !cx.inputs.has(input) => {}
        _ if input.is_live() && cx.objects.is_some() => live_objects::reload(bytes, cx),
        _ if !cx.versions.shows_newest() => versions::saves::add_unshown(input, bytes, cx),
        _ => {
            let document = input.document().and_then(|document| cx.documents().get(document));
            let is_shown = document.is_some_and(|document| document.original_text().as_bytes() == bytes);
            let is_unread = cx
                .inputs
                .unread(input)
                .is_some_and(|unread| unread.bytes == bytes);
            if cx.jobs.is_pending() || !(is_shown || is_unread) {
                if !live_objects::follow_patch(input, &bytes, cx) {
                    cx.change(InputChange::Bytes(input, bytes), None);
                }
            } else if !is_unread {
                // Unchanged bytes need no merge. If they cannot be parsed, their error stays.
                cx.inputs.set_error(input, None);
            }
        }
    }
}

/// Notes that the file of an input was saved, before its bytes are read.
pub(crate) fn note_saved(input: InputId, bytes: &[u8], cx: &mut Workspace) {
    let was_broken = cx.inputs.error(input).is_some();
    let known = match &cx.objects {
        Some(objects) if input.is_live() => objects.stream(),
        _ => newest_bytes(input, cx),
    };
    if was_broken || known != bytes {
        cx.versions.note_saved(SavedInput { input, was_broken });
    }
}

/// Merges with another schema.
pub(crate) fn reload_schema(schema: Arc<Schema>, cx: &mut Workspace) {
    cx.inputs.schema_error = None;
    show_version::return_to_newest(cx);
    if cx.versions.shows_newest() {
        cx.change(InputChange::Schema(schema), None);
    } else {
        versions::saves::add_unshown_schema(schema, cx);
    }
}

/// Returns the newest bytes of an input, even if they cannot be parsed.
pub(crate) fn newest_bytes(input: InputId, cx: &Workspace) -> &[u8] {
    let unread = || Some(cx.inputs.unread(input)?.bytes.as_slice());
    let of_mode = || match &cx.mode {
        Mode::Policy(policy) => policy.bytes(input),
        Mode::Apply(apply) => apply.text(input).map(str::as_bytes),
        _ => None,
    };
    let shown = || {
        let document = cx.documents().get(input.document()?)?;
        Some(document.original_text().as_bytes())
    };
    let newest = cx.jobs.new_bytes(input).or_else(unread).or_else(of_mode);
    newest.or_else(shown).unwrap_or_default()
}
