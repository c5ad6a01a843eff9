//! The effect of the compliance types of a ConfigurationPolicy on an object, and their verdict.
//!
//! `plan` and `pair_items` are the controller's own merge, `equality` is its comparison. `musthave` handles
//! the types musthave, mustonlyhave and mustnothave; `proposed_types` passes a template to the engines of
//! kubectl's patches. `apply_plan` applies a plan, step by step; `pairing_lints` warns about likely mistakes.

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
mod template_check;
mod top_level_key;
pub(crate) mod verdict;

use std::sync::Arc;

use super::mark::Mark;
use super::no_namespace::{NO_NAMESPACE_HELP, no_namespace_message};
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::ResultId;
use super::rule::Rule;
use crate::document::{Document, Tree, ValueKind};
use crate::schema::Schema;

pub use compliance_type::{Compliance, ComplianceType, MetadataType};
use policy_run::PolicyRun;
pub(crate) use proposed_types::use_patch_body;
pub use template_check::is_named;
use template_check::{TemplateCheck, has_templated_identity};
pub use verdict::{Assessment, TemplateMatch, VerdictReason};

/// Returns whether an object matches a template that names none. mustonlyhave is compared as such, all other
/// types as musthave. The caller compares kind and namespace.
pub fn matches(template: &Document, live: &Document, kind: ComplianceType) -> bool {
    musthave::matches(template, live, kind)
}

/// Compares the live object with its template, and changes it into the object that an enforcing policy would
/// send. Also returns the assessment of the object, which is an error of the controller if the merge is
/// rejected.
///
/// `templates` are the original templates.
pub(crate) fn run<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    compliance: Compliance,
    templates: &[Arc<Document>],
) -> (MergeResult, Assessment) {
    match assess(&mut PolicyRun { recorder, schema }, compliance, templates) {
        Ok(assessment) => (Ok(()), assessment),
        Err(rejection) => {
            let assessment = Assessment::certain(TemplateMatch::NonCompliant, VerdictReason::Error);
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
        return Ok(Assessment::certain(
            TemplateMatch::Compliant,
            VerdictReason::Match,
        ));
    };
    engine.patch = 1;
    for patch in 1..engine.documents.len() {
        let root = super::result_tree::node_id::NodeRef {
            document: patch as u16,
            node: engine.documents[patch].root(),
        };
        if engine.kind(root) != ValueKind::Map {
            return Err(engine.reject_non_map(root, "the template"));
        }
    }
    let check = TemplateCheck {
        kind: compliance.kind,
        metadata: compliance.metadata,
        is_named: compliance.selected_by_content || is_named(template),
    };
    if compliance.lacks_namespace {
        return engine.reject_without_namespace(template);
    }
    let live = super::result_tree::node_id::NodeRef::live(engine.documents[0].root());
    if engine.kind(live) == ValueKind::Null {
        return engine.handle_missing_object(check, template);
    }
    if engine.kind(live) != ValueKind::Map {
        return Err(engine.reject_non_map(live, "the live object"));
    }
    if check.kind.is_proposed() {
        engine.record_proposed_type(check.kind);
    }
    match check.kind {
        ComplianceType::MustNotHave if check.is_named => Ok(engine.delete_object()),
        kind if kind.is_proposed() && check.is_named => engine.run_proposed_type(kind, template),
        _ => engine.run_shipped_type(check),
    }
}

impl PolicyRun<'_, '_> {
    /// Rejects a template without a namespace: the controller does not look up objects of namespaced kinds without one.
    fn reject_without_namespace(&mut self, original: &Document) -> MergeResult<Assessment> {
        let (top, template) = (self.tree.top(), self.in_patch(self.documents[1].root()));
        let message = no_namespace_message(original);
        let detail = "`metadata.namespace`, and the `namespaceSelector` of the policy includes no namespace, so the controller \
                      cannot look up the object";
        let note = StepDraft::new(Rule::PolicyUnidentified, top).patch(template);
        let mut rejection = self.reject(note, message, detail.to_owned(), vec![template]);
        rejection.fix = Some(NO_NAMESPACE_HELP.to_owned());
        Err(rejection)
    }

    /// Handles a missing object.
    fn handle_missing_object(
        &mut self,
        check: TemplateCheck,
        original: &Document,
    ) -> MergeResult<Assessment> {
        let top = self.tree.top();
        let template = self.in_patch(self.documents[1].root());
        for (name, what) in [("kind", "read it"), ("apiVersion", "find the resource")] {
            let value = original.get(original.root(), name);
            if value.is_none_or(|value| original.kind(value) == ValueKind::Null) {
                let detail = format!("`{name}`, so the controller cannot {what}");
                let note = StepDraft::new(Rule::PolicyUnidentified, top).patch(template);
                let message = format!("the template has no `{name}`");
                let mut rejection = self.reject(note, message, detail, vec![template]);
                rejection.fix = Some(format!("Add `{name}` to the template."));
                return Err(rejection);
            }
        }
        if has_templated_identity(original) {
            self.step(StepDraft::new(Rule::PolicyUndecided, top).patch(template));
            return Ok(Assessment {
                if_stored: TemplateMatch::NonCompliant,
                ..Assessment::certain(TemplateMatch::ServerDecides, VerdictReason::Undecided)
            });
        }
        if check.kind == ComplianceType::MustNotHave {
            self.step(StepDraft::new(Rule::PolicyAbsent, top));
            return Ok(Assessment::certain(
                TemplateMatch::Compliant,
                VerdictReason::Absent,
            ));
        }
        if !check.is_named {
            self.step(StepDraft::new(Rule::PolicyNoMatch, top));
            return Ok(Assessment::certain(
                TemplateMatch::NonCompliant,
                VerdictReason::NoMatch,
            ));
        }
        let entries: Vec<_> = self.children(template).collect();
        let new: Vec<ResultId> = entries
            .into_iter()
            .map(|entry| self.prepare_insert(top, None, entry, &mut apply_plan::InsertAll, ()))
            .collect();
        self.step(StepDraft::new(Rule::PolicyCreate, top).patch(template));
        self.tree.set_value(top, template);
        self.tree.mark(top, Mark::Added);
        for id in new {
            self.tree.mark(id, Mark::Added);
            self.tree.commit_insert(id);
        }
        self.step(StepDraft::new(Rule::PolicyMissing, top));
        Ok(Assessment::certain(
            TemplateMatch::NonCompliant,
            VerdictReason::Missing,
        ))
    }

    /// Deletes a named object that must not exist.
    fn delete_object(&mut self) -> Assessment {
        let top = self.tree.top();
        let template = self.in_patch(self.documents[1].root());
        self.step(StepDraft::new(Rule::PolicyDelete, top).patch(template));
        self.remove(top, Mark::Deleted);
        self.step(StepDraft::new(Rule::PolicyExists, top));
        Assessment::certain(TemplateMatch::NonCompliant, VerdictReason::Exists)
    }
}
