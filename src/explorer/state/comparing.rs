//! The comparison of two results that is shown, or on its way.

use std::sync::Arc;

use super::version_pair::VersionPair;
use crate::explorer::comparison::{Comparison, Side};
use crate::explorer::view::View;
use crate::merge::{Inputs, Semantics, merge};

/// The comparison that is shown, or on its way.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Comparing {
    pub(in crate::explorer) compared: Compared,
    /// The newest that is ready; of other inputs or sides while the next one is on its way.
    pub(in crate::explorer) ready: Option<Arc<Comparison>>,
    /// What is on its way, and whether somebody works on it.
    pub(in crate::explorer) wanted: Option<(CompareTask, bool)>,
    pub(in crate::explorer) view: View,
}

/// Which two results, left and right.
#[derive(Clone, Debug)]
pub(in crate::explorer) enum Compared {
    /// Of the present inputs, under each.
    Semantics([Semantics; 2]),
    /// Of two saves, under the same semantics.
    Versions(Box<VersionPair>),
}

impl Compared {
    /// What is to be merged, left and right; `shown` is what the panes show.
    pub(in crate::explorer) fn inputs(&self, shown: &Inputs) -> [Inputs; 2] {
        match self {
            Self::Semantics(sides) => sides.map(|semantics| Inputs {
                semantics,
                ..shown.clone()
            }),
            Self::Versions(pair) => pair.inputs.clone(),
        }
    }

    pub(in crate::explorer) fn names(&self) -> Option<[String; 2]> {
        match self {
            Self::Semantics(_) => None,
            Self::Versions(pair) => Some(pair.names()),
        }
    }
}

/// Two merges and their comparison: any thread may run it.
#[derive(Clone, Debug)]
pub struct CompareTask {
    pub(in crate::explorer) inputs: [Inputs; 2],
    /// What the sides are called, where that is not their semantics.
    pub(in crate::explorer) names: Option<[String; 2]>,
}

impl CompareTask {
    /// Merges both with a trace, and aligns them.
    pub fn run(self) -> Arc<Comparison> {
        let [first, second] = self.inputs.map(|inputs| merge(inputs, true));
        let comparison = Comparison::new(first, second);
        Arc::new(match self.names {
            Some(names) => comparison.with_names(names),
            None => comparison,
        })
    }

    /// Whether it is about these two.
    pub(in crate::explorer) fn is_about(&self, inputs: &[Inputs; 2]) -> bool {
        Side::BOTH
            .into_iter()
            .all(|side| are_alike(&self.inputs[side as usize], &inputs[side as usize]))
    }
}

/// Whether two inputs have the very same documents and schema.
pub(in crate::explorer) fn are_same(one: &Inputs, other: &Inputs) -> bool {
    Arc::ptr_eq(&one.live, &other.live)
        && Arc::ptr_eq(&one.schema, &other.schema)
        && one.patches.len() == other.patches.len()
        && one
            .patches
            .iter()
            .zip(&other.patches)
            .all(|(a, b)| Arc::ptr_eq(a, b))
}

pub(in crate::explorer) fn are_alike(one: &Inputs, other: &Inputs) -> bool {
    one.semantics == other.semantics && are_same(one, other)
}

impl Comparing {
    pub(in crate::explorer) fn rows(&self) -> usize {
        self.ready.as_ref().map_or(0, |ready| ready.rows().len())
    }

    /// The difference under the cursor, as an index.
    pub(in crate::explorer) fn under_cursor(&self) -> Option<usize> {
        self.ready.as_ref()?.rows().get(self.view.cursor)?.difference()
    }

    /// One that is not there yet; the cursor goes to its first difference.
    pub(in crate::explorer) fn new(compared: Compared) -> Self {
        Self {
            compared,
            ready: None,
            wanted: None,
            view: View::default(),
        }
    }

    /// Whether the one that is wanted is not ready yet.
    pub(in crate::explorer) fn is_waiting(&self) -> bool {
        self.wanted.is_some()
    }

    /// Takes a new comparison over, and stays at the difference of the same path.
    pub(in crate::explorer) fn take(&mut self, new: Arc<Comparison>) {
        let path = self.ready.as_ref().and_then(|old| {
            let difference = old.differences().get(self.under_cursor()?)?;
            Some(old.path(difference))
        });
        let names = |of: &Comparison| Side::BOTH.map(|side| of.semantics(side));
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
