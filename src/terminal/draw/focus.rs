//! The focus.

use crate::explorer::{Explorer, Focus};

/// Returns whether the cursor keys act on a pane.
pub(crate) fn is_focused(explorer: &Explorer, focus: Focus) -> bool {
    explorer.layers().popup().is_none() && explorer.workspace().focus() == focus
}
