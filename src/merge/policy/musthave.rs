//! musthave, mustonlyhave and mustnothave on one object.

use super::compliance_type::{ComplianceType, MetadataType};
use super::equality::EqualityMode;
use super::metadata;
use super::metadata::{Metadata, SCC};
use super::plan::{MusthavePlan, PlanPart};
use super::policy_run::PolicyRun;
use super::simulated_server;
use super::template_check::TemplateCheck;
use super::top_level_key;
use super::top_level_key::{KeyComparison, TypeMismatch};
use super::verdict::{Assessment, TemplateMatch, VerdictReason};
use crate::document::{NodeId, Tree, ValueKind};
use crate::merge::LAST_APPLIED;
use crate::merge::api_server::report_rejection;
use crate::merge::quote::join_names;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

/// The differences found so far.
#[derive(Default)]
struct MatchTally {
    update: bool,
    missing: bool,
    status: bool,
    /// The keys that differ, for the sentence of the verdict.
    differ: Vec<String>,
    template_node: Vec<String>,
}

impl<'d> PolicyRun<'_, 'd> {
    /// Compares an object by musthave or mustonlyhave, or by any type if it can match a template without a
    /// name.
    ///
    /// # Errors
    /// The errors of the controller.
    pub(crate) fn run_shipped_type(&mut self, check: TemplateCheck) -> MergeResult<Assessment> {
        let mode = match check.is_named {
            true => EqualityMode::Strict,
            false => EqualityMode::Lenient,
        };
        let (live, template) = (&*self.documents[0], &*self.documents[1]);
        let mut plan = MusthavePlan::new(template, live, mode);
        let whole = top_level_key::is_whole(check.kind);
        let mut tally = MatchTally::default();
        for (name, template_node) in top_level_key::compared(template) {
            let live_node = live.get(live.root(), name);
            if name == "metadata" {
                self.apply_metadata(&mut plan, check, template_node, live_node, &mut tally)?;
                continue;
            }
            let compared = top_level_key::compare(&mut plan, template_node, live_node, whole)
                .map_err(|TypeMismatch| self.reject_type_mismatch(name, template_node, live_node))?;
            tally.add(name, compared.is_equal, compared.missing);
            self.apply_key(&plan, name, template_node, &compared, whole);
        }
        if whole && check.is_named {
            self.drop_keys(&mut tally);
        }
        Ok(match check.is_named {
            true => self.verdict(&tally),
            false => self.assess_match(check.kind, tally.is_match()),
        })
    }

    fn reject_type_mismatch(
        &mut self,
        name: &str,
        template_node: NodeId,
        live_node: Option<NodeId>,
    ) -> Box<crate::merge::Rejection> {
        let message = format!(
            "Error merging changes into key \"{name}\": object type of template and existing do not match"
        );
        let patch = self.in_patch(template_node);
        let mut faulty = vec![patch];
        faulty.extend(live_node.map(NodeRef::live));
        let at = live_node.map_or(self.tree.top(), |live_node| ResultId(live_node.0));
        let note = StepDraft::new(Rule::PolicyTypeMismatch, at).patch(patch);
        self.reject(note, message, name.to_owned(), faulty)
    }

    fn apply_key(
        &mut self,
        plan: &MusthavePlan<'d>,
        name: &str,
        template_node: NodeId,
        compared: &KeyComparison,
        whole: bool,
    ) {
        let top = self.tree.top();
        let patch = self.in_patch(template_node);
        let before = self.steps.len();
        let Some(at) = self.tree.get(top, name) else {
            self.add_template(top, template_node);
            self.record_string_data(plan, template_node, top);
            return;
        };
        let rule = match whole {
            true => Rule::MustonlyhaveKey,
            false => Rule::MusthaveKey,
        };
        self.open(StepDraft::new(rule, at).patch(patch));
        match (whole, compared.part) {
            (true, _) => self.replace_exactly(at, template_node),
            (false, part) => self.apply_part(plan, at, part, template_node),
        }
        let is_changed = self.steps.len() > before + 1;
        if whole && compared.is_equal && is_changed {
            self.step(StepDraft::new(Rule::PolicyFalseMatch, at).patch(patch));
            self.tree.mark(at, crate::merge::mark::Mark::Warning);
        }
        self.record_string_data(plan, template_node, at);
        self.close();
    }

    fn record_string_data(&mut self, plan: &MusthavePlan<'d>, template_node: NodeId, at: ResultId) {
        if top_level_key::is_string_data(plan, template_node) {
            let patch = self.in_patch(template_node);
            self.step(StepDraft::new(Rule::SecretStringData, at).patch(patch));
        }
    }

    fn apply_metadata(
        &mut self,
        plan: &mut MusthavePlan<'d>,
        check: TemplateCheck,
        template_node: NodeId,
        live_node: Option<NodeId>,
        tally: &mut MatchTally,
    ) -> MergeResult {
        if self.document(self.in_patch(template_node)).kind(template_node) != ValueKind::Map {
            return Err(self.reject_type_mismatch("metadata", template_node, live_node));
        }
        let found = live_node.map(|live_node| plan.live.kind(live_node));
        if found.is_some_and(|kind| !matches!(kind, ValueKind::Map | ValueKind::Null)) {
            return Err(self.reject_type_mismatch("metadata", template_node, live_node));
        }
        let whole = match check.metadata.filter(|_| check.is_named) {
            Some(kind) => kind == MetadataType::MustOnlyHave,
            None => top_level_key::is_whole(check.kind),
        };
        let Metadata {
            fields,
            is_equal,
            missing,
        } = metadata::compare(plan, template_node, live_node, whole).map_err(|wrong| {
            let faulty = wrong.template.unwrap_or(template_node);
            let note = StepDraft::new(Rule::PolicyNotAString, self.tree.top()).patch(self.in_patch(faulty));
            let source = self.in_patch(faulty);
            self.reject(note, wrong.message, wrong.detail, vec![source])
        })?;
        tally.add("metadata", is_equal, missing);
        let top = self.tree.top();
        let Some(at) = self.tree.get(top, "metadata") else {
            self.add_template(top, template_node);
            return Ok(());
        };
        if found == Some(ValueKind::Null) {
            self.replace_by_template(at, template_node);
            return Ok(());
        }
        let patch = self.in_patch(template_node);
        for (name, field) in metadata::ignored(self.document(patch), template_node) {
            let field = self.in_patch(field);
            self.step(
                StepDraft::new(Rule::PolicyMetadataIgnored, at)
                    .field(field)
                    .patch(field)
                    .detail(name.to_owned()),
            );
        }
        for field in fields {
            self.apply_metadata_field(plan, at, field);
        }
        Ok(())
    }

    /// Replaces labels or annotations by those that are sent.
    fn apply_metadata_field(
        &mut self,
        plan: &MusthavePlan<'d>,
        metadata: ResultId,
        field: metadata::MetadataField,
    ) {
        let Some(at) = self.tree.get(metadata, field.name) else {
            if let Some(template_node) = field.template {
                let new = self.add_template(metadata, template_node);
                self.remove_last_applied(new);
            }
            return;
        };
        if plan.kind(field.part) != ValueKind::Map {
            return;
        }
        if self.tree.kind(at) != ValueKind::Map {
            if let Some(template_node) = field.template {
                let new = self.replace_by_template(at, template_node);
                self.remove_last_applied(new);
            }
            return;
        }
        let sent: rustc_hash::FxHashMap<&str, PlanPart> = plan
            .children(field.part)
            .filter_map(|part| Some((plan.key(part)?, part)))
            .collect();
        let live_node: Vec<ResultId> = self.tree.present(at).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        for entry in live_node {
            let Some(key) = self.result_key(entry) else {
                continue;
            };
            seen.insert(key);
            match sent.get(key) {
                Some(PlanPart::Template(template_node)) => {
                    self.replace_by_template(entry, *template_node);
                }
                Some(_) if key.starts_with(SCC) && plan.live.identity() == ("v1", "Namespace") => {
                    self.step(StepDraft::new(Rule::SccAnnotation, entry));
                }
                Some(_) => {}
                None if key == LAST_APPLIED => {
                    self.step(StepDraft::new(Rule::LastAppliedLost, entry));
                    self.remove(entry, crate::merge::mark::Mark::Deleted);
                }
                None => self.drop_field(entry),
            }
        }
        for part in plan.children(field.part) {
            if let PlanPart::Template(template_node) = part
                && plan.key(part).is_some_and(|key| !seen.contains(key))
            {
                self.add_template(at, template_node);
            }
        }
    }

    fn remove_last_applied(&mut self, annotations: ResultId) {
        if let Some(entry) = self.tree.get(annotations, LAST_APPLIED) {
            self.step(StepDraft::new(Rule::LastAppliedLost, entry));
            self.remove(entry, crate::merge::mark::Mark::Deleted);
        }
    }

    /// Removes the top-level keys that the template does not have (mustonlyhave).
    fn drop_keys(&mut self, tally: &mut MatchTally) {
        let (live, template) = (&*self.documents[0], &*self.documents[1]);
        let is_account = live.identity() == ("v1", "ServiceAccount");
        let top = self.tree.top();
        let keys: Vec<ResultId> = self.tree.present(top).collect();
        for at in keys {
            let Some(name) = self.result_key(at) else { continue };
            if template.get(template.root(), name).is_some()
                || matches!(name, "apiVersion" | "kind" | "metadata" | "status")
            {
                continue;
            }
            if is_account && matches!(name, "secrets" | "imagePullSecrets") {
                self.step(StepDraft::new(Rule::MustonlyhaveKept, at));
                continue;
            }
            self.drop_field(at);
            tally.update = true;
            tally.differ.push(name.to_owned());
        }
    }

    fn verdict(&mut self, tally: &MatchTally) -> Assessment {
        let top = self.tree.top();
        if !tally.update && !tally.missing {
            let (rule, assessment) = match tally.status {
                true => (
                    Rule::PolicyStatus,
                    Assessment::certain(TemplateMatch::NonCompliant, VerdictReason::Status),
                ),
                false => (
                    Rule::PolicyCompliant,
                    Assessment::certain(TemplateMatch::Compliant, VerdictReason::Match),
                ),
            };
            self.step(StepDraft::new(rule, top));
            return assessment;
        }
        let (reason, if_stored) = match (simulated_server::is_unchanged(&self.tree), tally.status) {
            (true, false) => (VerdictReason::Match, TemplateMatch::Compliant),
            (true, true) => (VerdictReason::Status, TemplateMatch::NonCompliant),
            (false, _) => (VerdictReason::Mismatch, TemplateMatch::NonCompliant),
        };
        let list = |names: &[String]| join_names(names.iter().map(|name| format!("`{name}`")));
        let detail = match tally.differ.len() {
            1 => format!("{} differs", list(&tally.differ)),
            2.. => format!("{} differ", list(&tally.differ)),
            0 => format!(
                "the live object does not have everything in {}",
                list(&tally.template_node)
            ),
        };
        self.record_server_decides(detail, reason, if_stored)
    }

    /// Records the step that says that the verdict needs the API server.
    pub(crate) fn record_server_decides(
        &mut self,
        detail: String,
        reason: VerdictReason,
        if_stored: TemplateMatch,
    ) -> Assessment {
        let top = self.tree.top();
        // What a Go template becomes is not known.
        let is_known = !self.documents[1].text().contains("{{");
        if reason == VerdictReason::Mismatch && is_known && report_rejection(self.recorder, self.schema) {
            self.step(StepDraft::new(Rule::PolicyServerRejects, top));
            return Assessment::certain(TemplateMatch::NonCompliant, reason);
        }
        let note = StepDraft::new(Rule::PolicyServerDecides, top);
        self.step(note.detail(format!(
            "{detail}. The controller sends the changed object as a dry run, and the server can add defaults and drop fields. If it does neither, the verdict is {if_stored}"
        )));
        Assessment {
            standing: TemplateMatch::ServerDecides,
            reason,
            if_stored,
        }
    }

    /// Returns the assessment of an object that can match a template without a name.
    fn assess_match(&mut self, kind: ComplianceType, fits: bool) -> Assessment {
        use TemplateMatch::{Compliant, NonCompliant};
        use VerdictReason::{Absent, Exists, Match, NoMatch};
        let (rule, standing, reason) = match (kind, fits) {
            (ComplianceType::MustNotHave, true) => (Rule::PolicyExists, NonCompliant, Exists),
            (ComplianceType::MustNotHave, false) => (Rule::PolicyAbsent, Compliant, Absent),
            (_, true) => (Rule::PolicyMatches, Compliant, Match),
            (_, false) => (Rule::PolicyNoMatch, NonCompliant, NoMatch),
        };
        let top = self.tree.top();
        self.step(StepDraft::new(rule, top));
        Assessment::certain(standing, reason)
    }
}

