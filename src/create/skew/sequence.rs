//! The order of one list in the documents of one cell.

use super::four_documents::{FourIdentity, FourItems, NOW, REQUESTED, RESULT};
use crate::document::Path;

/// The orders of a list that merges in the documents of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestSequence {
    /// The path of the list.
    pub path: Path,
    pub(crate) requested: Option<Vec<String>>,
    pub(crate) now: Option<Vec<String>>,
    pub(crate) result: Option<Vec<String>>,
}

impl RequestSequence {
    pub(crate) fn new(path: Path, items: &FourItems, exists: impl Fn(usize) -> bool) -> Self {
        let names = |order: &[FourIdentity]| order.iter().map(|item| item.0.clone()).collect();
        let order = |side: usize| exists(side).then(|| names(&items.orders[side]));
        Self {
            path,
            requested: order(REQUESTED),
            now: order(NOW),
            result: order(RESULT),
        }
    }
}
