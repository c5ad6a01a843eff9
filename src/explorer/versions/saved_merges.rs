//! The merges before and after a save: what it changed in the inputs and in the result, and which changes belong
//! together.

use std::ops::Range;

use super::change_stop::{ChangeStop, stop_at};
use crate::document::{Path, Tree, write};
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::merge::{Merge, NodeRef};
use crate::report::line_hunks::{HunkKind, LineHunk, line_hunks};
use crate::report::rows::outline;

/// The merges before and after a save.
pub(super) struct SavedMerges {
    merged: [MergedView; 2],
    /// The text of the result before the save.
    old_result: String,
    /// The changes of the result. If the patch is rejected, there are none.
    pub(super) in_result: Vec<LineHunk>,
}

/// Returns the view of an input.
pub(super) fn source_of(input: InputId, merged: &MergedView) -> Option<&SourceView> {
    match input {
        InputId::Patch(patch) => merged.patch(patch),
        _ => Some(merged.live()),
    }
}

/// Returns the text that a pane shows.
fn shown_text(view: &SourceView) -> String {
    if view.shows_text() {
        return view.document().text().to_owned();
    }
    let rows = view.rows(0, view.len()).into_iter();
    rows.map(|(_, text, _)| text + "\n").collect()
}

impl SavedMerges {
    pub(super) fn new(old: Merge, now: Merge) -> Self {
        let merged = [old, now].map(MergedView::new);
        let [old_result, result] = merged.each_ref().map(|view| write::yaml(&view.merge().tree));
        let in_result = match merged[1].merge().rejection() {
            Some(_) => Vec::new(),
            None => line_hunks(&old_result, &result),
        };
        Self {
            merged,
            old_result,
            in_result,
        }
    }

    /// Returns the changes of the result.
    pub(super) fn stops_in_result(&self) -> Vec<ChangeStop> {
        let stop = |hunk| stop_at(None, hunk, Some(&self.old_result));
        self.in_result.iter().map(stop).collect()
    }

    /// Returns the changes of an input.
    pub(super) fn changes_of(&self, input: InputId) -> (Vec<LineHunk>, Vec<ChangeStop>) {
        let views = self.merged.each_ref().map(|merged| source_of(input, merged));
        let [Some(old), Some(new)] = views.map(|view| view.map(shown_text)) else {
            return (Vec::new(), Vec::new());
        };
        let hunks = line_hunks(&old, &new);
        let stops = hunks.iter().flat_map(|hunk| self.stops(input, hunk, &old));
        let stops = stops.collect();
        (hunks, stops)
    }

    /// Returns the stops at a change of an input. Lines that are removed from a patch can change lines of the result
    /// that no line of the patch leads to any more.
    fn stops(&self, input: InputId, hunk: &LineHunk, old: &str) -> Vec<ChangeStop> {
        let stop = |hunk: &LineHunk| stop_at(Some(input), hunk, Some(old));
        let InputId::Patch(patch) = input else {
            return vec![stop(hunk)];
        };
        let with_result = |hunk: &LineHunk, changed: &LineHunk| ChangeStop {
            in_result: Some(changed.clone()),
            ..stop(hunk)
        };
        match hunk.kind {
            HunkKind::Removed => {
                let changed = self.changed_by(patch, 0, hunk.old.clone());
                let stops: Vec<ChangeStop> = changed.iter().map(|at| with_result(hunk, at)).collect();
                let [first, rest @ ..] = &*stops else {
                    return vec![stop(hunk)];
                };
                // Where the result lost lines, too, one stop is enough.
                let rest = rest.iter().filter(|stop| stop.changed_result().is_some());
                std::iter::once(first).chain(rest).cloned().collect()
            }
            HunkKind::Changed => {
                let reached = self.changed_by(patch, 1, hunk.new.clone());
                let rows = hunk.old.clone().flat_map(|row| {
                    let changed = self.changed_by(patch, 0, row..row + 1).into_iter();
                    changed.map(move |changed| (row, changed))
                });
                let mut stops = vec![stop(hunk)];
                for (row, changed) in rows.filter(|(_, changed)| !reached.contains(changed)) {
                    let removed = LineHunk {
                        kind: HunkKind::Removed,
                        old: row..row + 1,
                        new: hunk.new.end..hunk.new.end,
                    };
                    let is_known = stops.iter().any(|stop| stop.in_result.as_ref() == Some(changed));
                    if !changed.new.is_empty() && !is_known {
                        stops.push(with_result(&removed, changed));
                    }
                }
                stops
            }
            _ => vec![stop(hunk)],
        }
    }

    /// Returns the changes of the result that are about the fields on rows of a patch. `side` is 0 before the save.
    fn changed_by(&self, patch: PatchId, side: usize, rows: Range<usize>) -> Vec<&LineHunk> {
        let (fields, lists) = self.fields_on(patch, side, rows);
        let about = |paths: &[Path]| -> Vec<&LineHunk> {
            let is_about = |hunk: &&LineHunk| {
                let changed = self.paths_of(hunk);
                let is_same =
                    |one: &Path, other: &Path| one.0.starts_with(&other.0) || other.0.starts_with(&one.0);
                paths
                    .iter()
                    .any(|path| changed.iter().any(|changed| is_same(path, changed)))
            };
            self.in_result.iter().filter(is_about).collect()
        };
        let found = about(&fields);
        if found.is_empty() { about(&lists) } else { found }
    }

    /// Returns the paths of the fields on rows of a patch, and those of the lists that directives there order.
    fn fields_on(&self, patch: PatchId, side: usize, rows: Range<usize>) -> (Vec<Path>, Vec<Path>) {
        let merged = &self.merged[side];
        let (mut fields, mut lists) = (Vec::new(), Vec::new());
        let Some(view) = merged.patch(patch) else {
            return (fields, lists);
        };
        let (document, merge) = (view.document(), merged.merge());
        let starts = rows.filter_map(|row| view.node_at(row).filter(|(_, begins)| *begins));
        for node in starts.flat_map(|(node, _)| view.with_items(node)) {
            let source = NodeRef {
                document: patch.document(),
                node,
            };
            // The root and the maps that only contain the removed fields are about nothing themselves.
            let Some(near) = merged.links().at_patch(merge, source).result else {
                continue;
            };
            let path = merge.path(near.node);
            let mut keys = document.ancestors(node).filter_map(|node| document.key(node));
            if keys.any(|key| key.starts_with('$')) {
                lists.extend(merge.tree.parent(near.node).map(|list| merge.path(list)));
            }
            if !path.0.is_empty() {
                fields.push(path);
            }
        }
        lists.retain(|path| !path.0.is_empty());
        (fields, lists)
    }

    /// Returns the paths of the nodes on the lines of a change of the result: the new ones, or those that were removed.
    fn paths_of(&self, hunk: &LineHunk) -> Vec<Path> {
        let (merged, lines) = match hunk.new.is_empty() {
            true => (&self.merged[0], hunk.old.clone()),
            false => (&self.merged[1], hunk.new.clone()),
        };
        let (tree, heights) = (&merged.merge().tree, merged.heights());
        let node = |line: usize| {
            let row = outline::row_of_line(tree, heights, line + 1);
            outline::node_at(tree, heights, row)
        };
        let mut nodes: Vec<_> = lines.filter_map(node).collect();
        nodes.dedup();
        nodes.into_iter().map(|node| merged.merge().path(node)).collect()
    }
}
