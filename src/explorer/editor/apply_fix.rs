//! The fix for the current warning or rejection: shown as a diff, applied to the patch, and undone.

use super::action::EditorAction;
use super::applied_fix::AppliedFix;
use super::input_pane::pane_of;
use super::no_file::no_file;
use super::session::{EditSession, FixStage};
use super::state::Editor;
use crate::document::write::{TextEdit, apply_edits};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::explain::finding_before_step::finding_before_step;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::reload::{newest_bytes, reload};
use crate::explorer::layers::Layers;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::focus::Focus;
use crate::explorer::playback::action::PlaybackAction;
use crate::explorer::popups::question::Confirmation;
use crate::explorer::workspace::Workspace;
use crate::report::fix::fix;
use crate::report::unified_diff::unified_diff;

/// Returns the reason why no fix can be applied, as text for the status line, or `None` if one can.
pub(super) fn blocker(cx: &Workspace) -> Option<HintText> {
    if matches!(cx.mode, Mode::Apply(_)) {
        let edit = [Action::Editor(EditorAction::Edit)];
        return Some(match cx.apply_rejection() {
            Some(rejection) if !rejection.edits.is_empty() => return None,
            Some(rejection) => words("fix: no automatic edit; {}: edit; ", edit).text(&rejection.words()),
            None => words("fix: the patch is computed; {}: change the manifest", edit),
        });
    }
    if finding(cx).is_none() {
        let next = Action::Playback(PlaybackAction::NextIssue);
        return Some(words(
            "fix: the current step is neither a warning nor a rejection; {}: next issue",
            [next],
        ));
    }
    cx.is_large()
        .then(|| "fix: the patch is too large to try fixes".into())
}

/// Returns the index of the step to fix: the current step, the rejection that every frame names, or the warning that
/// the explanation gives.
fn finding(cx: &Workspace) -> Option<usize> {
    let merged = cx.merged();
    let steps = &merged.merge().steps;
    let current = merged.position().checked_sub(1);
    let current = current.filter(|step| steps[*step].rule.is_finding());
    let rejection = || match merged.server_rejection() {
        Some(step) => Some(step.index()),
        None => steps.iter().rposition(|step| step.rule.is_rejection()),
    };
    let warning = || finding_before_step(merged, cx.lesson()).map(StepId::index);
    current.or_else(rejection).or_else(warning)
}

impl Editor {
    /// Opens the patch with the fix, and asks with a diff whether to keep it.
    pub(super) fn ask_to_fix(&mut self, layers: &mut Layers, cx: &mut Workspace) {
        if let Some(rejection) = cx.apply_rejection() {
            let (sentence, edits) = (rejection.help.clone(), rejection.edits.clone());
            if cx.jobs.new_bytes(InputId::Manifest).is_some() {
                return cx.say("fix: the manifest has changed since it was read");
            }
            return self.ask_to_edit(InputId::Manifest, vec![sentence], &edits, layers, cx);
        }
        let Some(step) = finding(cx) else { return };
        let merge = cx.merged().merge();
        let Some(mut fix) = fix(merge, step).filter(|fix| !fix.edits.is_empty()) else {
            return cx.say("fix: there is no automatic edit; do what the help says");
        };
        let input = InputId::Patch(PatchId::new(fix.patch));
        let before = String::from_utf8_lossy(newest_bytes(input, cx)).into_owned();
        let patch = merge.inputs.patches.get(fix.patch);
        let is_merged = match &cx.mode {
            Mode::Policy(policy) => {
                if !policy.place(&mut fix) {
                    return cx.say("fix: the template has an alias or is in a string; change it in the file");
                }
                cx.inputs.unread(input).is_none() && cx.jobs.new_bytes(input).is_none()
            }
            _ => patch.is_some_and(|patch| patch.original_text() == before),
        };
        if !is_merged {
            return cx.say("fix: the patch has changed since it was merged");
        }
        let mut lines: Vec<String> = fix.sentence.lines().map(str::to_owned).collect();
        if !fix.is_machine_applicable() {
            lines.push("This needs a decision: check that it is what you mean.".to_owned());
        }
        self.ask_to_edit(input, lines, &fix.edits, layers, cx);
    }

