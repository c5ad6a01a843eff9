//! The areas of the screen.

use ratatui::layout::Rect;

use crate::explorer::{Border, Focus, Pane, Sizes};

/// A border that can be dragged: the column or row of cells that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderHandle {
    /// Which border.
    pub border: Border,
    /// Its cells.
    pub cells: Rect,
    /// The cells of the screen in the direction in which it moves.
    pub of: u16,
}

/// Which panes share an area, whose title line then names them all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TabAreas {
    /// Every pane has its own area.
    #[default]
    None,
    /// Live and the patch share one.
    Inputs,
    /// All three share one.
    All,
}

/// The areas of the screen. The first row of each is its title line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenAreas {
    /// The rows that say what cannot be read.
    pub banner: Option<Rect>,
    /// Which panes share an area.
    pub tabs: TabAreas,
    /// Steps and explanation share an area, whose title line names both.
    pub below_shared: bool,
    /// Live.
    pub live: Option<Rect>,
    /// The patch.
    pub patch: Option<Rect>,
    /// The result.
    pub result: Option<Rect>,
    /// The list of steps.
    pub steps: Option<Rect>,
    /// The explanation.
    pub why: Option<Rect>,
    /// The screen that covers the panes.
    pub screen: Option<Rect>,
    /// Rows of its table.
    pub screen_rows: usize,
    /// The timeline.
    pub timeline: Option<Rect>,
    /// What is shown.
    pub status: Rect,
    /// The keys.
    pub footer: Rect,
    /// The borders that can be dragged.
    pub handles: Vec<BorderHandle>,
}

impl ScreenAreas {
    /// The sizes that the explorer has to know.
    pub fn sizes(&self) -> Sizes {
        let rows = |place: Option<Rect>| place.map_or(0, |place| usize::from(place.height.saturating_sub(1)));
        Sizes {
            screen: self.screen_rows,
            panes: [rows(self.live), rows(self.patch), rows(self.result)],
            // Signs, line number, and a blank after it.
            pane_widths: [self.live, self.patch, self.result]
                .map(|place| place.map_or(0, |place| usize::from(place.width.saturating_sub(8)))),
            steps: rows(self.steps),
            why: rows(self.why),
            why_width: self
                .why
                .map_or(1, |place| usize::from(place.width.saturating_sub(2))),
        }
    }

    pub(crate) fn handle(&mut self, border: Border, cells: Rect, of: u16) {
        self.handles.push(BorderHandle { border, cells, of });
    }

    pub(crate) fn set(&mut self, focus: Focus, place: Rect) {
        let slot = match focus {
            Focus::Document(Pane::Live) => &mut self.live,
            Focus::Document(Pane::Patch) => &mut self.patch,
            Focus::Document(Pane::Result) => &mut self.result,
            Focus::Steps => &mut self.steps,
            Focus::Why => &mut self.why,
        };
        *slot = Some(place);
    }
}
