//! The layout of the screen: focus, zoom and borders.

use super::border_offsets::{Border, BorderOffsets};
use super::focus::{Focus, Pane};
use super::sizes::Sizes;

/// The distance by which a key moves a border.
const STEP_PERMILLE: i32 = 40;

/// The layout of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub(crate) focus: Focus,
    pub(crate) zoomed: bool,
    /// Whether long lines are wrapped.
    pub(crate) wraps: bool,
    pub(crate) borders: BorderOffsets,
    pub(crate) sizes: Sizes,
    /// Whether a screen covers the panes.
    pub(crate) is_covered: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            focus: Focus::Document(Pane::Result),
            zoomed: false,
            wraps: false,
            borders: BorderOffsets::default(),
            sizes: Sizes::default(),
            is_covered: false,
        }
    }
}

/// Returns the borders that make a pane larger, and the direction of each.
fn borders(focus: Focus) -> &'static [(Border, i32)] {
    match focus {
        Focus::Document(Pane::Live) => &[(Border::Live, 1), (Border::Result, 1)],
        Focus::Document(Pane::Patch) => &[(Border::Result, 1)],
        Focus::Document(Pane::Result) => &[(Border::Result, -1)],
        Focus::Steps => &[(Border::Steps, 1)],
        Focus::Why => &[(Border::Steps, -1)],
    }
}

impl Layout {
    /// Returns the pane that the cursor keys act on.
    pub fn focus(&self) -> Focus {
        self.focus
    }

    /// Returns whether only the focused pane is shown.
    pub fn is_zoomed(&self) -> bool {
        self.zoomed
    }

    /// Returns whether long lines are wrapped.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// Returns the offsets of the borders.
    pub fn borders(&self) -> BorderOffsets {
        self.borders
    }

    /// Returns the borders with the focused pane made larger (1) or smaller (-1).
    ///
    /// # Errors
    /// No border can be moved further.
    pub(super) fn resized(&self, direction: i32) -> Result<BorderOffsets, String> {
        self.shifted(borders(self.focus), direction)
    }

    /// Returns the borders with the steps and the explanation made taller (1) or shorter (-1).
    ///
    /// # Errors
    /// The border cannot be moved further.
    pub(super) fn lower_resized(&self, direction: i32) -> Result<BorderOffsets, String> {
        self.shifted(&[(Border::Lower, 1)], direction)
    }

    fn shifted(&self, borders: &[(Border, i32)], direction: i32) -> Result<BorderOffsets, String> {
        let mut shifted = self.borders;
        for (border, sign) in borders {
            shifted.shift(*border, sign * direction * STEP_PERMILLE);
        }
        let more = if direction > 0 { "larger" } else { "smaller" };
        let too_far = || format!("{more}: the border cannot be moved further");
        (shifted != self.borders).then_some(shifted).ok_or_else(too_far)
    }
}
