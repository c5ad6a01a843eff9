//! Actions of the panes.

use super::border_offsets::Border;
use super::focus::{Focus, Pane};

/// An action of the panes: cursors, focus, sizes, folds and the jump list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanesAction {
    /// Moves the cursor of a pane to a row (from 0) and focuses the pane, for a click.
    PutCursor(Focus, usize),
    /// Selects the lines of a pane from its cursor to a row (from 0), for dragging the mouse.
    Select(Pane, usize),
    /// Scrolls a pane by rows without moving its cursor, for the mouse wheel.
    Scroll(Focus, i32),
    /// Focuses the next pane.
    FocusNext,
    /// Focuses the previous pane.
    FocusPrevious,
    /// Focuses a pane.
    FocusOn(Focus),
    /// Shows only the focused pane, or all panes again.
    Zoom,
    /// Wraps long lines, or truncates them again.
    Wrap,
    /// Makes the focused pane larger.
    Larger,
    /// Makes the focused pane smaller.
    Smaller,
    /// Makes the steps and the explanation taller.
    Taller,
    /// Makes the steps and the explanation shorter.
    Shorter,
    /// Resets the sizes of all panes.
    ResetSizes,
    /// Moves a border by thousandths of the screen, for dragging it.
    ShiftBorder(Border, i32),
    /// Folds or unfolds the block under the cursor.
    Fold,
    /// Folds all blocks that no step changes.
    FoldUnchanged,
    /// Unfolds all blocks.
    UnfoldAll,
    /// Scrolls the focused pane horizontally by cells; positive values scroll to the right.
    ScrollHorizontally(i32),
    /// Scrolls a pane horizontally, for the mouse wheel.
    ScrollPaneHorizontally(Focus, i32),
    /// Goes back to the position before the last jump.
    Back,
}
