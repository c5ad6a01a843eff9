//! The items that their merge key does not tell apart. Paths for readers and programs name them by all keys of
//! the list, or by index.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::ResultTree;
use super::node_id::{Presence, ResultId};
use super::path::item_name_text;
use crate::document::{Segment, Tree};

/// The items of each list that share the value of their merge key with another item, with the name that tells them
/// apart. It is the same at every step, so that a page with all steps asks for it once.
#[derive(Debug, Default)]
pub(crate) struct SharedKeys {
    lists: Mutex<FxHashMap<ResultId, ItemNames>>,
    /// Whether each node is part of the result after the last step. Empty: the tree is at its last step.
    present_at_end: OnceLock<Arc<[bool]>>,
}

type ItemNames = FxHashMap<ResultId, Option<Segment>>;

/// A clone has no names yet.
impl Clone for SharedKeys {
    fn clone(&self) -> Self {
        Self {
            lists: Mutex::default(),
            present_at_end: self.present_at_end.clone(),
        }
    }
}

impl SharedKeys {
    /// Remembers the result of a tree that is at its last step, before the tree goes to another step.
    pub(crate) fn remember_result(&self, tree: &ResultTree) {
        self.present_at_end.get_or_init(|| {
            let ids = (0..tree.node_count() as u32).map(ResultId);
            ids.map(|id| tree.state(id) == Presence::Present).collect()
        });
    }

    /// Returns the name of an item that shares the value of `key`, the merge key of its list: its name `by_keys` if that
    /// tells it apart, or `None`. Returns `None` for other items.
    pub(crate) fn name(
        &self,
        tree: &ResultTree,
        (list, item): (ResultId, ResultId),
        key: &str,
        by_keys: impl Fn(ResultId) -> Option<Segment>,
    ) -> Option<Option<Segment>> {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let names = lists.entry(list).or_insert_with(|| {
            let names = self.shared_items(tree, list, key);
            let mut names: Vec<_> = names.into_iter().map(|item| (item, by_keys(item))).collect();
            let mut counts: FxHashMap<Segment, usize> = FxHashMap::default();
            for name in names.iter().filter_map(|(_, name)| name.clone()) {
                *counts.entry(name).or_default() += 1;
            }
            for (_, name) in &mut names {
                *name = name.take().filter(|name| counts[name] == 1);
            }
            names.into_iter().collect()
        });
        names.get(&item).cloned()
    }

    /// Returns the items that share the value of `key` with another live item, or with another item of the result.
    fn shared_items(&self, tree: &ResultTree, list: ResultId, key: &str) -> FxHashSet<ResultId> {
        let mut by_name: FxHashMap<(bool, String), Vec<ResultId>> = FxHashMap::default();
        for item in tree.all_children(list) {
            let Some(name) = tree
                .get(item, key)
                .and_then(|value| item_name_text(tree.value(value)))
            else {
                continue;
            };
            if tree.live_node(item).is_some() {
                by_name.entry((true, name.clone())).or_default().push(item);
            }
            let is_present = match self.present_at_end.get() {
                Some(present) => present.get(item.index()).copied().unwrap_or_default(),
                None => tree.state(item) == Presence::Present,
            };
            if is_present {
                by_name.entry((false, name)).or_default().push(item);
            }
        }
        let several = by_name.into_values().filter(|items| items.len() > 1);
        several.flatten().collect()
    }
}
