//! The rows of a pane as they are shown: folded ones left out, hits of the search noted.

use unicode_width::UnicodeWidthStr;

use super::row::{Cursor, PaneRow};
use crate::explorer::panes;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;

impl Explorer {
    /// The rows of a pane as they are on the screen.
    pub fn rows(&self, pane: Pane) -> Vec<PaneRow> {
        if self.is_opening() {
            return Vec::new();
        }
        let view = self.view(pane);
        let (from, count) = (view.scroll, view.height);
        let mut rows = self.rows_of_pieces(pane, from, count);
        self.add_flash(pane, &mut rows);
        if let Some(selected) = self.selected(pane) {
            for (at, row) in (from..).zip(&mut rows) {
                row.selected = selected.contains(&at);
            }
        }
        let cursor = match self.focus {
            Focus::Document(focused) if focused == pane => Cursor::Here,
            _ => view.link,
        };
        if let Some(row) = view.cursor.checked_sub(from).and_then(|at| rows.get_mut(at)) {
            row.cursor = cursor;
        }
        rows
    }

    /// How many rows a pane has in all, those left aside that are folded away.
    pub fn row_count(&self, pane: Pane) -> usize {
        let all = match pane {
            Pane::Live => self.session.live().len(),
            Pane::Patch => self.session.patch(self.patch_shown).map_or(0, |view| view.len()),
            Pane::Result => self.session.heights().rows(&self.session.merge().scene),
        };
        all.saturating_sub(self.hidden_rows(pane))
    }

    /// The rows shown as `from..from + count`.
    pub(crate) fn rows_of_pieces(&self, pane: Pane, from: usize, count: usize) -> Vec<PaneRow> {
        let mut rows = Vec::with_capacity(count.min(1024));
        for (first, count) in self.pieces(pane, from, count) {
            let piece = match pane {
                Pane::Live => panes::live_rows(&self.session, first, count),
                Pane::Patch => panes::patch_rows(&self.session, self.patch_shown, first, count),
                Pane::Result => panes::result_rows(&self.session, first, count),
            };
            for (base, mut row) in (first..).zip(piece) {
                if self.shown_row(pane, base).1 {
                    continue;
                }
                row.folded = self.folded_behind(pane, base);
                row.folds_change = row.folded.is_some()
                    && self
                        .line_at(pane, base)
                        .is_some_and(|under| self.folds_a_change(&under));
                rows.push(row);
            }
        }
        rows.truncate(count);
        if let Some(needle) = self.needle() {
            for row in &mut rows {
                let columns = |bytes: usize| row.text.get(..bytes).map_or(0, UnicodeWidthStr::width);
                let hits = needle.all_in(&row.text).into_iter();
                row.hits = hits.map(|hit| columns(hit.start)..columns(hit.end)).collect();
            }
        }
        rows
    }

    /// Whether a line of the list of steps is a hit of the search.
    pub fn is_hit(&self, step: &crate::explorer::StepRow) -> bool {
        let is_in = |needle: &crate::explorer::search::pattern::Pattern| {
            needle.is_in(&format!("{} {}", step.label, step.path))
        };
        self.needle().is_some_and(is_in)
    }
}
