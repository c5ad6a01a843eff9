//! The items that their merge key does not tell apart. Paths for readers and programs name them by all keys of
//! the list, or by index.

use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::ResultTree;
use super::node_id::{Presence, ResultId};
use super::path::scalar_text;
use crate::document::{Segment, Tree};

/// The items of each list that share the value of their merge key with another item, with the name that tells them apart.
#[derive(Debug, Default)]
pub(crate) struct SharedKeys(Mutex<FxHashMap<ResultId, ItemNames>>);

type ItemNames = FxHashMap<ResultId, Option<Segment>>;

/// A clone starts empty.
impl Clone for SharedKeys {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl SharedKeys {
    /// Forgets all items, because the result changes.
    pub(crate) fn clear(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
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
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let names = lists.entry(list).or_insert_with(|| {
            let names = shared_items(tree, list, key);
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
}

/// Returns the items that share the value of `key` with another live item, or with another item of the result.
fn shared_items(tree: &ResultTree, list: ResultId, key: &str) -> FxHashSet<ResultId> {
    let mut by_name: FxHashMap<(bool, String), Vec<ResultId>> = FxHashMap::default();
    for item in tree.all_children(list) {
        let Some(name) = tree
            .get(item, key)
            .and_then(|value| scalar_text(tree.value(value)))
        else {
            continue;
        };
        if tree.live_node(item).is_some() {
            by_name.entry((true, name.clone())).or_default().push(item);
        }
        if tree.state(item) == Presence::Present {
            by_name.entry((false, name)).or_default().push(item);
        }
    }
    let several = by_name.into_values().filter(|items| items.len() > 1);
    several.flatten().collect()
}
