//! The comparison of two results that is shown, or on its way.

use std::sync::Arc;

use crate::explorer::panes::viewport::Viewport;
use crate::explorer::versions::pair::VersionPair;
use crate::merge::{Inputs, Semantics, merge};
use crate::report::comparison::{DifferenceSide, MergeComparison};

/// The comparison that is shown, or on its way.
#[derive(Clone, Debug)]
pub(crate) struct CompareState {
    pub(crate) compared: CompareResult,
    /// The newest that is ready; of other inputs or sides while the next one is on its way.
    pub(crate) ready: Option<Arc<MergeComparison>>,
    /// What is on its way, and whether somebody works on it.
    pub(crate) wanted: Option<(CompareTask, bool)>,
    pub(crate) view: Viewport,
}

/// Which two results, left and right.
#[derive(Clone, Debug)]
pub(crate) enum CompareResult {
    /// Of the present inputs, under each.
    Semantics([Semantics; 2]),
    /// Of two saves, under the same semantics.
    Versions(Box<VersionPair>),
}

impl CompareResult {
    /// What is to be merged, left and right; `shown` is what the panes show.
    pub(crate) fn inputs(&self, shown: &Inputs) -> [Inputs; 2] {
        match self {
            Self::Semantics(sides) => sides.map(|semantics| Inputs {
                semantics,
                ..shown.clone()
            }),
            Self::Versions(pair) => pair.inputs.clone(),
        }
    }

    pub(crate) fn names(&self) -> Option<[String; 2]> {
        match self {
            Self::Semantics(_) => None,
            Self::Versions(pair) => Some(pair.names()),
        }
    }
}

/// Two merges and their comparison: any thread may run it.
#[derive(Clone, Debug)]
pub struct CompareTask {
    pub(crate) inputs: [Inputs; 2],
    /// What the sides are called, where that is not their semantics.
    pub(crate) names: Option<[String; 2]>,
}

impl CompareTask {
    /// Merges both with a trace, and aligns them.
    pub fn run(self) -> Arc<MergeComparison> {
        let [first, second] = self.inputs.map(|inputs| merge(inputs, true));
        let comparison = MergeComparison::new(first, second);
        Arc::new(match self.names {
            Some(names) => comparison.with_names(names),
            None => comparison.with_causes(),
        })
    }

    /// Whether it is about these two.
    pub(crate) fn is_about(&self, inputs: &[Inputs; 2]) -> bool {
        DifferenceSide::BOTH
            .into_iter()
            .all(|side| are_alike(&self.inputs[side as usize], &inputs[side as usize]))
    }
}

/// Whether two inputs have the very same documents and schema.
pub(crate) fn are_same(one: &Inputs, other: &Inputs) -> bool {
    Arc::ptr_eq(&one.live, &other.live)
        && Arc::ptr_eq(&one.schema, &other.schema)
        && one.patches.len() == other.patches.len()
        && one
            .patches
            .iter()
            .zip(&other.patches)
            .all(|(a, b)| Arc::ptr_eq(a, b))
}

pub(crate) fn are_alike(one: &Inputs, other: &Inputs) -> bool {
    one.semantics == other.semantics && are_same(one, other)
}

impl CompareState {
    pub(crate) fn rows(&self) -> usize {
        self.ready.as_ref().map_or(0, |ready| ready.rows().len())
    }

    /// The difference under the cursor, as an index.
    pub(crate) fn under_cursor(&self) -> Option<usize> {
        self.ready.as_ref()?.rows().get(self.view.cursor)?.difference()
    }

    /// One that is not there yet; the cursor goes to its first difference.
    pub(crate) fn new(compared: CompareResult) -> Self {
        Self {
            compared,
            ready: None,
            wanted: None,
            view: Viewport::default(),
        }
    }

    /// Whether the one that is wanted is not ready yet.
    pub(crate) fn is_waiting(&self) -> bool {
        self.wanted.is_some()
    }

    /// Takes a new comparison over, and stays at the difference of the same path.
    pub(crate) fn take(&mut self, new: Arc<MergeComparison>) {
        let path = self.ready.as_ref().and_then(|old| {
            let difference = old.differences().get(self.under_cursor()?)?;
            Some(old.path(difference))
        });
        let names = |of: &MergeComparison| DifferenceSide::BOTH.map(|side| of.semantics(side));
        let others = self.ready.as_deref().is_none_or(|old| names(old) != names(&new));
        let found = new
            .differences()
            .iter()
            .find(|difference| path.as_ref().is_some_and(|path| new.path(difference) == *path))
            .or(new.differences().first().filter(|_| others));
        let row = found.map_or(self.view.cursor, |difference| difference.row);
        let rows = new.rows().len();
        self.ready = Some(new);
        self.wanted = None;
        self.view.reveal(row, rows);
    }
}
