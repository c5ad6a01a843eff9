//! The state of the editor.

use super::action::EditorAction;
use super::applied_fix::AppliedFix;
use super::recovered_edit::RecoveredEdit;
use super::result_patch::ResultPatch;
use super::session::EditSession;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::layers::Layers;
use crate::explorer::popups::question::Confirmation;
use crate::explorer::workspace::Workspace;
use crate::report::unified_diff::unified_diff;

/// The text area, and the last patch that was computed for an edited result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Editor {
    pub(super) session: Option<EditSession>,
    pub(super) result_patch: Option<Box<ResultPatch>>,
    /// The fixes that were applied and not undone, the last one at the end.
    pub(super) applied_fixes: Vec<AppliedFix>,
    /// Unsaved text of an earlier run, while the user is asked about it.
    pub(super) recovered: Option<RecoveredEdit>,
    /// The text that the user gave up in a conflict, until it is kept in a recovery file.
    pub(super) discarded: Option<(InputId, String)>,
}

impl Editor {
    /// Returns the text that is being edited, or `None` if the text area is closed.
    pub(crate) fn session(&self) -> Option<&EditSession> {
        self.session.as_ref()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.session.is_some()
    }

    /// Returns whether the result is being edited.
    pub(crate) fn edits_result(&self) -> bool {
        self.session.as_ref().is_some_and(EditSession::edits_result)
    }

    /// Returns the last patch that was computed for an edited result.
    pub(crate) fn result_patch(&self) -> Option<&ResultPatch> {
        self.result_patch.as_deref()
    }

    /// Closes the text area. Clears the error of an edited result, because the patch itself is valid.
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

/// Says in the status line that a file has changed. A question would be answered by the keys that the user is
/// typing, so the next save asks.
pub(super) fn say_outdated(what: &str, cx: &mut Workspace) {
    let save = Action::Editor(EditorAction::Save);
    let template = format!("{what} changed on disk; {{}}: choose between it and your text");
    cx.say(words(&template, [save]));
}
