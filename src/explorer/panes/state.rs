//! The panes with the three documents: which rows they show, and which nodes their cursors are on.

use std::collections::BTreeMap;

use super::focus::Pane;
use super::folded_rows::FoldedRows;
use super::folds::Folds;
use super::jump_point::JumpPoint;
use super::row::RowCursor;
use super::selection::Selection;
use super::sizes::Sizes;
use super::viewport::Viewport;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::links::{LinkedNodes, NearestNode};
use crate::explorer::merged::source_lines::SourceView;
use crate::merge::{NodeRef, ResultId, Step};
use crate::report::rows::outline;

/// The panes with the three documents, and the explanation.
///
/// A *base row* is a row of the whole document; folding hides some of them, and a *row* is one of those that are left.
#[derive(Clone, Debug)]
pub struct Panes {
    pub(super) views: [Viewport; 3],
    /// The window on the explanation.
    pub(crate) why: Viewport,
    /// The nodes that the cursors are on.
    linked: LinkedNodes,
    patch_shown: PatchId,
    pub(super) folds: Folds,
    pub(super) x_offsets: [usize; 3],
    pub(super) selection: Option<Selection>,
    pub(super) jumps: Vec<JumpPoint>,
}

/// A line of a text, so many rows below its first one in a pane.
#[derive(Clone, Copy, Debug)]
struct TextLine {
    pane: Pane,
    below: usize,
}

/// The number of a line after some lines were taken out of its text and others put in. A line that is taken out itself becomes the
/// one that is put in at its place.
fn line_after(line: usize, removed: &BTreeMap<usize, String>, added: &BTreeMap<usize, String>) -> usize {
    let kept = line - removed.range(..line).count();
    let is_removed = removed.contains_key(&line);
    let is_before = |added: usize, at: usize| added < at || added == at && !is_removed;
    let first = added
        .keys()
        .fold(kept, |at, added| at + usize::from(is_before(*added, at)));
    let run = |at: usize, lines: &BTreeMap<usize, String>| {
        (0..at).rev().take_while(|at| lines.contains_key(at)).count()
    };
    match is_removed {
        true => (first..first + run(line, removed))
            .take_while(|at| added.contains_key(&(at + 1)))
            .last()
            .map_or(first, |at| at + 1),
        false => first,
    }
}

impl Panes {
    /// The panes of documents that are just opened.
    pub(crate) fn new(sizes: &Sizes) -> Self {
        Self {
            views: sizes.panes.map(Viewport::with_height),
            why: Viewport::with_height(sizes.why),
            linked: LinkedNodes::default(),
            patch_shown: PatchId::default(),
            folds: Folds::default(),
            x_offsets: [0; 3],
            selection: None,
            jumps: Vec::new(),
        }
    }

    /// The window on a pane.
    pub fn view(&self, pane: Pane) -> Viewport {
        self.views[pane as usize]
    }

    /// The window on the explanation.
    pub fn why(&self) -> Viewport {
        self.why
    }

    /// The patch that is shown.
    pub fn patch_shown(&self) -> PatchId {
        self.patch_shown
    }

    /// Shows a patch, or the last one if there are fewer.
    pub(crate) fn show_patch(&mut self, patch: PatchId, merged: &MergedView) {
        let last = PatchId::new(merged.patch_count().saturating_sub(1));
        self.patch_shown = patch.min(last);
    }

    /// The nodes that the cursors are on.
    pub(crate) fn linked(&self) -> LinkedNodes {
        self.linked
    }

    /// The number of the pane's document in the merge; none for the result.
    pub(crate) fn document(&self, pane: Pane) -> Option<u16> {
        match pane {
            Pane::Live => Some(0),
            Pane::Patch => Some(self.patch_shown.document()),
            Pane::Result => None,
        }
    }

