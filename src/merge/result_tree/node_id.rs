//! How nodes of the result and of the inputs are called.

use crate::document::NodeId;

/// A node of the result. Numbers below [`crate::merge::ResultTree::live_count`] are live's own nodes, under live's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResultId(pub u32);

impl ResultId {
    pub(crate) const NONE: u32 = u32::MAX;

    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of one of the inputs: which document (0 is live, 1 the first patch), and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeRef {
    /// 0 is live, 1 the first patch, 2 the second.
    pub document: u16,
    /// The node there.
    pub node: NodeId,
}

impl NodeRef {
    /// A node of live.
    pub fn live(node: NodeId) -> Self {
        Self { document: 0, node }
    }

    /// Whether live is meant.
    pub fn is_live(self) -> bool {
        self.document == 0
    }
}

/// Whether a node is part of the result now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// A later step brings it in.
    Unborn,
    /// Part of the result, if its parent is.
    Present,
    /// Taken out by an earlier step: a ghost.
    Gone,
    /// Taken out because another node took its very place; no ghost line is wanted.
    Superseded,
}
