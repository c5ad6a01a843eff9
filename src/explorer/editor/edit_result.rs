//! Edits the result: the patch that produces it is computed and shown. If there are several patches, the last
//! one is computed and the others are kept.

use std::sync::Arc;

use super::action::EditorAction;
use super::no_file::no_file;
use super::result_patch::ResultPatch;
use super::session::EditSession;
use super::state::{Editor, say_outdated};
use crate::create::{
    ClientFeatures, CreateRequest, Created, CreatedPatchType, Sentences, SideNames, Sides, create,
};
use crate::document::{Document, Format, Numbers, Tree, read, read_live, same, write};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::reload::{newest_bytes, reload};
use crate::explorer::layers::Layers;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::popups::question::Confirmation;
use crate::explorer::workspace::Workspace;
use crate::merge::{Inputs, PatchType, ResultId, merge};
use crate::report::redact::{Secrets, originals};
use crate::report::rows::outline;
use crate::report::unified_diff::unified_diff;

/// The maximum number of placeholder rows to skip to find a line of the result.
const MAX_DELETED_ROWS: usize = 100;

/// Returns the reason why the result cannot be edited, as text for the status line, or `None` if it can.
pub(super) fn blocker(cx: &Workspace) -> Option<HintText> {
    let no = |text: &str| Some(words(text, [Action::Editor(EditorAction::Edit)]));
    if matches!(cx.mode, Mode::Apply(_)) {
        return no("the patch is computed from the manifest; {}: edit the manifest");
    }
    if cx.inputs.unread(InputId::Patch(last_patch(cx))).is_some() {
        return no("the patch cannot be read, so it cannot be rewritten; {}: edit it");
    }
    if cx.merged().merge().rejection().is_some() {
        return no("the patch is rejected, so there is no result to edit");
    }
    match patch_type(cx) {
        None => no("no patch is computed here; {}: edit the input"),
        Some(_) if cx.is_large() => no("too large to compute a patch while typing"),
        Some(_) => None,
    }
}

fn patch_type(cx: &Workspace) -> Option<CreatedPatchType> {
    match cx.semantics().patch_type() {
        PatchType::Strategic => Some(CreatedPatchType::Strategic),
        PatchType::Merge => Some(CreatedPatchType::Merge),
        PatchType::Json => Some(CreatedPatchType::Json),
        PatchType::Policy | PatchType::Apply => None,
    }
}

/// Returns the patch that is computed: the last one.
fn last_patch(cx: &Workspace) -> PatchId {
    PatchId::new(cx.merged().patch_count().saturating_sub(1))
}

/// Returns the original text of a patch.
fn patch_text(patch: PatchId, cx: &Workspace) -> String {
    let patch = cx.merged().patch(patch);
    patch.map_or_else(String::new, |patch| patch.document().original_text().to_owned())
}

/// Returns the node of the result under the cursor.
fn node_under_cursor(cx: &Workspace) -> Option<ResultId> {
    let linked = cx.panes.linked().result;
    let near = match cx.focused_pane() {
        Some(Pane::Result) => {
            let row = cx.panes.cursor_row(Pane::Result);
            let nodes = cx.panes.nodes_at(Pane::Result, row, cx.merged());
            nodes.and_then(|nodes| nodes.result)
        }
        _ => None,
    };
    near.or(linked).map(|near| near.node)
}

/// Returns the line (from 0) of the printed result where a node starts. For a deleted node, returns the next
/// line.
fn line_of_result(node: ResultId, cx: &Workspace) -> usize {
    let (tree, heights) = (&cx.merged().merge().tree, cx.merged().heights());
    let (row, _) = outline::row_of(tree, heights, node);
    let rows = outline::rows(tree, heights, row, MAX_DELETED_ROWS);
    rows.iter()
        .find_map(|row| row.number)
        .map_or(0, |number| number - 1)
}

