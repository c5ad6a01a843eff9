//! The inputs: the live object, the patches, and the files that patches are computed from. Merges them with
//! other semantics, and shows or hides Secret values.

pub(crate) mod action;
pub(crate) mod input_error;
pub(crate) mod input_id;
pub(crate) mod live_objects;
pub(crate) mod mode;
pub(crate) mod no_result;
pub(crate) mod open;
pub(crate) mod opening;
pub(crate) mod read;
pub(crate) mod reload;
pub(crate) mod source;

use super::action::{Action, LayerAction};
use super::effect::Effect;
use super::hint_text::{HintText, words};
use super::jobs::job::InputChange;
use super::popups::action::ListKind;
use super::workspace::Workspace;
use crate::merge::PatchType;
use crate::report::redact::Secrets;
use action::InputsAction;
use input_id::{InputId, PatchId};

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: InputsAction, cx: &Workspace) -> Option<HintText> {
    match (action, cx.semantics().patch_type()) {
        (InputsAction::ShowSecrets, _) if cx.merged().secrets() == Secrets::None && !cx.is_opening() => {
            Some("there is no Secret".into())
        }
        (InputsAction::VerifyWithKubectl, PatchType::Policy) => Some(words(
            "kubectl cannot evaluate policies; {}: compare the compliance types",
            [Action::Open(ListKind::Types)],
        )),
        (InputsAction::VerifyWithKubectl, PatchType::Apply) => {
            Some("server-side apply needs an API server; kubectl cannot run it locally".into())
        }
        (InputsAction::VerifyWithKubectl, _) if cx.awaits_kubectl() => Some(words(
            "kubectl is running; {}: stop it",
            [Action::Layer(LayerAction::Close)],
        )),
        (InputsAction::SwapPatches, _) if cx.merged().patch_count() < 2 => {
            Some("there is only one patch".into())
        }
        (InputsAction::SwapPatches, _) if cx.jobs.is_pending() => Some("merge in progress".into()),
        _ => None,
    }
}

/// Carries out an action that is available.
pub(crate) fn update(action: InputsAction, cx: &mut Workspace) {
    match action {
        InputsAction::OtherSemantics => cx.switch_semantics(cx.requested_semantics().switched()),
        InputsAction::NextSemantics => cx.switch_semantics(cx.requested_semantics().next()),
        InputsAction::SwapPatches => swap_patches(cx),
        InputsAction::ShowSecrets => show_secrets(!cx.session.redaction.show, cx),
        InputsAction::VerifyWithKubectl => {
            let ticket = cx.session.next_ticket();
            cx.kubectl = Some(ticket);
            cx.say(words(
                "running kubectl…; {}: stop",
                [Action::Layer(LayerAction::Close)],
            ));
            cx.effect(Effect::AskKubectl(ticket));
        }
    }
}

/// Swaps the patch that is shown with the next one, or the last one with the one before it.
fn swap_patches(cx: &mut Workspace) {
    let shown = cx.panes.patch_shown();
    let first = shown.index().min(cx.merged().patch_count().saturating_sub(2));
    let [first, second] = [first, first + 1].map(PatchId::new);
    let inputs = [first, second].map(InputId::Patch);
    cx.inputs.swap(inputs);
    let [a, b] = [first, second].map(|patch| usize::from(patch.document()));
    cx.versions.swap(a, b);
    cx.show_patch(if shown == first { second } else { first });
    let [first_name, second_name] = inputs.map(|input| cx.inputs.name(input));
    let sentence = format!("patches swapped: {first_name} is applied before {second_name}");
    cx.change(InputChange::Swap(first, second), Some(sentence.into()));
    cx.effect(Effect::SwapFiles(inputs));
}

/// Shows or hides Secret values.
pub(crate) fn show_secrets(show: bool, cx: &mut Workspace) {
    cx.session.redaction.show = show;
    if cx.merged().secrets() == Secrets::None && !cx.jobs.is_pending() {
        return;
    }
    let sentence = if show {
        words(
            "Secret values are shown; {}: hide",
            [Action::Inputs(InputsAction::ShowSecrets)],
        )
    } else {
        "Secret values are hidden".into()
    };
    let sentence = (!cx.is_opening()).then_some(sentence);
    cx.change(InputChange::Redaction(cx.session.redaction.clone()), sentence);
}
