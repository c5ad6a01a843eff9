//! An item of a list in the three columns.

use crate::merge::{Mark, ResultId};

/// One of the three columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderColumn {
    /// Where the items were.
    Live,
    /// Where the patch or its directive lists them.
    Wanted,
    /// Where they are now.
    Result,
}

impl OrderColumn {
    /// All, from left to right.
    pub const ALL: [Self; 3] = [Self::Live, Self::Wanted, Self::Result];
}

/// An item of the list in the columns that have it.
#[derive(Clone, Debug, Default)]
pub struct ListOrderItem {
    /// The value of its merge key, or its own value; not escaped.
    pub name: String,
    /// The item in the result or in live; none if only the patch lists it.
    pub(super) node: Option<ResultId>,
    /// Its row in each column, from 0.
    pub rows: [Option<usize>; 3],
    /// Its position in the requested order, from 0; server-only items do not count.
    pub wish: Option<usize>,
    /// It is server-only, and placed so in the middle.
    pub server_only: Option<ServerOnlyPlace>,
    /// What the steps so far changed.
    pub mark: Option<Mark>,
    /// References in its value to variables that are defined later; not escaped.
    pub early: Vec<EarlyVariable>,
    /// It is the patch item that the rejected order has no position for.
    pub misplaced: bool,
}

/// Where a server-only item is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerOnlyPlace {
    /// Before all listed items.
    First,
    /// Before a listed item, by index: the first item of the new order that it preceded in live.
    Before(usize),
    /// After all listed items: it preceded none of them in live.
    Last,
}

/// A `$(NAME)` that Kubernetes does not expand, because the variable is defined later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyVariable {
    /// The variable.
    pub variable: String,
    /// The row of its definition in the result, from 0.
    pub defined: usize,
    /// In live the definition was before it.
    pub was_good: bool,
}
