//! The changes of one step, read from its edits.

use rustc_hash::FxHashSet;

use crate::document::{Tree, Value};
use crate::merge::keys::key::MergeKey;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::edit_log::TreeEdit;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::step::Step;
use crate::merge::trace::Merge;

/// A merge directly after one of its steps.
pub(super) struct StepFacts<'m> {
    pub(super) merge: &'m Merge,
    pub(super) tree: &'m ResultTree,
    pub(super) step: &'m Step,
    pub(super) index: usize,
    /// The nodes that the step added, removed and replaced.
    pub(super) added: Vec<ResultId>,
    pub(super) removed: Vec<ResultId>,
    pub(super) superseded: Vec<ResultId>,
    /// The scalars that the step set: the node, the old and the new source.
    pub(super) set: Vec<(ResultId, NodeRef, NodeRef)>,
    pub(super) reordered: Vec<ResultId>,
    /// The sources of all nodes that the result has at any step.
    pub(super) sources: &'m FxHashSet<NodeRef>,
}

impl<'m> StepFacts<'m> {
    pub(super) fn new(merge: &'m Merge, index: usize, sources: &'m FxHashSet<NodeRef>) -> Self {
        let mut facts = Self {
            merge,
            tree: &merge.tree,
            step: &merge.steps[index],
            index,
            added: Vec::new(),
            removed: Vec::new(),
            superseded: Vec::new(),
            set: Vec::new(),
            reordered: Vec::new(),
            sources,
        };
        for edit in merge.edits_of(index) {
            match edit {
                TreeEdit::State { id, new, .. } => match new {
                    Presence::Present => facts.added.push(id),
                    Presence::Removed => facts.removed.push(id),
                    Presence::Replaced => facts.superseded.push(id),
                    Presence::Pending => {}
                },
                TreeEdit::Source { id, old, new, .. } => facts.set.push((id, old, new)),
                TreeEdit::Order { list, .. } => facts.reordered.push(list),
                TreeEdit::Marks { .. } => {}
            }
        }
        facts
    }

    /// Returns the numbers of added, removed, replaced and set values, and of reordered lists.
    pub(super) fn counts(&self) -> [usize; 5] {
        [
            self.added.len(),
            self.removed.len(),
            self.superseded.len(),
            self.set.len(),
            self.reordered.len(),
        ]
    }

    pub(super) fn value(&self, source: NodeRef) -> Value<'m> {
        self.tree.document(source).value(source.node)
    }

    pub(super) fn key_of(&self, source: NodeRef) -> Option<&'m str> {
        self.tree.document(source).key(source.node)
    }

    pub(super) fn children(&self, source: NodeRef) -> impl Iterator<Item = NodeRef> + use<'m> {
        let children = self.tree.document(source).children(source.node);
        children.map(move |node| NodeRef { node, ..source })
    }

    pub(super) fn entry(&self, map: NodeRef, key: &str) -> Option<NodeRef> {
        self.children(map).find(|entry| self.key_of(*entry) == Some(key))
    }

    /// Returns whether a node was part of its container before the step.
    pub(super) fn was_present(&self, id: ResultId) -> bool {
        match self.tree.state(id) {
            Presence::Present => !self.added.contains(&id),
            _ => self.removed.contains(&id) || self.superseded.contains(&id),
        }
    }

    /// Returns the list that the step is about: the node of the step, or its container.
    pub(super) fn list(&self) -> Option<ResultId> {
        match self.tree.value(self.step.at) {
            Value::List => Some(self.step.at),
            _ => self.tree.parent(self.step.at),
        }
    }

    /// Returns the merge key of the list that the step is about.
    pub(super) fn merge_key(&self) -> Option<String> {
        self.merge.field(self.list()?)?.merge_key.map(str::to_owned)
    }

    /// Returns the key of an item of the result: the value of its merge key or, without one, the item itself.
    pub(super) fn item_key(&self, id: ResultId, merge_key: Option<&str>) -> Option<MergeKey<'m>> {
        let node = match merge_key {
            Some(key) => self.tree.get(id, key)?,
            None => id,
        };
        Some(MergeKey::from_value(self.tree.value(node)))
    }

    /// Returns the key of an item of a patch.
    pub(super) fn patch_key(&self, item: NodeRef, merge_key: Option<&str>) -> Option<MergeKey<'m>> {
        let node = match merge_key {
            Some(key) => self.entry(item, key)?,
            None => item,
        };
        Some(MergeKey::from_value(self.value(node)))
    }
}
