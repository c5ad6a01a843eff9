//! The children of large maps by key: what leads down along keys for every node of a patch must not walk them each time.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::document::Tree;
use crate::merge::{ResultId, ResultTree};

/// So far children are walked rather than indexed.
const NEAR: usize = 32;

/// The maps that were asked for. Which children a map ever has, and under which keys, does not change while steps are
/// played.
#[derive(Debug, Default)]
pub(crate) struct ChildIndex(Mutex<FxHashMap<ResultId, FxHashMap<Box<str>, ResultId>>>);

/// A copy begins again.
impl Clone for ChildIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ChildIndex {
    /// The first child of `parent` that was ever called `key`.
    pub(crate) fn find(&self, scene: &ResultTree, parent: ResultId, key: &str) -> Option<ResultId> {
        let mut children = scene.all_children(parent);
        let mut near = children.by_ref().take(NEAR);
        if let Some(found) = near.find(|child| scene.key(*child) == Some(key)) {
            return Some(found);
        }
        children.next()?;
        let mut maps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let by_key = maps.entry(parent).or_insert_with(|| {
            let mut by_key = FxHashMap::default();
            for child in scene.all_children(parent) {
                if let Some(key) = scene.key(child) {
                    by_key.entry(key.into()).or_insert(child);
                }
            }
            by_key
        });
        by_key.get(key).copied()
    }
}
