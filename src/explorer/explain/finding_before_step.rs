//! The step that the explanation of the last step names first.

use crate::course::Lesson;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::merge::Step;

/// At the last step: returns the step with the reason why the API server rejects the result, or the first warning.
/// `None` if the current step is an issue itself.
pub(crate) fn finding_before_step(merged: &MergedView, lesson: Option<&Lesson>) -> Option<StepId> {
    if merged.position() < merged.last_change().max(1) {
        return None;
    }
    let is_current = |is_issue: fn(&Step) -> bool| merged.step().is_some_and(is_issue);
    match merged.server_rejection() {
        Some(step) => (!is_current(|step| step.rule.is_server_rejection())).then_some(step),
        // A lesson explains its steps one by one.
        None if lesson.is_some() || is_current(|step| step.rule.is_finding()) => None,
        None => StepId::from_position(merged.first_warning()?),
    }
}
