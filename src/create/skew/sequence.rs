//! The order of one list in the documents of one cell.

use std::sync::Arc;

use super::four_documents::{FourItems, NOW, REQUESTED, RESULT};
use crate::document::Path;

/// The orders of a list that merges in the documents of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestSequence {
    /// The path of the list.
    pub path: Path,
    pub(crate) requested: Option<Vec<Arc<str>>>,
    pub(crate) now: Option<Vec<Arc<str>>>,
    pub(crate) result: Option<Vec<Arc<str>>>,
}

impl RequestSequence {
    pub(crate) fn new(path: Path, items: &FourItems, exists: impl Fn(usize) -> bool) -> Self {
        let names = |order: &[usize]| order.iter().map(|item| Arc::clone(items.name(*item))).collect();
        let order = |side: usize| exists(side).then(|| names(&items.orders[side]));
        Self {
            path,
            requested: order(REQUESTED),
            now: order(NOW),
            result: order(RESULT),
        }
    }
}
