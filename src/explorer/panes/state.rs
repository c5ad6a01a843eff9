//! The state of the panes: the visible rows, and the nodes of the cursors.

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
use crate::merge::{NodeRef, Presence, ResultId, Step};
use crate::report::rows::outline;

/// The panes with the three documents, and the explanation.
///
/// A *base row* is a row of the whole document; a *row* is a base row that is not hidden by a fold.
#[derive(Clone, Debug, Default)]
pub struct Panes {
    pub(super) views: [Viewport; 3],
    /// The viewport of the explanation.
    pub(crate) why: Viewport,
    /// The nodes of the cursors.
    linked: LinkedNodes,
    patch_shown: PatchId,
    pub(super) folds: Folds,
    pub(super) x_offsets: [usize; 3],
    pub(super) selection: Option<Selection>,
    pub(super) jumps: Vec<JumpPoint>,
}

/// A line of a multi-line text: its number of rows below the first row of the text in a pane.
#[derive(Clone, Copy, Debug)]
struct TextLine {
    pane: Pane,
    below: usize,
}

/// Returns the number of a line after lines were removed from its text and others were added. A removed line
/// becomes the line that was added in its place.
fn line_after_change(
    line: usize,
    removed: &BTreeMap<usize, String>,
    added: &BTreeMap<usize, String>,
) -> usize {
    let kept = line - removed.range(..line).count();
    let is_removed = removed.contains_key(&line);
    let is_before = |added: usize, line: usize| added < line || added == line && !is_removed;
    let first = added
        .keys()
        .fold(kept, |line, added| line + usize::from(is_before(*added, line)));
    let run = |line: usize, lines: &BTreeMap<usize, String>| {
        (0..line)
            .rev()
            .take_while(|line| lines.contains_key(line))
            .count()
    };
    match is_removed {
        true => (first..first + run(line, removed))
            .take_while(|line| added.contains_key(&(line + 1)))
            .last()
            .map_or(first, |line| line + 1),
        false => first,
    }
}

impl Panes {
    /// Creates the panes of newly opened documents.
    pub(crate) fn new(sizes: &Sizes) -> Self {
        Self {
            views: sizes.panes.map(Viewport::with_height),
            why: Viewport::with_height(sizes.why),
            ..Self::default()
        }
    }

    /// Returns the viewport of a pane.
    pub fn view(&self, pane: Pane) -> Viewport {
        self.views[pane as usize]
    }

    /// Returns the viewport of the explanation.
    pub fn why(&self) -> Viewport {
        self.why
    }

    /// Returns the patch that is shown.
    pub fn patch_shown(&self) -> PatchId {
        self.patch_shown
    }

    /// Shows a patch, or the last one if it does not exist.
    pub(crate) fn show_patch(&mut self, patch: PatchId, merged: &MergedView) {
        let last = PatchId::new(merged.patch_count().saturating_sub(1));
        self.patch_shown = patch.min(last);
    }

    /// Returns the nodes of the cursors.
    pub(crate) fn linked(&self) -> LinkedNodes {
        self.linked
    }

    /// Returns the index of the document of a pane, or `None` for the result.
    pub(crate) fn document(&self, pane: Pane) -> Option<u16> {
        match pane {
            Pane::Live => Some(0),
            Pane::Patch => Some(self.patch_shown.document()),
            Pane::Result => None,
        }
    }

    /// Returns the input that a pane shows, or `None` for the result and if there is no patch.
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

    /// Returns the number of rows of a pane without folded ones.
    pub(crate) fn row_count(&self, pane: Pane, merged: &MergedView) -> usize {
        let all = match pane {
            Pane::Result => merged.heights().rows(&merged.merge().tree),
            _ => self.source(pane, merged).map_or(0, SourceView::len),
        };
        all.saturating_sub(self.hidden(pane).map_or(0, FoldedRows::total))
    }

    /// Returns the base row of a row.
    pub(crate) fn base_row(&self, pane: Pane, row: usize) -> usize {
        self.hidden(pane).map_or(row, |hidden| hidden.base(row))
    }

    /// Returns whether one of the base rows from `first` to `last` is on the screen.
    pub(crate) fn is_on_screen(&self, pane: Pane, first: usize, last: usize) -> bool {
        let [(from, is_hidden), (to, _)] = [first, last].map(|base| self.shown_row(pane, base));
        let view = self.view(pane);
        // A fold can hide all of these rows, but not the rows around them.
        !(is_hidden && from == to) && from < view.scroll + view.height && view.scroll <= to
    }

