//! What musthave's pairing of lists does that hardly anybody wants, told as warnings.

use rustc_hash::{FxHashMap, FxHashSet};

use super::apply_plan::called;
use super::go_print;
use super::pair_candidates::name;
use super::plan::{MusthavePlan, PlanContent, PlanPart, PlanSlot, PlanStrategy};
use super::policy_run::PolicyRun;
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;

/// Fields of which an item may have one only.
const EXCLUSIVE: [(&str, &str); 1] = [("value", "valueFrom")];

impl<'d> PolicyRun<'_, 'd> {
    /// Warns of a list that was merged: `order` holds the nodes of `slots`.
    pub(crate) fn warn_of_pairs(
        &mut self,
        plan: &MusthavePlan<'d>,
        list: ResultId,
        slots: &[PlanSlot],
        order: &[ResultId],
    ) {
        if !self.traced {
            return;
        }
        self.warn_of_twins(plan, slots, order);
        self.warn_of_names(plan, list, slots, order);
        for (slot, at) in slots.iter().zip(order) {
            self.warn_of_exclusive(plan, slot, *at);
        }
    }

    fn warn(&mut self, note: StepDraft, at: ResultId) {
        self.step(note);
        self.scene.mark(at, Mark::Warning);
    }

    /// A new item without a name next to a leftover that has some of its fields: a change was meant.
    fn warn_of_twins(&mut self, plan: &MusthavePlan<'d>, slots: &[PlanSlot], order: &[ResultId]) {
        let mut by_field: FxHashMap<(&str, String), NodeId> = FxHashMap::default();
        let left = slots.iter().filter(|slot| slot.how == PlanStrategy::Leftover);
        for item in left.filter_map(|slot| slot.live) {
            for (key, text) in fields(plan.live, item) {
                by_field.entry((key, text)).or_insert(item);
            }
        }
        if by_field.is_empty() {
            return;
        }
        for (slot, at) in slots.iter().zip(order) {
            let Some(item) = slot.template.filter(|_| slot.how == PlanStrategy::New) else {
                continue;
            };
            if name(plan.template, item).is_some() {
                continue;
            }
            let shared = |(key, text): (&'d str, String)| {
                let other = by_field.get(&(key, text))?;
                Some((key, *other))
            };
            let all: Vec<(&str, NodeId)> = fields(plan.template, item).filter_map(shared).collect();
            let Some((_, other)) = all.first().copied() else {
                continue;
            };
            let keys = all.iter().filter(|(_, item)| *item == other).map(|(key, _)| *key);
            let keys: Vec<&str> = keys.collect();
            let detail = format!("`{}` ({})", keys.join("`, `"), called(plan.live, other));
            let mut note = StepDraft::new(Rule::MusthaveDuplicate, *at).patch(self.in_patch(item));
            note = note
                .old(crate::merge::result_tree::node_id::NodeRef::live(other))
                .detail(detail);
            self.warn(note, *at);
        }
    }

    /// A named item that overwrote one of several live items of the name.
    fn warn_of_names(
        &mut self,
        plan: &MusthavePlan<'d>,
        list: ResultId,
        slots: &[PlanSlot],
        order: &[ResultId],
    ) {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let items = slots.iter().filter_map(|slot| slot.live);
        for item in items.filter_map(|item| name(plan.live, item)) {
            *counts.entry(item).or_default() += 1;
        }
        let mut told: FxHashSet<&str> = FxHashSet::default();
        for (slot, at) in slots.iter().zip(order) {
            let (Some(item), Some(live)) = (slot.template, slot.live) else {
                continue;
            };
            let Some(own) = name(plan.live, live).filter(|_| slot.how == PlanStrategy::Name) else {
                continue;
            };
            if counts.get(own).is_some_and(|count| *count > 1)
                && overwrites(plan, slot.part)
                && told.insert(own)
            {
                let note = StepDraft::new(Rule::MusthaveFirstOfName, *at).patch(self.in_patch(item));
                self.warn(note.detail(format!("`{own}`")), *at);
                self.scene.mark(list, Mark::Warning);
            }
        }
    }

    fn warn_of_exclusive(&mut self, plan: &MusthavePlan<'d>, slot: &PlanSlot, at: ResultId) {
        let (Some(item), Some(live)) = (slot.template, slot.live) else {
            return;
        };
        for (one, other) in EXCLUSIVE {
            let asked = |key| set(plan.template, item, key);
            let there = |key| set(plan.live, live, key);
            let clash = asked(one) && there(other) || asked(other) && there(one);
            let nulls = [one, other].iter().any(|key| {
                let field = plan.template.get(item, key);
                field.is_some_and(|field| plan.template.kind(field) == ValueKind::Null)
            });
            if clash && !nulls && plan.live.get(live, "name").is_some() {
                let note = StepDraft::new(Rule::MusthaveExclusiveFields, at).patch(self.in_patch(item));
                self.warn(note.detail(format!("`{one}` and `{other}`")), at);
            }
        }
    }
}

/// Whether an item has a field that is more than null.
fn set(document: &Document, item: NodeId, key: &str) -> bool {
    let field = document.get(item, key);
    field.is_some_and(|field| document.kind(field) != ValueKind::Null)
}

/// An item's fields and how they print, those that say nothing left out.
fn fields(document: &Document, item: NodeId) -> impl Iterator<Item = (&str, String)> {
    let entries = document.children(item);
    entries.filter_map(|entry| {
        let key = document.key(entry)?;
        let text = go_print::sorted(document, entry);
        // Nearly every port is TCP: what everybody has is no sign of being the same.
        let is_common =
            matches!(document.kind(entry), ValueKind::Null | ValueKind::Bool) || key == "protocol";
        (!is_common && !text.is_empty() && text != "[]" && text != "map[]" && text != "[*]")
            .then_some((key, text))
    })
}

/// Whether merging changed a field that live has.
fn overwrites(plan: &MusthavePlan<'_>, part: PlanPart) -> bool {
    let PlanPart::Made(made) = part else { return false };
    match &plan.get(made).content {
        PlanContent::Map(entries) => entries.iter().any(|entry| match entry {
            PlanPart::Template(node) => {
                let Some(key) = plan.template.key(*node) else {
                    return false;
                };
                let there = plan.live.get(plan.get(made).live, key);
                there.is_some_and(|there| {
                    !go_print::prints_as(plan.live, there, &go_print::plain(plan.template, *node))
                })
            }
            _ => false,
        }),
        PlanContent::List(_) => false,
    }
}
