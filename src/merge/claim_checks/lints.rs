//! Checks the claims of findings about the live object, the patches and the result, at the end of the merge.

use rustc_hash::FxHashMap;

use super::check::{Check, ensure};
use crate::document::{Numbers, Tree, Value, same};
use crate::merge::claim::Claim;
use crate::merge::keys::key::MergeKey;
use crate::merge::lint::early_references;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::step::Step;
use crate::merge::trace::Merge;

/// Checks all findings of a merge that is at its end.
pub(super) fn check(merge: &Merge) -> Vec<(usize, Check)> {
    let findings = merge
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| step.rule.is_observation());
    findings
        .map(|(index, step)| (index, Finding { merge, step }.check()))
        .collect()
}

struct Finding<'m> {
    merge: &'m Merge,
    step: &'m Step,
}

impl<'m> Finding<'m> {
    fn check(&self) -> Check {
        let is_merged = self.merge.rejection().is_none();
        match self.step.rule.claim() {
            Claim::IsDuplicateInLive => self.check_duplicate_in_live(),
            Claim::IsDuplicateInPatch => self.check_duplicate_in_patch(),
            Claim::DeletesSeveral => self.deletes_several(),
            Claim::IsNewKey => self.check_new_key(),
            // Claims about the result need a result.
            Claim::LosesAllItems if is_merged => self.loses_all_items(),
            Claim::RemainsNextToNew if is_merged => self.remains_next_to_new(),
            Claim::EndsReordered if is_merged => self.ends_reordered(),
            Claim::IsLeftOver => self.check_visible().and_then(|()| self.check_left_over()),
            Claim::IsContradicted => self.check_visible(),
            Claim::IsUsedTooEarly => self.check_used_too_early(),
            Claim::IsNoOp => self.check_no_op(),
            _ => Ok(()),
        }
    }