    /// Returns the base row of the cursor.
    pub(crate) fn cursor_row(&self, pane: Pane) -> usize {
        self.base_row(pane, self.view(pane).cursor)
    }

    /// Returns the row that shows a base row, and whether the base row is hidden in a fold of that row.
    pub(super) fn shown_row(&self, pane: Pane, base: usize) -> (usize, bool) {
        self.hidden(pane)
            .map_or((base, false), |hidden| hidden.shown(base))
    }

    /// Returns the number of hidden rows after a base row, if it shows a fold.
    pub(super) fn folded_after(&self, pane: Pane, base: usize) -> Option<usize> {
        self.hidden(pane)?.hidden_after(base)
    }

    /// Returns the rows `from..from + count` as ranges of base rows.
    pub(super) fn pieces(&self, pane: Pane, from: usize, count: usize) -> Vec<(usize, usize)> {
        self.hidden(pane)
            .map_or(vec![(from, count)], |hidden| hidden.pieces(from, count))
    }

    /// Scrolls a pane by rows, and the other panes with it.
    pub(crate) fn scroll_by(&mut self, pane: Pane, by: i32, merged: &MergedView) {
        let rows = self.row_count(pane, merged);
        self.views[pane as usize].scroll_by(by, rows);
        self.scroll_others(pane, merged);
    }

    /// Moves the cursor of a pane to a row; the other panes follow.
    pub(crate) fn put_cursor(&mut self, pane: Pane, row: usize, merged: &MergedView) {
        let rows = self.row_count(pane, merged);
        self.views[pane as usize].put(row, rows);
        self.link_to_cursor(pane, merged);
    }

    /// Moves the cursor to a base row, or to the row that hides it in a fold.
    pub(crate) fn reveal_base(&mut self, pane: Pane, base: usize, merged: &MergedView) {
        let (row, _) = self.shown_row(pane, base);
        let rows = self.row_count(pane, merged);
        self.views[pane as usize].reveal(row, rows);
        self.link_to_cursor(pane, merged);
    }

    /// Scrolls so that a base row is on the screen. The cursor stays.
    pub(crate) fn scroll_to_base_row(&mut self, pane: Pane, base: usize, merged: &MergedView) {
        let (row, _) = self.shown_row(pane, base);
        let rows = self.row_count(pane, merged);
        let view = &mut self.views[pane as usize];
        let cursor = view.cursor;
        view.reveal(row, rows);
        view.cursor = cursor;
    }

    /// Scrolls so that there are `offset` rows before the cursor, if possible.
    pub(crate) fn keep_offset(&mut self, pane: Pane, offset: usize, merged: &MergedView) {
        let rows = self.row_count(pane, merged);
        let view = &mut self.views[pane as usize];
        view.scroll = view.cursor.saturating_sub(offset);
        view.reveal(view.cursor, rows);
    }

