//! The pane that an input is edited in.

use crate::explorer::inputs::input_id::InputId;
use crate::explorer::panes::focus::Pane;

/// Returns the pane for an input: the live pane for the live object, the patch pane for all others.
pub(super) fn pane_of(input: InputId) -> Pane {
    if input.is_live() { Pane::Live } else { Pane::Patch }
}
