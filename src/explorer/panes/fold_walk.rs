//! Walks over a result: what the steps change, what they do not, and which rows folded nodes hide.

use rustc_hash::FxHashSet;

use super::folded_rows::FoldedRows;
use crate::document::Tree;
use crate::explorer::merged::MergedView;
use crate::merge::{Merge, Presence, ResultId, ResultTree};
use crate::report::rows::heights::{Heights, shown_children};

/// What the steps change, with all that contains it.
pub(crate) fn changed_by_steps(merge: &Merge) -> FxHashSet<ResultId> {
    let mut changed = FxHashSet::default();
    for (index, step) in merge.steps.iter().enumerate() {
        let about = step.rule.effect().mark().map(|_| step.at);
        for id in merge.touched_by(index).into_iter().chain(about) {
            let mut at = Some(id);
            while let Some(id) = at.filter(|id| changed.insert(*id)) {
                at = merge.scene.parent(id);
            }
        }
    }
    changed
}

/// The outermost lists and maps of live with more than two lines that contain none of `changed`.
pub(crate) fn unchanged(merged: &MergedView, changed: &FxHashSet<ResultId>) -> Vec<ResultId> {
    let (merge, heights) = (merged.merge(), merged.heights());
    let scene = &merge.scene;
    let mut folds = Vec::new();
    let mut todo = vec![scene.top()];
    while let Some(id) = todo.pop() {
        for child in scene.all_children(id) {
            // What a patch adds is changed as a whole.
            if scene.live_node(child).is_none() {
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

/// The rows that folded nodes hide, by one walk to them.
pub(crate) fn hidden_in(scene: &ResultTree, heights: &Heights, folded: &FxHashSet<ResultId>) -> FoldedRows {
    let mut open = FxHashSet::default();
    for id in folded {
        let mut at = scene.parent(*id);
        while let Some(id) = at.filter(|id| open.insert(*id)) {
            at = scene.parent(id);
        }
    }
    let mut found = Vec::new();
    let top = scene.top();
    let mut stack = vec![(shown_children(scene, top), heights.own(scene, top) as usize)];
    while let Some((children, row)) = stack.last_mut() {
        let Some(child) = children.next() else {
            stack.pop();
            continue;
        };
        let rows = heights.shown(child).0 as usize;
        let here = *row;
        *row += rows;
        if rows < 2 || scene.state(child) != Presence::Present {
            continue;
        }
        if folded.contains(&child) {
            found.push((here, rows - 1));
        } else if open.contains(&child) && !scene.kind(child).is_scalar() {
            let own = heights.own(scene, child) as usize;
            stack.push((shown_children(scene, child), here + own));
        }
    }
    FoldedRows::new(found)
}