    /// Sets the height of a pane.
    pub(crate) fn resize(&mut self, pane: Pane, height: usize, merged: &MergedView) {
        let (rows, height) = (self.row_count(pane, merged), height.max(1));
        let view = &mut self.views[pane as usize];
        if view.height != height {
            // A new or previously hidden pane shows rows before its cursor.
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
        self.reset_x();
    }

    /// Forgets the nodes of the cursors, because they may not exist in the new documents.
    pub(crate) fn forget_links(&mut self) {
        self.linked = LinkedNodes::default();
    }

    /// Moves all cursors to linked nodes.
    pub(crate) fn show(&mut self, linked: LinkedNodes, merged: &MergedView) {
        self.show_line(linked, None, merged);
    }

    /// Moves all cursors as [`Panes::show`] does. In multi-line texts, shows the lines that correspond to a
    /// line in one pane.
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
            self.show_text_of_cursor(pane, merged);
        }
    }

    /// Moves the cursors of the other panes to the nodes linked with the cursor of a pane.
    pub(crate) fn link_to_cursor(&mut self, pane: Pane, merged: &MergedView) {
        let view = self.view(pane);
        let linked = self.nodes_at(pane, self.cursor_row(pane), merged);
        let linked = linked.unwrap_or_default();
        let first = self.row_of(pane, &linked, merged).filter(|(_, exact)| *exact);
        let below = first.and_then(|(first, _)| self.cursor_row(pane).checked_sub(first));
        let line = below.filter(|below| *below > 0);
        let x_offset = self.x_offset(pane);
        self.show_line(linked, line.map(|below| TextLine { pane, below }), merged);
        // The cursor can be on a later line of a text, or on a comment: it stays on that line.
        let rows = self.row_count(pane, merged);
        let view_of_cursor = &mut self.views[pane as usize];
        view_of_cursor.scroll = view.scroll;
        view_of_cursor.put(view.cursor, rows);
        self.x_offsets[pane as usize] = x_offset;
        self.show_text_of_cursor(pane, merged);
    }

    /// Returns the number of rows from the first row of the node in a pane to the line that corresponds to
    /// one in another pane, or `None` if the node does not have that line.
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
            (Some(change), true, false) => line_after_change(line.below, &change.removed, &change.added),
            (Some(change), false, true) => line_after_change(line.below, &change.added, &change.removed),
            _ => line.below,
        };
        let (first, _) = self.row_of(pane, linked, merged)?;
        let nodes = |base| self.nodes_at(pane, base, merged);
        (nodes(first + below) == nodes(first)).then_some(below)
    }

    /// Returns the number of rows from the first row of a multi-line text to its first changed line; 0 for
    /// other nodes.
    fn changed_line(&self, pane: Pane, linked: &LinkedNodes, merged: &MergedView) -> usize {
        let first = |lines: &BTreeMap<usize, String>| lines.keys().next().copied();
        let below = match pane {
            Pane::Live => linked.live.and_then(|near| {
                let change = merged.text_change(ResultId(near.node.0))?;
                Some((near.node, first(&change.removed).unwrap_or(change.first)))
            }),
            Pane::Patch => linked.patch.and_then(|near| {
                let change = merged.text_change_by(near.node)?;
                Some((near.node.node, change.first_shown()))
            }),
            Pane::Result => {
                let change = |near: NearestNode<ResultId>| {
                    let rows = merged.heights().own_rows(&merged.merge().tree, near.node) as usize;
                    Some(
                        merged
                            .text_change(near.node)?
                            .first_shown()
                            .min(rows.saturating_sub(1)),
                    )
                };
                return linked.result.and_then(change).unwrap_or(0);
            }
        };
        let Some((node, line)) = below else { return 0 };
        let source = self.source(pane, merged).filter(|source| source.shows_text());
        source.map_or(0, |source| line.min(source.extent(node).1))
    }

    /// Returns the base row of the linked node of a pane, and whether it is the linked node itself.
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
                let (row, is_own) = outline::row_of(&merged.merge().tree, merged.heights(), near.node);
                Some((row, is_own && near.exact))
            }
        }
    }

    /// Returns the linked nodes of a base row of a pane.
    pub(crate) fn nodes_at(&self, pane: Pane, base: usize, merged: &MergedView) -> Option<LinkedNodes> {
        let (merge, links) = (merged.merge(), merged.links());
        let Some(document) = self.document(pane) else {
            let node = outline::node_at(&merge.tree, merged.heights(), base)?;
            return Some(links.at_result(merge, node));
        };
        let (node, _) = self.source(pane, merged)?.node_at(base)?;
        Some(links.at_source(merge, NodeRef { document, node }))
    }

    /// Returns the nodes for the cursors at the current step: those that the step is about.
    pub(crate) fn nodes_of_step(&self, merged: &MergedView) -> LinkedNodes {
        match merged.step() {
            Some(step) => Self::nodes_of(step, merged),
            None => self.linked,
        }
    }

    /// Returns the nodes that a step is about.
    pub(crate) fn nodes_of(step: &Step, merged: &MergedView) -> LinkedNodes {
        let exact = |node| Some(NearestNode { node, exact: true });
        let merge = merged.merge();
        let mut linked = merged.links().at_result(merge, step.at);
        // A finding about an item of the list that it is about.
        if let Some(item) = step.field().and_then(|field| merged.links().item_of(field))
            && item != step.at
            && merge.tree.state(item) == Presence::Present
            && merge.tree.ancestors(item).any(|above| above == step.at)
        {
            linked = merged.links().at_result(merge, item);
        }
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
        match rejection.and_then(|rejection| rejection.faulty.first().copied()) {
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
        let lines = |numbers: &[usize]| numbers.iter().map(|number| (*number, String::new())).collect();
        // Line, removed lines, added lines, expected line.
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
                line_after_change(*line, &lines(removed), &lines(added)),
                *want,
                "{line} {removed:?} {added:?}"
            );
        }
    }
}
