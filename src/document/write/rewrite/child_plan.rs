//! Which children of a list or map stay, are removed and are added.

use std::collections::HashMap;
use std::ops::Range;

use super::origins::{Changes, ListEdit, Origins};
use super::rewriter::Rewriter;
use crate::document::{NodeId, Tree, ValueKind};

/// The edits of the children of a list or map.
pub(super) struct ChildPlan<I> {
    /// Children that are in both, whose values may differ.
    pub(super) pairs: Vec<(NodeId, I)>,
    /// Runs of removed old children, as indices.
    pub(super) removed: Vec<Range<usize>>,
    /// Added children, each before the old child with that index, or at the end.
    pub(super) added: Vec<(usize, I)>,
}

impl<T: Tree> Rewriter<'_, T> {
    /// Plans the children of a list or map with few changes.
    fn plan_of_edit(
        &self,
        old: NodeId,
        children: &[NodeId],
        edit: &ListEdit<T::Id>,
        changes: &Changes<'_, T::Id>,
    ) -> ChildPlan<T::Id> {
        let ordinal = |node: &NodeId| self.old.ordinal(*node);
        let mut removed: Vec<usize> = edit.removed.iter().map(ordinal).collect();
        removed.sort_unstable();
        // Entries before removed items are added after the last item that stays.
        let place = |next: Option<NodeId>| match next {
            Some(next) if self.old.kind(old) == ValueKind::List => {
                let mut at = ordinal(&next);
                while removed.binary_search(&at).is_ok() {
                    at += 1;
                }
                at
            }
            _ => children.len(),
        };
        let mut added: Vec<&(Option<NodeId>, T::Id)> = edit.added.iter().collect();
        added.sort_by_key(|(next, _)| next.map_or(children.len(), |next| ordinal(&next)));
        let touched = changes.touched.get(&old).into_iter().flatten();
        ChildPlan {
            pairs: touched
                .filter(|child| !edit.removed.contains(child))
                .map(|child| (*child, changes.origins.stays_as(*child)))
                .collect(),
            added: added.into_iter().map(|(next, id)| (place(*next), *id)).collect(),
            removed: runs(removed.into_iter()),
        }
    }

    /// Plans the children by their origins. Moved children are removed and added at their new position.
    fn plan_by_origin(
        &self,
        old: NodeId,
        children: &[NodeId],
        new: T::Id,
        origins: &dyn Origins<T::Id>,
    ) -> ChildPlan<T::Id> {
        let is_list = self.new.kind(new) == ValueKind::List;
        if let Some(changes) = &self.changes
            && let Some(edit) = changes.edit(old)
        {
            return self.plan_of_edit(old, children, edit, changes);
        }
        let position = |child: T::Id| {
            let node = origins.origin(child)?;
            let at = self.old.ordinal(node);
            (self.old.parent(node) == Some(old) && children.get(at) == Some(&node)).then_some(at)
        };
        let items: Vec<(Option<usize>, T::Id)> = self
            .new
            .children(new)
            .map(|child| (position(child), child))
            .collect();
        let stays: Vec<bool> = match is_list {
            true => {
                let order: Vec<usize> = items.iter().filter_map(|(position, _)| *position).collect();
                ascending(&order)
            }
            false => vec![true; items.len()],
        };
        let mut stays = stays.into_iter();
        let mut plan = ChildPlan {
            pairs: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
        };
        let (mut next, mut kept) = (0, vec![false; children.len()]);
        for (position, child) in items {
            match position.filter(|_| stays.next().unwrap_or_default()) {
                Some(at) => {
                    kept[at] = true;
                    plan.pairs.push((children[at], child));
                    next = at + 1;
                }
                None if is_list => plan.added.push((next, child)),
                None => plan.added.push((children.len(), child)),
            }
        }
        // Entries before removed items are added after the last item that stays.
        let mut next_kept: Vec<usize> = (0..=children.len()).collect();
        for at in (0..children.len()).rev().filter(|at| !kept[*at]) {
            next_kept[at] = next_kept[at + 1];
        }
        for (before, _) in &mut plan.added {
            *before = next_kept[*before];
        }
        plan.removed = runs((0..children.len()).filter(|at| !kept[*at]));
        plan
    }

    pub(super) fn map_plan(&self, old: NodeId, children: &[NodeId], new: T::Id) -> ChildPlan<T::Id> {
        if let Some(changes) = &self.changes {
            return self.plan_by_origin(old, children, new, changes.origins);
        }
        let mut added: HashMap<Option<&str>, T::Id> = self
            .new
            .children(new)
            .map(|child| (self.new.key(child), child))
            .collect();
        let pair = |(at, old): (usize, &NodeId)| (at, *old, added.remove(&self.old.key(*old)));
        let found: Vec<_> = children.iter().enumerate().map(pair).collect();
        let is_new = |child: &T::Id| added.contains_key(&self.new.key(*child));
        let added = self.new.children(new).filter(is_new);
        ChildPlan {
            pairs: found
                .iter()
                .filter_map(|(_, old, new)| Some((*old, (*new)?)))
                .collect(),
            removed: runs(
                found
                    .iter()
                    .filter(|found| found.2.is_none())
                    .map(|found| found.0),
            ),
            added: added.map(|child| (children.len(), child)).collect(),
        }
    }

    /// Plans the items of a list: pairs items with equal identities in order; others are added or removed.
    pub(super) fn list_plan(&self, old: NodeId, children: &[NodeId], new: T::Id) -> ChildPlan<T::Id> {
        if let Some(changes) = &self.changes {
            return self.plan_by_origin(old, children, new, changes.origins);
        }
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, child) in children.iter().enumerate() {
            positions.entry(identity(self.old, *child)).or_default().push(at);
        }
        let mut plan = ChildPlan {
            pairs: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
        };
        let (mut next, mut removed) = (0, Vec::new());
        for item in self.new.children(new) {
            let same = positions.get(&identity(self.new, item));
            let found = same.and_then(|same| same.get(same.partition_point(|at| *at < next)));
            match found {
                Some(&at) => {
                    removed.extend(next..at);
                    plan.pairs.push((children[at], item));
                    next = at + 1;
                }
                None => plan.added.push((next, item)),
            }
        }
        // Entries before removed items are added after the last item that stays.
        for (before, _) in &mut plan.added {
            if *before == next {
                *before = children.len();
            }
        }
        removed.extend(next..children.len());
        plan.removed = runs(removed.into_iter());
        plan
    }
}

/// Returns which numbers belong to a longest ascending subsequence.
fn ascending(numbers: &[usize]) -> Vec<bool> {
    // For each length: the position of the smallest number that ends an ascending subsequence. For each
    // number: the one before it.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut stays = vec![false; numbers.len()];
    let mut at = ends.last().copied();
    while let Some(last) = at {
        stays[last] = true;
        at = before[last];
    }
    stays
}

/// Groups ascending numbers into runs of consecutive ones.
fn runs(numbers: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

/// Returns the identity of an item: its name or another key-like field, or the value of a scalar.
fn identity<T: Tree>(tree: &T, id: T::Id) -> String {
    const NAMES: [&str; 6] = ["name", "key", "op", "path", "containerPort", "mountPath"];
    match tree.kind(id) {
        ValueKind::Map => {
            let named = |name: &&str| tree.children(id).find(|child| tree.key(*child) == Some(*name));
            match NAMES.iter().find_map(named) {
                Some(name) => format!("{:?}", tree.value(name)),
                None => "a map".to_owned(),
            }
        }
        ValueKind::List => "a list".to_owned(),
        _ => format!("{:?}", tree.value(id)),
    }
}
