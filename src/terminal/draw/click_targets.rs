//! The click targets of a frame, recorded while it is drawn. Later targets cover earlier ones.

use ratatui::layout::{Position, Rect};

use super::areas::BorderHandle;
use crate::explorer::{Action, Border, Focus, LayerAction, Pane, PanesAction, PromptAction};

#[derive(Clone, Copy, Debug)]
enum ClickTarget {
    /// The rows of an area; the first one is row `first`.
    Rows {
        focus: Focus,
        first: usize,
    },
    /// A text area.
    Text,
    /// A border that can be dragged.
    Border(BorderHandle),
    Action(Action),
    /// Around a popup that a click closes.
    Outside,
    Nothing,
}

/// The click targets of a frame.
#[derive(Clone, Debug, Default)]
pub struct ClickTargets {
    areas: Vec<(Rect, ClickTarget)>,
    /// The number of areas on which a click closes the prompt. The wheel scrolls them.
    behind_prompt: usize,
    /// The largest scroll offset of the text popup, and its height in rows.
    popup_end: Option<(usize, usize)>,
}

/// The effect of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    /// An action.
    Action(Action),
    /// A row and a column inside the text area, from 0.
    Text(usize, usize),
    /// The mouse moves a border until its button is released.
    Border(Border),
}

impl ClickTargets {
    pub(crate) fn rows(&mut self, area: Rect, focus: Focus, first: usize) {
        self.areas.push((area, ClickTarget::Rows { focus, first }));
    }

    pub(crate) fn set_popup_end(&mut self, last: usize, rows: usize) {
        self.popup_end = Some((last, rows));
    }

    /// Returns the largest scroll offset of the text popup and its height in rows, if there is one.
    pub fn popup_end(&self) -> Option<(usize, usize)> {
        self.popup_end
    }

    pub(crate) fn text(&mut self, area: Rect) {
        self.areas.push((area, ClickTarget::Text));
    }

    pub(crate) fn action(&mut self, area: Rect, action: Action) {
        self.areas.push((area, ClickTarget::Action(action)));
    }

    pub(crate) fn border(&mut self, handle: BorderHandle) {
        self.areas.push((handle.cells, ClickTarget::Border(handle)));
    }

    /// Returns the action that moves a border to a cell, or `None` if it is already there or not on the
    /// screen.
    pub fn drag(&self, border: Border, x: u16, y: u16) -> Option<Action> {
        let handle = self.areas.iter().find_map(|(_, target)| match target {
            ClickTarget::Border(handle) if handle.border == border => Some(handle),
            _ => None,
        })?;
        let cells = match (handle.cells.width, border) {
            (1, _) => i32::from(x) - i32::from(handle.cells.x),
            (_, Border::Lower) => i32::from(handle.cells.y) - i32::from(y),
            _ => i32::from(y) - i32::from(handle.cells.y),
        };
        // Round up, so that the border reaches the cell.
        let of = i32::from(handle.of.max(1));
        let by = cells.signum() * (cells.abs() * 1000 + of - 1) / of;
        (by != 0).then_some(Action::Panes(PanesAction::ShiftBorder(border, by)))
    }

    /// Returns the action for dragging the mouse from a pane to a cell: it selects the lines up to the cell.
    /// Above and below the pane it selects the next line, so that the pane scrolls.
    pub fn select(&self, pane: Pane, y: u16) -> Option<Action> {
        let rows = |(area, target): &(Rect, ClickTarget)| match target {
            ClickTarget::Rows { focus, first } if *focus == Focus::Document(pane) => Some((*area, *first)),
            _ => None,
        };
        let (area, first) = self.areas.iter().find_map(rows)?;
        let row = match y.checked_sub(area.y) {
            None => first.saturating_sub(1),
            Some(down) => first + usize::from(down.min(area.height)),
        };
        Some(Action::Panes(PanesAction::Select(pane, row)))
    }

    pub(crate) fn cover(&mut self, area: Rect) {
        self.areas.push((area, ClickTarget::Nothing));
    }

    /// Covers an area with a popup that closes when the mouse is clicked outside.
    pub(crate) fn cover_closing(&mut self, area: Rect) {
        self.areas.push((area, ClickTarget::Outside));
    }

    /// Lets a click on the areas so far close the prompt.
    pub(crate) fn close_by_click(&mut self) {
        self.behind_prompt = self.areas.len();
    }

    fn target_at(&self, x: u16, y: u16) -> Option<(Rect, ClickTarget)> {
        self.index_at(x, y).map(|index| self.areas[index])
    }

    fn index_at(&self, x: u16, y: u16) -> Option<usize> {
        let hit = |(area, _): &(Rect, ClickTarget)| area.contains(Position { x, y });
        self.areas.iter().rposition(hit)
    }

    /// Returns the effect of a click on a cell.
    pub fn click(&self, x: u16, y: u16) -> Option<Click> {
        let index = self.index_at(x, y)?;
        if index < self.behind_prompt {
            return Some(Click::Action(Action::CLOSE));
        }
        let (area, target) = self.areas[index];
        let row = usize::from(y - area.y);
        match target {
            ClickTarget::Rows { focus, first } => Some(Click::Action(Action::Panes(PanesAction::PutCursor(
                focus,
                first + row,
            )))),
            ClickTarget::Text => Some(Click::Text(row, usize::from(x - area.x))),
            ClickTarget::Action(action) => Some(Click::Action(action)),
            ClickTarget::Border(handle) => Some(Click::Border(handle.border)),
            ClickTarget::Outside => Some(Click::Action(Action::CLOSE)),
            ClickTarget::Nothing => None,
        }
    }

    /// Returns the action of the horizontal wheel over a cell. `by` is in cells; positive values scroll to
    /// the right.
    pub fn sideways(&self, x: u16, y: u16, by: i32) -> Option<Action> {
        match self.target_at(x, y)?.1 {
            ClickTarget::Rows { focus, .. } => {
                Some(Action::Panes(PanesAction::ScrollPaneHorizontally(focus, by)))
            }
            _ => None,
        }
    }

    /// Returns the action of the wheel over a cell. `by` is in rows; positive values scroll down.
    pub fn wheel(&self, x: u16, y: u16, by: i32) -> Option<Action> {
        match self.target_at(x, y)?.1 {
            ClickTarget::Rows { focus, .. } => Some(Action::Panes(PanesAction::Scroll(focus, by))),
            ClickTarget::Nothing
            | ClickTarget::Outside
            | ClickTarget::Action(Action::Layer(LayerAction::SetRow(_) | LayerAction::Pick(_))) => {
                Some(Action::Layer(match by < 0 {
                    true => LayerAction::Up,
                    false => LayerAction::Down,
                }))
            }
            ClickTarget::Action(Action::Prompt(PromptAction::Pick(_) | PromptAction::PageDown)) => {
                Some(Action::Prompt(PromptAction::Scroll(by.signum())))
            }
            ClickTarget::Action(_) | ClickTarget::Text | ClickTarget::Border(_) => None,
        }
    }
}
