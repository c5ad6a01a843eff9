//! The visible rows of a pane: without folded rows, and with the hits of the search.

use unicode_width::UnicodeWidthStr;

use super::focus::Pane;
use super::row::{PaneRow, RowCursor};
use super::rows::{live_rows, patch_rows, result_rows};
use super::state::Panes;
use crate::explorer::merged::MergedView;
use crate::explorer::search::pattern::Pattern;

impl Panes {
    /// Returns the visible rows of a pane. `pattern` is the search pattern.
    pub(crate) fn rows(
        &self,
        pane: Pane,
        has_focus: bool,
        pattern: Option<&Pattern>,
        merged: &MergedView,
    ) -> Vec<PaneRow> {
        let view = self.view(pane);
        let mut rows = self.rows_of_pieces(pane, view.scroll, view.height, pattern, merged);
        if let Some(selected) = self.selected(pane) {
            for (index, row) in (view.scroll..).zip(&mut rows) {
                row.selected = selected.contains(&index);
            }
        }
        if let Some(index) = view.cursor.checked_sub(view.scroll)
            && let Some(row) = rows.get_mut(index)
        {
            row.cursor = if has_focus { RowCursor::Here } else { view.link };
        }
        rows
    }

    /// Returns the rows `from..from + count`.
    pub(super) fn rows_of_pieces(
        &self,
        pane: Pane,
        from: usize,
        count: usize,
        pattern: Option<&Pattern>,
        merged: &MergedView,
    ) -> Vec<PaneRow> {
        let mut rows = Vec::with_capacity(count.min(1024));
        for (first, count) in self.pieces(pane, from, count) {
            let piece = match pane {
                Pane::Live => live_rows(merged, first, count),
                Pane::Patch => patch_rows(merged, self.patch_shown(), first, count),
                Pane::Result => result_rows(merged, first, count),
            };
            for (base, mut row) in (first..).zip(piece) {
                if self.shown_row(pane, base).1 {
                    continue;
                }
                row.folded = self.folded_after(pane, base);
                row.folds_change = row.folded.is_some()
                    && self
                        .line_at(pane, base, merged)
                        .is_some_and(|line| self.folds.hides_change(&line));
                rows.push(row);
            }
        }
        rows.truncate(count);
        if let Some(pattern) = pattern {
            for row in &mut rows {
                let columns = |bytes: usize| row.text.get(..bytes).map_or(0, UnicodeWidthStr::width);
                let hits = pattern.all_in(&row.text).into_iter();
                row.hits = hits.map(|hit| columns(hit.start)..columns(hit.end)).collect();
            }
        }
        rows
    }
}