    /// The input that the pane shows; none for the result, and if there is no patch.
    pub(crate) fn source<'m>(&self, pane: Pane, merged: &'m MergedView) -> Option<&'m SourceView> {
        match pane {
            Pane::Live => Some(merged.live()),
            Pane::Patch => merged.patch(self.patch_shown),
            Pane::Result => None,
        }
    }

    fn hidden(&self, pane: Pane) -> Option<&FoldedRows> {
        match pane {
            Pane::Live => Some(&self.folds.live),
            Pane::Patch => self.folds.patches.get(self.patch_shown.index()),
            Pane::Result => Some(&self.folds.result),
        }
    }

    /// How many rows a pane has, without those that are folded.
    pub(crate) fn row_count(&self, pane: Pane, merged: &MergedView) -> usize {
        let all = match pane {
            Pane::Result => merged.heights().rows(&merged.merge().scene),
            _ => self.source(pane, merged).map_or(0, SourceView::len),
        };
        all.saturating_sub(self.hidden(pane).map_or(0, FoldedRows::total))
    }

    /// The base row that is shown as a row.
    pub(crate) fn base_row(&self, pane: Pane, row: usize) -> usize {
        self.hidden(pane).map_or(row, |hidden| hidden.base(row))
    }

    /// Whether one of the base rows from the first to the last is on the screen.
    pub(crate) fn is_on_screen(&self, pane: Pane, first: usize, last: usize) -> bool {
        let [(from, is_hidden), (to, _)] = [first, last].map(|base| self.shown_row(pane, base));
        let view = self.view(pane);
        // A fold can hide all of it, but not the rows around it.
        !(is_hidden && from == to) && from < view.scroll + view.height && view.scroll <= to
    }

    /// The base row that the cursor is on.
    pub(crate) fn cursor_row(&self, pane: Pane) -> usize {
        self.base_row(pane, self.view(pane).cursor)
    }

    /// The row that shows a base row, and whether the base row is folded there.
    pub(super) fn shown_row(&self, pane: Pane, base: usize) -> (usize, bool) {
        self.hidden(pane)
            .map_or((base, false), |hidden| hidden.shown(base))
    }

    /// How many rows are folded after a base row.
    pub(super) fn folded_after(&self, pane: Pane, base: usize) -> Option<usize> {
        self.hidden(pane)?.after(base)
    }

    /// The rows `from..from + count`, as ranges of base rows.
    pub(super) fn pieces(&self, pane: Pane, from: usize, count: usize) -> Vec<(usize, usize)> {
        self.hidden(pane)
            .map_or(vec![(from, count)], |hidden| hidden.pieces(from, count))
    }

    /// Scrolls a pane by rows, and the others with it.
    pub(crate) fn scroll_by(&mut self, pane: Pane, by: i32, merged: &MergedView) {
        let rows = self.row_count(pane, merged);
        self.views[pane as usize].scroll_by(by, rows);
        self.scroll_others(pane, merged);
    }

    /// Puts the cursor of a pane on a row; the other panes follow.
    pub(crate) fn put_cursor(&mut self, pane: Pane, row: usize, merged: &MergedView) {
        let rows = self.row_count(pane, merged);
        self.views[pane as usize].put(row, rows);
        self.link_to_cursor(pane, merged);
    }

    /// Puts the cursor on a base row, or on the row where it is folded.
    pub(crate) fn reveal_base(&mut self, pane: Pane, base: usize, merged: &MergedView) {
        let (row, _) = self.shown_row(pane, base);
        let rows = self.row_count(pane, merged);
        self.views[pane as usize].reveal(row, rows);
        self.link_to_cursor(pane, merged);
    }

    /// Scrolls so that the cursor has `offset` rows before it, if possible.
    pub(crate) fn keep_offset(&mut self, pane: Pane, offset: usize, merged: &MergedView) {
        let rows = self.row_count(pane, merged);
        let view = &mut self.views[pane as usize];
        view.scroll = view.cursor.saturating_sub(offset);
        view.reveal(view.cursor, rows);
    }

    /// Gives a pane so many rows.
    pub(crate) fn resize(&mut self, pane: Pane, height: usize, merged: &MergedView) {
        let (rows, height) = (self.row_count(pane, merged), height.max(1));
        let view = &mut self.views[pane as usize];
        if view.height != height {
            // A pane that was hidden, or is new, shows its cursor with rows before it.
            if view.height == 1 {
                view.scroll = usize::MAX;
            }
            view.height = height;
            view.reveal(view.cursor, rows);
        }
    }

    /// Moves all cursors to the top.
    pub(crate) fn reset_cursors(&mut self) {
        self.linked = LinkedNodes::default();
        for view in self.views.iter_mut().chain([&mut self.why]) {
            view.reset();
        }
    }

    /// Forgets what the cursors are on: other documents are shown, in which these nodes may not exist.
    pub(crate) fn forget_links(&mut self) {
        self.linked = LinkedNodes::default();
    }

    /// Moves all cursors to nodes that correspond to each other.
    pub(crate) fn show(&mut self, linked: LinkedNodes, merged: &MergedView) {
        self.show_line(linked, None, merged);
    }

    /// As [`Panes::show`]; of texts of several lines the lines are shown that correspond to one in a pane.
    fn show_line(&mut self, linked: LinkedNodes, line: Option<TextLine>, merged: &MergedView) {
        self.linked = linked;
        if let Some(patch) = linked
            .patch
            .and_then(|near| PatchId::from_document(near.node.document))
        {
            self.patch_shown = patch;
        }
        for pane in Pane::ALL {
            let found = self.row_of(pane, &linked, merged).map(|(base, exact)| {
                let below = line.and_then(|line| self.same_line(line, pane, &linked, merged));
                let base = base + below.unwrap_or_else(|| self.changed_line(pane, &linked, merged));
                let (row, hidden) = self.shown_row(pane, base);
                (row, exact && !hidden)
            });
            let rows = self.row_count(pane, merged);
            let view = &mut self.views[pane as usize];
            view.link = match found {
                Some((_, true)) => RowCursor::Counterpart,
                Some((_, false)) => RowCursor::Near,
                None => RowCursor::None,
            };
            match found {
                Some((row, _)) => view.reveal(row, rows),
                None => {
                    view.cursor = view.cursor.min(rows.saturating_sub(1));
                    view.scroll_by(0, rows);
                }
            }
        }
    }

    /// Moves the cursors of the other panes to what the cursor of a pane is on.
    pub(crate) fn link_to_cursor(&mut self, pane: Pane, merged: &MergedView) {
        let view = self.view(pane);
        let linked = self.nodes_at(pane, self.cursor_row(pane), merged);
        let linked = linked.unwrap_or_default();
        let first = self.row_of(pane, &linked, merged).filter(|(_, exact)| *exact);
        let below = first.and_then(|(first, _)| self.cursor_row(pane).checked_sub(first));
        let line = below.filter(|below| *below > 0);
        self.show_line(linked, line.map(|below| TextLine { pane, below }), merged);
        // The cursor may be on a later line of a text, or on a comment: it stays there.
        let rows = self.row_count(pane, merged);
        let own = &mut self.views[pane as usize];
        own.scroll = view.scroll;
        own.put(view.cursor, rows);
    }

    /// How far below its first row the node of a pane has the line that corresponds to one in another pane; none if it has not so
    /// many lines.
    fn same_line(
        &self,
        line: TextLine,
        pane: Pane,
        linked: &LinkedNodes,
        merged: &MergedView,
    ) -> Option<usize> {
        let of_patch = linked.patch.and_then(|near| merged.text_change_by(near.node));
        let change = of_patch.or_else(|| merged.text_change(linked.result?.node));
        let below = match (change, line.pane == Pane::Live, pane == Pane::Live) {
            (Some(change), true, false) => line_after(line.below, &change.removed, &change.added),
            (Some(change), false, true) => line_after(line.below, &change.added, &change.removed),
            _ => line.below,
        };
        let (first, _) = self.row_of(pane, linked, merged)?;
        let nodes = |base| self.nodes_at(pane, base, merged);
        (nodes(first + below) == nodes(first)).then_some(below)
    }

    /// How far below its first row a text of several lines has its first changed line; 0 of any other node.
    fn changed_line(&self, pane: Pane, linked: &LinkedNodes, merged: &MergedView) -> usize {
        let first = |lines: &BTreeMap<usize, String>| lines.keys().next().copied();
        let below = match pane {
            Pane::Live => linked.live.and_then(|near| {
                let change = merged.text_change(ResultId(near.node.0))?;
                Some((near.node, first(&change.removed)?))
            }),
            Pane::Patch => linked.patch.and_then(|near| {
                let change = merged.text_change_by(near.node)?;
                Some((near.node.node, first(&change.added)?))
            }),
            Pane::Result => {
                let change = linked.result.and_then(|near| merged.text_change(near.node));
                return change.and_then(|change| first(&change.added)).unwrap_or(0);
            }
        };
        let Some((node, line)) = below else { return 0 };
        let source = self.source(pane, merged).filter(|source| source.shows_text());
        source.map_or(0, |source| line.min(source.extent(node).1))
    }

    /// The base row of the first of `linked` that a pane shows, and whether it is the very node.
    pub(super) fn row_of(
        &self,
        pane: Pane,
        linked: &LinkedNodes,
        merged: &MergedView,
    ) -> Option<(usize, bool)> {
        match pane {
            Pane::Live => {
                let near = linked.live?;
                Some((merged.live().row_of(near.node), near.exact))
            }
            Pane::Patch => {
                let near = linked.patch?;
                Some((self.source(pane, merged)?.row_of(near.node.node), near.exact))
            }
            Pane::Result => {
                let near = linked.result?;
                let (row, own) = outline::row_of(&merged.merge().scene, merged.heights(), near.node);
                Some((row, own && near.exact))
            }
        }
    }

    /// The nodes that a base row of a pane is about, in all three documents.
    pub(crate) fn nodes_at(&self, pane: Pane, base: usize, merged: &MergedView) -> Option<LinkedNodes> {
        let (merge, links) = (merged.merge(), merged.links());
        let Some(document) = self.document(pane) else {
            let node = outline::node_at(&merge.scene, merged.heights(), base)?;
            return Some(links.at_result(merge, node));
        };
        let (node, _) = self.source(pane, merged)?.node_at(base)?;
        Some(links.at_source(merge, NodeRef { document, node }))
    }

    /// Where the cursors are while a step is current: on what the step is about.
    pub(crate) fn nodes_of_step(&self, merged: &MergedView) -> LinkedNodes {
        match merged.step() {
            Some(step) => Self::nodes_of(step, merged),
            None => self.linked,
        }
    }

    /// What a step is about, in all three documents.
    pub(crate) fn nodes_of(step: &Step, merged: &MergedView) -> LinkedNodes {
        let exact = |node| Some(NearestNode { node, exact: true });
        let merge = merged.merge();
        let mut linked = merged.links().at_result(merge, step.at);
        if let Some(live) = step.live() {
            linked.live = Some(NearestNode {
                node: live,
                exact: true,
            });
        }
        if let Some(source) = step.patch().or(step.directive()) {
            linked.patch = exact(source);
        }
        let rejection = merge
            .rejection()
            .filter(|rejection| rejection.step as usize + 1 == merged.position());
        match rejection.and_then(|rejection| rejection.guilty.first().copied()) {
            Some(source) if source.is_live() => {
                linked.live = Some(NearestNode {
                    node: source.node,
                    exact: true,
                });
            }
            Some(source) => linked.patch = exact(source),
            None => {}
        }
        linked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_text_is_found_again() {
        let lines = |numbers: &[usize]| numbers.iter().map(|at| (*at, String::new())).collect();
        // Line, removed, added, where it is then.
        let cases: &[(usize, &[usize], &[usize], usize)] = &[
            (5, &[], &[], 5),
            (5, &[5], &[5], 5),
            (6, &[5], &[5], 6),
            (5, &[2], &[], 4),
            (5, &[], &[2, 3], 7),
            (5, &[], &[5], 6),
            (11, &[10, 11], &[10, 11], 11),
            (11, &[10, 11], &[10], 10),
            (12, &[10, 11], &[10], 11),
        ];
        for (line, removed, added, want) in cases {
            assert_eq!(
                line_after(*line, &lines(removed), &lines(added)),
                *want,
                "{line} {removed:?} {added:?}"
            );
        }
    }
}
