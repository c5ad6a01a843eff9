//! Which place has the keys.

use crate::explorer::{Explorer, Focus};

/// Whether the keys act on a place.
pub(crate) fn is_focused(state: &Explorer, focus: Focus) -> bool {
    state.layers().popup().is_none() && state.workspace().focus() == focus
}
