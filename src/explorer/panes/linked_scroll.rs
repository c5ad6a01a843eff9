//! Linked scrolling: linked nodes stay next to each other in all panes.

use super::focus::Pane;
use super::state::Panes;
use crate::explorer::merged::MergedView;

/// The number of rows above and below the middle that are tried. The nearest one with a counterpart aligns
/// the panes.
const MAX_ROWS_TRIED: usize = 12;

impl Panes {
    /// Scrolls the other panes after a pane was scrolled, without moving cursors.
    pub(super) fn scroll_others(&mut self, pane: Pane, merged: &MergedView) {
        let view = self.view(pane);
        let middle = view.scroll + view.height / 2;
        let rows = self.row_count(pane, merged);
        for other in Pane::ALL.into_iter().filter(|other| *other != pane) {
            // Outwards from the middle: 0, 1 up, 1 down, 2 up …
            let tried = (0..MAX_ROWS_TRIED * 2).map(|number| match number % 2 {
                0 => middle + number / 2,
                _ => middle.saturating_sub(number / 2 + 1),
            });
            let on_screen =
                |row: &usize| (view.scroll..view.scroll + view.height).contains(row) && *row < rows;
            let found = tried
                .filter(on_screen)
                .find_map(|row| Some((row, self.counterpart(pane, row, other, merged)?)));
            if let Some((row, counterpart)) = found {
                let rows = self.row_count(other, merged);
                let scrolled = &mut self.views[other as usize];
                scrolled.scroll = counterpart.saturating_sub(row - view.scroll);
                scrolled.scroll_by(0, rows);
            }
        }
    }

    /// Returns the row of `other` that shows the same node as the one that starts on a row of `pane`.
    fn counterpart(&self, pane: Pane, row: usize, other: Pane, merged: &MergedView) -> Option<usize> {
        let linked = self.nodes_at(pane, self.base_row(pane, row), merged)?;
        if let Some(near) = linked.patch.filter(|_| other == Pane::Patch)
            && Some(near.node.document) != self.document(other)
        {
            return None;
        }
        let row_in = |pane: Pane| {
            let (base, _) = self.row_of(pane, &linked, merged).filter(|(_, exact)| *exact)?;
            let (row, hidden) = self.shown_row(pane, base);
            (!hidden).then_some(row)
        };
        // A later line of a text has no counterpart.
        (row_in(pane)? == row).then(|| row_in(other)).flatten()
    }
}
