//! The focus.

use crate::explorer::{Explorer, Focus, Pane};

/// Returns the pane with the text area, if it is open.
pub(crate) fn edited_pane(explorer: &Explorer) -> Option<Pane> {
    explorer.edit().map(|edit| match edit.input.is_live() {
        true => Pane::Live,
        false if edit.edits_result() => Pane::Result,
        false => Pane::Patch,
    })
}

/// Returns whether the cursor keys act on a pane.
pub(crate) fn is_focused(explorer: &Explorer, focus: Focus) -> bool {
    // While a text is edited, a click on another pane moves the focus, but not the keys.
    let edited = edited_pane(explorer).map(Focus::Document);
    let focused = edited.unwrap_or(explorer.workspace().focus());
    explorer.layers().popup().is_none() && focused == focus
}
