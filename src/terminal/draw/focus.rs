//! Which place has the keys.

use crate::explorer::{Focus, State};

/// Whether the keys act on a place.
pub(crate) fn is_focused(state: &State, focus: Focus) -> bool {
    state.overlay().is_none() && state.focus() == focus
}
