//! The result of a template for an object, ready to print, and for all objects.

use crate::cli::args::ReportFormat;
use crate::document::{Tree, write};
use crate::merge::Merge;
use crate::merge::policy::file::Template;
use crate::merge::policy::{ComplianceType, TemplateMatch, VerdictReason};
use crate::report::explanation::{StepText, steps_with_fixes};
use crate::report::fix::{Applicability, FixReport};
use crate::report::live_objects::object_name;
use crate::report::source_location::SourceLocation;

/// The result of a template for an object.
pub(crate) struct TemplateResult {
    /// The index of the template, from 0.
    pub(crate) index: usize,
    pub(crate) policy: String,
    pub(crate) object: String,
    /// The position of the object in the live files.
    pub(crate) location: Option<SourceLocation>,
    pub(crate) kind: ComplianceType,
    pub(crate) standing: TemplateMatch,
    pub(crate) reason: VerdictReason,
    /// The reason as a sentence.
    pub(crate) why: String,
    /// The fix of a template that the controller rejects.
    pub(crate) fix: Option<FixReport>,
    /// The object that an enforcing policy would write, in the output format.
    pub(crate) merged: Option<String>,
    /// The steps in order.
    pub(crate) steps: Vec<StepText>,
    /// For a template without a name: the objects that match.
    pub(crate) fits: Vec<String>,
}

/// Moves the edits of a fix to their places in the policy file. What a Go template becomes is not known, so nothing
/// about it is proven.
fn place(fix: &mut FixReport, template: &Template) {
    match template.offset {
        Some(offset) => {
            for edit in &mut fix.edits {
                edit.byte_start += offset;
                edit.byte_end += offset;
            }
        }
        None => fix.edits.clear(),
    }
    if template.offset.is_none() || template.has_go_templates {
        fix.applicability = Applicability::NeedsDecision;
    }
}

/// The result of one object for a template.
pub(crate) enum ObjectVerdict {
    /// The template names the object.
    Named(Box<TemplateResult>),
    /// The object matches a template without a name.
    Fits {
        index: usize,
        called: String,
        alone: Option<Box<TemplateResult>>,
    },
    /// The object has the kind of the template but does not match it.
    Other(usize),
}

/// The results so far.
#[derive(Default)]
pub(crate) struct ResultCounts {
    pub(crate) objects: usize,
    pub(crate) hits: Vec<ObjectVerdict>,
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
        let sent = merge.rejection().is_none() && merge.tree.has_result();
        let sent = sent
            && (template.counts_as_named()
                || !matches!(reason, VerdictReason::NoMatch | VerdictReason::Match));
        let mut steps = steps_with_fixes(merge);
        for step in &mut steps {
            step.live = step.live.take().filter(|_| is_there);
            if let Some(fix) = &mut step.suggested {
                place(fix, template);
            }
        }
        let rejected = merge.rejection().and_then(|it| steps.get(it.step as usize));
        Self {
            index,
            policy: template.policy.clone(),
            fix: rejected.and_then(|step| step.suggested.clone()),
            object: if is_there {
                object_name(live)
            } else {
                template.display_name()
            },
            location: is_there.then(|| SourceLocation::from_node(live, live.root())),
            kind: template.compliance.kind,
            standing,
            reason,
            why,
            merged: sent.then(|| match format {
                ReportFormat::Json => write::json(&merge.tree),
                _ => write::yaml(&merge.tree),
            }),
            steps,
            fits: Vec::new(),
        }
    }

    /// Adds the namespace to the result of an object that does not exist.
    pub(crate) fn in_namespace(mut self, namespace: Option<&str>) -> Self {
        if let Some(namespace) = namespace
            && let Some((kind, name)) = self.object.split_once(' ')
        {
            self.object = format!("{kind} {namespace}/{name}");
        }
        self
    }

    /// Returns whether the object is certainly compliant.
    pub(crate) fn is_compliant(&self) -> bool {
        self.standing == TemplateMatch::Compliant
    }
}
