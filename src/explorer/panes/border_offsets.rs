//! The distances by which the user moved the borders, in thousandths of the screen, so that another screen
//! size keeps the proportions.

/// A border between panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// The border after the live pane.
    Live,
    /// The border before the result pane.
    Result,
    /// The border after the steps.
    Steps,
    /// The border above the steps and the explanation. A positive offset moves it up.
    Lower,
}

/// The largest offset in either direction, in thousandths of the screen.
const MAX_OFFSET_PERMILLE: i32 = 400;

/// The offset of each border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BorderOffsets([i32; 4]);

impl BorderOffsets {
    /// Returns the offset of a border in thousandths of the screen. Positive values are to the right, or up
    /// for [`Border::Lower`].
    #[must_use]
    pub fn get(self, border: Border) -> i32 {
        self.0[border as usize]
    }

    pub(crate) fn shift(&mut self, border: Border, by: i32) {
        let offset = &mut self.0[border as usize];
        *offset = offset
            .saturating_add(by)
            .clamp(-MAX_OFFSET_PERMILLE, MAX_OFFSET_PERMILLE);
    }
}
