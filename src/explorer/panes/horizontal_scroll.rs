//! Long lines: scrolling a pane sideways.

use unicode_width::UnicodeWidthStr;

use super::focus::{Focus, Pane};
use super::state::Panes;
use crate::explorer::merged::MergedView;
use crate::explorer::search::pattern::Pattern;

impl Panes {
    /// Cells of a pane's text that are hidden on the left.
    pub fn x_offset(&self, pane: Pane) -> usize {
        self.x_offsets[pane as usize]
    }

    /// The offset that shows the end of the longest line on the screen; `width` is that of the pane's text in cells.
    fn max_x_offset(&self, pane: Pane, width: usize, merged: &MergedView) -> usize {
        let view = self.view(pane);
        let rows = self.rows_of_pieces(pane, view.scroll, view.height, None, merged);
        let longest = rows.iter().map(|row| row.text.width()).max().unwrap_or(0);
        if longest > width { longest - width + 1 } else { 0 }
    }

    /// Why a pane cannot be scrolled that way.
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

    /// Scrolls a pane sideways by cells, to the right if positive.
    pub(crate) fn scroll_x(&mut self, pane: Pane, by: i32, widths: [usize; 3], merged: &MergedView) {
        let width = widths[pane as usize];
        let to = self
            .hidden_cells(pane, width, merged)
            .saturating_add_signed(by as isize);
        let to = to.min(self.max_x_offset(pane, width, merged));
        // Left of the indentation that is left out anyway, nothing is scrolled.
        self.x_offsets[pane as usize] = 0;
        let is_scrolled = to > self.hidden_cells(pane, width, merged);
        self.x_offsets[pane as usize] = if is_scrolled { to } else { 0 };
    }

    /// Scrolls a pane sideways until the first hit on the cursor's row is visible.
    pub(crate) fn scroll_to_hit(
        &mut self,
        pane: Pane,
        pattern: &Pattern,
        widths: [usize; 3],
        merged: &MergedView,
    ) {
        let rows = self.rows_of_pieces(pane, self.view(pane).cursor, 1, Some(pattern), merged);
        let Some(hit) = rows.first().and_then(|row| row.hits.first()) else {
            return;
        };
        let (offset, width) = (self.x_offset(pane), widths[pane as usize]);
        if hit.start < offset || hit.end > offset + width && width > 0 {
            let is_far = hit.end > width;
            self.x_offsets[pane as usize] = if is_far {
                hit.start.saturating_sub(width / 3)
            } else {
                0
            };
        }
    }
}
