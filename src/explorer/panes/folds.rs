//! What is folded, in all panes at once. Folds belong to nodes, so they stay over steps and reloads.

use rustc_hash::FxHashSet;

use super::folded_rows::FoldedRows;
use super::target_line::LineTarget;
use crate::document::NodeId;
use crate::explorer::merged::links::{LinkedNodes, NearestNode};
use crate::merge::{NodeRef, ResultId};

/// A node that is folded, in each pane that has it.
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

    /// Its node in a patch, else in live: every fold of a patch is found in live, too, but not the other way round.
    pub(super) fn source(&self) -> Option<NodeRef> {
        self.patch.or(self.live.map(NodeRef::live))
    }

    /// Whether a line shows the node.
    pub(super) fn is_on(&self, line: &LineTarget) -> bool {
        let sources = [self.live.map(NodeRef::live), self.patch].into_iter().flatten();
        let is_source = |source: NodeRef| line.sources.contains(&source);
        self.result.is_some_and(|id| line.results.contains(&id)) || sources.into_iter().any(is_source)
    }
}

/// What is folded, and which rows are hidden.
#[derive(Clone, Debug, Default)]
pub(super) struct Folds {
    pub(super) nodes: Vec<FoldedNode>,
    pub(super) live: FoldedRows,
    pub(super) patches: Vec<FoldedRows>,
    pub(super) result: FoldedRows,
    /// What the steps change, with all that contains it.
    pub(super) changed: FxHashSet<ResultId>,
}

impl Folds {
    pub(super) fn new(nodes: Vec<FoldedNode>) -> Self {
        Self {
            nodes,
            ..Self::default()
        }
    }

    /// Whether the steps change something that is folded on a line.
    pub(super) fn hide_a_change(&self, line: &LineTarget) -> bool {
        line.results.iter().any(|id| self.changed.contains(id))
            || line.results.is_empty() && line.sources.iter().any(|source| !source.is_live())
    }
}
