//! What the mouse drags.

use crate::explorer::{Border, Pane};

/// What the mouse drags.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drag {
    Border(Border),
    /// A line of a pane: the selection grows from it. Holds the cell's row.
    Line(Pane, u16),
}
