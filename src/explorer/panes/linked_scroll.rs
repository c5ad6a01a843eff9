//! Scrolling the panes together: what stands in the middle of one stands beside its counterparts in the others.

use super::linked_cursors::PANES;
use crate::explorer::panes::focus::Pane;
use crate::explorer::state::Explorer;

/// Rows around the middle that are tried: the nearest that has a counterpart holds the panes together.
const MAX_ROWS_TRIED: usize = 12;

impl Explorer {
    /// A pane was scrolled: the others follow, and no cursor moves.
    pub(crate) fn scroll_others(&mut self, pane: Pane) {
        let view = self.view(pane);
        let middle = view.scroll + view.height / 2;
        let rows = self.row_count(pane);
        for other in PANES.into_iter().filter(|other| *other != pane) {
            // Outwards from the middle: 0, 1 up, 1 down, 2 up …
            let tried = (0..MAX_ROWS_TRIED * 2).map(|at| match at % 2 {
                0 => middle + at / 2,
                _ => middle.saturating_sub(at / 2 + 1),
            });
            let on_screen =
                |row: &usize| (view.scroll..view.scroll + view.height).contains(row) && *row < rows;
            let found = tried
                .filter(on_screen)
                .find_map(|row| Some((row, self.counterpart(pane, row, other)?)));
            if let Some((row, counterpart)) = found {
                let rows = self.row_count(other);
                let scrolled = &mut self.views[other as usize];
                scrolled.scroll = counterpart.saturating_sub(row - view.scroll);
                scrolled.scroll_by(0, rows);
            }
        }
    }

    /// The row of `other` that shows the very node that begins on row `row` of `pane`.
    fn counterpart(&self, pane: Pane, row: usize, other: Pane) -> Option<usize> {
        let triple = self.place_at(pane, self.base_row(pane, row))?;
        if let Some(near) = triple.patch.filter(|_| other == Pane::Patch)
            && usize::from(near.node.document) != self.patch_shown + 1
        {
            return None;
        }
        let at = |pane: Pane| {
            let (base, exact) = self.row_of(pane, &triple).filter(|(_, exact)| *exact)?;
            let (row, hidden) = self.shown_row(pane, base);
            (exact && !hidden).then_some(row)
        };
        // A further line of a text has no counterpart of its own.
        (at(pane)? == row).then(|| at(other)).flatten()
    }
}