impl MatchTally {
    fn add(&mut self, name: &str, is_equal: bool, missing: bool) {
        if missing {
            self.missing = true;
            self.template_node.push(name.to_owned());
        }
        match (is_equal, name) {
            (true, _) => {}
            (false, "status") => self.status = true,
            (false, _) => {
                self.update = true;
                self.differ.push(name.to_owned());
            }
        }
    }

    fn is_match(&self) -> bool {
        !self.update && !self.status
    }
}

/// Returns whether an object matches a template that names none. Each object is compared with the original
/// template; the controller changes the template from object to object, which is not reproduced.
pub(crate) fn matches(
    template: &crate::document::Document,
    live: &crate::document::Document,
    kind: ComplianceType,
) -> bool {
    let mut plan = MusthavePlan::new(template, live, EqualityMode::Lenient);
    let whole = top_level_key::is_whole(kind);
    top_level_key::compared(template).all(|(name, template_node)| {
        let live_node = live.get(live.root(), name);
        if name == "metadata" {
            return metadata::compare(&mut plan, template_node, live_node, whole)
                .is_ok_and(|metadata| metadata.is_equal);
        }
        top_level_key::compare(&mut plan, template_node, live_node, whole)
            .is_ok_and(|compared| compared.is_equal)
    })
}
