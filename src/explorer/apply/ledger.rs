//! Opening the ledger of an apply.

use std::sync::Arc;

use super::ledger_task::{LedgerEntry, LedgerTask};
use crate::create::OutlookNote;
use crate::document::{Path, Segment};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::go_to;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::report::redact::Secrets;

/// Returns the reason why there is no ledger, as text for the status line, or `None` if there is one.
pub(crate) fn blocker(cx: &Workspace) -> Option<HintText> {
    let is_apply = matches!(cx.mode, Mode::Apply(_));
    (!is_apply).then(|| "only for kubectl apply".into())
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
        None => {
            let rejection = cx.apply_rejection().map(LedgerEntry::rejection);
            Some(rejection.into_iter().collect())
        }
    }
}

/// Goes to the first field that stays different after an apply that was just opened, and says what stays different.
pub(crate) fn show_outlook_at_start(cx: &mut Workspace) {
    let is_large = cx.is_large();
    let Mode::Apply(apply) = &mut cx.mode else { return };
    if let Some(applied) = apply.applied().filter(|_| !is_large).cloned() {
        apply.set_outlook(applied.outlook_notes(&applied.merged(true)));
    }
    show_outlook(cx);
}

/// Goes to the first field that stays different after the apply, and says what stays different.
pub(crate) fn show_outlook(cx: &mut Workspace) {
    let notes = outlook(cx);
    if notes.is_empty() {
        return;
    }
    let titles: Vec<&str> = notes.iter().map(|note| &*note.title).collect();
    let sentence = HintText::from(format!("{}. ", titles.join(". ")));
    // What the apply changes is more important than what it keeps.
    let is_minor = notes[0].is_drift && changes_more_than_annotations(cx);
    if let Some(path) = notes[0].path.clone().filter(|_| !has_rejection(cx) && !is_minor) {
        go_to::go_to_path(&path, cx);
        // An order that is sent although nothing changes has a step without a mark.
        if cx.step_of_path(&path).is_none()
            && let Some(step) = cx.last_step_at(&path)
        {
            cx.go_to(step);
        }
    }
    cx.say(sentence.key(Action::Ledger).text(": ledger"));
}

/// Returns what stays different after the apply that was opened; empty in other modes.
pub(crate) fn outlook(cx: &Workspace) -> Vec<OutlookNote> {
    match &cx.mode {
        Mode::Apply(apply) => apply.outlook().to_vec(),
        _ => Vec::new(),
    }
}

/// Returns whether the apply changes a field that is not an annotation. Each apply writes one.
fn changes_more_than_annotations(cx: &Workspace) -> bool {
    let merge = cx.merged().merge();
    let is_key = |segment: &Segment, key: &str| matches!(segment, Segment::Key(own) if own == key);
    let is_annotation = |path: &Path| matches!(&path.0[..], [first, second, ..] if is_key(first, "metadata") && is_key(second, "annotations"));
    let mut steps = merge
        .steps
        .iter()
        .filter(|step| step.rule.effect().mark().is_some());
    steps.any(|step| !is_annotation(&merge.step_path(step)))
}

/// Returns whether the explanation begins with a rejection, which is more important.
fn has_rejection(cx: &Workspace) -> bool {
    cx.merged().merge().rejection().is_some() || cx.merged().server_rejection().is_some()
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
