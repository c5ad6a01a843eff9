//! What can be clicked, noted while it is drawn: the last drawn lies on top.

use ratatui::layout::{Position, Rect};

use super::areas::Handle;
use crate::explorer::{Action, Border, Focus, Pane};

#[derive(Clone, Copy, Debug)]
enum Target {
    /// Rows of a place, the topmost being number `first`.
    Rows {
        focus: Focus,
        first: usize,
    },
    /// A text area.
    Text,
    /// A border that can be dragged.
    Border(Handle),
    Action(Action),
    Nothing,
}

/// The clickable places of one frame.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    areas: Vec<(Rect, Target)>,
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    /// An action.
    Action(Action),
    /// Row and column inside the text area, from 0.
    Text(usize, usize),
    /// A border was taken hold of: the mouse moves it until its button is let go.
    Border(Border),
}

impl Targets {
    pub(crate) fn rows(&mut self, area: Rect, focus: Focus, first: usize) {
        self.areas.push((area, Target::Rows { focus, first }));
    }

    pub(crate) fn text(&mut self, area: Rect) {
        self.areas.push((area, Target::Text));
    }

    pub(crate) fn action(&mut self, area: Rect, action: Action) {
        self.areas.push((area, Target::Action(action)));
    }

    pub(crate) fn border(&mut self, handle: Handle) {
        self.areas.push((handle.cells, Target::Border(handle)));
    }

    /// What moves a border to a cell; nothing if it is there, or no longer on the screen.
    pub fn drag(&self, border: Border, x: u16, y: u16) -> Option<Action> {
        let handle = self.areas.iter().find_map(|(_, target)| match target {
            Target::Border(handle) if handle.border == border => Some(handle),
            _ => None,
        })?;
        let cells = match (handle.cells.width, border) {
            (1, _) => i32::from(x) - i32::from(handle.cells.x),
            (_, Border::Lower) => i32::from(handle.cells.y) - i32::from(y),
            _ => i32::from(y) - i32::from(handle.cells.y),
        };
        // Never less than the cells that were meant.
        let of = i32::from(handle.of.max(1));
        let by = cells.signum() * (cells.abs() * 1000 + of - 1) / of;
        (by != 0).then_some(Action::ShiftBorder(border, by))
    }

    /// What dragging the mouse from a pane to a cell asks for: lines are selected up to there. Above and below the pane its
    /// next line is meant, so that it scrolls.
    pub fn select(&self, pane: Pane, y: u16) -> Option<Action> {
        let rows = |(area, target): &(Rect, Target)| match target {
            Target::Rows { focus, first } if *focus == Focus::Document(pane) => Some((*area, *first)),
            _ => None,
        };
        let (area, first) = self.areas.iter().find_map(rows)?;
        let row = match y.checked_sub(area.y) {
            None => first.saturating_sub(1),
            Some(down) => first + usize::from(down.min(area.height)),
        };
        Some(Action::Select(pane, row))
    }

    pub(crate) fn cover(&mut self, area: Rect) {
        self.areas.push((area, Target::Nothing));
    }

    fn at(&self, x: u16, y: u16) -> Option<(Rect, Target)> {
        let hit = |(area, _): &&(Rect, Target)| area.contains(Position { x, y });
        self.areas.iter().rev().find(hit).copied()
    }

    /// What a click on a cell asks for.
    pub fn click(&self, x: u16, y: u16) -> Option<Click> {
        let (area, target) = self.at(x, y)?;
        let row = usize::from(y - area.y);
        match target {
            Target::Rows { focus, first } => Some(Click::Action(Action::PutCursor(focus, first + row))),
            Target::Text => Some(Click::Text(row, usize::from(x - area.x))),
            Target::Action(action) => Some(Click::Action(action)),
            Target::Border(handle) => Some(Click::Border(handle.border)),
            Target::Nothing => None,
        }
    }

    /// What a wheel sideways over a cell asks for; `by` is cells, right positive.
    pub fn sideways(&self, x: u16, y: u16, by: i32) -> Option<Action> {
        match self.at(x, y)?.1 {
            Target::Rows { focus, .. } => Some(Action::SlideOver(focus, by)),
            _ => None,
        }
    }

    /// What the wheel over a cell asks for; `by` is rows, down positive.
    pub fn wheel(&self, x: u16, y: u16, by: i32) -> Option<Action> {
        match self.at(x, y)?.1 {
            Target::Rows { focus, .. } => Some(Action::Scroll(focus, by)),
            Target::Nothing | Target::Action(Action::PutRow(_)) if by < 0 => Some(Action::Up),
            Target::Nothing | Target::Action(Action::PutRow(_)) => Some(Action::Down),
            Target::Action(_) | Target::Text | Target::Border(_) => None,
        }
    }
}
