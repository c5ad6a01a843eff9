//! Applies a plan to the result tree and records a step for each change.

use super::pair_candidates::item_name;
use super::plan::{MusthavePlan, PlanContent, PlanPart, PlanSlot, PlanStrategy, PlannedList};
use super::policy_run::PolicyRun;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::mark::Mark;
use crate::merge::quote::join_names;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertFilter;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::scalar_text;
use crate::merge::rule::Rule;

/// Inserts a value with all its content.
pub(crate) struct InsertAll;

impl InsertFilter for InsertAll {
    type Context = ();

    fn admit(&mut self, _document: &Document, _node: NodeId, (): ()) -> Option<()> {
        Some(())
    }
}

/// Returns the name of a list item in sentences: its `name`, or one or two of its scalars.
pub(crate) fn display_name(document: &Document, item: NodeId) -> String {
    if let Some(name) = item_name(document, item) {
        return name.to_owned();
    }
    let scalar = |entry: NodeId| {
        scalar_text(document.value(entry)).map(|text| match text.is_empty() {
            true => "\"\"".to_owned(),
            false => text,
        })
    };
    if let Some(text) = scalar(item) {
        return text;
    }
    let fields = document
        .children(item)
        .filter_map(|entry| Some(format!("{}: {}", document.key(entry)?, scalar(entry)?)));
    let fields: Vec<String> = fields.take(2).collect();
    match fields.is_empty() {
        true => format!("item {}", document.ordinal(item) + 1),
        false => format!("{{{}}}", fields.join(", ")),
    }
}