    /// Opens an input with edits, and asks with a diff whether to keep them.
    fn ask_to_edit(
        &mut self,
        input: InputId,
        mut lines: Vec<String>,
        edits: &[TextEdit],
        layers: &mut Layers,
        cx: &mut Workspace,
    ) {
        let base = newest_bytes(input, cx).to_vec();
        let before = String::from_utf8_lossy(&base).into_owned();
        let after = apply_edits(&before, edits);
        lines.push(String::new());
        lines.extend(unified_diff(&before, &after).lines().map(str::to_owned));
        self.open_text(input, base, (before, after), FixStage::Applied, cx);
        let name = cx.inputs.name(input);
        layers.ask_about(Confirmation::ApplyFix, name, lines);
    }

    /// Opens the text area with a changed text of a patch.
    fn open_text(
        &mut self,
        input: InputId,
        base: Vec<u8>,
        (before, after): (String, String),
        stage: FixStage,
        cx: &mut Workspace,
    ) {
        let same = before
            .bytes()
            .zip(after.bytes())
            .take_while(|(old, new)| old == new);
        let same = same.count();
        let line = after.bytes().take(same).filter(|byte| *byte == b'\n').count();
        cx.stop_playing();
        if let InputId::Patch(patch) = input {
            cx.show_patch(patch);
        }
        cx.set_focus(Focus::Document(pane_of(input)));
        self.session = Some(EditSession {
            text: after,
            line,
            fix: Some(stage),
            ..EditSession::new(input, base, before)
        });
        cx.effect(Effect::TakeText);
    }

    /// Saves the fix, or restores the patch.
    pub(super) fn answer_fix(&mut self, yes: bool, cx: &mut Workspace) {
        if !yes {
            self.end(cx);
            cx.say("nothing is changed");
            return cx.effect(Effect::CloseText);
        }
        if let Some(edit) = &self.session {
            self.applied_fixes.push(AppliedFix {
                input: edit.input,
                before: edit.saved.clone(),
                after: edit.text.clone(),
            });
        }
        self.keep_text(cx);
    }

    /// Saves the text. The text of an input without a file is kept in memory only.
    fn keep_text(&mut self, cx: &mut Workspace) {
        let Some(edit) = &self.session else { return };
        let (input, text) = (edit.input, edit.text.clone());
        if cx.inputs.is_file(input) {
            return cx.effect(Effect::Save);
        }
        if cx.lesson.is_none() {
            cx.inputs.set_changed_here(input, true);
        }
        reload(input, text.into_bytes(), cx);
        self.on_fix_saved(cx);
    }

    /// Closes the text area after a fix was saved. Returns `false` if the text is not a fix.
    pub(super) fn on_fix_saved(&mut self, cx: &mut Workspace) -> bool {
        let Some(stage) = self.session.as_ref().and_then(|edit| edit.fix) else {
            return false;
        };
        let Some(edit) = self.end(cx) else { return false };
        let name = cx.inputs.name(edit.input).to_owned();
        let place = match cx.inputs.is_file(edit.input) {
            true => format!("saved in {name}"),
            false => format!("only here: {}", no_file(&name, cx)),
        };
        let undo = Action::Editor(EditorAction::UndoFix);
        reload(edit.input, edit.text.clone().into_bytes(), cx);
        match stage {
            FixStage::Applied => {
                cx.say(words(&format!("fix applied, {place}; {{}}: undo"), [undo]));
            }
            FixStage::Undone => {
                self.applied_fixes.pop();
                cx.say(format!("fix undone, {place}"));
            }
        }
        cx.effect(Effect::CloseText);
        true
    }

    /// Returns the reason why the last fix cannot be undone, or `None` if it can.
    pub(super) fn undo_blocker(&self, cx: &Workspace) -> Option<HintText> {
        let Some(last) = self.applied_fixes.last() else {
            return Some("undo: no fix was applied".into());
        };
        let is_same = newest_bytes(last.input, cx) == last.after.as_bytes();
        (!is_same).then(|| "undo: the patch has changed since the fix".into())
    }

    /// Restores the text of the patch before the last fix.
    pub(super) fn undo_fix(&mut self, cx: &mut Workspace) {
        let Some(AppliedFix { input, before, after }) = self.applied_fixes.last().cloned() else {
            return;
        };
        let base = after.clone().into_bytes();
        self.open_text(input, base, (after, before), FixStage::Undone, cx);
        self.keep_text(cx);
    }
}
