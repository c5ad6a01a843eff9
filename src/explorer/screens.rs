//! What fills the screen in place of the panes.

use super::compare::state::CompareState;
use super::list_order::state::ListOrderScreen;

/// What fills the screen.
#[derive(Clone, Debug, Default)]
pub(crate) enum ScreenState {
    /// The panes.
    #[default]
    Panes,
    /// Two results side by side.
    Compare(Box<CompareState>),
    /// The order of a list: live, wanted, result.
    Ruler(Box<ListOrderScreen>),
}

/// Which screen it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActiveScreen {
    /// The panes.
    Panes,
    /// Two results side by side.
    Compare,
    /// The order of a list.
    Ruler,
}
