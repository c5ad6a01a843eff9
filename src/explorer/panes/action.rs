//! What can be asked of the panes.

use super::border_offsets::Border;
use super::focus::{Focus, Pane};

/// Cursors, focus, sizes, folds and the jump list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanesAction {
    /// Puts the cursor of a pane on a row (from 0) and focuses the pane, as a click does.
    PutCursor(Focus, usize),
    /// Selects the lines of a pane from its cursor to a row (from 0), as dragging the mouse does.
    Select(Pane, usize),
    /// Scrolls a pane by rows without moving its cursor, as the wheel does.
    Scroll(Focus, i32),
    /// Focuses the next pane.
    FocusNext,
    /// Focuses the previous pane.
    FocusPrevious,
    /// Focuses one pane.
    FocusOn(Focus),
    /// Shows only the focused pane, or all again.
    Zoom,
    /// Wraps long lines, or cuts them off again.
    Wrap,
    /// Makes the focused pane larger.
    Larger,
    /// Makes the focused pane smaller.
    Smaller,
    /// Makes steps and explanation taller.
    Taller,
    /// Makes steps and explanation shorter.
    Shorter,
    /// Gives all panes their default sizes.
    ResetSizes,
    /// Moves a border by thousandths of the screen, as dragging it does.
    ShiftBorder(Border, i32),
    /// Folds the block around the cursor, or unfolds it.
    Fold,
    /// Folds all blocks that no step changes.
    FoldUnchanged,
    /// Unfolds everything.
    UnfoldAll,
    /// Scrolls the focused pane sideways by cells, to the right if positive.
    ScrollHorizontally(i32),
    /// Scrolls one pane sideways, as the wheel does.
    ScrollPaneHorizontally(Focus, i32),
    /// Back to the position before the last jump.
    Back,
}
