//! What a template says of an object, ready to be printed; and of all objects together.

use crate::cli::args::ReportFormat;
use crate::document::{Document, Tree, write};
use crate::merge::Merge;
use crate::merge::policy::file;
use crate::merge::policy::file::Template;
use crate::merge::policy::{ComplianceType, TemplateMatch, VerdictReason};
use crate::report::explanation::{StepText, tell_step};
use crate::report::source_location::SourceLocation;

/// A template's word on an object.
pub(crate) struct TemplateResult {
    /// The template, from 0.
    pub(crate) index: usize,
    pub(crate) policy: String,
    pub(crate) object: String,
    /// Where the object is in the live files.
    pub(crate) place: Option<SourceLocation>,
    pub(crate) kind: ComplianceType,
    pub(crate) standing: TemplateMatch,
    pub(crate) reason: VerdictReason,
    /// One sentence.
    pub(crate) why: String,
    /// What an enforcing policy would write, in the form that is printed.
    pub(crate) merged: Option<String>,
    /// The steps, in order.
    pub(crate) steps: Vec<StepText>,
    /// Of a template without a name: the objects that fit.
    pub(crate) fits: Vec<String>,
}

/// What one object brings a template.
pub(crate) enum ObjectVerdict {
    /// The template names the object.
    Named(Box<TemplateResult>),
    /// The object fits a template that names none.
    Fits {
        index: usize,
        called: String,
        alone: Option<Box<TemplateResult>>,
    },
    /// The object is of the template's kind and does not fit.
    Other(usize),
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct ResultCounts {
    pub(crate) objects: usize,
    pub(crate) hits: Vec<ObjectVerdict>,
}

/// What an object is called: `Deployment shop/web`.
pub(crate) fn object_name(object: &Document) -> String {
    let (_, kind) = object.identity();
    let name = file::name(object).unwrap_or_default();
    match file::namespace(object) {
        Some(namespace) => format!("{kind} {namespace}/{name}"),
        None => format!("{kind} {name}"),
    }
}

impl TemplateResult {
    /// Describes a traced merge of a template.
    pub(crate) fn new(index: usize, template: &Template, merge: &Merge, format: ReportFormat) -> Self {
        let live = &merge.inputs.live;
        let is_there = live.kind(live.root()) == crate::document::ValueKind::Map;
        let assessment = merge.assessment;
        let mut standing = assessment.map_or(TemplateMatch::NonCompliant, |assessment| assessment.standing);
        let reason = assessment.map_or(VerdictReason::Error, |assessment| assessment.reason);
        let mut why = match (merge.rejection(), merge.steps.last()) {
            (Some(rejection), _) => rejection.message.clone(),
            (None, Some(step)) => merge.sentence(step),
            (None, None) => String::new(),
        };
        let compared = matches!(
            reason,
            VerdictReason::Match | VerdictReason::Mismatch | VerdictReason::Status
        );
        if template.has_go_templates && compared {
            standing = TemplateMatch::ServerDecides;
            why = format!(
                "The template contains Go templates. Only the controller can execute them; here their text is used. {why}"
            );
        }
        let sent = merge.rejection().is_none() && merge.scene.has_result();
        let sent = sent
            && (template.counts_as_named()
                || !matches!(reason, VerdictReason::NoMatch | VerdictReason::Match));
        Self {
            index,
            policy: template.policy.clone(),
            object: if is_there {
                object_name(live)
            } else {
                template.display_name()
            },
            place: is_there.then(|| SourceLocation::from_node(live, live.root())),
            kind: template.compliance.kind,
            standing,
            reason,
            why,
            merged: sent.then(|| match format {
                ReportFormat::Json => write::json(&merge.scene),
                _ => write::yaml(&merge.scene),
            }),
            steps: (0..merge.steps.len())
                .map(|step| tell_step(merge, step))
                .map(|step| StepText {
                    live: step.live.filter(|_| is_there),
                    ..step
                })
                .collect(),
            fits: Vec::new(),
        }
    }

    /// The same about an object that would be in this namespace.
    pub(crate) fn in_namespace(mut self, namespace: Option<&str>) -> Self {
        if let Some(namespace) = namespace
            && let Some((kind, name)) = self.object.split_once(' ')
        {
            self.object = format!("{kind} {namespace}/{name}");
        }
        self
    }

    /// Whether it is for sure as the policy wants it.
    pub(crate) fn is_compliant(&self) -> bool {
        self.standing == TemplateMatch::Compliant
    }
}
