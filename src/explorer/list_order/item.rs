//! The items of the list order.

use std::num::NonZeroU32;

use crate::document::NodeId;
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

/// A row of a column, or the index of an item, from 0. An `Option` of it takes four bytes: long lists have many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderRow(NonZeroU32);

impl OrderRow {
    pub(super) fn new(row: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(row as u32))
    }

    /// Returns the row.
    pub fn get(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The node whose merge key or value is the name of an item. Names are read for the visible rows only.
#[derive(Clone, Copy, Debug)]
pub(super) enum ItemNode {
    /// A live item. It keeps its number in the result.
    Live(NodeId),
    /// An item that a patch added, or that an operation of a JSON patch moved.
    Added(ResultId),
    /// An entry of the requested order without an item.
    Requested(NodeRef),
}

/// An item of the list, with its rows in the columns.
#[derive(Clone, Debug)]
pub struct ListOrderItem {
    pub(super) node: ItemNode,
    pub(super) rows: [Option<OrderRow>; 3],
    pub(super) requested_position: Option<OrderRow>,
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
    Before(OrderRow),
    /// After all listed items, because it preceded none of them in the live list.
    Last,
}

impl ListOrderItem {
    pub(super) fn new(node: ItemNode, mark: Option<Mark>) -> Self {
        Self {
            node,
            rows: [None; 3],
            requested_position: None,
            server_only: None,
            mark,
            misplaced: false,
        }
    }

    /// Returns the row in a column, from 0.
    pub fn row(&self, column: OrderColumn) -> Option<usize> {
        self.rows[column as usize].map(OrderRow::get)
    }

    /// Returns the position in the requested order, from 0, without server-only items.
    pub fn requested_position(&self) -> Option<usize> {
        self.requested_position.map(OrderRow::get)
    }

    /// Returns the item in the result or in the live list; `None` if only the patch lists it.
    pub(super) fn result_id(&self) -> Option<ResultId> {
        match self.node {
            ItemNode::Live(node) => Some(ResultId(node.0)),
            ItemNode::Added(id) => Some(id),
            ItemNode::Requested(_) => None,
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
