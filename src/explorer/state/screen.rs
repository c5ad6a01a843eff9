//! What fills the screen in place of the panes.

use super::comparing::Comparing;
use super::ruling::Ruling;

/// What fills the screen.
#[derive(Clone, Debug, Default)]
pub(in crate::explorer) enum Screen {
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
