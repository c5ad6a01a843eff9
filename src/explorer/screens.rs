//! What fills the screen in place of the panes.

use super::compare::state::Comparing;
use super::list_order::state::Ruling;

/// What fills the screen.
#[derive(Clone, Debug, Default)]
pub(crate) enum Screen {
    /// The panes.
    #[default]
    Panes,
    /// Two results side by side.
    Compare(Box<Comparing>),
    /// The order of a list: live, wanted, result.
    Ruler(Box<Ruling>),
}

/// Which screen it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The panes.
    Panes,
    /// Two results side by side.
    Compare,
    /// The order of a list.
    Ruler,
}
