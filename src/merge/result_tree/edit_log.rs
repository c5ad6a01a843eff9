//! The small reversible changes that steps are made of.

use super::node_id::{NodeRef, Presence, ResultId};
use crate::document::ValueKind;
use crate::merge::mark::Marks;

/// One change of the scene, with what was there before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TreeEdit {
    Source {
        id: ResultId,
        old: NodeRef,
        new: NodeRef,
        /// Of the old value and of the new one: playing needs no look into the documents.
        kinds: [ValueKind; 2],
        /// The two take up different numbers of lines.
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
    /// The children of a list, re-linked; the two orders are kept aside because they are long.
    Order {
        list: ResultId,
        order: u32,
    },
}

impl TreeEdit {
    /// What it does to the lines; marks and values of one size do nothing to them.
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

    /// The node whose rows look different afterwards.
    pub(crate) fn touches(&self) -> ResultId {
        match *self {
            Self::Source { id, .. } | Self::State { id, .. } | Self::Marks { id, .. } => id,
            Self::Order { list, .. } => list,
        }
    }
}

/// What an edit did to the lines that a node takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Its value takes another number of them.
    Value(ResultId),
    /// It came or went.
    State(ResultId),
    /// What it holds stands in another order.
    Order(ResultId),
}

/// The children of a list before and after they were put in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    pub(crate) old: Vec<ResultId>,
    pub(crate) new: Vec<ResultId>,
    /// Nodes from this number on came later; they are in neither.
    pub(crate) known: u32,
}

/// All edits of a merge, in order; empty when no one traces.
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

    /// Makes room for so many edits, if they are kept.
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

    pub(crate) fn keep_order(&mut self, orders: Orders) -> u32 {
        self.orders.push(orders);
        self.orders.len() as u32 - 1
    }

    /// The two orders of an edit.
    pub(crate) fn orders(&self, order: u32) -> Option<&Orders> {
        self.orders.get(order as usize)
    }

    /// Lends the two orders out while the scene, which owns them, is re-linked.
    pub(crate) fn take_order(&mut self, order: u32) -> Orders {
        self.orders
            .get_mut(order as usize)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    pub(crate) fn put_order(&mut self, order: u32, orders: Orders) {
        if let Some(place) = self.orders.get_mut(order as usize) {
            *place = orders;
        }
    }
}