impl Editor {
    /// Opens the result in the text area.
    pub(super) fn edit_result(&mut self, cx: &mut Workspace) {
        let (from, node) = (cx.jump_point(), node_under_cursor(cx));
        cx.go_to(cx.merged().len());
        let text = write::yaml(&cx.merged().merge().tree);
        let patch = last_patch(cx);
        let input = InputId::Patch(patch);
        cx.show_patch(patch);
        cx.stop_playing();
        let base = newest_bytes(input, cx).to_vec();
        self.session = Some(EditSession {
            line: node.map_or(0, |node| line_of_result(node, cx)),
            from: Some(from),
            result_patch: Some(patch_text(patch, cx)),
            ..EditSession::new(input, base, text)
        });
        cx.set_focus(Focus::Document(Pane::Result));
        let name = cx.inputs.name(input);
        let save = Action::Editor(EditorAction::Save);
        cx.say(match patch.index() {
            _ if !cx.inputs.is_file(input) => HintText::from(format!(
                "editing the result: the patch is computed ({})",
                no_file(name, cx)
            )),
            0 => words(
                "editing the result: the patch is computed; {}: save the patch",
                [save],
            ),
            _ => HintText::from(format!(
                "editing the result: {name} is recomputed, earlier patches are kept; "
            ))
            .key(save)
            .text(": save"),
        });
        cx.effect(Effect::TakeText);
    }

    /// Merges the computed patch into the text of its file, and asks with a diff whether to save it.
    pub(super) fn ask_to_rewrite(&mut self, layers: &mut Layers, cx: &mut Workspace) {
        let Some(edit) = &mut self.session else { return };
        let name = cx.inputs.name(edit.input);
        let before = String::from_utf8_lossy(&edit.base).into_owned();
        let patch = edit.written().to_owned().into_bytes();
        let (Ok(old), Ok(new)) = (read(name, edit.base.clone()), read(name, patch)) else {
            return cx.say(format!(
                "{name} cannot be read, so it cannot be rewritten: nothing is saved"
            ));
        };
        edit.result_patch = Some(write::rewrite(&old, &new));
        let diff = unified_diff(&before, edit.written());
        if diff.is_empty() {
            return cx.effect(Effect::Save);
        }
        let lines = diff.lines().map(str::to_owned).collect();
        layers.ask_about(Confirmation::RewritePatch, name, lines);
    }

    /// Handles a change of the inputs or of the patch file. An unedited result is updated; for an edited one,
    /// the next save asks.
    pub(crate) fn on_base_changed(&mut self, cx: &mut Workspace) {
        let Some(edit) = self.session.as_mut().filter(|edit| edit.edits_result()) else {
            return;
        };
        if edit.is_dirty() {
            edit.inputs_changed = true;
            say_outdated("the inputs", cx);
        } else {
            self.show_new_result(cx);
        }
    }

    /// Handles a change of the schema. An unedited result is updated; for an edited one, the patch is
    /// computed again.
    pub(crate) fn on_schema_changed(&mut self, cx: &mut Workspace) {
        match self.session.as_ref().filter(|edit| edit.edits_result()) {
            Some(edit) if edit.is_dirty() => {
                let text = edit.text.clone();
                self.compute_patch(text, cx);
            }
            Some(_) => self.show_new_result(cx),
            None => {}
        }
    }

    /// Keeps the edited result although its inputs have changed.
    pub(super) fn keep_edited_result(&mut self, cx: &mut Workspace) {
        let Some(edit) = &mut self.session else { return };
        edit.inputs_changed = false;
        let text = edit.text.clone();
        self.compute_patch(text, cx);
        if cx.status().is_none() {
            cx.say("text kept; the patch is computed from the current inputs");
        }
    }

    /// Replaces the text with the result of the saved patch.
    pub(super) fn show_new_result(&mut self, cx: &mut Workspace) {
        let Some(edit) = &self.session else { return };
        let is_dirty = edit.is_dirty();
        reload(edit.input, edit.base.clone(), cx);
        let is_hidden = cx.merged().secrets() == Secrets::Hidden;
        let is_blocked = is_hidden || !cx.versions.shows_newest() || blocker(cx).is_some();
        if is_blocked || cx.jobs.is_pending() {
            if is_dirty && let Some(edit) = &mut self.session {
                let why = "the inputs changed, and there is no result to edit".to_owned();
                cx.say(format!("{why}: your text stays, and cannot be saved now"));
                (edit.patch_error, edit.inputs_changed) = (Some(why), false);
                return;
            }
            self.end(cx);
            cx.say("the inputs changed on disk: the result can no longer be edited");
            return cx.effect(Effect::CloseText);
        }
        let text = write::yaml(&cx.merged().merge().tree);
        let patch = patch_text(last_patch(cx), cx);
        if let Some(edit) = &mut self.session {
            edit.saved.clone_from(&text);
            edit.text = text;
            edit.result_patch = Some(patch);
            (edit.patch_error, edit.inputs_changed, edit.from) = (None, false, None);
        }
        cx.say("inputs changed on disk; result updated");
        cx.effect(Effect::TakeText);
    }

