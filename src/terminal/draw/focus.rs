//! Which place has the keys.

use crate::explorer::{Explorer, Focus};

/// Whether the keys act on a place.
pub(crate) fn is_focused(state: &Explorer, focus: Focus) -> bool {
    state.overlay().is_none() && state.focus() == focus
}
