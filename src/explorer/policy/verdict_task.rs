//! Computes the verdicts of compliance types and object templates, on any thread.

use std::sync::Arc;

use super::task::PolicyFiles;
use crate::document::escape::visible;
use crate::merge::policy::file::Template;
use crate::merge::policy::{Compliance, ComplianceType, TemplateMatch};
use crate::merge::{Inputs, Mark, Merge, Semantics, merge};
use crate::schema::Schema;

/// The marks that are counted, in the order in which they are shown.
const COUNTED: [Mark; 5] = [
    Mark::Added,
    Mark::Changed,
    Mark::Deleted,
    Mark::Replaced,
    Mark::Reordered,
];

/// The verdict of a compliance type on the current object.
#[derive(Clone, Debug)]
pub struct TypeVerdict {
    pub(crate) kind: ComplianceType,
    pub(crate) standing: TemplateMatch,
    /// The number of changes by mark: `+2 ~1 -3`.
    pub(crate) changes: String,
    /// The sentence of the verdict and the first changes; escaped.
    pub(crate) detail: String,
}

/// The verdict of an object template on its object.
#[derive(Clone, Debug)]
pub struct TemplateVerdict {
    pub(crate) standing: TemplateMatch,
    /// The compliance type, the name and the reason; not escaped.
    pub(crate) text: String,
}

/// The verdicts to compute. A task owns all its data, so any thread can run it.
#[derive(Clone, Debug)]
pub enum VerdictTask {
    /// The verdict of each compliance type on one object.
    Types(Box<Inputs>, Compliance),
    /// The verdict of each template of a policy on its object.
    Templates(Box<PolicyFiles>, Arc<Schema>),
}

/// The verdicts that a list shows.
#[derive(Clone, Debug)]
pub enum Verdicts {
    /// The verdicts of the compliance types.
    Types(Vec<TypeVerdict>),
    /// The verdicts of the templates.
    Templates(Vec<TemplateVerdict>),
}

impl VerdictTask {
    /// Computes the verdicts; each requires a merge.
    pub fn run(&self) -> Verdicts {
        match self {
            Self::Types(inputs, compliance) => {
                let verdict = |kind| {
                    let mut inputs = (**inputs).clone();
                    inputs.semantics = Semantics::Policy(compliance.with_type(kind));
                    type_verdict(kind, &merge(inputs, true))
                };
                Verdicts::Types(ComplianceType::ALL.into_iter().map(verdict).collect())
            }
            Self::Templates(files, schema) => {
                let templates = files.policy().templates.iter().enumerate();
                let verdict = |(index, template)| {
                    Some(template_verdict(
                        template,
                        &merge(files.inputs_of(index, None, schema)?, false),
                    ))
                };
                Verdicts::Templates(templates.filter_map(verdict).collect())
            }
        }
    }
}

fn type_verdict(kind: ComplianceType, merged: &Merge) -> TypeVerdict {
    let standing = merged
        .assessment
        .map_or(TemplateMatch::NonCompliant, |assessment| assessment.standing);
    // The last step is the verdict, which changes nothing.
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
        (Some(rejection), _) => rejection.message.clone(),
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
        .map(|step| {
            format!(
                "{} {}",
                step.rule.effect().name(),
                merged.distinct_step_path(step)
            )
        })
        .collect();
    let places = match places.is_empty() {
        true => String::new(),
        false => format!(" First change: {}.", places.join(", ")),
    };
    TypeVerdict {
        kind,
        standing,
        changes,
        detail: visible(&format!("{verdict}{places}")).into_owned(),
    }
}

fn template_verdict(template: &Template, merged: &Merge) -> TemplateVerdict {
    let (standing, reason) = match merged.assessment {
        Some(assessment) => (assessment.standing, assessment.reason.description()),
        None => (TemplateMatch::NonCompliant, "rejected"),
    };
    let standing = if template.has_go_templates {
        TemplateMatch::ServerDecides
    } else {
        standing
    };
    let text = format!(
        "{} · {} ({reason})",
        template.compliance.kind.name(),
        template.display_name(),
    );
    TemplateVerdict { standing, text }
}
