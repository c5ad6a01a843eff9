//! The pane that an input is edited in.

use crate::explorer::inputs::input_id::InputId;
use crate::explorer::panes::focus::Pane;

/// Live has a pane of its own, and everything else is edited in the patch pane.
pub(super) fn pane_of(input: InputId) -> Pane {
    if input.is_live() { Pane::Live } else { Pane::Patch }
}
