//! musthavemerge, musthavestrategic and musthaveapply: kubectl's patches, with the template as patch.
//!
//! Where the proposal leaves a choice, these types do what the shipped types do: of the metadata, labels and
//! annotations are sent; status is compared and never sent.

use std::sync::Arc;

use super::compliance_type::{Compliance, ComplianceType};
use super::equality::EqualityMode;
use super::lost_fields::lost_fields;
use super::plan::MusthavePlan;
use super::policy_run::PolicyRun;
use super::template_check::is_named;
use super::top_level_key;
use super::verdict::{Assessment, TemplateMatch, VerdictReason};
use crate::document::words::and_list;
use crate::document::{Document, NodeId, Numbers, Tree, same};
use crate::merge::keys::keyed_items::ListCache;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::NodeRef;
use crate::merge::rule::Rule;
use crate::merge::semantics::JsonRules;
use crate::merge::strategic::decision::Dialect;
use crate::merge::{merge_patch, strategic};

/// Returns the parts of a template that are not part of the patch, with their names in sentences.
fn excluded_parts(template: &Document) -> Vec<(String, NodeId)> {
    let mut out = Vec::new();
    for entry in template.children(template.root()) {
        match template.key(entry) {
            Some(key @ ("apiVersion" | "kind" | "status")) => out.push((key.to_owned(), entry)),
            Some("metadata") => {
                for field in template.children(entry) {
                    match template.key(field) {
                        Some("labels" | "annotations") | None => {}
                        Some(key) => out.push((format!("metadata.{key}"), field)),
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// Replaces the template of a proposed type by its patch. Nodes keep their numbers.
pub(crate) fn use_patch_body(documents: &mut [Arc<Document>], compliance: Compliance) {
    let [live, template, ..] = documents else { return };
    let is_named = compliance.selected_by_content || is_named(template);
    if !compliance.kind.is_proposed()
        || !is_named
        || live.kind(live.root()) != crate::document::ValueKind::Map
    {
        return;
    }
    let gone: Vec<NodeId> = excluded_parts(template)
        .into_iter()
        .map(|(_, node)| node)
        .collect();
    *template = Arc::new(template.without_nodes(&gone));
}

impl PolicyRun<'_, '_> {
    /// Records a step that says that no controller supports the type.
    pub(crate) fn record_proposed_type(&mut self, kind: ComplianceType) {
        let note = StepDraft::new(Rule::PolicyProposed, self.tree.top());
        self.step(note.detail(kind.name().to_owned()));
    }

    /// Patches the live object with the template's body.
    ///
    /// # Errors
    /// The rejection of the patch.
    pub(crate) fn run_proposed_type(
        &mut self,
        kind: ComplianceType,
        template: &Document,
    ) -> MergeResult<Assessment> {
        let top = self.tree.top();
        let gone = excluded_parts(template)
            .into_iter()
            .map(|(name, _)| format!("`{name}`"));
        let gone: Vec<String> = gone.collect();
        if !gone.is_empty() {
            let names = and_list(&gone);
            self.step(StepDraft::new(Rule::PolicyPatchBody, top).detail(names));
        }
        let (api_version, name) = self.documents[0].identity();
        let known = self.schema.top(api_version, name);
        let strategic = match (kind, known) {
            (ComplianceType::MustHaveMerge, _) => false,
            (ComplianceType::MustHaveApply, known) => known.is_ok(),
            (_, Ok(_)) => true,
            (_, Err(unknown)) => {
                let live = NodeRef::live(self.documents[0].root());
                let faulty = self.entry(live, "kind").unwrap_or(live);
                let detail = format!("{api_version} {name}");
                let note = StepDraft::new(Rule::PolicyStrategicCustom, top);
                return Err(self.reject(note, unknown.to_string(), detail, vec![faulty]));
            }
        };
        if kind == ComplianceType::MustHaveApply {
            let detail = match strategic {
                true => "a strategic merge patch, as the kind is built in",
                false => "a JSON merge patch, because the kind is a custom resource",
            };
            self.step(StepDraft::new(Rule::MusthaveapplyNotKubectlApply, top).detail(detail.to_owned()));
        }
        match strategic {
            true => {
                let dialect = Dialect::KUBERNETES;
                strategic::run(self.recorder, self.schema, dialect, ListCache::default()).0?;
            }
            false => {
                merge_patch::run(self.recorder, JsonRules::Kubernetes)?;
                self.warn_about_lost_fields();
            }
        }
        Ok(self.proposed_verdict(template))
    }

    /// Warns about the live items and fields that are lost because a list of the template replaces the live
    /// list.
    fn warn_about_lost_fields(&mut self) {
        let (top, [live, template, ..]) = (self.tree.top(), self.documents) else {
            return;
        };
        for lost in lost_fields(template, template.root(), live, live.root()) {
            let mut keys = Vec::new();
            let mut at = Some(lost.list);
            while let Some(node) = at {
                keys.extend(template.key(node));
                at = template.parent(node);
            }
            let list = keys.iter().rev().try_fold(top, |at, key| self.tree.get(at, key));
            let list = list.unwrap_or(top);
            let note = StepDraft::new(Rule::PolicyLostFields, list).patch(self.in_patch(lost.list));
            self.step(note.old(NodeRef::live(lost.live)).detail(lost.names));
        }
    }

    fn proposed_verdict(&mut self, template: &Document) -> Assessment {
        let top = self.tree.top();
        let live = &*self.documents[0];
        let is_same = self.tree.has_result() && same(&self.tree, top, live, live.root(), Numbers::ByValue);
        let status = self.status_differs(template);
        let (rule, standing, reason) = match (is_same, status) {
            (true, false) => (
                Rule::PolicyCompliant,
                TemplateMatch::Compliant,
                VerdictReason::Match,
            ),
            (true, true) => (
                Rule::PolicyStatus,
                TemplateMatch::NonCompliant,
                VerdictReason::Status,
            ),
            (false, _) => {
                let detail = "the patch changes the object".to_owned();
                return self.record_server_decides(
                    detail,
                    VerdictReason::Mismatch,
                    TemplateMatch::NonCompliant,
                );
            }
        };
        self.step(StepDraft::new(rule, top));
        Assessment::certain(standing, reason)
    }

    /// Returns whether the template has a different status, compared as by musthave.
    fn status_differs(&self, template: &Document) -> bool {
        let live = &*self.documents[0];
        let Some(status) = template.get(template.root(), "status") else {
            return false;
        };
        let mut plan = MusthavePlan::new(template, live, EqualityMode::Strict);
        let live_node = live.get(live.root(), "status");
        !top_level_key::compare(&mut plan, status, live_node, false).is_ok_and(|compared| compared.is_equal)
    }
}
