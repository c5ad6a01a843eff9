//! A viewport on rows: the row with the cursor, and the first visible row.

use super::row::RowCursor;

/// A viewport on rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// The row with the cursor, from 0.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
    /// The number of visible rows.
    pub height: usize,
    /// The relation of the row of the cursor to the focused pane, while another pane has the focus.
    pub(crate) link: RowCursor,
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            cursor: 0,
            scroll: 0,
            height: 1,
            link: RowCursor::None,
        }
    }
}

impl Viewport {
    pub(crate) fn with_height(height: usize) -> Self {
        Self {
            height: height.max(1),
            ..Self::default()
        }
    }

    /// Moves the cursor to the top.
    pub(crate) fn reset(&mut self) {
        *self = Self::with_height(self.height);
    }

    /// Moves the cursor to a row and scrolls only as far as necessary.
    pub(crate) fn put(&mut self, row: usize, rows: usize) {
        self.cursor = row.min(rows.saturating_sub(1));
        self.scroll = self
            .scroll
            .clamp((self.cursor + 1).saturating_sub(self.height), self.cursor);
        self.clamp(rows);
    }

    /// Moves the cursor to a row. If it is not visible, scrolls it to the end of the upper third.
    pub(crate) fn reveal(&mut self, row: usize, rows: usize) {
        self.cursor = row.min(rows.saturating_sub(1));
        if !(self.scroll..self.scroll.saturating_add(self.height)).contains(&self.cursor) {
            self.scroll = self.cursor.saturating_sub(self.height / 3);
        }
        self.clamp(rows);
    }

    /// Scrolls so far that the rows from the cursor to `last` are visible, or as many of them as fit.
    pub(crate) fn show_until(&mut self, last: usize, rows: usize) {
        let least = (last + 1).saturating_sub(self.height);
        self.scroll = self.scroll.max(least.min(self.cursor));
        self.clamp(rows);
    }

    /// Scrolls without moving the cursor.
    pub(crate) fn scroll_by(&mut self, by: i32, rows: usize) {
        self.scroll = self.scroll.saturating_add_signed(by as isize);
        self.clamp(rows);
    }

    /// Returns whether the cursor is at the end in a direction.
    pub(crate) fn is_at_edge(&self, down: bool, rows: usize) -> bool {
        if down {
            self.cursor + 1 >= rows
        } else {
            self.cursor == 0
        }
    }

    fn clamp(&mut self, rows: usize) {
        self.scroll = self.scroll.min(rows.saturating_sub(self.height));
    }
}
