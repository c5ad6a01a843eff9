//! The content of containers while operations change them. Each container is read once, however many
//! operations access it.

use rustc_hash::FxHashMap;

use super::item_list::ItemList;
use crate::document::{Tree, ValueKind};
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::ResultId;

/// The containers that operations have accessed.
#[derive(Debug, Default)]
pub(crate) struct Members {
    lists: FxHashMap<ResultId, ItemList>,
    maps: FxHashMap<ResultId, FxHashMap<Box<str>, ResultId>>,
}

impl Members {
    /// Returns the items of a list, in order.
    pub(crate) fn items(&mut self, tree: &ResultTree, list: ResultId) -> &mut ItemList {
        self.lists
            .entry(list)
            .or_insert_with(|| tree.present(list).collect())
    }

    /// Returns the members of a map by name.
    pub(crate) fn named(&mut self, tree: &ResultTree, map: ResultId) -> &mut FxHashMap<Box<str>, ResultId> {
        self.maps.entry(map).or_insert_with(|| {
            let members = tree.present(map);
            members
                .filter_map(|id| Some((tree.key(id)?.into(), id)))
                .collect()
        })
    }

    /// Returns the member or item `token` of a container, or `None`. Negative indices count from the end.
    pub(crate) fn get(&mut self, tree: &ResultTree, container: ResultId, token: &str) -> Option<ResultId> {
        if tree.kind(container) == ValueKind::Map {
            return self.named(tree, container).get(token).copied();
        }
        let items = self.items(tree, container);
        let index = super::pointer::parse_index(token).ok()?;
        items.get(from_end(index, items.len())?)
    }

    /// Removes all containers, because the whole document was replaced.
    pub(crate) fn clear(&mut self) {
        self.lists.clear();
        self.maps.clear();
    }
}

/// Converts an index that can be negative to a position in a list of length `len`. The position can be `len`
/// or higher.
pub(crate) fn from_end(index: i64, len: usize) -> Option<usize> {
    match usize::try_from(index) {
        Ok(index) => Some(index),
        Err(_) => len.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    }
}
