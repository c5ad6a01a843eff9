//! Mouse events: clicks, the wheel and dragging.

use std::time::{Duration, Instant};

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::TerminalApp;
use super::drag::Drag;
use crate::explorer::{Action, Focus, Message, PanesAction};
use crate::terminal::draw::Click;
use crate::terminal::event::AppCommand;

/// The number of rows that one notch of the wheel scrolls.
const WHEEL_ROWS: i32 = 3;
/// The number of cells that one horizontal notch scrolls.
const WHEEL_COLUMNS: i32 = 4;

/// The maximum time between two clicks of a double click, which folds a line.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

impl TerminalApp {
    /// Moves the cursor to a line of a pane; the second click of a double click folds or unfolds its block.
    fn click_line(&mut self, action: Action, now: Instant) -> Vec<AppCommand> {
        let last = self.last_click.take();
        let is_second =
            last.is_some_and(|(line, at)| line == action && now.duration_since(at) <= DOUBLE_CLICK);
        let commands = self.act(action);
        if is_second {
            return self.act(Action::Panes(PanesAction::Fold));
        }
        self.last_click = Some((action, now));
        commands
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Vec<AppCommand> {
        let by = match mouse.kind {
            MouseEventKind::Up(_) => {
                self.drag = None;
                return Vec::new();
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let action = match self.drag {
                    Some(Drag::Border(border)) => self.targets.drag(border, mouse.column, mouse.row),
                    // A click always moves the mouse a little: on the same line nothing is selected yet.
                    Some(Drag::Line(_, y))
                        if y == mouse.row && !self.state.workspace().panes().has_selection() =>
                    {
                        None
                    }
                    Some(Drag::Line(pane, _)) => self.targets.select(pane, mouse.row),
                    None => None,
                };
                self.dirty |= action.is_some();
                return action.map_or_else(Vec::new, |action| self.act(action));
            }
            MouseEventKind::Down(MouseButton::Left) => {
                return match self.targets.click(mouse.column, mouse.row) {
                    Some(Click::Action(action)) => {
                        if let Action::Panes(PanesAction::PutCursor(Focus::Document(pane), _)) = action {
                            self.drag = Some(Drag::Line(pane, mouse.row));
                            return self.click_line(action, now);
                        }
                        self.act(action)
                    }
                    Some(Click::Border(border)) => {
                        self.drag = Some(Drag::Border(border));
                        Vec::new()
                    }
                    Some(Click::Text(row, column)) => {
                        if let Some(text) = &mut self.text {
                            let before = text.cursor();
                            text.click(row, column);
                            if text.cursor() != before {
                                self.on_message(Message::MovedInText);
                            }
                        }
                        self.dirty = true;
                        Vec::new()
                    }
                    None => Vec::new(),
                };
            }
            MouseEventKind::ScrollLeft | MouseEventKind::ScrollRight => {
                let by = match mouse.kind {
                    MouseEventKind::ScrollLeft => -WHEEL_COLUMNS,
                    _ => WHEEL_COLUMNS,
                };
                let action = self.targets.sideways(mouse.column, mouse.row, by);
                return action.map_or_else(Vec::new, |action| self.act(action));
            }
            MouseEventKind::ScrollDown => WHEEL_ROWS,
            MouseEventKind::ScrollUp => -WHEEL_ROWS,
            // The mouse only moved, so nothing must be drawn.
            _ => return Vec::new(),
        };
        if let (Some(Click::Text(..)), Some(text)) =
            (self.targets.click(mouse.column, mouse.row), &mut self.text)
        {
            text.wheel(by);
            self.dirty = true;
            return Vec::new();
        }
        match self.targets.wheel(mouse.column, mouse.row, by) {
            Some(action) => self.act(action),
            None => Vec::new(),
        }
    }
}
