//! Walks over a result: finds the changed and unchanged nodes, and the rows that folded nodes hide.

use rustc_hash::FxHashSet;

use super::folded_rows::FoldedRows;
use crate::document::Tree;
use crate::explorer::merged::MergedView;
use crate::merge::{Merge, Presence, ResultId, ResultTree};
use crate::report::rows::heights::{Heights, shown_children};

/// Returns the nodes that the steps change, and all their ancestors.
pub(crate) fn find_changed(merge: &Merge) -> FxHashSet<ResultId> {
    let mut changed = FxHashSet::default();
    for (index, step) in merge.steps.iter().enumerate() {
        let about = step.rule.effect().mark().map(|_| step.at);
        for id in merge.touched_by(index).into_iter().chain(about) {
            let mut next = Some(id);
            while let Some(id) = next.filter(|id| changed.insert(*id)) {
                next = merge.tree.parent(id);
            }
        }
    }
    changed
}

/// Returns the outermost lists and maps of the live object that have more than two lines and contain no node
/// of `changed`.
pub(crate) fn find_unchanged(merged: &MergedView, changed: &FxHashSet<ResultId>) -> Vec<ResultId> {
    let (merge, heights) = (merged.merge(), merged.heights());
    let tree = &merge.tree;
    let mut folds = Vec::new();
    let mut todo = vec![tree.top()];
    while let Some(id) = todo.pop() {
        for child in tree.all_children(id) {
            // A node that a patch adds is changed as a whole.
            if tree.live_node(child).is_none() {
                continue;
            }
            if changed.contains(&child) {
                todo.push(child);
            } else if heights.shown(child).0 > 2 {
                folds.push(child);
            }
        }
    }
    folds
}

/// Returns the rows that folded nodes hide, with one walk over the open nodes.
pub(crate) fn find_hidden_rows(
    tree: &ResultTree,
    heights: &Heights,
    folded: &FxHashSet<ResultId>,
) -> FoldedRows {
    let mut open = FxHashSet::default();
    for id in folded {
        let mut next = tree.parent(*id);
        while let Some(id) = next.filter(|id| open.insert(*id)) {
            next = tree.parent(id);
        }
    }
    let mut found = Vec::new();
    let top = tree.top();
    let mut stack = vec![(shown_children(tree, top), heights.own_rows(tree, top) as usize)];
    while let Some((children, row)) = stack.last_mut() {
        let Some(child) = children.next() else {
            stack.pop();
            continue;
        };
        let rows = heights.shown(child).0 as usize;
        let here = *row;
        *row += rows;
        if rows < 2 || tree.state(child) != Presence::Present {
            continue;
        }
        if folded.contains(&child) {
            found.push((here, rows - 1));
        } else if open.contains(&child) && !tree.kind(child).is_scalar() {
            let own_rows = heights.own_rows(tree, child) as usize;
            stack.push((shown_children(tree, child), here + own_rows));
        }
    }
    FoldedRows::new(found)
}
