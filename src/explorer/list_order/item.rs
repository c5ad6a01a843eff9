//! An item of a list, in whichever columns it stands.

use crate::merge::Mark;

/// One of the three columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderColumn {
    /// Where the items were.
    Live,
    /// Where patch or directive wants them.
    Wanted,
    /// Where they are now.
    Result,
}

impl OrderColumn {
    /// All, from left to right.
    pub const ALL: [Self; 3] = [Self::Live, Self::Wanted, Self::Result];
}

/// An item of the list, in whichever columns it stands.
#[derive(Clone, Debug, Default)]
pub struct ListOrderItem {
    /// Its merge key's value, or its own; not escaped.
    pub name: String,
    /// Its row in each column, from 0.
    pub rows: [Option<usize>; 3],
    /// Its place in the wanted order, from 0: server-only items do not count.
    pub wish: Option<usize>,
    /// Neither patch nor directive names it: in the middle it stands beside its old neighbour.
    pub server_only: bool,
    /// The named item that it stood beside in live.
    pub neighbour: Option<usize>,
    /// What happened to it so far.
    pub mark: Option<Mark>,
    /// References of its value that stand before what they refer to; not escaped.
    pub early: Vec<EarlyVariable>,
    /// It is the patch item that cannot be placed.
    pub misplaced: bool,
}

/// A `$(NAME)` that Kubernetes does not expand, since the variable is defined further down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyVariable {
    /// The variable.
    pub variable: String,
    /// The row of its definition in the result, from 0.
    pub defined: usize,
    /// In live it stood behind its definition.
    pub was_good: bool,
}
