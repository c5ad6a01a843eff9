//! The text area and the computed patch: what the editor remembers.

use super::action::EditorAction;
use super::applied_fix::AppliedFix;
use super::recovered_edit::RecoveredEdit;
use super::result_patch::ResultPatch;
use super::session::EditSession;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::layers::Layers;
use crate::explorer::popups::question::Confirmation;
use crate::explorer::workspace::Workspace;
use crate::report::unified_diff::unified_diff;

/// The text area, and the patch that was computed last for an edited result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Editor {
    pub(super) session: Option<EditSession>,
    pub(super) result_patch: Option<Box<ResultPatch>>,
    /// The fix that was applied last.
    pub(super) last_fix: Option<AppliedFix>,
    /// Text that an earlier run could not save, while it is offered.
    pub(super) recovered: Option<RecoveredEdit>,
}

impl Editor {
    /// The text that is edited, while the text area is open.
    pub(crate) fn session(&self) -> Option<&EditSession> {
        self.session.as_ref()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.session.is_some()
    }

    /// Whether the result is edited.
    pub(crate) fn edits_result(&self) -> bool {
        self.session.as_ref().is_some_and(EditSession::edits_result)
    }

    /// The patch that was computed last for an edited result.
    pub(crate) fn result_patch(&self) -> Option<&ResultPatch> {
        self.result_patch.as_deref()
    }

    /// Closes the text area. An error of an edited result goes with it: the patch itself can be read.
    pub(super) fn end(&mut self, cx: &mut Workspace) -> Option<EditSession> {
        let edit = self.session.take()?;
        if edit.edits_result() {
            cx.inputs.set_error(edit.input, None);
        }
        Some(edit)
    }

    /// Asks a question about the file that is edited.
    pub(super) fn ask(&self, confirmation: Confirmation, layers: &mut Layers, cx: &Workspace) {
        let Some(edit) = &self.session else { return };
        let theirs = edit
            .theirs
            .as_deref()
            .filter(|_| confirmation == Confirmation::Conflict);
        let diff = theirs.map_or_else(String::new, |theirs| {
            unified_diff(&String::from_utf8_lossy(theirs), edit.written())
        });
        let lines = diff.lines().map(str::to_owned).collect();
        layers.ask_about(confirmation, cx.inputs.name(edit.input), lines);
    }
}

/// What the text is made of has changed. A question now would be answered by the keys that are being typed, so saving asks.
pub(super) fn say_outdated(what: &str, cx: &mut Workspace) {
    let save = Action::Editor(EditorAction::Save);
    let template = format!("{what} changed on disk; {{}}: choose between it and your text");
    cx.say(words(&template, [save]));
}
