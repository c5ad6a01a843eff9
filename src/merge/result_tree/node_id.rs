//! Ids of the nodes of the result and of the inputs.

use crate::document::NodeId;

/// A node of the result. Ids below [`crate::merge::ResultTree::live_count`] are the live nodes, with the same
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResultId(pub u32);

impl ResultId {
    pub(crate) const NONE: u32 = u32::MAX;

    /// Returns the number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of one of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeRef {
    /// 0 is the live object, 1 the first patch, 2 the second.
    pub document: u16,
    /// The node in that document.
    pub node: NodeId,
}

impl NodeRef {
    /// Creates a reference to a live node.
    pub fn live(node: NodeId) -> Self {
        Self { document: 0, node }
    }

    /// Returns whether the node is a live node.
    pub fn is_live(self) -> bool {
        self.document == 0
    }
}

/// Whether a node is part of the result now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// A later step adds it.
    Pending,
    /// Part of the result, if its parent is.
    Present,
    /// An earlier step removed it; it has a placeholder row.
    Removed,
    /// An earlier step replaced it by another node; it has no placeholder row.
    Replaced,
}
