//! Compares two sets: lists of scalars that merge (Go: `diffListsOfScalars`). The library sorts the left list
//! in place before it compares the order, which affects all later comparisons.

use std::collections::HashMap;

use super::fields::StrategicDiff;
use crate::create::patch_builder::{EntryContent, EntryId};
use crate::create::sides::DocumentSide;
use crate::document::NodeId;
use crate::merge::{MergeKey, Rule, go_text, uniqify};

impl<'d> StrategicDiff<'d, '_> {
    /// Compares two lists of scalars of one type; the left one is not empty.
    pub(crate) fn sets(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &str,
        (old, left): (NodeId, Vec<NodeId>),
        (new, right): (NodeId, Vec<NodeId>),
    ) {
        let left_sorted = self.sorted(self.left, &left);
        let right_sorted = self.sorted(self.right, &right);
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        let (mut at, mut to) = (0, 0);
        loop {
            match (left_sorted.get(at), right_sorted.get(to)) {
                (None, None) => break,
                (Some(ours), Some(theirs)) if ours.0 == theirs.0 => {
                    at += 1;
                    to += 1;
                }
                (ours, Some(theirs)) if ours.is_none_or(|ours| ours.0 > theirs.0) => {
                    added.push(theirs.1);
                    to += 1;
                }
                (Some(ours), _) => {
                    removed.push(ours.1);
                    at += 1;
                }
                // The arm before the last handles all other values of the right side.
                (None, Some(_)) => to += 1,
            }
        }
        let now: Vec<NodeId> = left_sorted.into_iter().map(|value| value.1).collect();
        let differed = !self.sequences_equal(&left, &right);
        let mut differs = differed;
        if self.client.is_kubectl() {
            differs = !self.sequences_equal(&now, &right);
            self.library_sides.orders.insert((self.left, old), now);
        }
        let sent = differs || !removed.is_empty() || !added.is_empty();
        self.remark_duplicate_values((old, &removed), new, &right, sent);
        let nothing_sent = removed.is_empty() && added.is_empty();
        if self.client.sends_whole_sets() && (differed || !nothing_sent) {
            added.clone_from(&right);
        }
        if !self.options.deletions {
            removed.clear();
        }
        if !self.options.changes {
            added.clear();
        }
        let wants_order = !removed.is_empty() || self.options.changes && differs;
        if self.options.order && wants_order && !right.is_empty() {
            let rule = match (nothing_sent, differed) {
                (true, false) => Rule::RedundantOrder,
                (true, true) => Rule::SendOrderOnly,
                (false, _) => Rule::SendOrder,
            };
            self.copy(entries, &format!("$setElementOrder/{key}"), rule, Some(old), new);
        } else if self.options.order && self.options.changes && nothing_sent && differed {
            self.remark(Rule::OrderLost, old, new, String::new());
        }
        if !removed.is_empty() {
            self.deletions(entries, key, (old, new), removed);
        }
        if !added.is_empty() {
            self.additions(entries, key, (old, new), added, &right);
        }
    }

    /// Returns the values sorted by text. Equal texts are equal values.
    fn sorted(&self, side: DocumentSide, values: &[NodeId]) -> Vec<(String, NodeId)> {
        let document = self.library_sides.document(side);
        let mut named: Vec<(String, NodeId)> = values
            .iter()
            .map(|value| (go_text::format_value(document, *value), *value))
            .collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    }

    fn sequences_equal(&self, left: &[NodeId], right: &[NodeId]) -> bool {
        let equal = |(ours, theirs): (&NodeId, &NodeId)| {
            self.scalar(self.left, *ours) == self.scalar(self.right, *theirs)
        };
        left.len() == right.len() && left.iter().zip(right).all(equal)
    }

    fn deletions(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &str,
        (old, new): (NodeId, NodeId),
        removed: Vec<NodeId>,
    ) {
        let nodes: HashMap<MergeKey<'d>, NodeId> = removed
            .iter()
            .rev()
            .map(|node| (self.scalar(self.left, *node), *node))
            .collect();
        let keys = removed.iter().map(|node| self.scalar(self.left, *node)).collect();
        let mut values = Vec::new();
        for node in uniqify(keys).0.iter().filter_map(|key| nodes.get(key)) {
            let copy = EntryContent::Copy(self.left, *node);
            values.push(self.entry(Rule::SendDeletedValues, None, copy, (Some(*node), None)));
        }
        let directive = format!("$deleteFromPrimitiveList/{key}");
        let (values, nodes) = (EntryContent::List(values), (Some(old), Some(new)));
        self.add(entries, Rule::SendDeletedValues, &directive, values, nodes);
    }

    /// Adds the new values in the order of the requested list.
    fn additions(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &str,
        (old, new): (NodeId, NodeId),
        mut added: Vec<NodeId>,
        right: &[NodeId],
    ) {
        let mut positions: HashMap<MergeKey<'d>, usize> = HashMap::new();
        for (at, node) in right.iter().enumerate() {
            positions.entry(self.scalar(self.right, *node)).or_insert(at);
        }
        added.sort_by_key(|node| positions.get(&self.scalar(self.right, *node)).copied());
        let (rule, value_rule) = match self.client.sends_whole_sets() {
            true => (Rule::SendWholeSet, Rule::SendPart),
            false => (Rule::SendList, Rule::SendNewValue),
        };
        let value = |node| {
            let copy = EntryContent::Copy(self.right, node);
            self.entry(value_rule, None, copy, (None, Some(node)))
        };
        let values = EntryContent::List(added.into_iter().map(value).collect());
        self.add(entries, rule, key, values, (Some(old), Some(new)));
    }

    pub(crate) fn remark_duplicate_values(
        &mut self,
        left: (NodeId, &[NodeId]),
        right: NodeId,
        requested: &[NodeId],
        sent: bool,
    ) {
        let mut count: HashMap<MergeKey<'d>, usize> = HashMap::new();
        for node in requested {
            *count.entry(self.scalar(self.right, *node)).or_default() += 1;
        }
        if self.options.deletions {
            let lost = left
                .1
                .iter()
                .find(|node| count.contains_key(&self.scalar(self.left, **node)));
            if let Some(lost) = lost.copied() {
                let name = go_text::format_value(self.library_sides.document(self.left), lost);
                self.remark(Rule::DuplicatesRemoved, left.0, right, name);
            }
        }
        if self.options.changes {
            let often = |node: &&NodeId| count.get(&self.scalar(self.right, **node)) > Some(&1);
            let repeated = requested.iter().find(often).copied();
            if let Some(repeated) = repeated.filter(|_| sent) {
                let name = go_text::format_value(self.library_sides.document(self.right), repeated);
                self.remark(Rule::DuplicatesSent, left.0, right, name);
            }
        }
    }
}
