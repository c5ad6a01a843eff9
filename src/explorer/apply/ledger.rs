//! Opening the ledger of an apply.

use std::sync::Arc;

use super::ledger_task::{LedgerEntry, LedgerTask};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::report::redact::Secrets;

/// Returns the reason why there is no ledger, as text for the status line, or `None` if there is one.
pub(crate) fn blocker(cx: &Workspace) -> Option<HintText> {
    let is_apply = matches!(cx.mode, Mode::Apply(_));
    (!is_apply).then(|| "there is no ledger here; kubectl apply (`mergescope apply`) has one".into())
}

/// Returns the rows of the ledger. If the inputs are large, starts the computation in the background and
/// returns `None`.
pub(crate) fn entries(cx: &mut Workspace) -> Option<Vec<LedgerEntry>> {
    match task(cx) {
        Some(_) if cx.is_large() => {
            cx.say("computing the ledger…");
            cx.effect(Effect::Ledger);
            None
        }
        Some(task) => Some(task.run()),
        None => Some(vec![LedgerEntry::note("no patch can be computed".to_owned())]),
    }
}

/// Says what stays different after an apply that was just opened, which only the ledger shows otherwise.
pub(crate) fn say_outlook(cx: &mut Workspace) {
    let Mode::Apply(apply) = &cx.mode else { return };
    let titles = match apply.applied().filter(|_| !cx.is_large()) {
        Some(applied) => applied.outlook_titles(&applied.merged(true)),
        None => apply.outlook().to_vec(),
    };
    if !titles.is_empty() {
        let sentence = HintText::from(format!("{}. ", titles.join(". ")));
        cx.say(sentence.key(Action::Ledger).text(": ledger"));
    }
}

/// Returns whether a task was started for the apply that is shown now.
pub(crate) fn is_current(made_for: &LedgerTask, cx: &Workspace) -> bool {
    task(cx)
        .is_some_and(|task| Arc::ptr_eq(&task.applied, &made_for.applied) && task.hidden == made_for.hidden)
}

/// Returns the task for [`Effect::Ledger`].
pub(crate) fn task(cx: &Workspace) -> Option<LedgerTask> {
    let Mode::Apply(apply) = &cx.mode else {
        return None;
    };
    Some(LedgerTask {
        applied: Arc::clone(apply.applied()?),
        hidden: cx.merged().secrets() == Secrets::Hidden,
    })
}
