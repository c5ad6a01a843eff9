//! Dragging with the mouse.

use crate::explorer::{Border, Pane};

/// The object that the mouse drags.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drag {
    Border(Border),
    /// A line of a pane, from which the selection extends. Contains the screen row of the line.
    Line(Pane, u16),
}
