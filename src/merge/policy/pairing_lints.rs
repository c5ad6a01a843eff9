//! Warns about likely mistakes in the pairing of lists by musthave.

use rustc_hash::{FxHashMap, FxHashSet};

use super::apply_plan::display_name;
use super::go_print;
use super::pair_candidates::item_name;
use super::plan::{MusthavePlan, PlanContent, PlanPart, PlanSlot, PlanStrategy};
use super::policy_run::PolicyRun;
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::detail::{Detail, Reason};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;

/// Fields that exclude each other.
const EXCLUSIVE: [(&str, &str); 1] = [("value", "valueFrom")];

impl<'d> PolicyRun<'_, 'd> {
    /// Warns about a merged list. `order` contains the nodes of `slots`.
    pub(crate) fn warn_about_pairs(
        &mut self,
        plan: &MusthavePlan<'d>,
        list: ResultId,
        slots: &[PlanSlot],
        order: &[ResultId],
    ) {
        if !self.traced {
            return;
        }
        self.warn_about_similar_items(plan, slots, order);
        self.warn_about_duplicate_names(plan, list, slots, order);
        for (slot, at) in slots.iter().zip(order) {
            self.warn_about_exclusive_fields(plan, slot, *at);
        }
    }

    fn warn(&mut self, note: StepDraft, at: ResultId) {
        self.step(note);
        self.tree.mark(at, Mark::Warning);
    }

    /// Warns about a new item without a name that shares fields with an unpaired live item: a change was
    /// probably intended.
    fn warn_about_similar_items(&mut self, plan: &MusthavePlan<'d>, slots: &[PlanSlot], order: &[ResultId]) {
        let mut by_field: FxHashMap<(&str, String), NodeId> = FxHashMap::default();
        let left = slots.iter().filter(|slot| slot.how == PlanStrategy::Leftover);
        for item in left.filter_map(|slot| slot.live) {
            for (key, text) in identifying_fields(plan.live, item) {
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
            if item_name(plan.template, item).is_some() {
                continue;
            }
            let shared = |(key, text): (&'d str, String)| {
                let other = by_field.get(&(key, text))?;
                Some((key, *other))
            };
            let all: Vec<(&str, NodeId)> = identifying_fields(plan.template, item)
                .filter_map(shared)
                .collect();
            let Some((_, other)) = all.first().copied() else {
                continue;
            };
            let keys = all.iter().filter(|(_, item)| *item == other).map(|(key, _)| *key);
            let keys: Vec<&str> = keys.collect();
            let detail = format!("`{}` ({})", keys.join("`, `"), display_name(plan.live, other));
            let mut note = StepDraft::new(Rule::MusthaveDuplicate, *at).patch(self.in_patch(item));
            note = note
                .old(crate::merge::result_tree::node_id::NodeRef::live(other))
                .detail(detail);
            self.warn(note, *at);
        }
    }

    /// Warns about a named item that overwrote one of several live items with that name.
    fn warn_about_duplicate_names(
        &mut self,
        plan: &MusthavePlan<'d>,
        list: ResultId,
        slots: &[PlanSlot],
        order: &[ResultId],
    ) {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let items = slots.iter().filter_map(|slot| slot.live);
        for item in items.filter_map(|item| item_name(plan.live, item)) {
            *counts.entry(item).or_default() += 1;
        }
        let mut reported: FxHashSet<&str> = FxHashSet::default();
        for (slot, at) in slots.iter().zip(order) {
            let (Some(item), Some(live)) = (slot.template, slot.live) else {
                continue;
            };
            let Some(own_name) = item_name(plan.live, live).filter(|_| slot.how == PlanStrategy::Name) else {
                continue;
            };
            if counts.get(own_name).is_some_and(|count| *count > 1)
                && overwrites(plan, slot.part)
                && reported.insert(own_name)
            {
                let note = StepDraft::new(Rule::MusthaveFirstOfName, *at).patch(self.in_patch(item));
                self.warn(note.detail(format!("`{own_name}`")), *at);
                self.tree.mark(list, Mark::Warning);
            }
        }
    }

    fn warn_about_exclusive_fields(&mut self, plan: &MusthavePlan<'d>, slot: &PlanSlot, at: ResultId) {
        let (Some(item), Some(live)) = (slot.template, slot.live) else {
            return;
        };
        for (one, other) in EXCLUSIVE {
            let template_node = |key| is_set(plan.template, item, key);
            let live_node = |key| is_set(plan.live, live, key);
            let clash = template_node(one) && live_node(other) || template_node(other) && live_node(one);
            // A null has no effect on a live map.
            let is_removed = [one, other].iter().any(|key| {
                let (field, old) = (plan.template.get(item, key), plan.live.get(live, key));
                field.is_some_and(|field| plan.template.kind(field) == ValueKind::Null)
                    && old.is_none_or(|old| plan.live.kind(old) != ValueKind::Map)
            });
            if clash && !is_removed && plan.live.get(live, "name").is_some() {
                let note = StepDraft::new(Rule::MusthaveExclusiveFields, at).patch(self.in_patch(item));
                let names = format!("`{one}` and `{other}`");
                self.warn(
                    note.detail(Detail::because(names, Reason::Exclusive([one, other]))),
                    at,
                );
            }
        }
    }
}

/// Returns whether an item has a field that is not null.
fn is_set(document: &Document, item: NodeId, key: &str) -> bool {
    let field = document.get(item, key);
    field.is_some_and(|field| document.kind(field) != ValueKind::Null)
}

/// Returns the fields of an item with their printed forms, without those that say nothing about its identity.
fn identifying_fields(document: &Document, item: NodeId) -> impl Iterator<Item = (&str, String)> {
    let entries = document.children(item);
    entries.filter_map(|entry| {
        let key = document.key(entry)?;
        let text = go_print::print_sorted(document, entry);
        // Nearly every port is TCP, so a common value is no evidence.
        let is_common =
            matches!(document.kind(entry), ValueKind::Null | ValueKind::Bool) || key == "protocol";
        (!is_common && !text.is_empty() && text != "[]" && text != "map[]" && text != "[*]")
            .then_some((key, text))
    })
}

/// Returns whether the merge changed a field that the live item has.
fn overwrites(plan: &MusthavePlan<'_>, part: PlanPart) -> bool {
    let PlanPart::Merged(merged_value) = part else {
        return false;
    };
    match &plan.get(merged_value).content {
        PlanContent::Map(entries) => entries.iter().any(|entry| match entry {
            PlanPart::Template(node) => {
                let Some(key) = plan.template.key(*node) else {
                    return false;
                };
                let live_node = plan.live.get(plan.get(merged_value).live, key);
                live_node.is_some_and(|live_node| {
                    !go_print::prints_as(plan.live, live_node, &go_print::print_plain(plan.template, *node))
                })
            }
            _ => false,
        }),
        PlanContent::List(_) => false,
    }
}
