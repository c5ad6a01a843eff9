//! musthave, mustonlyhave and mustnothave on one object.

use super::compliance_type::{ComplianceType, MetadataType};
use super::equality::EqualityMode;
use super::metadata;
use super::metadata::{LAST_APPLIED, Metadata, SCC};
use super::plan::{MusthavePlan, PlanPart};
use super::policy_run::PolicyRun;
use super::simulated_server;
use super::template::TemplateCheck;
use super::top_level_key;
use super::top_level_key::{KeyComparison, TypeMismatch};
use super::verdict::{Assessment, TemplateMatch, VerdictReason};
use crate::document::{NodeId, Tree, ValueKind};
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::sentence::join_names;

/// What was found so far.
#[derive(Default)]
struct MatchTally {
    update: bool,
    missing: bool,
    status: bool,
    /// The keys that differ, for the verdict's sentence.
    differ: Vec<String>,
    asked: Vec<String>,
}

impl<'d> PolicyRun<'_, 'd> {
    /// musthave and mustonlyhave on an object that is there, and any type on an object that may fit a template
    /// without a name.
    ///
    /// # Errors
    /// The controller's own errors.
    pub(crate) fn shipped(&mut self, wanted: TemplateCheck) -> MergeResult<Assessment> {
        let flavour = match wanted.is_named {
            true => EqualityMode::Strict,
            false => EqualityMode::Lenient,
        };
        let (live, template) = (&*self.documents[0], &*self.documents[1]);
        let mut plan = MusthavePlan::new(template, live, flavour);
        let whole = top_level_key::is_whole(wanted.kind);
        let mut tally = MatchTally::default();
        for (name, asked) in top_level_key::compared(template) {
            let there = live.get(live.root(), name);
            if name == "metadata" {
                self.metadata(&mut plan, wanted, asked, there, &mut tally)?;
                continue;
            }
            let compared = top_level_key::compare(&mut plan, asked, there, whole)
                .map_err(|TypeMismatch| self.types_differ(name, asked, there))?;
            tally.add(name, compared.is_equal, compared.missing);
            self.apply_key(&plan, name, asked, &compared, whole);
        }
        if whole && wanted.is_named {
            self.drop_keys(&mut tally);
        }
        Ok(match wanted.is_named {
            true => self.verdict(&tally),
            false => self.fit(wanted.kind, tally.fits()),
        })
    }

    fn types_differ(
        &mut self,
        name: &str,
        asked: NodeId,
        there: Option<NodeId>,
    ) -> Box<crate::merge::Rejection> {
        let message = format!(
            "Error merging changes into key \"{name}\": object type of template and existing do not match"
        );
        let patch = self.in_patch(asked);
        let mut guilty = vec![patch];
        guilty.extend(there.map(NodeRef::live));
        let at = there.map_or(self.scene.top(), |there| ResultId(there.0));
        let note = StepDraft::new(Rule::PolicyTypeMismatch, at).patch(patch);
        self.reject(note, message, name.to_owned(), guilty)
    }

    fn apply_key(
        &mut self,
        plan: &MusthavePlan<'d>,
        name: &str,
        asked: NodeId,
        compared: &KeyComparison,
        whole: bool,
    ) {
        let top = self.scene.top();
        let patch = self.in_patch(asked);
        let before = self.steps.len();
        let Some(at) = self.scene.get(top, name) else {
            self.add_template(top, asked);
            self.tell_string_data(plan, asked, top);
            return;
        };
        let rule = match whole {
            true => Rule::MustonlyhaveKey,
            false => Rule::MusthaveKey,
        };
        self.open(StepDraft::new(rule, at).patch(patch));
        match (whole, compared.part) {
            (true, _) => self.take_only(at, asked),
            (false, part) => self.apply_part(plan, at, part, asked),
        }
        let is_changed = self.steps.len() > before + 1;
        if whole && compared.is_equal && is_changed {
            self.step(StepDraft::new(Rule::PolicyFalseMatch, at).patch(patch));
            self.scene.mark(at, crate::merge::mark::Mark::Warning);
        }
        self.tell_string_data(plan, asked, at);
        self.close();
    }

    fn tell_string_data(&mut self, plan: &MusthavePlan<'d>, asked: NodeId, at: ResultId) {
        if top_level_key::is_string_data(plan, asked) {
            let patch = self.in_patch(asked);
            self.step(StepDraft::new(Rule::SecretStringData, at).patch(patch));
        }
    }

    fn metadata(
        &mut self,
        plan: &mut MusthavePlan<'d>,
        wanted: TemplateCheck,
        asked: NodeId,
        there: Option<NodeId>,
        tally: &mut MatchTally,
    ) -> MergeResult {
        if self.document(self.in_patch(asked)).kind(asked) != ValueKind::Map {
            return Err(self.types_differ("metadata", asked, there));
        }
        let found = there.map(|there| plan.live.kind(there));
        if found.is_some_and(|kind| !matches!(kind, ValueKind::Map | ValueKind::Null)) {
            return Err(self.types_differ("metadata", asked, there));
        }
        let whole = match wanted.metadata.filter(|_| wanted.is_named) {
            Some(kind) => kind == MetadataType::MustOnlyHave,
            None => top_level_key::is_whole(wanted.kind),
        };
        let Metadata {
            fields,
            is_equal,
            missing,
        } = metadata::compare(plan, asked, there, whole).map_err(|wrong| {
            let guilty = wrong.template.unwrap_or(asked);
            let note = StepDraft::new(Rule::PolicyNotAString, self.scene.top()).patch(self.in_patch(guilty));
            let source = self.in_patch(guilty);
            self.reject(note, wrong.message, wrong.detail, vec![source])
        })?;
        tally.add("metadata", is_equal, missing);
        let top = self.scene.top();
        let Some(at) = self.scene.get(top, "metadata") else {
            self.add_template(top, asked);
            return Ok(());
        };
        if found == Some(ValueKind::Null) {
            self.take_template(at, asked);
            return Ok(());
        }
        let patch = self.in_patch(asked);
        for (name, field) in metadata::ignored(self.document(patch), asked) {
            let field = self.in_patch(field);
            self.step(
                StepDraft::new(Rule::PolicyMetadataIgnored, at)
                    .field(field)
                    .patch(field)
                    .detail(name.to_owned()),
            );
        }
        for field in fields {
            self.metadata_field(plan, at, field);
        }
        Ok(())
    }

    /// Labels or annotations become what is sent.
    fn metadata_field(
        &mut self,
        plan: &MusthavePlan<'d>,
        metadata: ResultId,
        field: metadata::MetadataField,
    ) {
        let Some(at) = self.scene.get(metadata, field.name) else {
            if let Some(asked) = field.template {
                let new = self.add_template(metadata, asked);
                self.without_last_applied(new);
            }
            return;
        };
        if plan.kind(field.part) != ValueKind::Map {
            return;
        }
        if self.scene.kind(at) != ValueKind::Map {
            if let Some(asked) = field.template {
                let new = self.take_template(at, asked);
                self.without_last_applied(new);
            }
            return;
        }
        let sent: rustc_hash::FxHashMap<&str, PlanPart> = plan
            .children(field.part)
            .filter_map(|part| Some((plan.key(part)?, part)))
            .collect();
        let there: Vec<ResultId> = self.scene.present(at).collect();
        let mut met = rustc_hash::FxHashSet::default();
        for entry in there {
            let Some(key) = self.scene_key(entry) else {
                continue;
            };
            met.insert(key);
            match sent.get(key) {
                Some(PlanPart::Template(asked)) => {
                    self.take_template(entry, *asked);
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
            if let PlanPart::Template(asked) = part
                && plan.key(part).is_some_and(|key| !met.contains(key))
            {
                self.add_template(at, asked);
            }
        }
    }

    fn without_last_applied(&mut self, annotations: ResultId) {
        if let Some(entry) = self.scene.get(annotations, LAST_APPLIED) {
            self.step(StepDraft::new(Rule::LastAppliedLost, entry));
            self.remove(entry, crate::merge::mark::Mark::Deleted);
        }
    }

    /// mustonlyhave: the top-level keys that the template lacks go.
    fn drop_keys(&mut self, tally: &mut MatchTally) {
        let (live, template) = (&*self.documents[0], &*self.documents[1]);
        let is_account = live.identity() == ("v1", "ServiceAccount");
        let top = self.scene.top();
        let keys: Vec<ResultId> = self.scene.present(top).collect();
        for at in keys {
            let Some(name) = self.scene_key(at) else { continue };
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
        let top = self.scene.top();
        if !tally.update && !tally.missing {
            let (rule, assessment) = match tally.status {
                true => (
                    Rule::PolicyStatus,
                    Assessment::sure(TemplateMatch::NonCompliant, VerdictReason::Status),
                ),
                false => (
                    Rule::PolicyCompliant,
                    Assessment::sure(TemplateMatch::Compliant, VerdictReason::Match),
                ),
            };
            self.step(StepDraft::new(rule, top));
            return assessment;
        }
        let (reason, if_stored) = match (simulated_server::is_as_before(&self.scene), tally.status) {
            (true, false) => (VerdictReason::Match, TemplateMatch::Compliant),
            (true, true) => (VerdictReason::Status, TemplateMatch::NonCompliant),
            (false, _) => (VerdictReason::Mismatch, TemplateMatch::NonCompliant),
        };
        let list = |names: &[String]| join_names(names.iter().map(|name| format!("`{name}`")));
        let detail = match tally.differ.is_empty() {
            false => format!("{} differs", list(&tally.differ)),
            true => format!(
                "the live object does not have everything in {}",
                list(&tally.asked)
            ),
        };
        self.server_decides(detail, reason, if_stored)
    }

    /// Leaves the step that says that only a server knows.
    pub(crate) fn server_decides(
        &mut self,
        detail: String,
        reason: VerdictReason,
        if_stored: TemplateMatch,
    ) -> Assessment {
        let note = StepDraft::new(Rule::PolicyServerDecides, self.scene.top());
        self.step(note.detail(format!(
            "{detail}; if the server stores the object exactly as it is sent, the verdict is {if_stored}"
        )));
        Assessment {
            standing: TemplateMatch::ServerDecides,
            reason,
            if_stored,
        }
    }

    /// The word on an object that may fit a template without a name.
    fn fit(&mut self, kind: ComplianceType, fits: bool) -> Assessment {
        use TemplateMatch::{Compliant, NonCompliant};
        use VerdictReason::{Absent, Exists, Match, NoMatch};
        let (rule, standing, reason) = match (kind, fits) {
            (ComplianceType::MustNotHave, true) => (Rule::PolicyExists, NonCompliant, Exists),
            (ComplianceType::MustNotHave, false) => (Rule::PolicyAbsent, Compliant, Absent),
            (_, true) => (Rule::PolicyMatches, Compliant, Match),
            (_, false) => (Rule::PolicyNoMatch, NonCompliant, NoMatch),
        };
        let top = self.scene.top();
        self.step(StepDraft::new(rule, top));
        Assessment::sure(standing, reason)
    }
}

impl MatchTally {
    fn add(&mut self, name: &str, is_equal: bool, missing: bool) {
        if missing {
            self.missing = true;
            self.asked.push(name.to_owned());
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

    fn fits(&self) -> bool {
        !self.update && !self.status
    }
}

/// Whether an object fits a template that names none. The template is held against each object as it is written: the
/// controller's habit of changing it from object to object is not copied.
pub(crate) fn fits(
    template: &crate::document::Document,
    live: &crate::document::Document,
    kind: ComplianceType,
) -> bool {
    let mut plan = MusthavePlan::new(template, live, EqualityMode::Lenient);
    let whole = top_level_key::is_whole(kind);
    top_level_key::compared(template).all(|(name, asked)| {
        let there = live.get(live.root(), name);
        if name == "metadata" {
            return metadata::compare(&mut plan, asked, there, whole).is_ok_and(|metadata| metadata.is_equal);
        }
        top_level_key::compare(&mut plan, asked, there, whole).is_ok_and(|compared| compared.is_equal)
    })
}
