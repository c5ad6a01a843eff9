//! Parts of an area of the screen.

use ratatui::layout::Rect;

/// A part of an area.
pub(crate) trait RectPart {
    /// Returns the columns from `x` on.
    fn columns_at(self, x: u16, width: u16) -> Self;

    /// Returns the rows from `y` on.
    fn rows_at(self, y: u16, height: u16) -> Self;
}

impl RectPart for Rect {
    fn columns_at(self, x: u16, width: u16) -> Self {
        Self { x, width, ..self }
    }

    fn rows_at(self, y: u16, height: u16) -> Self {
        Self { y, height, ..self }
    }
}
