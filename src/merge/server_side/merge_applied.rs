//! Merges the applied configuration into the live object: maps field by field, keyed lists by their keys,
//! sets as union. Everything else is replaced.

use rustc_hash::FxHashMap;

use super::apply_run::ApplyRun;
use super::field_set::PathElement;
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Numbers, Tree, ValueKind, same};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

impl<'d> ApplyRun<'_, 'd> {
    /// Merges the fields of the applied map `config` into those of the result's map `at`.
    pub(crate) fn merge_fields(&mut self, at: ResultId, config: NodeRef, position: HandledPosition<'_>) {
        let mut fields = self
            .recorder
            .fields(at, self.recorder.document(config).len(config.node));
        for entry in self.recorder.children(config) {
            let Some(key) = self.recorder.key(entry) else {
                continue;
            };
            let Some(below) = position.field(key) else {
                continue;
            };
            match self.recorder.find(&fields, key) {
                Some(live) => {
                    self.merge_value(live, entry, below);
                }
                None => {
                    let new =
                        self.recorder
                            .tree
                            .prepare_insert_as(at, InsertPosition::Last, entry, Some(key));
                    self.recorder
                        .step(StepDraft::new(Rule::ApplyAdds, new).patch(entry));
                    self.recorder.tree.mark(new, Mark::Added);
                    self.recorder.tree.commit_insert(new);
                    fields.add(key, new);
                }
            }
        }
    }

    /// Merges a value into a live one. Returns the node with the result.
    fn merge_value(&mut self, live: ResultId, entry: NodeRef, position: HandledPosition<'_>) -> ResultId {
        let (was, kind) = (self.recorder.tree.kind(live), self.recorder.kind(entry));
        let filled = self.recorder.tree.present(live).next().is_some();
        match (position.handling(was), position.handling(kind)) {
            (FieldHandling::Struct | FieldHandling::Free, FieldHandling::Struct | FieldHandling::Free) => {
                self.merge_fields(live, entry, position);
                live
            }
            (FieldHandling::Keyed | FieldHandling::Set, FieldHandling::Keyed | FieldHandling::Set) => {
                self.merge_list_items(live, entry, position);
                live
            }
            (FieldHandling::Struct | FieldHandling::Free | FieldHandling::Keyed | FieldHandling::Set, _)
                if kind == ValueKind::Null && filled =>
            {
                self.recorder
                    .step(StepDraft::new(Rule::ApplyNullNoOp, live).patch(entry));
                live
            }
            _ => self.replace_value(live, entry),
        }
    }

    /// Replaces a live value as a whole. Returns the node with the result.
    pub(crate) fn replace_value(&mut self, live: ResultId, entry: NodeRef) -> ResultId {
        let tree = &self.recorder.tree;
        let document = self.recorder.document(entry);
        if same(tree, live, document, entry.node, Numbers::ByValue) {
            return live;
        }
        let old = tree.source(live);
        if tree.kind(live).is_scalar() && self.recorder.kind(entry).is_scalar() {
            self.recorder
                .step(StepDraft::new(Rule::ApplySets, live).patch(entry).old(old));
            self.recorder.tree.preserve_key(live);
            self.recorder.tree.set_value(live, entry);
            self.recorder.tree.mark(live, Mark::Changed);
            return live;
        }
        let Some(parent) = tree.parent(live) else {
            return live;
        };
        let name = tree.key(live).map(str::to_owned);
        let tree = &mut self.recorder.tree;
        let new = tree.prepare_insert_as(parent, InsertPosition::After(live), entry, name.as_deref());
        self.recorder
            .step(StepDraft::new(Rule::ApplyReplaces, new).patch(entry).old(old));
        self.recorder.tree.replace_with(live);
        self.recorder.tree.mark(new, Mark::Replaced);
        self.recorder.tree.commit_insert(new);
        new
    }

    /// Merges two keyed lists or sets. The items of the configuration get its order; other live items stay
    /// before the shared item that they precede.
    fn merge_list_items(&mut self, list: ResultId, config: NodeRef, position: HandledPosition<'_>) {
        let live: Vec<ResultId> = self.recorder.tree.present(list).collect();
        let items: Vec<NodeRef> = self.recorder.children(config).collect();
        let mut names = ElementIds::default();
        let lefts: Vec<Option<usize>> = live
            .iter()
            .map(|id| {
                position
                    .path_element(&self.recorder.tree, *id)
                    .ok()
                    .map(|name| names.element_id(name))
            })
            .collect();
        let document = self.recorder.document(config);
        let rights: Vec<usize> = items
            .iter()
            .filter_map(|item| position.path_element(document, item.node).ok())
            .map(|name| names.element_id(name))
            .collect();
        let mut live_items: Vec<Vec<ResultId>> = vec![Vec::new(); names.count];
        for (element_id, id) in lefts.iter().zip(&live) {
            if let Some(element_id) = element_id {
                live_items[*element_id].push(*id);
            }
        }
        let mut config_items = vec![None; names.count];
        for (element_id, item) in rights.iter().zip(&items) {
            config_items[*element_id] = Some(*item);
        }
        let shared: Vec<usize> = rights
            .iter()
            .copied()
            .filter(|element_id| !live_items[*element_id].is_empty())
            .collect();
        let sequence = interleave(
            &lefts,
            &rights,
            &shared,
            &config_items.iter().map(Option::is_some).collect::<Vec<_>>(),
        );
        let is_set = position.handling(ValueKind::List) == FieldHandling::Set;
        let mut order = Vec::with_capacity(sequence.len());
        for placed in sequence {
            let element_id = match placed {
                OrderedItem::Live(at) => {
                    order.push(live[at]);
                    continue;
                }
                OrderedItem::Config(at) => rights[at],
            };
            let Some(item) = config_items[element_id] else {
                continue;
            };
            match live_items[element_id][..] {
                [id] => order.push(match is_set {
                    true => id,
                    false => self.merge_value(id, item, position.item()),
                }),
                ref duplicates => {
                    let new = self
                        .recorder
                        .tree
                        .prepare_insert_as(list, InsertPosition::Last, item, None);
                    let rule = match duplicates.is_empty() {
                        true if is_set => Rule::ApplyAddsValue,
                        true => Rule::ApplyAddsItem,
                        false => Rule::ApplyReplacesDuplicates,
                    };
                    self.recorder
                        .step(StepDraft::new(rule, new).patch(item).count(duplicates.len()));
                    for duplicate in duplicates {
                        self.recorder.remove(*duplicate, Mark::Replaced);
                    }
                    self.recorder.tree.mark(new, Mark::Added);
                    self.recorder.tree.commit_insert(new);
                    order.push(new);
                }
            }
        }
        let note = StepDraft::new(Rule::ApplyOrders, list).patch(config);
        let now: Vec<ResultId> = self.recorder.tree.present(list).collect();
        self.recorder
            .put_in_order(list, &now, &order, |_| note, Mark::Reordered);
    }
}

