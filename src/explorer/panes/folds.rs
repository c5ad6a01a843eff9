//! The folds of all panes. Folds belong to nodes, so steps and reloads keep them.

use rustc_hash::FxHashSet;

use super::folded_rows::FoldedRows;
use super::target_line::LineTarget;
use crate::document::NodeId;
use crate::explorer::merged::links::{LinkedNodes, NearestNode};
use crate::merge::{NodeRef, ResultId};

/// A folded node, in each pane that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoldedNode {
    pub(super) live: Option<NodeId>,
    pub(super) patch: Option<NodeRef>,
    pub(super) result: Option<ResultId>,
}

impl FoldedNode {
    pub(super) fn new(linked: LinkedNodes) -> Self {
        fn exact<T: Copy>(near: Option<NearestNode<T>>) -> Option<T> {
            near.filter(|near| near.exact).map(|near| near.node)
        }
        Self {
            live: exact(linked.live),
            patch: exact(linked.patch),
            result: exact(linked.result),
        }
    }

    /// Returns the node in a patch, else in the live object. A patch node leads to its live node, but not the
    /// other way round.
    pub(super) fn source(&self) -> Option<NodeRef> {
        self.patch.or(self.live.map(NodeRef::live))
    }

    /// Returns whether a line shows the node.
    pub(super) fn is_on(&self, line: &LineTarget) -> bool {
        let sources = [self.live.map(NodeRef::live), self.patch].into_iter().flatten();
        let is_source = |source: NodeRef| line.sources.contains(&source);
        self.result.is_some_and(|id| line.results.contains(&id)) || sources.into_iter().any(is_source)
    }
}

/// The folded nodes and the hidden rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Folds {
    pub(super) nodes: Vec<FoldedNode>,
    pub(super) live: FoldedRows,
    pub(super) patches: Vec<FoldedRows>,
    pub(super) result: FoldedRows,
    /// The nodes that the steps change, and all their ancestors.
    pub(super) changed: FxHashSet<ResultId>,
}

impl Folds {
    pub(super) fn new(nodes: Vec<FoldedNode>) -> Self {
        Self {
            nodes,
            ..Self::default()
        }
    }

    /// Returns whether the steps change a node in the fold on a line.
    pub(super) fn hides_change(&self, line: &LineTarget) -> bool {
        line.results.iter().any(|id| self.changed.contains(id))
            || line.results.is_empty() && line.sources.iter().any(|source| !source.is_live())
    }
}
