//! "What must I write?": the result is edited, and the patch that leads there is computed and shown. Of several patches
//! it is the last one: those before it stay as they are.

use std::sync::Arc;

use super::result_patch::ResultPatch;
use crate::create::{ClientFeatures, CreateRequest, CreatedPatchType, Sentences, SideNames, Sides, create};
use crate::document::{Document, Format, Numbers, Tree, read, read_live, same, write};
use crate::explorer::action::Action;
use crate::explorer::editor::action::EditorAction;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::EditSession;
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::popups::{Confirmation, Popup};
use crate::explorer::state::Explorer;
use crate::merge::{Inputs, PatchType, ResultId, merge};
use crate::report::redact::originals;
use crate::report::rows::outline;

/// Rows of what is gone that are passed over to find a line of the result.
const GHOSTS: usize = 100;

impl Explorer {
    /// Why the result cannot be edited now; nothing if it can.
    pub(crate) fn edit_result_blocker(&self) -> Option<HintText> {
        let no = |text: &str| Some(words(text, [Action::Editor(EditorAction::Edit)]));
        if self.is_apply() {
            return no("the patch is computed from the manifest: {} edits that");
        }
        if self.session.merge().rejection().is_some() {
            return no("the patch is refused, so there is no result to edit");
        }
        match self.form() {
            None => no("there is no patch to compute here: {} edits what is given"),
            Some(_) if self.is_large() => no("this is too large to compute a patch at every key"),
            Some(_) => None,
        }
    }

    fn form(&self) -> Option<CreatedPatchType> {
        match self.semantics().patch_type() {
            PatchType::Strategic => Some(CreatedPatchType::Strategic),
            PatchType::Merge => Some(CreatedPatchType::Merge),
            PatchType::Json => Some(CreatedPatchType::Json),
            PatchType::Policy | PatchType::Apply => None,
        }
    }

    /// Opens the result in the text area.
    pub(crate) fn edit_result(&mut self) -> Vec<Effect> {
        let (from, node) = (self.spot(), self.result_here());
        self.go_to(self.session.len());
        // Where Secrets are hidden, nobody comes here.
        let text = write::yaml(&self.session.merge().scene);
        let last = self.session.patch_count();
        self.patch_shown = last.saturating_sub(1);
        let base = self.bytes_of(last).to_vec();
        let patch = self.text_of_patch(last);
        self.player.playing = false;
        self.edit = Some(EditSession {
            document: last,
            base,
            saved: text.clone(),
            text,
            theirs: None,
            line: node.map_or(0, |node| self.line_of_result(node)),
            column: 0,
            overtaken: false,
            from: Some(from),
            writes: Some(patch),
            patch_error: None,
        });
        self.focus = Focus::Document(Pane::Result);
        let name = self.name(last).to_owned();
        self.say(match last {
            _ if !self.origins[last].file => HintText::from(format!(
                "edit the result: the patch that leads there is computed, only here: {name} is no file"
            )),
            1 => words(
                "edit the result: the patch that leads there is computed; {} saves the patch",
                [Action::Editor(EditorAction::Save)],
            ),
            _ => HintText::from(format!(
                "edit the result: {name} is computed anew, the patches before it stay; "
            ))
            .key(Action::Editor(EditorAction::Save))
            .text(" saves it"),
        });
        vec![Effect::TakeText]
    }

    /// The text of a patch as it is merged; `document` is its number among the documents.
    fn text_of_patch(&self, document: usize) -> String {
        let patch = self.session.patch(document.saturating_sub(1));
        patch.map_or_else(String::new, |patch| patch.document().original_text().to_owned())
    }

    /// What the cursor is on in the result.
    fn result_here(&self) -> Option<ResultId> {
        let near = match self.focus {
            Focus::Document(Pane::Result) => {
                let row = self.base_row(Pane::Result, self.view(Pane::Result).cursor);
                self.place_at(Pane::Result, row).and_then(|place| place.result)
            }
            _ => self.triple.result,
        };
        near.or(self.triple.result).map(|near| near.node)
    }

    /// The line of the printed result, from 0, that a node begins on; of what is gone, the one behind it.
    fn line_of_result(&self, node: ResultId) -> usize {
        let (scene, heights) = (&self.session.merge().scene, self.session.heights());
        let (row, _) = outline::row_of(scene, heights, node);
        let rows = outline::rows(scene, heights, row, GHOSTS);
        rows.iter()
            .find_map(|row| row.number)
            .map_or(0, |number| number - 1)
    }

