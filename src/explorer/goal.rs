//! "What must I write?": the result is edited, and the patch that leads there is computed and shown. Of several patches
//! it is the last one: those before it stay as they are.

use std::sync::Arc;

use super::action::{Action, Focus, Pane};
use super::effect::Effect;
use super::given::Edit;
use super::mask::originals;
use super::state::State;
use super::state::computed::Computed;
use super::trouble::Trouble;
use super::words::{Words, words};
use crate::create::{Client, Form, Names, Request, Sides, Told, create};
use crate::document::{Document, Format, Numbers, Tree, read, read_live, same, write};
use crate::merge::{Inputs, PatchType, merge};

impl State {
    /// Why the result cannot be edited now; nothing if it can.
    pub(super) fn why_no_goal(&self) -> Option<Words> {
        let no = |text: &str| Some(words(text, [Action::Edit]));
        if self.is_apply() {
            return no("the patch is computed from the manifest: {} edits that");
        }
        if self.session.merge().refusal().is_some() {
            return no("the patch is refused, so there is no result to edit");
        }
        match self.form() {
            None => no("there is no patch to compute here: {} edits what is given"),
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
        // Where Secrets are hidden, nobody comes here.
        let text = write::yaml(&self.session.merge().scene);
        let last = self.session.patch_count();
        self.patch_shown = last.saturating_sub(1);
        let base = self.bytes_of(last).to_vec();
        let patch = self.session.patch(last.saturating_sub(1));
        let patch = patch.map_or("", |patch| patch.document().original_text()).to_owned();
        self.player.playing = false;
        self.edit = Some(Edit {
            document: last,
            base,
            saved: text.clone(),
            text,
            theirs: None,
            line: 0,
            writes: Some(patch),
            astray: None,
        });
        self.focus = Focus::Document(Pane::Result);
        let name = self.name(last).to_owned();
        self.say(match last {
            _ if !self.origins[last].file => Words::from(format!(
                "edit the result: the patch that leads there is computed, only here: {name} is no file"
            )),
            1 => words(
                "edit the result: the patch that leads there is computed; {} saves the patch",
                [Action::Save],
            ),
            _ => Words::from(format!(
                "edit the result: {name} is computed anew, the patches before it stay; "
            ))
            .key(Action::Save)
            .text(" saves it"),
        });
        vec![Effect::TakeText]
    }

    /// The edited result says something else: computes the patch that leads there.
    pub(super) fn aim(&mut self, text: String) {
        let Some(form) = self.form() else { return };
        let mut inputs = originals(self.session.merge().inputs.clone());
        let last = inputs.patches.len();
        let goal = match read("the edited result", text.into_bytes()) {
            Ok(goal) => Arc::new(goal),
            Err(error) => {
                let why = "the edited result cannot be read, so no patch leads there".to_owned();
                return self.lead_astray(Trouble::of(&error), why);
            }
        };
        let Some(before) = before_the_last(&inputs) else {
            let why = "the patches before the last one are refused".to_owned();
            return self.lead_astray(Trouble::told(why.clone()), why);
        };
        let request = Request {
            form,
            sides: Sides {
                original: Some(before),
                modified: Arc::clone(&goal),
                current: None,
            },
            schema: Arc::clone(&inputs.schema),
            overwrite: true,
            preconditions: Vec::new(),
            client: Client::of(inputs.semantics),
        };
        let names = if last > 1 { Names::GOAL_AFTER } else { Names::GOAL };
        let created = match create(&request) {
            Ok(created) => created,
            Err(failure) => {
                let why = Told::new(&request, names).failure(&failure);
                let why = format!("no patch leads there: {why}");
                return self.lead_astray(Trouble::told(why.clone()), why);
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
            edit.astray = None;
        }
        self.origins[last].trouble = None;
        inputs.patches.truncate(last.saturating_sub(1));
        inputs.patches.push(Arc::new(document));
        self.merge_anew(inputs);
        let merge = self.session.merge();
        let scene = &merge.scene;
        let is_there =
            merge.refusal().is_none() && same(scene, scene.top(), &*goal, goal.root(), Numbers::ByValue);
        let computed = Computed {
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
        self.computed = Some(Box::new(computed));
    }

    /// No patch leads to the text as it is now: the last one that did stays shown, and nothing can be saved.
    fn lead_astray(&mut self, trouble: Trouble, why: String) {
        let Some(edit) = &mut self.edit else { return };
        edit.astray = Some(why);
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
    merged.refusal().is_none().then_some(())?;
    let text = write::yaml(&merged.scene).into_bytes();
    read_live("the patches before it", text).ok().map(Arc::new)
}
