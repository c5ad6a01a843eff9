//! The paths of steps for readers and programs, in which each list item has a name of its own.

use super::result_tree::node_id::ResultId;
use super::rule::Rule;
use super::step::Step;
use super::trace::Merge;
use crate::document::{Path, Segment};

impl Merge {
    /// Returns [`Self::step_path`] with the index of each item that shares the value of its merge key.
    pub fn distinct_step_path(&self, step: &Step) -> Path {
        let mut path = self.step_path(step);
        // A deletion by merge key is about all items that have it.
        let at = match step.rule {
            Rule::DeleteItem | Rule::DeleteSeveral => self.tree.parent(step.at),
            _ => Some(step.at),
        };
        if let Some(at) = at {
            self.name_by_index(at, &mut path);
        }
        path
    }

    fn name_by_index(&self, id: ResultId, path: &mut Path) {
        let chain: Vec<ResultId> = self.tree.ancestors(id).collect();
        for (pair, segment) in chain.windows(2).rev().zip(&mut path.0) {
            let (item, list) = (pair[0], pair[1]);
            if let Segment::Item { key, .. } = segment
                && self.shared_keys.is_shared(&self.tree, list, item, key)
            {
                *segment = Segment::Index(self.item_index(list, item));
            }
        }
    }
}