    /// Another input of the result than its patch is other than `before`: a result that was not touched is made anew, of
    /// any other it is asked what becomes of it.
    pub(crate) fn handle_base_change(
        &mut self,
        document: usize,
        before: Option<&Arc<Document>>,
    ) -> Vec<Effect> {
        let documents = self.session.merge().scene.documents();
        let same = match (before, documents.get(document)) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            _ => false,
        };
        let Some(edit) = self.edit.as_mut().filter(|edit| edit.is_goal()) else {
            return Vec::new();
        };
        if same && self.pending.is_none() {
            return Vec::new();
        }
        if edit.is_dirty() {
            edit.overtaken = true;
            self.overlay = Some(Popup::Question(Confirmation::Overtaken));
            return Vec::new();
        }
        self.take_new_result()
    }

    pub(crate) fn answer_overtaken(&mut self, keeps: bool) -> Vec<Effect> {
        if !keeps {
            return self.take_new_result();
        }
        let Some(edit) = &mut self.edit else {
            return Vec::new();
        };
        edit.overtaken = false;
        let text = edit.text.clone();
        self.recompute_patch(text);
        if self.status.is_none() {
            self.say("your text stays, and the patch is computed from what is there now");
        }
        Vec::new()
    }

    /// The result as the saved patch makes it now becomes the text area's text.
    pub(crate) fn take_new_result(&mut self) -> Vec<Effect> {
        let Some(edit) = &self.edit else {
            return Vec::new();
        };
        let (document, base) = (edit.document, edit.base.clone());
        self.reload(document, base);
        if self.blocker(Action::Editor(EditorAction::EditResult)).is_some() || self.pending.is_some() {
            self.end_edit();
            self.say("what the result is made of was changed outside: it cannot be edited now");
            return vec![Effect::CloseText];
        }
        let text = write::yaml(&self.session.merge().scene);
        let patch = self.text_of_patch(document);
        if let Some(edit) = &mut self.edit {
            edit.saved.clone_from(&text);
            edit.text = text;
            edit.writes = Some(patch);
            (edit.patch_error, edit.overtaken, edit.from) = (None, false, None);
        }
        self.say("what the result is made of was changed outside: this is the result as it is now");
        vec![Effect::TakeText]
    }

    /// The edited result says something else: computes the patch that leads there.
    pub(crate) fn recompute_patch(&mut self, text: String) {
        let Some(form) = self.form() else { return };
        let mut inputs = originals(self.session.merge().inputs.clone());
        let last = inputs.patches.len();
        let goal = match read("the edited result", text.into_bytes()) {
            Ok(goal) => Arc::new(goal),
            Err(error) => {
                let why = "the edited result cannot be read, so no patch leads there".to_owned();
                return self.reject_edit(InputError::of(&error), why);
            }
        };
        let Some(before) = before_the_last(&inputs) else {
            let why = "the patches before the last one are refused".to_owned();
            return self.reject_edit(InputError::told(why.clone()), why);
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
            client: ClientFeatures::of(inputs.semantics),
        };
        let names = if last > 1 {
            SideNames::GOAL_AFTER
        } else {
            SideNames::GOAL
        };
        let created = match create(&request) {
            Ok(created) => created,
            Err(failure) => {
                let why = Sentences::new(&request, names).failure(&failure);
                let why = format!("no patch leads there: {why}");
                return self.reject_edit(InputError::told(why.clone()), why);
            }
        };
        let format = inputs.patches.last().map(|patch| patch.format());
        let patch = match format {
            Some(Format::Json) => write::json(&*created.patch.document),
            _ => write::yaml(&*created.patch.document),
        };
        let name = self.name(last).to_owned();
        let Ok(document) = read(&name, patch.clone().into_bytes()) else {
            return;
        };
        if let Some(edit) = &mut self.edit {
            edit.writes = Some(patch.clone());
            edit.patch_error = None;
        }
        self.origins[last].trouble = None;
        inputs.patches.truncate(last.saturating_sub(1));
        inputs.patches.push(Arc::new(document));
        self.remerge(inputs);
        let merge = self.session.merge();
        let scene = &merge.scene;
        let is_there =
            merge.rejection().is_none() && same(scene, scene.top(), &*goal, goal.root(), Numbers::ByValue);
        let computed = ResultPatch {
            document: last,
            text: patch,
            request,
            created,
            names,
        };
        let remark = computed.created.remarks.first();
        self.status = match (is_there, remark) {
            (true, None) => None,
            (true, Some(remark)) => Some(computed.told().remark(remark).into()),
            (false, Some(remark)) => {
                let why = computed.told().remark(remark);
                Some(format!("no patch leads there: {why}").into())
            }
            (false, None) => {
                let semantics = self.semantics();
                let why = "semantics the patch that is computed does not lead there";
                Some(format!("under {semantics} {why}").into())
            }
        };
        self.result_patch = Some(Box::new(computed));
    }

    /// No patch leads to the text as it is now: the last one that did stays shown, and nothing can be saved.
    fn reject_edit(&mut self, trouble: InputError, why: String) {
        let Some(edit) = &mut self.edit else { return };
        edit.patch_error = Some(why);
        if let Some(origin) = self.origins.get_mut(edit.document) {
            origin.trouble = Some(trouble);
        }
    }
}

/// What the patches before the last one make of live; nothing if they are refused.
fn before_the_last(inputs: &Inputs) -> Option<Arc<Document>> {
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
    let text = write::yaml(&merged.scene).into_bytes();
    read_live("the patches before it", text).ok().map(Arc::new)
}