/// Path elements of items as small numbers. Each is hashed once.
#[derive(Default)]
struct ElementIds {
    ids: FxHashMap<PathElement, usize>,
    count: usize,
}

impl ElementIds {
    fn element_id(&mut self, name: PathElement) -> usize {
        let next = self.count;
        let element_id = *self.ids.entry(name).or_insert(next);
        self.count = self.ids.len();
        element_id
    }
}

/// The source of an item of the merged list: a position in the live list, for an item that only it has, or
/// one in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderedItem {
    Live(usize),
    Config(usize),
}

/// Returns the order of the merged list, with two pointers over the live list and the configuration. `shared`
/// are the ids of the configuration that the live list has, too.
fn interleave(
    lefts: &[Option<usize>],
    rights: &[usize],
    shared: &[usize],
    in_config: &[bool],
) -> Vec<OrderedItem> {
    let mut out = Vec::with_capacity(lefts.len() + rights.len());
    let mut merged = vec![false; in_config.len()];
    let mut shared = shared.iter().copied();
    let mut next_shared = shared.next();
    let (mut left, mut right) = (0, 0);
    while left < lefts.len() || right < rights.len() {
        if let (Some(element_id), Some(order)) = (lefts.get(left), rights.get(right)) {
            if *element_id == Some(*order) {
                merged[*order] = true;
                out.push(OrderedItem::Config(right));
                left += 1;
                right += 1;
                next_shared = shared.next();
                continue;
            }
            // A shared item, but not the next one: it is emitted with the item of the configuration.
            if element_id.is_some_and(|element_id| in_config[element_id])
                && next_shared.is_some()
                && next_shared != *element_id
            {
                left += 1;
                continue;
            }
        }
        if let Some(element_id) = lefts.get(left) {
            match element_id.filter(|element_id| in_config[*element_id]) {
                None => {
                    out.push(OrderedItem::Live(left));
                    left += 1;
                    continue;
                }
                Some(element_id) if merged[element_id] => left += 1,
                Some(_) => {}
            }
        }
        if let Some(element_id) = rights.get(right) {
            merged[*element_id] = true;
            out.push(OrderedItem::Config(right));
            right += 1;
            if next_shared == Some(*element_id) {
                next_shared = shared.next();
            }
        }
    }
    out
}
