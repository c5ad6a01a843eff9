//! How large the places on the screen are.

use crate::explorer::panes::focus::Pane;
use crate::explorer::screens::ActiveScreen;
use crate::explorer::state::Explorer;

/// How many rows and cells the places have on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
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
    /// Rows of what fills the screen in place of the panes.
    pub screen: usize,
}

impl Explorer {
    /// Tells how large the places are now.
    pub fn resize(&mut self, sizes: Sizes) {
        self.why_width = sizes.why_width.max(1);
        if self.shown() != ActiveScreen::Panes {
            // The panes keep their places for when they come back.
            self.resize_screen(sizes.screen);
            return;
        }
        for pane in [Pane::Live, Pane::Patch, Pane::Result] {
            let rows = self.row_count(pane);
            let view = &mut self.views[pane as usize];
            let height = sizes.panes[pane as usize].max(1);
            if view.height != height {
                // A place that was hidden (or is new) shows its cursor with something before it.
                let hidden = view.height == 1;
                view.height = height;
                if hidden {
                    view.scroll = usize::MAX;
                }
                view.reveal(view.cursor, rows);
            }
        }
        self.steps.height = sizes.steps.max(1);
        let (line, lines) = (self.step_line(self.session.position()), self.step_lines());
        self.steps.reveal(line, lines);
        self.looking.widths = sizes.pane_widths;
        self.why.height = sizes.why.max(1);
        self.why.scroll_by(0, self.story().len());
    }
}