    fn value(&self, source: NodeRef) -> Value<'m> {
        self.merge.tree.document(source).value(source.node)
    }

    fn entry(&self, map: NodeRef, key: &str) -> Option<NodeRef> {
        let node = self.merge.tree.document(map).get(map.node, key)?;
        Some(NodeRef { node, ..map })
    }

    fn children(&self, source: NodeRef) -> impl Iterator<Item = NodeRef> + use<'m> {
        let children = self.merge.tree.document(source).children(source.node);
        children.map(move |node| NodeRef { node, ..source })
    }

    fn merge_key(&self) -> Option<&'m str> {
        let list = match self.merge.tree.value(self.step.at) {
            Value::List => self.step.at,
            _ => self.merge.tree.parent(self.step.at)?,
        };
        self.merge.field(list)?.merge_key
    }

    fn key(&self, item: NodeRef, merge_key: &str) -> Option<MergeKey<'m>> {
        Some(MergeKey::from_value(self.value(self.entry(item, merge_key)?)))
    }

    /// Returns the number of live items per key, in the list of a live item.
    fn live_items(&self, list: NodeRef, merge_key: &str) -> FxHashMap<MergeKey<'m>, u32> {
        let mut counts = FxHashMap::default();
        for key in self.children(list).filter_map(|item| self.key(item, merge_key)) {
            *counts.entry(key).or_default() += 1;
        }
        counts
    }

    fn live_list(&self) -> Option<NodeRef> {
        let live = &self.merge.inputs.live;
        let item = self.merge.tree.live_node(self.step.at)?;
        let list = match live.value(item) {
            Value::List => item,
            _ => live.parent(item)?,
        };
        Some(NodeRef::live(list))
    }

    fn check_duplicate_in_live(&self) -> Check {
        let (list, merge_key) = self
            .live_list()
            .zip(self.merge_key())
            .ok_or("it points at no live item")?;
        let own = self.merge.tree.live_node(self.step.at).map(NodeRef::live);
        let key = own
            .and_then(|item| self.key(item, merge_key))
            .ok_or("the item has no key")?;
        let count = self.live_items(list, merge_key).get(&key).copied().unwrap_or(0);
        ensure(
            count == self.step.count() && count > 1,
            "another number of live items has that key",
        )
    }

    fn check_duplicate_in_patch(&self) -> Check {
        let item = self.step.patch().ok_or("it points at nothing")?;
        let document = self.merge.tree.document(item);
        let list = document.parent(item.node).ok_or("it points at no item")?;
        let own: Vec<(Option<&str>, MergeKey<'_>)> = scalars(self, item);
        let others = self
            .children(NodeRef { node: list, ..item })
            .filter(|other| *other != item);
        let shares = |other: NodeRef| scalars(self, other).iter().any(|entry| own.contains(entry));
        ensure(others.into_iter().any(shares), "no other item has that key")
    }

    fn deletes_several(&self) -> Check {
        let (item, merge_key) = self
            .step
            .patch()
            .zip(self.merge_key())
            .ok_or("it points at nothing")?;
        ensure(self.step.count() > 1, "it deletes one item")?;
        let deletes = self.entry(item, "$patch").map(|directive| self.value(directive));
        ensure(
            deletes == Some(Value::String("delete")),
            "the patch item is not a deletion",
        )?;
        let list = self
            .merge
            .tree
            .document(item)
            .parent(item.node)
            .ok_or("it points at no item")?;
        let others = self.children(NodeRef { node: list, ..item });
        let mut others = others.filter(|other| self.entry(*other, "$patch").is_none());
        let key = self.key(item, merge_key);
        ensure(
            !others.any(|other| self.key(other, merge_key) == key),
            "the patch adds an item of that key again",
        )
    }

    fn loses_all_items(&self) -> Check {
        let tree = &self.merge.tree;
        let is_live = |id: ResultId| tree.live_node(id).is_some();
        let is_last = self
            .step
            .patch()
            .is_some_and(|patch| patch.document as usize == self.merge.inputs.patches.len());
        ensure(
            !is_last || !tree.present(self.step.at).any(is_live),
            "a live item is still in the list",
        )
    }

    fn check_new_key(&self) -> Check {
        let (item, merge_key) = self
            .step
            .patch()
            .zip(self.merge_key())
            .ok_or("it points at nothing")?;
        let Some(list) = self.live_list().filter(|_| item.document == 1) else {
            return Ok(());
        };
        let key = self.key(item, merge_key).ok_or("the patch item has no key")?;
        ensure(
            !self.live_items(list, merge_key).contains_key(&key),
            "a live item has that key",
        )
    }

    fn remains_next_to_new(&self) -> Check {
        let item = self.step.patch().ok_or("it points at nothing")?;
        let tree = &self.merge.tree;
        if item.document as usize != self.merge.inputs.patches.len() || !tree.is_visible(self.step.at) {
            let is_gone = tree.state(self.step.at) != Presence::Present;
            return ensure(
                !is_gone || item.document as usize != self.merge.inputs.patches.len(),
                "the live item is gone",
            );
        }
        let list = tree.parent(self.step.at).ok_or("it points at no item")?;
        // An earlier patch item with the same key can have added the new item.
        let merge_key = self.merge_key();
        let key = |item: NodeRef| merge_key.and_then(|merge_key| self.key(item, merge_key));
        let is_new = |id: ResultId| {
            let source = tree.source(id);
            source == item || (!source.is_live() && key(source).is_some() && key(source) == key(item))
        };
        ensure(tree.present(list).any(is_new), "the patch item is not added")
    }

    fn ends_reordered(&self) -> Check {
        let tree = &self.merge.tree;
        if !tree.is_visible(self.step.at) || self.merge.inputs.patches.len() > 1 {
            return Ok(());
        }
        let positions = tree.present(self.step.at).filter_map(|id| tree.live_node(id));
        ensure(
            !positions.is_sorted(),
            "all live items have their old relative order",
        )
    }

    fn check_visible(&self) -> Check {
        ensure(self.merge.tree.is_visible(self.step.at), "the field is not there")
    }

    /// Checks that no step of a patch changes the field or its content.
    fn check_left_over(&self) -> Check {
        let tree = &self.merge.tree;
        ensure(tree.source(self.step.at).is_live(), "the field is not from live")?;
        let touched = (0..self.merge.steps.len()).filter(|at| !self.merge.steps[*at].rule.is_observation());
        let is_inside = |id: ResultId| tree.ancestors(id).any(|above| above == self.step.at);
        let mut changed = touched.flat_map(|at| self.merge.changed_by(at));
        ensure(!changed.any(is_inside), "a patch changes the field")
    }

    fn check_used_too_early(&self) -> Check {
        let list = self
            .merge
            .tree
            .parent(self.step.at)
            .ok_or("it points at no item")?;
        let is_early = early_references(&self.merge.tree, list)
            .iter()
            .any(|early| early.item.0 == self.step.at);
        ensure(is_early, "the reference is expanded")
    }

    fn check_no_op(&self) -> Check {
        let (tree, live) = (&self.merge.tree, &self.merge.inputs.live);
        ensure(
            same(tree, tree.top(), &**live, live.root(), Numbers::ByType),
            "the result is not equal to live",
        )
    }
}

/// Returns the scalar fields of a map.
fn scalars<'m>(finding: &Finding<'m>, map: NodeRef) -> Vec<(Option<&'m str>, MergeKey<'m>)> {
    let document = finding.merge.tree.document(map);
    let entries = finding.children(map);
    let entries = entries.map(|entry| {
        (
            document.key(entry.node),
            MergeKey::from_value(finding.value(entry)),
        )
    });
    entries.filter(|(_, key)| key.is_comparable()).collect()
}
