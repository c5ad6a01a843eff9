//! What the compliance types and the object templates say of their objects.

use crate::document::escape::visible;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::merge::policy::file::Template;
use crate::merge::policy::{ComplianceType, TemplateMatch};
use crate::merge::{Mark, Merge, PatchType, Semantics, merge};

/// The marks that are counted, in the order in which they are shown.
const COUNTED: [Mark; 6] = [
    Mark::Added,
    Mark::Changed,
    Mark::Deleted,
    Mark::Replaced,
    Mark::Reordered,
    Mark::Warning,
];

/// One compliance type on the current object.
#[derive(Clone, Debug)]
pub(crate) struct TypeVerdict {
    pub(crate) kind: ComplianceType,
    pub(crate) standing: TemplateMatch,
    /// What would change: `+2 ~1 -3`.
    pub(crate) changes: String,
    /// The sentence of the verdict, and where the first changes are; escaped.
    pub(crate) detail: String,
}

/// One object template on its object.
#[derive(Clone, Debug)]
pub(crate) struct TemplateVerdict {
    pub(crate) standing: TemplateMatch,
    /// Its type, its name and the reason; not escaped.
    pub(crate) text: String,
}

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

/// The mark of a verdict.
pub(crate) fn mark_of(standing: TemplateMatch) -> Option<Mark> {
    match standing {
        TemplateMatch::Compliant => None,
        TemplateMatch::NonCompliant => Some(Mark::Rejected),
        TemplateMatch::ServerDecides => Some(Mark::Warning),
    }
}

/// The verdict of each compliance type on the current object; none if no policy is open.
pub(crate) fn type_verdicts(cx: &Workspace) -> Vec<TypeVerdict> {
    let Semantics::Policy(compliance) = cx.semantics() else {
        return Vec::new();
    };
    let verdict = |kind| {
        let mut inputs = cx.merged().merge().inputs.clone();
        inputs.semantics = Semantics::Policy(compliance.under(kind));
        type_verdict(kind, &merge(inputs, true))
    };
    ComplianceType::ALL.into_iter().map(verdict).collect()
}

fn type_verdict(kind: ComplianceType, merged: &Merge) -> TypeVerdict {
    let standing = merged
        .assessment
        .map_or(TemplateMatch::NonCompliant, |assessment| assessment.standing);
    // The last step is the verdict: it changes nothing.
    let done = merged.steps.len().saturating_sub(1);
    let steps = &merged.steps[..done];
    let counts: Vec<String> = COUNTED
        .into_iter()
        .filter_map(|mark| {
            let count = steps
                .iter()
                .filter(|step| step.rule.effect().mark() == Some(mark))
                .count();
            (count > 0).then(|| format!("{}{count}", mark.glyph()))
        })
        .collect();
    let changes = match (merged.rejection(), counts.is_empty()) {
        (Some(_), _) => "rejected".to_owned(),
        (None, true) => "no change".to_owned(),
        (None, false) => counts.join(" "),
    };
    let verdict = match (merged.rejection(), merged.steps.last()) {
        (Some(refusal), _) => refusal.message.clone(),
        (None, Some(step)) => merged.sentence(step),
        (None, None) => String::new(),
    };
    let places: Vec<String> = steps
        .iter()
        .filter(|step| {
            step.rule
                .effect()
                .mark()
                .is_some_and(|mark| COUNTED[..4].contains(&mark))
        })
        .take(4)
        .map(|step| format!("{} {}", step.rule.effect().name(), merged.step_path(step)))
        .collect();
    let places = match places.is_empty() {
        true => String::new(),
        false => format!(" First: {}.", places.join(", ")),
    };
    TypeVerdict {
        kind,
        standing,
        changes,
        detail: visible(&format!("{verdict}{places}")).into_owned(),
    }
}

/// The verdict of each template on its object.
pub(crate) fn template_verdicts(cx: &Workspace) -> Vec<TemplateVerdict> {
    let Mode::Policy(state) = &cx.mode else {
        return Vec::new();
    };
    let schema = &cx.merged().merge().inputs.schema;
    let verdict = |(at, template): (usize, &Template)| {
        let merged = merge(state.files().inputs_of(at, None, schema)?, false);
        let assessment = merged.assessment?;
        let standing = if template.has_go_templates {
            TemplateMatch::ServerDecides
        } else {
            assessment.standing
        };
        let text = format!(
            "{} · {} ({})",
            template.compliance.kind.name(),
            template.called(),
            assessment.reason.words()
        );
        Some(TemplateVerdict { standing, text })
    };
    let templates = state.policy().templates.iter().enumerate();
    templates.filter_map(verdict).collect()
}
