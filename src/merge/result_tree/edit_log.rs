//! The reversible edits that steps are made of.

use super::node_id::{NodeRef, Presence, ResultId};
use crate::document::ValueKind;
use crate::merge::mark::Marks;

/// An edit of the result tree, with the state before it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TreeEdit {
    Source {
        id: ResultId,
        old: NodeRef,
        new: NodeRef,
        /// The kinds of the old and the new value, so that playing does not read the documents.
        kinds: [ValueKind; 2],
        /// The two values differ in their number of lines.
        resized: bool,
    },
    State {
        id: ResultId,
        old: Presence,
        new: Presence,
    },
    Marks {
        id: ResultId,
        old: Marks,
        new: Marks,
    },
    /// The children of a list in a new order. The two orders are stored separately because they are long.
    Order {
        list: ResultId,
        order: u32,
    },
}

impl TreeEdit {
    /// Returns the change of the lines, or `None` for marks and for values of the same height.
    pub(crate) fn change(&self) -> Option<Change> {
        match *self {
            Self::Source {
                id, resized: true, ..
            } => Some(Change::Value(id)),
            Self::State { id, .. } => Some(Change::State(id)),
            Self::Order { list, .. } => Some(Change::Order(list)),
            Self::Source { .. } | Self::Marks { .. } => None,
        }
    }

    /// Returns the node whose rows change.
    pub(crate) fn touches(&self) -> ResultId {
        match *self {
            Self::Source { id, .. } | Self::State { id, .. } | Self::Marks { id, .. } => id,
            Self::Order { list, .. } => list,
        }
    }
}

/// The effect of an edit on the lines of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The value has a different number of lines.
    Value(ResultId),
    /// The node was added or removed.
    State(ResultId),
    /// The children have a different order.
    Order(ResultId),
}

/// The children of a list before and after a reorder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    pub(crate) old: Vec<ResultId>,
    pub(crate) new: Vec<ResultId>,
    /// Nodes from this number on were added later and are in neither order.
    pub(crate) known: u32,
}

/// All edits of a merge, in order. Empty if the merge is not traced.
#[derive(Clone, Debug)]
pub(crate) struct EditLog {
    traced: bool,
    edits: Vec<TreeEdit>,
    orders: Vec<Orders>,
}

impl EditLog {
    pub(crate) fn new(traced: bool) -> Self {
        Self {
            traced,
            edits: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// Reserves capacity for that many edits, if they are logged.
    pub(crate) fn reserve(&mut self, edits: usize) {
        if self.traced {
            self.edits.reserve(edits);
        }
    }

    pub(crate) fn is_traced(&self) -> bool {
        self.traced
    }

    pub(crate) fn len(&self) -> u32 {
        self.edits.len() as u32
    }

    pub(crate) fn get(&self, at: u32) -> Option<TreeEdit> {
        self.edits.get(at as usize).copied()
    }

    pub(crate) fn push(&mut self, edit: TreeEdit) {
        if self.traced {
            self.edits.push(edit);
        } else {
            self.orders.clear();
        }
    }

    pub(crate) fn store_orders(&mut self, orders: Orders) -> u32 {
        self.orders.push(orders);
        self.orders.len() as u32 - 1
    }

    /// Returns the two orders of an edit.
    pub(crate) fn orders(&self, order: u32) -> Option<&Orders> {
        self.orders.get(order as usize)
    }

    /// Takes the two orders out while the tree, which owns the log, is relinked.
    pub(crate) fn take_orders(&mut self, order: u32) -> Orders {
        self.orders
            .get_mut(order as usize)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    pub(crate) fn restore_orders(&mut self, order: u32, orders: Orders) {
        if let Some(place) = self.orders.get_mut(order as usize) {
            *place = orders;
        }
    }
}
