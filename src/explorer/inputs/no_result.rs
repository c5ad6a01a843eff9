//! What is unavailable while there is no result, because an input was never readable.

use crate::explorer::action::Action;
use crate::explorer::compare::action::CompareAction;
use crate::explorer::editor::action::EditorAction;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::action::InputsAction;
use crate::explorer::panes::action::PanesAction;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::playback::action::PlaybackAction;
use crate::explorer::popups::action::ListKind;
use crate::explorer::workspace::Workspace;

/// Returns the reason why an action that uses the result is not available, or `None` if there is a result or the action
/// does not use it.
pub(crate) fn blocker(action: Action, cx: &Workspace) -> Option<HintText> {
    let why = match (cx.inputs.never_read(), cx.apply_rejection()) {
        (Some(input), _) => format!("no result: {} cannot be read", cx.inputs.name(input)),
        (None, Some(rejection)) if rejection.is_for_other => {
            "no result: the manifest names another object than LIVE".to_owned()
        }
        (None, Some(_)) => "no result: kubectl rejects the apply".to_owned(),
        (None, None) => return None,
    };
    let issues = [PlaybackAction::NextIssue, PlaybackAction::PreviousIssue];
    if let (None, Some(rejection)) = (cx.inputs.never_read(), cx.apply_rejection())
        && issues.map(Action::Playback).contains(&action)
    {
        return Some(format!("there is no other issue; {}", rejection.words()).into());
    }
    let is_blocked = match action {
        // The ledger says why there is no patch.
        Action::Ledger => cx.apply_rejection().is_none(),
        Action::Export(_) | Action::ListOrder | Action::Predict => true,
        Action::Open(ListKind::Export | ListKind::Types | ListKind::Templates) => true,
        Action::Policy(_) => true,
        Action::Compare(action) => action == CompareAction::Toggle,
        Action::Inputs(action) => action == InputsAction::VerifyWithKubectl,
        // It says what to write instead.
        Action::Editor(EditorAction::ApplyFix) => cx.inputs.never_read().is_some(),
        Action::Editor(action) => action == EditorAction::EditResult,
        Action::Playback(action) => {
            matches!(action, PlaybackAction::NextIssue | PlaybackAction::PreviousIssue)
        }
        // The result pane shows the live object without a patch that cannot be read.
        Action::Panes(PanesAction::FocusOn(focus) | PanesAction::PutCursor(focus, _)) => {
            focus == Focus::Document(Pane::Result) && cx.inputs.has_no_result()
        }
        _ => false,
    };
    is_blocked.then(|| why.into())
}
