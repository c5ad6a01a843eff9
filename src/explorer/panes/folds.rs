//! What is folded, in all panes at once.

use rustc_hash::FxHashSet;

use super::folded_rows::Hidden;
use crate::document::NodeId;
use crate::explorer::merged::links::{Near, Triple};
use crate::merge::{ResultId, Source};

/// A node that is folded, in each pane that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Folded {
    pub(crate) live: Option<NodeId>,
    pub(crate) patch: Option<Source>,
    pub(crate) result: Option<ResultId>,
}

impl Folded {
    pub(crate) fn of(triple: Triple) -> Self {
        fn exact<T: Copy>(near: Option<Near<T>>) -> Option<T> {
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
    pub(crate) nodes: Vec<Folded>,
    pub(crate) live: Hidden,
    pub(crate) patches: Vec<Hidden>,
    pub(crate) result: Hidden,
    /// What the steps changed, with all that holds it.
    pub(crate) changed: FxHashSet<ResultId>,
}
