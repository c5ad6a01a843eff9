//! "What must I write?": the result is edited, and the patch that leads there is computed and shown.

use std::sync::Arc;

use super::action::{Focus, Pane};
use super::given::Edit;
use super::mask::originals;
use super::state::{State, Trouble};
use super::update::Effect;
use crate::create::{Client, Form, Names, Request, Sides, Told, create};
use crate::document::{Format, Numbers, Tree, read, same, write};
use crate::merge::PatchType;

/// The one patch that is computed.
const PATCH: usize = 1;

impl State {
    /// Why the result cannot be edited now; nothing if it can.
    pub(super) fn why_no_goal(&self) -> Option<String> {
        let no = |text: &str| Some(text.to_owned());
        if self.is_apply() {
            return no("the patch is computed from the manifest: e edits that");
        }
        if self.session.patch_count() != 1 {
            return no("several patches lead to this result: edit them one by one (e)");
        }
        if self.session.merge().refusal().is_some() {
            return no("the patch is refused, so there is no result to edit");
        }
        match self.form() {
            None => no("there is no patch to compute here: e edits what is given"),
            Some(_) if self.is_large() => no("this is too large to compute a patch at every key"),
            Some(_) => None,
        }
    }

    fn form(&self) -> Option<Form> {
        match self.semantics().patch_type() {
            PatchType::Strategic => Some(Form::Strategic),
            PatchType::Merge => Some(Form::Merge),
            PatchType::Json => Some(Form::Json),
            PatchType::Policy | PatchType::Apply => None,
        }
    }

    /// Opens the result in the text area.
    pub(super) fn edit_goal(&mut self) -> Vec<Effect> {
        self.go_to(self.session.len());
        let text = write::yaml(&self.session.merge().scene);
        let patch = self.text_of(PATCH).to_owned();
        self.player.playing = false;
        self.edit = Some(Edit {
            document: PATCH,
            base: patch.clone().into_bytes(),
            saved: text.clone(),
            text,
            theirs: None,
            line: 0,
            writes: Some(patch),
        });
        self.focus = Focus::Document(Pane::Result);
        self.status = Some(
            "edit the result: the patch that leads there is computed; Ctrl-S saves the patch".to_owned(),
        );
        vec![Effect::TakeText]
    }

    /// The edited result says something else: computes the patch that leads there.
    pub(super) fn aim(&mut self, text: String) {
        let Some(form) = self.form() else { return };
        let inputs = originals(self.session.merge().inputs.clone());
        let goal = match read("the edited result", text.into_bytes()) {
            Ok(goal) => Arc::new(goal),
            Err(error) => {
                self.origins[PATCH].trouble = Some(Trouble::of(&error));
                return;
            }
        };
        let request = Request {
            form,
            sides: Sides {
                original: Some(Arc::clone(&inputs.live)),
                modified: Arc::clone(&goal),
                current: None,
            },
            schema: Arc::clone(&inputs.schema),
            overwrite: true,
            preconditions: Vec::new(),
            client: Client::of(inputs.semantics),
        };
        let told = Told::new(&request, Names::GOAL);
        let created = match create(&request) {
            Ok(created) => created,
            Err(failure) => {
                self.origins[PATCH].trouble = Some(Trouble {
                    text: format!("no patch leads there: {}", told.failure(&failure)),
                    line: None,
                });
                return;
            }
        };
        let format = inputs.patches.first().map(|patch| patch.format());
        let patch = match format {
            Some(Format::Json) => write::json(&*created.patch.document),
            _ => write::yaml(&*created.patch.document),
        };
        let name = self.name(PATCH).to_owned();
        let Ok(document) = read(&name, patch.clone().into_bytes()) else {
            return;
        };
        if let Some(edit) = &mut self.edit {
            edit.writes = Some(patch);
        }
        self.origins[PATCH].trouble = None;
        let mut inputs = inputs;
        inputs.patches = vec![Arc::new(document)];
        self.merge_anew(inputs);
        let merge = self.session.merge();
        let scene = &merge.scene;
        let there =
            merge.refusal().is_none() && same(scene, scene.top(), &*goal, goal.root(), Numbers::ByValue);
        let remark = created.remarks.first();
        self.status = match (there, remark) {
            (true, _) => None,
            (false, Some(remark)) => Some(format!("no patch leads there: {}", told.remark(remark))),
            (false, None) => Some(format!(
                "under {} semantics this patch, which kubectl's library would make, does not lead there",
                merge.inputs.semantics
            )),
        };
    }
}
