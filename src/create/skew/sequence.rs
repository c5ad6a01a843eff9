//! The order of one list in the documents of one cell.

use super::four_documents::{FourIdentity, FourItems, NOW, RESULT, WANTED};
use crate::document::Path;

/// The orders of a list that merges in the documents of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestSequence {
    /// The path of the list.
    pub path: Path,
    pub(crate) wanted: Option<Vec<String>>,
    pub(crate) now: Option<Vec<String>>,
    pub(crate) result: Option<Vec<String>>,
}

impl RequestSequence {
    pub(crate) fn new(path: Path, items: &FourItems, there: impl Fn(usize) -> bool) -> Self {
        let names = |order: &[FourIdentity]| order.iter().map(|item| item.0.clone()).collect();
        let of = |side: usize| there(side).then(|| names(&items.orders[side]));
        Self {
            path,
            wanted: of(WANTED),
            now: of(NOW),
            result: of(RESULT),
        }
    }
}
