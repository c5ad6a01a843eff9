//! The areas of the screen.

use ratatui::layout::Rect;

use crate::explorer::{Border, Focus, Pane, Sizes};

/// A border that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderHandle {
    /// The border.
    pub border: Border,
    /// The cells of the border.
    pub cells: Rect,
    /// The number of screen cells in the direction in which it moves.
    pub of: u16,
}

/// The panes that share an area, whose title line has the names of all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TabAreas {
    /// Every pane has its own area.
    #[default]
    None,
    /// The live and the patch pane share an area.
    Inputs,
    /// All three panes share an area.
    All,
}

/// The areas of the screen. The first row of each area is its title line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenAreas {
    /// The rows for the errors of inputs.
    pub banner: Option<Rect>,
    /// The panes that share an area.
    pub tabs: TabAreas,
    /// Whether the steps and the explanation share an area, whose title line has both names.
    pub below_shared: bool,
    /// The live pane.
    pub live: Option<Rect>,
    /// The patch pane.
    pub patch: Option<Rect>,
    /// The result pane.
    pub result: Option<Rect>,
    /// The step list.
    pub steps: Option<Rect>,
    /// The explanation.
    pub why: Option<Rect>,
    /// The screen that covers the panes.
    pub screen: Option<Rect>,
    /// The number of rows of the table on that screen.
    pub screen_rows: usize,
    /// The timeline.
    pub timeline: Option<Rect>,
    /// The status line.
    pub status: Rect,
    /// The footer.
    pub footer: Rect,
    /// The borders that can be dragged.
    pub handles: Vec<BorderHandle>,
}

impl ScreenAreas {
    /// Returns the sizes for the explorer.
    pub fn sizes(&self) -> Sizes {
        let rows = |rect: Option<Rect>| rect.map_or(0, |rect| usize::from(rect.height.saturating_sub(1)));
        Sizes {
            screen: self.screen_rows,
            panes: [rows(self.live), rows(self.patch), rows(self.result)],
            // The signs, the line number, and the space after it.
            pane_widths: [self.live, self.patch, self.result]
                .map(|rect| rect.map_or(0, |rect| usize::from(rect.width.saturating_sub(8)))),
            steps: rows(self.steps),
            why: rows(self.why),
            why_width: self
                .why
                .map_or(1, |rect| usize::from(rect.width.saturating_sub(2))),
        }
    }

    pub(crate) fn handle(&mut self, border: Border, cells: Rect, of: u16) {
        self.handles.push(BorderHandle { border, cells, of });
    }

    pub(crate) fn set(&mut self, focus: Focus, rect: Rect) {
        let slot = match focus {
            Focus::Document(Pane::Live) => &mut self.live,
            Focus::Document(Pane::Patch) => &mut self.patch,
            Focus::Document(Pane::Result) => &mut self.result,
            Focus::Steps => &mut self.steps,
            Focus::Why => &mut self.why,
        };
        *slot = Some(rect);
    }
}
