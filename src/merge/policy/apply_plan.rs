//! Carries a plan out on the scene, one step for everything that happens.

use super::pair_candidates::name;
use super::plan::{MusthavePlan, PlanContent, PlanPart, PlanSlot, PlanStrategy, PlannedList};
use super::policy_run::PolicyRun;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertFilter;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::scalar_text;
use crate::merge::rule::Rule;
use crate::merge::sentence::join_names;

/// Everything of a value comes in.
pub(crate) struct KeepAll;

impl InsertFilter for KeepAll {
    type Context = ();

    fn admit(&mut self, _document: &Document, _node: NodeId, (): ()) -> Option<()> {
        Some(())
    }
}

/// How a list item is called in sentences: by its name, else by a scalar or two of it.
pub(crate) fn called(document: &Document, item: NodeId) -> String {
    if let Some(name) = name(document, item) {
        return name.to_owned();
    }
    let scalar = |entry: NodeId| scalar_text(document.value(entry));
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
    fn of_template(&self, node: NodeId) -> NodeRef {
        self.in_patch(node)
    }

    /// Makes a part of the plan of the value at `at`, which the template's `template` is merged into.
    pub(crate) fn apply_part(
        &mut self,
        plan: &MusthavePlan<'d>,
        at: ResultId,
        part: PlanPart,
        template: NodeId,
    ) {
        match part {
            PlanPart::Live(_) => {
                let patch = self.of_template(template);
                if self.kind(patch) == ValueKind::Null {
                    self.step(StepDraft::new(Rule::PolicyNullKept, at).patch(patch));
                }
            }
            PlanPart::Template(template) => {
                self.take_template(at, template);
            }
            PlanPart::Made(made) => {
                let made = plan.get(made);
                match &made.content {
                    PlanContent::Map(entries) => self.apply_map(plan, at, made, entries),
                    PlanContent::List(slots) => self.apply_list(plan, at, made.template, slots),
                }
            }
        }
    }

    fn apply_map(&mut self, plan: &MusthavePlan<'d>, at: ResultId, made: &PlannedList, entries: &[PlanPart]) {
        let template = plan.template;
        let asked = template.children(made.template);
        let mut fields = self.fields(at, template.len(made.template));
        let parts: rustc_hash::FxHashMap<&str, PlanPart> = entries
            .iter()
            .filter(|part| !matches!(part, PlanPart::Live(_)))
            .filter_map(|part| Some((plan.key(*part)?, *part)))
            .collect();
        for child in asked {
            let Some(key) = template.key(child) else { continue };
            match (self.find(&fields, key), parts.get(key)) {
                (Some(there), Some(part)) => self.apply_part(plan, there, *part, child),
                // Null over a map: the plan keeps live's.
                (Some(there), None) => self.apply_part(plan, there, PlanPart::Live(made.live), child),
                (None, _) => {
                    let new = self.add_template(at, child);
                    fields.add(key, new);
                }
            }
        }
    }

    /// The template's value takes the place of what is at `at`; nothing where both are the same. Returns the node
    /// that is there now.
    pub(crate) fn take_template(&mut self, at: ResultId, template: NodeId) -> ResultId {
        let patch = self.of_template(template);
        let old = self.scene.source(at);
        let document = self.document(patch);
        if same(document, template, &self.scene, at, Numbers::ByType) {
            return at;
        }
        let kind = self.kind(patch);
        let rule = match kind {
            ValueKind::Null => Rule::PolicyNullSent,
            _ if kind.is_scalar() && self.scene.kind(at).is_scalar() => Rule::PolicySet,
            _ => Rule::PolicyReplace,
        };
        if kind.is_scalar() && self.scene.kind(at).is_scalar() {
            self.step(StepDraft::new(rule, at).patch(patch).old(old));
            self.scene.set_value(at, patch);
            self.scene.mark(at, Mark::Changed);
            return at;
        }
        let Some(parent) = self.scene.parent(at) else {
            return at;
        };
        let new = self.prepare_insert(parent, Some(at), patch, &mut KeepAll, ());
        self.step(StepDraft::new(rule, new).patch(patch).old(old));
        self.scene.replace_with(at);
        self.scene.mark(new, Mark::Replaced);
        self.scene.commit_insert(new);
        new
    }

    /// The template's entry joins a map or list of the result.
    pub(crate) fn add_template(&mut self, parent: ResultId, template: NodeId) -> ResultId {
        let patch = self.of_template(template);
        let new = self.prepare_insert(parent, None, patch, &mut KeepAll, ());
        self.step(StepDraft::new(Rule::PolicyAdd, new).patch(patch));
        self.scene.mark(new, Mark::Added);
        self.scene.commit_insert(new);
        new
    }

    fn apply_list(&mut self, plan: &MusthavePlan<'d>, at: ResultId, template: NodeId, slots: &[PlanSlot]) {
        let patch = self.of_template(template);
        self.open(
            StepDraft::new(Rule::MusthaveList, at)
                .patch(patch)
                .count(slots.len()),
        );
        let items: Vec<ResultId> = self.scene.present(at).collect();
        let physical = |slot: &PlanSlot| Some(*items.get(plan.live.ordinal(slot.live?))?);
        let mut order = Vec::with_capacity(slots.len());
        for slot in slots {
            if let (Some(asked), true) = (slot.template, slot.live.is_none()) {
                let patch = self.of_template(asked);
                let new = self.prepare_insert(at, None, patch, &mut KeepAll, ());
                let note = StepDraft::new(Rule::MusthaveNewItem, new).patch(patch);
                self.step(note.detail(called(plan.template, asked)));
                self.scene.mark(new, Mark::Added);
                self.scene.commit_insert(new);
                order.push(new);
                continue;
            }
            let Some(node) = physical(slot) else { continue };
            let node = self.like_the_first(at, node, slot);
            if let Some(asked) = slot.template {
                let rule = match slot.how {
                    PlanStrategy::Name => Rule::MusthavePairName,
                    _ => Rule::MusthavePairSubset,
                };
                let note = StepDraft::new(rule, node).patch(self.of_template(asked));
                self.open(note.detail(called(plan.template, asked)));
                let now = match slot.part {
                    PlanPart::Template(asked) => self.take_template(node, asked),
                    part => {
                        self.apply_part(plan, node, part, asked);
                        node
                    }
                };
                self.close();
                order.push(now);
            } else {
                order.push(node);
            }
        }
        self.tell_leftovers(plan, at, slots);
        let note = StepDraft::new(Rule::MusthaveOrder, at).patch(patch);
        let now: Vec<ResultId> = self.scene.present(at).collect();
        self.put_in_order(at, &now, &order, |_| note, Mark::Reordered);
        self.warn_of_pairs(plan, at, slots, &order);
        self.close();
    }

    /// Of live items that print alike the first one's content counts, also where another has other types.
    fn like_the_first(&mut self, list: ResultId, node: ResultId, slot: &PlanSlot) -> ResultId {
        let (Some(live), Some(like)) = (slot.live, slot.like) else {
            return node;
        };
        let document = self.document(NodeRef::live(live));
        if live == like || same(document, live, document, like, Numbers::ByType) {
            return node;
        }
        let new = self.prepare_insert(list, Some(node), NodeRef::live(like), &mut KeepAll, ());
        self.step(StepDraft::new(Rule::MusthaveSamePrint, new).old(NodeRef::live(live)));
        self.scene.replace_with(node);
        self.scene.mark(new, Mark::Warning);
        self.scene.commit_insert(new);
        new
    }

    fn tell_leftovers(&mut self, plan: &MusthavePlan<'d>, at: ResultId, slots: &[PlanSlot]) {
        let left: Vec<NodeId> = slots
            .iter()
            .filter(|slot| slot.how == PlanStrategy::Leftover)
            .filter_map(|slot| slot.live)
            .collect();
        if left.is_empty() || !self.traced {
            return;
        }
        let names = join_names(left.iter().map(|item| called(plan.live, *item)));
        self.step(
            StepDraft::new(Rule::MusthaveUnpaired, at)
                .count(left.len())
                .detail(names),
        );
    }

    /// mustonlyhave: the value at `at` becomes the template's.
    pub(crate) fn take_only(&mut self, at: ResultId, template: NodeId) {
        let patch = self.of_template(template);
        if (self.kind(patch), self.scene.kind(at)) != (ValueKind::Map, ValueKind::Map) {
            self.take_template(at, template);
            return;
        }
        let document = self.document(patch);
        let wanted: rustc_hash::FxHashMap<&str, NodeId> = document
            .children(template)
            .filter_map(|child| Some((document.key(child)?, child)))
            .collect();
        let there: Vec<ResultId> = self.scene.present(at).collect();
        let mut met = rustc_hash::FxHashSet::default();
        for child in there {
            let key = self.scene_key(child);
            match key.and_then(|key| wanted.get(key)) {
                Some(asked) => {
                    met.extend(key);
                    self.take_only(child, *asked);
                }
                None => self.drop_field(child),
            }
        }
        for child in document.children(template) {
            if document.key(child).is_some_and(|key| !met.contains(key)) {
                self.add_template(at, child);
            }
        }
    }

    /// mustonlyhave: what the template does not name goes.
    pub(crate) fn drop_field(&mut self, at: ResultId) {
        let old = self.scene.source(at);
        self.step(StepDraft::new(Rule::MustonlyhaveDrop, at).old(old));
        self.remove(at, Mark::Deleted);
    }
}
