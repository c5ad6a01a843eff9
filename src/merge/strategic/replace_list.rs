//! Replaces lists: atomic lists, and those with `$patch: replace`.

use super::decision::ListReplacement;
use super::strategic_merge::StrategicMerge;
use crate::document::{Numbers, Value, same};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::top_type;
use crate::merge::rule::Rule;
use crate::schema::TypePosition;

impl StrategicMerge<'_, '_> {
    /// Replaces an atomic list. Records no step for an equal list.
    pub(crate) fn replace_atomic_list(&mut self, list: ResultId, patch: NodeRef) -> Vec<ResultId> {
        match same(
            &self.tree,
            list,
            self.document(patch),
            patch.node,
            Numbers::ByType,
        ) {
            true => self.items(list),
            false => self.replace_items(list, patch, Rule::ReplaceAtomicList, None),
        }
    }

    /// Replaces all live items by the patch items. With a `$patch: replace` in `directive`, those with
    /// `$patch` are not inserted.
    pub(crate) fn replace_items(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        rule: Rule,
        directive: Option<NodeRef>,
    ) -> Vec<ResultId> {
        let document = self.document(patch);
        let strip = self.decisions.replacements();
        let context = self.filter_context(strip, || self.item_type(list));
        let mut filter = self.filter(strip, patch);
        let mut new = Vec::new();
        for item in self.children(patch) {
            let marker = self.patch_directive(item).filter(|_| directive.is_some());
            if marker.is_none() && filter.is_kept(document, item.node, true) {
                new.push(self.prepare_insert(list, None, item, &mut filter, context));
            } else if marker.is_none() || marker != directive && !self.is_explained(item, marker) {
                filter.record(Rule::DroppedDirective, item.node);
            }
        }
        let note = StepDraft::new(rule, list).patch(patch).directive(directive);
        self.step(note.count(new.len()));
        for id in self.items(list) {
            self.remove(id, Mark::Deleted);
        }
        for id in &new {
            self.tree.mark(*id, Mark::Added);
            self.tree.commit_insert(*id);
        }
        self.tree.mark(list, Mark::Replaced);
        self.record_filtered(list, filter.events);
        new
    }

    /// Returns whether another step explains why an item with `$patch` is not in the new list.
    fn is_explained(&self, item: NodeRef, marker: Option<NodeRef>) -> bool {
        match marker.map(|marker| self.value(marker)) {
            Some(Value::String("delete")) => self.decisions.list_replacement() == ListReplacement::CheckItems,
            // A warning reports the content that is lost with it.
            Some(Value::String("replace")) => self.document(item).len(item.node) > 1,
            _ => false,
        }
    }

    /// Returns the type of the items of a list of the result.
    pub(crate) fn item_type(&self, list: ResultId) -> Option<TypePosition> {
        let chain: Vec<ResultId> = self.tree.ancestors(list).collect();
        let mut type_position = top_type(&self.documents[0], self.schema)?;
        for id in chain.iter().rev().skip(1) {
            type_position = match self.result_key(*id) {
                Some(key) => self.schema.peek(type_position, key)?.type_position,
                None => self.schema.item(type_position),
            };
        }
        Some(self.schema.item(type_position))
    }
}
