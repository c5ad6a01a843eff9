//! Selecting lines of a pane with the mouse, to copy them.

use std::ops::RangeInclusive;

use super::focus::Pane;
use super::selection::Selection;
use super::state::Panes;
use crate::explorer::merged::MergedView;
use crate::report::rows::outline::{self, BlockCursor};

impl Panes {
    /// Selects the lines from the start of the selection, or from the cursor, to a row. Returns their number.
    pub(crate) fn select_to(&mut self, pane: Pane, row: usize, merged: &MergedView) -> usize {
        let rows = self.row_count(pane, merged);
        let began = self.selection.filter(|selection| selection.pane == pane);
        let first = began.map_or(self.view(pane).cursor, |selection| selection.first);
        let last = row.min(rows.saturating_sub(1));
        self.put_cursor(pane, last, merged);
        self.selection = Some(Selection { pane, first, last });
        first.abs_diff(last) + 1
    }

    /// Returns the selected rows of a pane.
    pub(super) fn selected(&self, pane: Pane) -> Option<RangeInclusive<usize>> {
        let Selection { first, last, .. } = self.selection.filter(|selection| selection.pane == pane)?;
        Some(first.min(last)..=first.max(last))
    }

    /// Returns whether lines are selected.
    pub fn has_selection(&self) -> bool {
        self.selection.is_some()
    }

    /// Clears the selection. Returns whether there was one.
    pub(crate) fn clear_selection(&mut self) -> bool {
        self.selection.take().is_some()
    }

    /// Clears the selection and returns the text of its lines, including folded ones and without deleted
    /// ones.
    pub(crate) fn take_selected_text(&mut self, merged: &MergedView) -> Option<String> {
        let Selection { pane, first, last } = self.selection.take()?;
        let from = self.base_row(pane, first.min(last));
        let end = self.base_row(pane, first.max(last));
        let end = end + self.folded_after(pane, end).unwrap_or(0);
        let count = end + 1 - from;
        let lines: Vec<String> = match self.source(pane, merged) {
            Some(source) => {
                let rows = source.rows(from, count).into_iter();
                rows.map(|(_, text, _)| text).collect()
            }
            None => {
                let (tree, heights) = (&merged.merge().tree, merged.heights());
                let rows = outline::rows(tree, heights, from, count).into_iter();
                let present = rows.filter(|entry| !entry.is_placeholder);
                let mut cursor = BlockCursor::default();
                present
                    .map(|entry| entry.text(tree, heights, &mut cursor))
                    .collect()
            }
        };
        Some(lines.join("\n"))
    }
}
