//! The items of the list order.

use crate::merge::{Mark, NodeRef, ResultId};

/// A column of the list order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderColumn {
    /// The positions in the live list.
    Live,
    /// The positions that the patch list or the directive requests.
    Requested,
    /// The current positions.
    Result,
}

impl OrderColumn {
    /// All columns, from left to right.
    pub const ALL: [Self; 3] = [Self::Live, Self::Requested, Self::Result];
}

/// The node whose merge key or value is the name of an item. Names are read for the visible rows only.
#[derive(Clone, Copy, Debug)]
pub(super) enum NamedBy {
    /// A live item, or an entry of the requested order.
    Source(NodeRef),
    /// An item that the patch added.
    Result(ResultId),
}

/// An item of the list, with its rows in the columns.
#[derive(Clone, Debug)]
pub struct ListOrderItem {
    pub(super) named_by: NamedBy,
    /// The item in the result or in the live list; `None` if only the patch lists it.
    pub(super) node: Option<ResultId>,
    /// The row in each column, from 0.
    pub rows: [Option<usize>; 3],
    /// The position in the requested order, from 0, without server-only items.
    pub requested_position: Option<usize>,
    /// The placement in the middle column, if the item is server-only.
    pub server_only: Option<ServerOnlyPlacement>,
    /// The mark of the changes by the steps so far.
    pub mark: Option<Mark>,
    /// Whether it is the patch item that has no matching entry in the rejected order.
    pub misplaced: bool,
}

/// The placement of a server-only item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerOnlyPlacement {
    /// Before all listed items.
    First,
    /// Before the item with this index: the first item of the new order that the server-only item preceded in
    /// the live list.
    Before(usize),
    /// After all listed items, because it preceded none of them in the live list.
    Last,
}

impl ListOrderItem {
    pub(super) fn new(named_by: NamedBy, node: Option<ResultId>) -> Self {
        Self {
            named_by,
            node,
            rows: [None; 3],
            requested_position: None,
            server_only: None,
            mark: None,
            misplaced: false,
        }
    }
}

/// A `$(NAME)` that Kubernetes does not expand because the variable is defined later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyVariable {
    /// The row of the item in the result, from 0.
    pub row: usize,
    /// The name of the variable; not escaped.
    pub variable: String,
    /// The row of the definition in the result, from 0.
    pub defined: usize,
    /// Whether the definition was before the reference in the live list.
    pub was_defined_before: bool,
}
