//! Horizontal scrolling of panes with long lines.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::focus::{Focus, Pane};
use super::state::Panes;
use crate::explorer::merged::MergedView;
use crate::explorer::search::pattern::Pattern;
use crate::report::text_change::difference;

impl Panes {
    /// Returns the horizontal scroll offset of a pane in cells.
    pub fn x_offset(&self, pane: Pane) -> usize {
        self.x_offsets[pane as usize]
    }

    /// Returns the offset that shows the end of the longest visible line. The text of the pane is `width`
    /// cells wide.
    fn max_x_offset(&self, pane: Pane, width: usize, merged: &MergedView) -> usize {
        let view = self.view(pane);
        let rows = self.rows_of_pieces(pane, view.scroll, view.height, None, merged);
        let longest = rows.iter().map(|row| row.text.width()).max().unwrap_or(0);
        if longest > width { longest - width + 1 } else { 0 }
    }

    /// Returns the reason why a pane cannot be scrolled in a direction.
    pub(super) fn scroll_x_blocker(
        &self,
        focus: Focus,
        by: i32,
        widths: [usize; 3],
        merged: &MergedView,
    ) -> Option<&'static str> {
        let Focus::Document(pane) = focus else {
            return Some("only the live, patch and result panes scroll sideways");
        };
        let width = widths[pane as usize];
        match by < 0 {
            true if self.x_offset(pane) == 0 => Some("already at the left edge"),
            false if self.hidden_cells(pane, width, merged) >= self.max_x_offset(pane, width, merged) => {
                Some("already at the right edge")
            }
            _ => None,
        }
    }

    /// Scrolls a pane horizontally by cells; positive values scroll to the right.
    pub(crate) fn scroll_x(&mut self, pane: Pane, by: i32, widths: [usize; 3], merged: &MergedView) {
        let width = widths[pane as usize];
        let to = self
            .hidden_cells(pane, width, merged)
            .saturating_add_signed(by as isize);
        let to = to.min(self.max_x_offset(pane, width, merged));
        // An offset inside the hidden shared indentation has no effect.
        self.x_offsets[pane as usize] = 0;
        let is_scrolled = to > self.hidden_cells(pane, width, merged);
        self.x_offsets[pane as usize] = if is_scrolled { to } else { 0 };
    }

    /// Scrolls a pane horizontally only as far as necessary to show the first hit on the row of the cursor, and
    /// the other panes back.
    pub(crate) fn scroll_to_hit(
        &mut self,
        pane: Pane,
        pattern: &Pattern,
        widths: [usize; 3],
        merged: &MergedView,
    ) {
        let here = self.x_offset(pane);
        self.reset_x();
        self.x_offsets[pane as usize] = here;
        let rows = self.rows_of_pieces(pane, self.view(pane).cursor, 1, Some(pattern), merged);
        if let Some(hit) = rows.first().and_then(|row| row.hits.first()) {
            self.scroll_to_cells(hit, pane, widths[pane as usize], merged);
        }
    }

    /// Scrolls a pane horizontally only as far as necessary to show where the row of the cursor differs from an old
    /// line.
    pub(crate) fn scroll_to_difference(
        &mut self,
        pane: Pane,
        old: &str,
        widths: [usize; 3],
        merged: &MergedView,
    ) {
        // A pane that is not on the screen takes the place of one that is.
        let width = match widths[pane as usize] {
            0 => widths.into_iter().max().unwrap_or(0),
            width => width,
        };
        let rows = self.rows_of_pieces(pane, self.view(pane).cursor, 1, None, merged);
        let Some(text) = rows
            .first()
            .map(|row| &row.text)
            .filter(|text| text.width() > width)
        else {
            return;
        };
        let line = text.trim_start();
        let [_, changed] = difference(old.trim_start(), line);
        let [start, end] = [changed.start, changed.end].map(|at| text.width() - line[at..].width());
        let (start, end) = match end - start {
            short if short < width / 2 => (start, text.width().min(start + width / 2)),
            // The value of an operation of a JSON patch comes after its path.
            long if long < 4 * width => (start.max((end + 2).saturating_sub(width)), end),
            _ => (start, start + width),
        };
        self.scroll_to_cells(&(start..end), pane, width, merged);
    }

    fn scroll_to_cells(&mut self, cells: &Range<usize>, pane: Pane, width: usize, merged: &MergedView) {
        if width == 0 || self.shows(cells, pane, width, merged) {
            return;
        }
        self.x_offsets[pane as usize] = 0;
        if !self.shows(cells, pane, width, merged) {
            // The first cell can be an ellipsis.
            let least = (cells.end + 1).saturating_sub(width);
            self.x_offsets[pane as usize] = least.min(cells.start.saturating_sub(1));
        }
    }

    /// Returns whether a pane shows a range of cells of its text.
    fn shows(&self, cells: &Range<usize>, pane: Pane, width: usize, merged: &MergedView) -> bool {
        let hidden = self.hidden_cells(pane, width, merged);
        cells.start >= hidden && cells.end <= hidden + width
    }

    /// Scrolls all panes back to the left edge.
    pub(crate) fn reset_x(&mut self) {
        self.x_offsets = [0; 3];
    }

    /// Scrolls a pane back to the left edge if the text on the row of the cursor would not be visible.
    pub(super) fn show_text_of_cursor(&mut self, pane: Pane, merged: &MergedView) {
        let offset = self.x_offset(pane);
        if offset == 0 {
            return;
        }
        let rows = self.rows_of_pieces(pane, self.view(pane).cursor, 1, None, merged);
        // The first cell is an ellipsis.
        if rows.first().is_some_and(|row| row.text.width() <= offset + 1) {
            self.x_offsets[pane as usize] = 0;
        }
    }
}
