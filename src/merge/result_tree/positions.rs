//! The positions of the items of long lists among the present ones. Paths name items without a key by
//! position; without these counts, the paths of all steps of such a list would walk it once for each step.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::ResultTree;
use super::edit_log::Change;
use super::node_id::{Presence, ResultId};

/// The counted lists, as long as their items keep their order.
#[derive(Debug, Default)]
pub(crate) struct Positions(Mutex<FxHashMap<ResultId, CountedList>>);

/// A clone starts empty.
impl Clone for Positions {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Positions {
    /// The number of items that are walked before a list is counted.
    const MAX_WALKED_ITEMS: usize = 64;

    /// Returns the position of an item among the present ones of its list, from 0, or `None` if it is not
    /// present.
    pub(crate) fn position(&self, tree: &ResultTree, list: ResultId, item: ResultId) -> Option<usize> {
        let is_present = |id: &ResultId| tree.state(*id) == Presence::Present;
        let mut children = tree.all_children(list);
        let mut near = children.by_ref().take(Self::MAX_WALKED_ITEMS).filter(is_present);
        if let Some(position) = near.position(|other| other == item) {
            return Some(position);
        }
        children.next()?;
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = lists.entry(list).or_insert_with(|| CountedList::new(tree, list));
        counted.position(item)
    }

    /// Updates the counts after a change was played.
    pub(crate) fn record_change(&mut self, tree: &ResultTree, change: Change) {
        let lists = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if lists.is_empty() {
            return;
        }
        match change {
            Change::Value(_) => {}
            Change::State(id) => {
                let Some(list) = tree.parent(id) else { return };
                let is_present = tree.state(id) == Presence::Present;
                let counted = lists.get_mut(&list);
                if counted.is_some_and(|counted| !counted.set(id, is_present)) {
                    lists.remove(&list);
                }
            }
            Change::Order(list) => {
                lists.remove(&list);
            }
        }
    }
}

/// All items that a list ever has, with a Fenwick tree over the present ones: counting and changing take
/// logarithmic time.
#[derive(Debug)]
struct CountedList {
    /// The index of each item among all of them.
    indices: FxHashMap<ResultId, usize>,
    is_present: Vec<bool>,
    /// A Fenwick tree: the entry `n`, from 1, counts the present items of the last `n & -n` indices before
    /// `n`.
    sums: Vec<u32>,
}

impl CountedList {
    fn new(tree: &ResultTree, list: ResultId) -> CountedList {
        let indices: FxHashMap<ResultId, usize> = tree.all_children(list).zip(0..).collect();
        let mut counted = CountedList {
            is_present: vec![false; indices.len()],
            sums: vec![0; indices.len() + 1],
            indices,
        };
        for item in tree.present(list) {
            counted.set(item, true);
        }
        counted
    }

    fn position(&self, item: ResultId) -> Option<usize> {
        let index = *self.indices.get(&item)?;
        self.is_present[index].then(|| self.count_before(index))
    }

    fn count_before(&self, index: usize) -> usize {
        let (mut at, mut sum) = (index, 0);
        while at > 0 {
            sum += self.sums[at] as usize;
            at &= at - 1;
        }
        sum
    }

    /// Sets whether an item is present. Returns `false` if the item is unknown.
    fn set(&mut self, item: ResultId, is_present: bool) -> bool {
        let Some(&index) = self.indices.get(&item) else {
            return false;
        };
        if std::mem::replace(&mut self.is_present[index], is_present) != is_present {
            let mut at = index + 1;
            while let Some(sum) = self.sums.get_mut(at) {
                *sum = match is_present {
                    true => *sum + 1,
                    false => *sum - 1,
                };
                at += at & at.wrapping_neg();
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn present_items_are_counted_as_they_come_and_go() {
        let ids: Vec<ResultId> = (0..200).map(ResultId).collect();
        let mut counted = CountedList {
            indices: ids.iter().copied().zip(0..).collect(),
            is_present: vec![false; ids.len()],
            sums: vec![0; ids.len() + 1],
        };
        let mut present = [false; 200];
        for at in (0..3000).map(|n| n * 7919 % 200) {
            present[at] = !present[at];
            assert!(counted.set(ids[at], present[at]));
            let other = at * 31 % 200;
            let before = present[..other].iter().filter(|is| **is).count();
            assert_eq!(counted.position(ids[other]), present[other].then_some(before));
        }
        assert!(!counted.set(ResultId(1000), true));
    }
}
