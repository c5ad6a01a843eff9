//! The sizes of the panes.

/// The sizes of the panes in rows and cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The heights of the live, patch and result panes, in rows.
    pub panes: [usize; 3],
    /// The text widths of the live, patch and result panes, in cells.
    pub pane_widths: [usize; 3],
    /// The height of the step list, in rows.
    pub steps: usize,
    /// The height of the explanation, in rows.
    pub why: usize,
    /// The width of the explanation, in cells.
    pub why_width: usize,
    /// The height of a screen that covers the panes, in rows.
    pub screen: usize,
}

impl Default for Sizes {
    /// Returns the sizes before the first frame.
    fn default() -> Self {
        Self {
            panes: [1; 3],
            pane_widths: [0; 3],
            steps: 1,
            why: 1,
            why_width: 40,
            screen: 1,
        }
    }
}
