//! The verdicts of compliance types and object templates on their objects.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::verdict_task::{VerdictTask, Verdicts};
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::merge::policy::TemplateMatch;
use crate::merge::{Mark, PatchType, Semantics};

/// Returns the index of the template that is shown and the number of templates, or `None` if no policy is
/// open.
pub(crate) fn template_shown(cx: &Workspace) -> Option<(usize, usize)> {
    match &cx.mode {
        Mode::Policy(policy) => Some((policy.shown(), policy.len())),
        _ => None,
    }
}

/// Returns the index of the template that some lines of a file are about if it is not the one that is shown.
pub(crate) fn other_template(input: InputId, lines: &RangeInclusive<u32>, cx: &Workspace) -> Option<usize> {
    let Mode::Policy(policy) = &cx.mode else {
        return None;
    };
    let found = policy.files().template_on(input, lines, policy.shown());
    found.filter(|found| *found != policy.shown())
}

/// Returns the templates other than the one that is shown that the last save changed, or their objects, and that are
/// rejected now.
pub(crate) fn other_rejected(cx: &Workspace) -> Vec<usize> {
    let Mode::Policy(policy) = &cx.mode else {
        return Vec::new();
    };
    let rejected = policy.files().rejected().iter().copied();
    rejected.filter(|at| *at != policy.shown()).collect()
}

/// Returns the reason why there is no other template, as text for the status line, or `None` if there is one.
pub(crate) fn templates_blocker(cx: &Workspace) -> Option<HintText> {
    match template_shown(cx) {
        None => Some("only for policies".into()),
        Some((_, 1)) => Some("the policy has only one template".into()),
        Some(_) => None,
    }
}

/// Returns the reason why there are no compliance types, as text for the status line, or `None` if there are.
pub(crate) fn types_blocker(cx: &Workspace) -> Option<HintText> {
    let is_policy = cx.semantics().patch_type() == PatchType::Policy;
    (!is_policy).then(|| "only for policies".into())
}

/// Returns the verdict of the policy on the current object, or `None` without a policy.
pub fn verdict_shown(cx: &Workspace) -> Option<TemplateMatch> {
    let assessment = cx.merged().merge().assessment?;
    let is_undecided = match &cx.mode {
        Mode::Policy(policy) => policy
            .template()
            .is_some_and(|template| template.has_go_templates),
        _ => false,
    };
    Some(match is_undecided {
        true => TemplateMatch::ServerDecides,
        false => assessment.standing,
    })
}

/// Returns the mark of a verdict.
pub(crate) fn mark_of(standing: TemplateMatch) -> Option<Mark> {
    match standing {
        TemplateMatch::Compliant => None,
        TemplateMatch::NonCompliant => Some(Mark::Rejected),
        TemplateMatch::ServerDecides => Some(Mark::Warning),
    }
}

/// Returns the task for the verdicts of all compliance types on the current object, or `None` without a
/// policy.
pub(crate) fn types_task(cx: &Workspace) -> Option<VerdictTask> {
    let Semantics::Policy(compliance) = cx.semantics() else {
        return None;
    };
    Some(VerdictTask::Types(
        Box::new(cx.merged().merge().inputs.clone()),
        compliance,
    ))
}

/// Returns the task for the verdicts of all templates, or `None` if no policy is open.
pub(crate) fn templates_task(cx: &Workspace) -> Option<VerdictTask> {
    let Mode::Policy(state) = &cx.mode else {
        return None;
    };
    let schema = Arc::clone(&cx.merged().merge().inputs.schema);
    Some(VerdictTask::Templates(Box::new(state.files().clone()), schema))
}

/// Returns the verdicts for a list. If the inputs are large, starts the computation in the background and
/// returns `None`; the list opens when it is done.
pub(crate) fn verdicts(task: Option<VerdictTask>, cx: &mut Workspace) -> Option<Verdicts> {
    let task = task?;
    if !cx.is_large() {
        return Some(task.run());
    }
    cx.say("computing the verdicts…");
    cx.effect(Effect::Verdicts);
    cx.requested_verdicts = Some((cx.session.next_ticket(), task));
    None
}
