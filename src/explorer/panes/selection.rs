//! The selected lines.

use super::focus::Pane;

/// The selected lines of a pane, as rows from 0; the cursor is on the last one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    pub(super) pane: Pane,
    pub(super) first: usize,
    pub(super) last: usize,
}
