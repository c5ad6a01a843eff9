//! Applies an update, which writes the whole object: fields that it does not contain are removed, and lists
//! get its order.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::apply_run::ApplyRun;
use super::field_set::PathElement;
use super::managed_fields::UNOWNED_METADATA;
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Tree, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

impl ApplyRun<'_, '_> {
    /// Makes the map `at` equal to that of the updated object.
    pub(crate) fn write_map(&mut self, at: ResultId, object: NodeRef, position: HandledPosition<'_>) {
        let mut fields = self
            .recorder
            .fields(at, self.recorder.document(object).len(object.node));
        let before: Vec<ResultId> = self.recorder.tree.present(at).collect();
        let mut kept = FxHashSet::default();
        for entry in self.recorder.children(object) {
            let Some(key) = self.recorder.key(entry) else {
                continue;
            };
            match self.recorder.find(&fields, key) {
                Some(live) => {
                    kept.insert(live);
                    match position.field(key) {
                        Some(below) => self.write_value(live, entry, below),
                        None => self.replace_value(live, entry),
                    };
                }
                None => {
                    let new = self.insert(at, InsertPosition::Last, entry, Some(key), Rule::ApplyAdds);
                    fields.add(key, new);
                }
            }
        }
        let tree = &self.recorder.tree;
        let is_metadata = tree.parent(at) == Some(tree.top()) && tree.key(at) == Some("metadata");
        for id in before.into_iter().filter(|id| !kept.contains(id)) {
            let key = self.recorder.tree.key(id);
            // The API server writes these fields of a stored object itself.
            if is_metadata && key.is_some_and(|key| UNOWNED_METADATA.contains(&key)) {
                continue;
            }
            self.drop_missing(id);
        }
    }

    /// Makes a live value equal to that of the updated object. Returns the node with the result.
    fn write_value(&mut self, live: ResultId, entry: NodeRef, position: HandledPosition<'_>) -> ResultId {
        let (before, after) = (self.recorder.tree.kind(live), self.recorder.kind(entry));
        match position.handling(after) {
            FieldHandling::Struct | FieldHandling::Free if before == after => {
                self.write_map(live, entry, position);
                live
            }
            FieldHandling::Keyed | FieldHandling::Set if before == after => {
                self.write_list(live, entry, position);
                live
            }
            _ => self.replace_value(live, entry),
        }
    }

    fn write_list(&mut self, list: ResultId, object: NodeRef, position: HandledPosition<'_>) {
        let before: Vec<ResultId> = self.recorder.tree.present(list).collect();
        let mut unused: FxHashMap<PathElement, VecDeque<ResultId>> = FxHashMap::default();
        for id in &before {
            if let Ok(element) = position.path_element(&self.recorder.tree, *id) {
                unused.entry(element).or_default().push_back(*id);
            }
        }
        let document = self.recorder.document(object);
        let is_set = position.handling(ValueKind::List) == FieldHandling::Set;
        let mut order = Vec::new();
        let mut kept = FxHashSet::default();
        for item in self.recorder.children(object) {
            let element = position.path_element(document, item.node).ok();
            let live = element.and_then(|element| unused.get_mut(&element)?.pop_front());
            match live {
                Some(live) => {
                    kept.insert(live);
                    order.push(match is_set {
                        true => live,
                        false => self.write_value(live, item, position.item()),
                    });
                }
                None => {
                    let rule = match is_set {
                        true => Rule::ApplyAddsValue,
                        false => Rule::ApplyAddsItem,
                    };
                    let new = self.insert(list, InsertPosition::Last, item, None, rule);
                    order.push(new);
                }
            }
        }
        for id in before.into_iter().filter(|id| !kept.contains(id)) {
            self.drop_missing(id);
        }
        let now: Vec<ResultId> = self.recorder.tree.present(list).collect();
        let note = StepDraft::new(Rule::UpdateOrders, list).patch(object);
        self.recorder
            .put_in_order(list, &now, &order, |_| note, Mark::Reordered);
    }

    fn insert(
        &mut self,
        parent: ResultId,
        position: InsertPosition,
        entry: NodeRef,
        key: Option<&str>,
        rule: Rule,
    ) -> ResultId {
        let new = self.recorder.tree.prepare_insert_as(parent, position, entry, key);
        self.recorder.step(StepDraft::new(rule, new).patch(entry));
        self.recorder.tree.mark(new, Mark::Added);
        self.recorder.tree.commit_insert(new);
        new
    }

    fn drop_missing(&mut self, id: ResultId) {
        let old = self.recorder.tree.source(id);
        self.recorder
            .step(StepDraft::new(Rule::UpdateRemoves, id).old(old));
        self.recorder.remove(id, Mark::Deleted);
    }
}