impl<'d> PolicyRun<'_, 'd> {
    fn in_template(&self, node: NodeId) -> NodeRef {
        self.in_patch(node)
    }

    /// Applies a part of the plan to the node `at`, into which the template node `template` is merged.
    pub(crate) fn apply_part(
        &mut self,
        plan: &MusthavePlan<'d>,
        at: ResultId,
        part: PlanPart,
        template: NodeId,
    ) {
        match part {
            PlanPart::Live(_) => {
                let patch = self.in_template(template);
                if self.kind(patch) == ValueKind::Null {
                    self.step(StepDraft::new(Rule::PolicyNullKept, at).patch(patch));
                }
            }
            PlanPart::Template(template) => {
                self.replace_by_template(at, template);
            }
            PlanPart::Merged(merged_value) => {
                let merged_value = plan.get(merged_value);
                match &merged_value.content {
                    PlanContent::Map(entries) => self.apply_map(plan, at, merged_value, entries),
                    PlanContent::List(slots) => self.apply_list(plan, at, merged_value.template, slots),
                }
            }
        }
    }

    fn apply_map(
        &mut self,
        plan: &MusthavePlan<'d>,
        at: ResultId,
        merged_value: &PlannedList,
        entries: &[PlanPart],
    ) {
        let template = plan.template;
        let template_node = template.children(merged_value.template);
        let mut fields = self.fields(at, template.len(merged_value.template));
        let parts: rustc_hash::FxHashMap<&str, PlanPart> = entries
            .iter()
            .filter(|part| !matches!(part, PlanPart::Live(_)))
            .filter_map(|part| Some((plan.key(*part)?, *part)))
            .collect();
        for child in template_node {
            let Some(key) = template.key(child) else { continue };
            match (self.find(&fields, key), parts.get(key)) {
                (Some(live_node), Some(part)) => self.apply_part(plan, live_node, *part, child),
                // A null over a live map: the plan keeps the map.
                (Some(live_node), None) => {
                    self.apply_part(plan, live_node, PlanPart::Live(merged_value.live), child)
                }
                (None, _) => {
                    let new = self.add_template(at, child);
                    fields.add(key, new);
                }
            }
        }
    }

    /// Replaces the value at `at` by the template's value. Does nothing if both are equal. Returns the node
    /// with the new value.
    pub(crate) fn replace_by_template(&mut self, at: ResultId, template: NodeId) -> ResultId {
        let patch = self.in_template(template);
        let old = self.tree.source(at);
        let document = self.document(patch);
        if same(document, template, &self.tree, at, Numbers::ByType) {
            return at;
        }
        let kind = self.kind(patch);
        let rule = match kind {
            ValueKind::Null => Rule::PolicyNullSent,
            _ if kind.is_scalar() && self.tree.kind(at).is_scalar() => Rule::PolicySet,
            _ => Rule::PolicyReplace,
        };
        if kind.is_scalar() && self.tree.kind(at).is_scalar() {
            self.step(StepDraft::new(rule, at).patch(patch).old(old));
            self.tree.set_value(at, patch);
            self.tree.mark(at, Mark::Changed);
            return at;
        }
        let Some(parent) = self.tree.parent(at) else {
            return at;
        };
        let new = self.prepare_insert(parent, Some(at), patch, &mut InsertAll, ());
        self.step(StepDraft::new(rule, new).patch(patch).old(old));
        self.tree.replace_with(at);
        self.tree.mark(new, Mark::Replaced);
        self.tree.commit_insert(new);
        new
    }

    /// Adds a template entry to a map or list of the result.
    pub(crate) fn add_template(&mut self, parent: ResultId, template: NodeId) -> ResultId {
        let patch = self.in_template(template);
        let new = self.prepare_insert(parent, None, patch, &mut InsertAll, ());
        self.step(StepDraft::new(Rule::PolicyAdd, new).patch(patch));
        self.tree.mark(new, Mark::Added);
        self.tree.commit_insert(new);
        new
    }

    fn apply_list(&mut self, plan: &MusthavePlan<'d>, at: ResultId, template: NodeId, slots: &[PlanSlot]) {
        let patch = self.in_template(template);
        self.open(
            StepDraft::new(Rule::MusthaveList, at)
                .patch(patch)
                .count(slots.len()),
        );
        let items: Vec<ResultId> = self.tree.present(at).collect();
        let physical = |slot: &PlanSlot| Some(*items.get(plan.live.ordinal(slot.live?))?);
        let mut order = Vec::with_capacity(slots.len());
        for slot in slots {
            if let (Some(template_node), true) = (slot.template, slot.live.is_none()) {
                let patch = self.in_template(template_node);
                let new = self.prepare_insert(at, None, patch, &mut InsertAll, ());
                let note = StepDraft::new(Rule::MusthaveNewItem, new).patch(patch);
                self.step(note.detail(display_name(plan.template, template_node)));
                self.tree.mark(new, Mark::Added);
                self.tree.commit_insert(new);
                order.push(new);
                continue;
            }
            let Some(node) = physical(slot) else { continue };
            let node = self.use_first_of_group(at, node, slot);
            if let Some(template_node) = slot.template {
                let rule = match slot.how {
                    PlanStrategy::Name => Rule::MusthavePairName,
                    _ => Rule::MusthavePairSubset,
                };
                let note = StepDraft::new(rule, node).patch(self.in_template(template_node));
                self.open(note.detail(display_name(plan.template, template_node)));
                let now = match slot.part {
                    PlanPart::Template(template_node) => self.replace_by_template(node, template_node),
                    part => {
                        self.apply_part(plan, node, part, template_node);
                        node
                    }
                };
                self.close();
                order.push(now);
            } else {
                order.push(node);
            }
        }
        self.record_unpaired(plan, at, slots);
        let note = StepDraft::new(Rule::MusthaveOrder, at).patch(patch);
        let now: Vec<ResultId> = self.tree.present(at).collect();
        self.put_in_order(at, &now, &order, |_| note, Mark::Reordered);
        self.warn_about_pairs(plan, at, slots, &order);
        self.close();
    }

    /// Replaces a live item by the first one that prints the same, because the controller merges into the
    /// first one of each group.
    fn use_first_of_group(&mut self, list: ResultId, node: ResultId, slot: &PlanSlot) -> ResultId {
        let (Some(live), Some(like)) = (slot.live, slot.like) else {
            return node;
        };
        let document = self.document(NodeRef::live(live));
        if live == like || same(document, live, document, like, Numbers::ByType) {
            return node;
        }
        let new = self.prepare_insert(list, Some(node), NodeRef::live(like), &mut InsertAll, ());
        self.step(StepDraft::new(Rule::MusthaveSamePrint, new).old(NodeRef::live(live)));
        self.tree.replace_with(node);
        self.tree.mark(new, Mark::Warning);
        self.tree.commit_insert(new);
        new
    }

    fn record_unpaired(&mut self, plan: &MusthavePlan<'d>, at: ResultId, slots: &[PlanSlot]) {
        let left: Vec<NodeId> = slots
            .iter()
            .filter(|slot| slot.how == PlanStrategy::Leftover)
            .filter_map(|slot| slot.live)
            .collect();
        if left.is_empty() || !self.traced {
            return;
        }
        let names = join_names(left.iter().map(|item| display_name(plan.live, *item)));
        self.step(
            StepDraft::new(Rule::MusthaveUnpaired, at)
                .count(left.len())
                .detail(names),
        );
    }

    /// Makes the value at `at` equal to the template (mustonlyhave).
    pub(crate) fn replace_exactly(&mut self, at: ResultId, template: NodeId) {
        let patch = self.in_template(template);
        if (self.kind(patch), self.tree.kind(at)) != (ValueKind::Map, ValueKind::Map) {
            self.replace_by_template(at, template);
            return;
        }
        let document = self.document(patch);
        let template_fields: rustc_hash::FxHashMap<&str, NodeId> = document
            .children(template)
            .filter_map(|child| Some((document.key(child)?, child)))
            .collect();
        let live_node: Vec<ResultId> = self.tree.present(at).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        for child in live_node {
            let key = self.result_key(child);
            match key.and_then(|key| template_fields.get(key)) {
                Some(template_node) => {
                    seen.extend(key);
                    self.replace_exactly(child, *template_node);
                }
                None => self.drop_field(child),
            }
        }
        for child in document.children(template) {
            if document.key(child).is_some_and(|key| !seen.contains(key)) {
                self.add_template(at, child);
            }
        }
    }

    /// Removes a field that the template does not have (mustonlyhave).
    pub(crate) fn drop_field(&mut self, at: ResultId) {
        let old = self.tree.source(at);
        self.step(StepDraft::new(Rule::MustonlyhaveDrop, at).old(old));
        self.remove(at, Mark::Deleted);
    }
}
