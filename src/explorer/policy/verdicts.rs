//! What the compliance types and the object templates say of their objects.

use std::sync::Arc;

use super::verdict_task::{VerdictTask, Verdicts};
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::merge::policy::TemplateMatch;
use crate::merge::{Mark, PatchType, Semantics};

/// The template that is shown, and how many there are; none if no policy is open.
pub(crate) fn template_shown(cx: &Workspace) -> Option<(usize, usize)> {
    match &cx.mode {
        Mode::Policy(policy) => Some((policy.shown(), policy.len())),
        _ => None,
    }
}

/// Returns the reason why there is no other template, as text for the status line, or `None` if there is one.
pub(crate) fn templates_blocker(cx: &Workspace) -> Option<HintText> {
    match template_shown(cx) {
        None => Some("only available in `mergescope policy`".into()),
        Some((_, 1)) => Some("the policy has only one template".into()),
        Some(_) => None,
    }
}

/// Returns the reason why there are no compliance types, as text for the status line, or `None` if there are.
pub(crate) fn types_blocker(cx: &Workspace) -> Option<HintText> {
    let is_policy = cx.semantics().patch_type() == PatchType::Policy;
    (!is_policy).then(|| "only available in `mergescope policy`".into())
}

/// What the policy says of the object that is shown; none without a policy, or if the template cannot be evaluated.
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

/// The mark of a verdict.
pub(crate) fn mark_of(standing: TemplateMatch) -> Option<Mark> {
    match standing {
        TemplateMatch::Compliant => None,
        TemplateMatch::NonCompliant => Some(Mark::Rejected),
        TemplateMatch::ServerDecides => Some(Mark::Warning),
    }
}

/// The verdicts of all compliance types on the object that is shown; none without a policy.
pub(crate) fn types_task(cx: &Workspace) -> Option<VerdictTask> {
    let Semantics::Policy(compliance) = cx.semantics() else {
        return None;
    };
    Some(VerdictTask::Types(
        Box::new(cx.merged().merge().inputs.clone()),
        compliance,
    ))
}

/// The verdicts of all templates of the policy that is open; none without one.
pub(crate) fn templates_task(cx: &Workspace) -> Option<VerdictTask> {
    let Mode::Policy(state) = &cx.mode else {
        return None;
    };
    let schema = Arc::clone(&cx.merged().merge().inputs.schema);
    Some(VerdictTask::Templates(Box::new(state.files().clone()), schema))
}

/// The verdicts of a list that opens: at once, or none yet if the inputs are large. Then they are computed in the background, and the
/// list opens with them.
pub(crate) fn verdicts(task: Option<VerdictTask>, cx: &mut Workspace) -> Option<Verdicts> {
    let task = task?;
    if let Some(verdicts) = cx.verdicts.take() {
        return Some(verdicts);
    }
    if !cx.is_large() {
        return Some(task.run());
    }
    cx.say("computing the verdicts…");
    cx.effect(Effect::Verdicts);
    cx.requested_verdicts = Some((cx.session.next_ticket(), task));
    None
}
