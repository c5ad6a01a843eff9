//! An index of the children of large maps by key, so that lookups along the keys of a patch do not scan the
//! children each time.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::document::Tree;
use crate::merge::{ResultId, ResultTree};

/// The number of children that are scanned before the index is used.
const MAX_SCANNED: usize = 32;

/// The maps that were looked up. The set of all children of a map and their keys does not change while steps
/// are played.
#[derive(Debug, Default)]
pub(crate) struct ChildIndex(Mutex<FxHashMap<ResultId, FxHashMap<Box<str>, ResultId>>>);

/// A clone starts empty.
impl Clone for ChildIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ChildIndex {
    /// Returns the first child of `parent` that ever had the key `key`.
    pub(crate) fn find(&self, tree: &ResultTree, parent: ResultId, key: &str) -> Option<ResultId> {
        let mut children = tree.all_children(parent);
        let mut scanned = children.by_ref().take(MAX_SCANNED);
        if let Some(found) = scanned.find(|child| tree.key(*child) == Some(key)) {
            return Some(found);
        }
        children.next()?;
        let mut maps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let by_key = maps.entry(parent).or_insert_with(|| {
            let mut by_key = FxHashMap::default();
            for child in tree.all_children(parent) {
                if let Some(key) = tree.key(child) {
                    by_key.entry(key.into()).or_insert(child);
                }
            }
            by_key
        });
        by_key.get(key).copied()
    }
}