    /// Computes the patch that produces an edited result, and merges it.
    pub(super) fn compute_patch(&mut self, text: String, cx: &mut Workspace) {
        let Some(form) = patch_type(cx) else { return };
        let mut inputs = originals(cx.merged().merge().inputs.clone());
        let patch = last_patch(cx);
        let input = InputId::Patch(patch);
        let goal = match read("the edited result", text.into_bytes()) {
            Ok(goal) => Arc::new(goal),
            Err(error) => {
                let (line, what) = (error.position.line, &error.what);
                let why = format!("the edited result is not valid in line {line}: {what}");
                return self.reject_edit(InputError::from_read(&error), why, cx);
            }
        };
        let Some(before) = before_last_patch(&inputs) else {
            let why = "an earlier patch is rejected".to_owned();
            return self.reject_edit(InputError::without_position(why.clone()), why, cx);
        };
        let request = CreateRequest {
            form,
            sides: Sides {
                original: Some(before),
                modified: Arc::clone(&goal),
                current: None,
            },
            schema: Arc::clone(&inputs.schema),
            overwrite: true,
            preconditions: Vec::new(),
            client: ClientFeatures::from_semantics(inputs.semantics),
        };
        let names = match patch.index() {
            0 => SideNames::EDITED_RESULT,
            _ => SideNames::EDITED_RESULT_AFTER,
        };
        let created: Created = match create(&request) {
            Ok(created) => created,
            Err(failure) => {
                let why = Sentences::new(&request, names).failure(&failure);
                let why = format!("no patch produces this result: {why}");
                return self.reject_edit(InputError::without_position(why.clone()), why, cx);
            }
        };
        let text = match inputs.patches.last().map(|patch| patch.format()) {
            Some(Format::Json) => write::json(&*created.patch.document),
            _ => write::yaml(&*created.patch.document),
        };
        let Ok(document) = read(cx.inputs.name(input), text.clone().into_bytes()) else {
            return;
        };
        if let Some(edit) = &mut self.session {
            edit.result_patch = Some(text.clone());
            edit.patch_error = None;
        }
        cx.inputs.set_error(input, None);
        inputs.patches.truncate(patch.index());
        inputs.patches.push(Arc::new(document));
        cx.remerge(inputs);
        let computed = ResultPatch {
            patch,
            text,
            request,
            created,
            names,
        };
        cx.status.clear();
        if let Some(sentence) = remark(&computed, &goal, cx) {
            cx.say(sentence);
        }
        self.result_patch = Some(Box::new(computed));
    }

    /// Records that no patch produces the text: the last computed patch stays visible, and nothing can be
    /// saved.
    fn reject_edit(&mut self, error: InputError, why: String, cx: &mut Workspace) {
        if let Some(edit) = &mut self.session {
            edit.patch_error = Some(why);
            cx.inputs.set_error(edit.input, Some(error));
        }
    }
}

/// Returns a text for the status line: whether the computed patch produces the goal, and its first remark.
fn remark(computed: &ResultPatch, goal: &Document, cx: &Workspace) -> Option<String> {
    let merge = cx.merged().merge();
    let tree = &merge.tree;
    let leads_there =
        merge.rejection().is_none() && same(tree, tree.top(), goal, goal.root(), Numbers::ByValue);
    let remark = computed.created.remarks.first();
    let remark = remark.map(|remark| computed.sentences().remark(remark));
    match (leads_there, remark) {
        (true, remark) => remark,
        (false, Some(why)) => Some(format!("no patch produces this result: {why}")),
        (false, None) => {
            let semantics = cx.semantics();
            Some(format!(
                "with {semantics} semantics, the computed patch does not produce this result"
            ))
        }
    }
}

/// Returns the result of all patches but the last one, or `None` if they are rejected.
fn before_last_patch(inputs: &Inputs) -> Option<Arc<Document>> {
    let (_, before) = inputs.patches.split_last()?;
    if before.is_empty() {
        return Some(Arc::clone(&inputs.live));
    }
    let merged = merge(
        Inputs {
            patches: before.to_vec(),
            ..inputs.clone()
        },
        false,
    );
    merged.rejection().is_none().then_some(())?;
    let text = write::yaml(&merged.tree).into_bytes();
    read_live("the patches before it", text).ok().map(Arc::new)
}
