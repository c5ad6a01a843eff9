//! What a ConfigurationPolicy's compliance types make of an object, and what they say of it.
//!
//! `plan` and `pair_items` are the controller's own merge, `equality` is its comparison. `musthave` handles the types
//! musthave, mustonlyhave and mustnothave; `proposed_types` hands a template to the engines of kubectl's patches.
//! `apply_plan` carries a plan out, step by step; `pairing_lints` warns of likely mistakes.

mod apply_plan;
pub(crate) mod compliance_type;
mod equality;
pub mod file;
mod go_print;
mod lost_fields;
mod metadata;
mod musthave;
mod pair_candidates;
mod pair_items;
mod pairing_lints;
mod plan;
mod policy_run;
mod proposed_types;
mod secret_data;
mod simulated_server;
mod template;
mod top_level_key;
pub(crate) mod verdict;

use std::sync::Arc;

use super::mark::Mark;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::ResultId;
use super::rule::Rule;
use crate::document::{Document, Tree, Value, ValueKind};
use crate::schema::Schema;

pub use compliance_type::{Compliance, ComplianceType, MetadataType};
use policy_run::PolicyRun;
pub(crate) use proposed_types::take_body;
use template::TemplateCheck;
pub use verdict::{Assessment, TemplateMatch, VerdictReason};

/// Whether a template names its object.
pub fn is_named(template: &Document) -> bool {
    let name = template
        .get(template.root(), "metadata")
        .and_then(|metadata| template.get(metadata, "name"));
    name.is_some_and(|name| matches!(template.value(name), Value::String(name) if !name.is_empty()))
}

/// Whether an object fits a template that names none, by the rules of `kind` (mustonlyhave by its own, all others by
/// musthave's). Kind and namespace are the caller's business.
pub fn fits(template: &Document, live: &Document, kind: ComplianceType) -> bool {
    musthave::fits(template, live, kind)
}

/// Holds the live object against its template, and changes it into what an enforcing policy would send. Returns also what
/// the policy says of the object, which is an error of the controller where the merge is rejected.
///
/// `templates` are the templates as they were given.
pub(crate) fn run<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    compliance: Compliance,
    templates: &[Arc<Document>],
) -> (MergeResult, Assessment) {
    match assess(&mut PolicyRun { recorder, schema }, compliance, templates) {
        Ok(assessment) => (Ok(()), assessment),
        Err(rejection) => {
            let assessment = Assessment::sure(TemplateMatch::NonCompliant, VerdictReason::Error);
            (Err(rejection), assessment)
        }
    }
}

fn assess(
    engine: &mut PolicyRun<'_, '_>,
    compliance: Compliance,
    templates: &[Arc<Document>],
) -> MergeResult<Assessment> {
    let Some(template) = templates.first() else {
        return Ok(Assessment::sure(TemplateMatch::Compliant, VerdictReason::Match));
    };
    engine.patch = 1;
    for patch in 1..engine.documents.len() {
        let root = super::result_tree::node_id::NodeRef {
            document: patch as u16,
            node: engine.documents[patch].root(),
        };
        if engine.kind(root) != ValueKind::Map {
            return Err(engine.not_a_map(root, "the template"));
        }
    }
    let wanted = TemplateCheck {
        kind: compliance.kind,
        metadata: compliance.metadata,
        is_named: compliance.found || is_named(template),
    };
    let live = super::result_tree::node_id::NodeRef::live(engine.documents[0].root());
    if engine.kind(live) == ValueKind::Null {
        return Ok(engine.nothing_there(wanted));
    }
    if engine.kind(live) != ValueKind::Map {
        return Err(engine.not_a_map(live, "live"));
    }
    if wanted.kind.is_proposed() {
        engine.label_as_proposed(wanted.kind);
    }
    match wanted.kind {
        ComplianceType::MustNotHave if wanted.is_named => Ok(engine.delete()),
        kind if kind.is_proposed() && wanted.is_named => engine.proposed(kind, template),
        _ => engine.shipped(wanted),
    }
}

impl PolicyRun<'_, '_> {
    /// There is no object.
    fn nothing_there(&mut self, wanted: TemplateCheck) -> Assessment {
        let top = self.scene.top();
        if wanted.kind == ComplianceType::MustNotHave {
            self.step(StepDraft::new(Rule::PolicyAbsent, top));
            return Assessment::sure(TemplateMatch::Compliant, VerdictReason::Absent);
        }
        if !wanted.is_named {
            self.step(StepDraft::new(Rule::PolicyNoMatch, top));
            return Assessment::sure(TemplateMatch::NonCompliant, VerdictReason::NoMatch);
        }
        let template = self.in_patch(self.documents[1].root());
        let entries: Vec<_> = self.children(template).collect();
        let new: Vec<ResultId> = entries
            .into_iter()
            .map(|entry| self.prepare_insert(top, None, entry, &mut apply_plan::KeepAll, ()))
            .collect();
        self.step(StepDraft::new(Rule::PolicyCreate, top).patch(template));
        self.scene.set_value(top, template);
        self.scene.mark(top, Mark::Added);
        for id in new {
            self.scene.mark(id, Mark::Added);
            self.scene.commit_insert(id);
        }
        self.step(StepDraft::new(Rule::PolicyMissing, top));
        Assessment::sure(TemplateMatch::NonCompliant, VerdictReason::Missing)
    }

    /// A named object that must not be.
    fn delete(&mut self) -> Assessment {
        let top = self.scene.top();
        let template = self.in_patch(self.documents[1].root());
        self.step(StepDraft::new(Rule::PolicyDelete, top).patch(template));
        self.remove(top, Mark::Deleted);
        self.step(StepDraft::new(Rule::PolicyExists, top));
        Assessment::sure(TemplateMatch::NonCompliant, VerdictReason::Exists)
    }
}
