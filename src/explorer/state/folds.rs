//! What is folded, in all panes at once.

use rustc_hash::FxHashSet;

use crate::document::NodeId;
use crate::explorer::hidden::Hidden;
use crate::explorer::links::{Near, Triple};
use crate::merge::{ResultId, Source};

/// A node that is folded, in each pane that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explorer) struct Folded {
    pub(in crate::explorer) live: Option<NodeId>,
    pub(in crate::explorer) patch: Option<Source>,
    pub(in crate::explorer) result: Option<ResultId>,
}

impl Folded {
    pub(in crate::explorer) fn of(triple: Triple) -> Self {
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
pub(in crate::explorer) struct Folds {
    pub(in crate::explorer) nodes: Vec<Folded>,
    pub(in crate::explorer) live: Hidden,
    pub(in crate::explorer) patches: Vec<Hidden>,
    pub(in crate::explorer) result: Hidden,
    /// What the steps changed, with all that holds it.
    pub(in crate::explorer) changed: FxHashSet<ResultId>,
}
