//! What is folded, in all panes at once.

use rustc_hash::FxHashSet;

use super::folded_rows::FoldedRows;
use crate::document::NodeId;
use crate::explorer::merged::links::{LinkedNodes, NearestNode};
use crate::merge::{NodeRef, ResultId};

/// A node that is folded, in each pane that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoldedNode {
    pub(crate) live: Option<NodeId>,
    pub(crate) patch: Option<NodeRef>,
    pub(crate) result: Option<ResultId>,
}

impl FoldedNode {
    pub(crate) fn of(triple: LinkedNodes) -> Self {
        fn exact<T: Copy>(near: Option<NearestNode<T>>) -> Option<T> {
            near.filter(|near| near.exact).map(|near| near.node)
        }
        Self {
            live: exact(triple.live),
            patch: exact(triple.patch),
            result: exact(triple.result),
        }
    }
}

/// What is folded, and which rows that hides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folds {
    pub(crate) nodes: Vec<FoldedNode>,
    pub(crate) live: FoldedRows,
    pub(crate) patches: Vec<FoldedRows>,
    pub(crate) result: FoldedRows,
    /// What the steps changed, with all that holds it.
    pub(crate) changed: FxHashSet<ResultId>,
}
