//! A window on rows: which row has the cursor, which is the first on the screen.

use super::row::Cursor;

/// One place that scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// The row with the cursor, from 0.
    pub cursor: usize,
    /// The first row on the screen.
    pub scroll: usize,
    /// How many rows the screen has for it.
    pub height: usize,
    /// What the cursor row is while another place has the keys.
    pub(crate) link: Cursor,
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            cursor: 0,
            scroll: 0,
            height: 1,
            link: Cursor::None,
        }
    }
}

impl Viewport {
    /// Puts the cursor on a row and scrolls just as far as that needs.
    pub(crate) fn put(&mut self, row: usize, rows: usize) {
        self.cursor = row.min(rows.saturating_sub(1));
        self.scroll = self
            .scroll
            .clamp((self.cursor + 1).saturating_sub(self.height), self.cursor);
        self.clamp(rows);
    }

    /// Puts the cursor on a row; where it is off the screen, with the upper third of the screen before it.
    pub(crate) fn reveal(&mut self, row: usize, rows: usize) {
        self.cursor = row.min(rows.saturating_sub(1));
        if !(self.scroll..self.scroll.saturating_add(self.height)).contains(&self.cursor) {
            self.scroll = self.cursor.saturating_sub(self.height / 3);
        }
        self.clamp(rows);
    }

    /// Scrolls without the cursor.
    pub(crate) fn scroll_by(&mut self, by: i32, rows: usize) {
        self.scroll = self.scroll.saturating_add_signed(by as isize);
        self.clamp(rows);
    }

    /// Whether there is nothing more to see in that direction.
    pub(crate) fn at_edge(&self, down: bool, rows: usize) -> bool {
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
