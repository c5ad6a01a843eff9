//! How large the panes are on the screen.

/// How many rows and cells the panes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Rows of live, patch and result.
    pub panes: [usize; 3],
    /// Cells that live, patch and result have for text.
    pub pane_widths: [usize; 3],
    /// Rows of the list of steps.
    pub steps: usize,
    /// Rows of the explanation.
    pub why: usize,
    /// Cells of a line of the explanation.
    pub why_width: usize,
    /// Rows of the screen that covers the panes.
    pub screen: usize,
}

impl Default for Sizes {
    /// The sizes before the first frame.
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
