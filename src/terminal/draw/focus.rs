//! The focus.

use crate::explorer::{Explorer, Focus};

/// Returns whether the cursor keys act on a pane.
pub(crate) fn is_focused(state: &Explorer, focus: Focus) -> bool {
    state.layers().popup().is_none() && state.workspace().focus() == focus
}
