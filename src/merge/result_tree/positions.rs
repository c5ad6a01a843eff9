//! Where the items of long lists stand among the present ones, counted once for a list: paths name items without a key
//! by it, and telling all steps of such a list would walk it once for each.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::ResultTree;
use super::edit_log::Change;
use super::node_id::{Presence, ResultId};

/// Positions by item of the lists that were asked for, as long as nothing comes, goes or moves in them.
#[derive(Debug, Default)]
pub(crate) struct Positions(Mutex<FxHashMap<ResultId, FxHashMap<ResultId, usize>>>);

/// A copy begins anew.
impl Clone for Positions {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Positions {
    /// So far a list is walked rather than counted.
    const NEAR: usize = 64;

    /// Position of an item among the present ones of its list, from 0; none if it is not present.
    pub(crate) fn of(&self, scene: &ResultTree, list: ResultId, item: ResultId) -> Option<usize> {
        let is_present = |id: &ResultId| scene.state(*id) == Presence::Present;
        let mut children = scene.all_children(list);
        let mut near = children.by_ref().take(Self::NEAR).filter(is_present);
        if let Some(position) = near.position(|other| other == item) {
            return Some(position);
        }
        children.next()?;
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = lists
            .entry(list)
            .or_insert_with(|| scene.present(list).zip(0..).collect());
        counted.get(&item).copied()
    }

    /// Takes notice of something that was played.
    pub(crate) fn record_removed(&mut self, scene: &ResultTree, change: Change) {
        let lists = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if lists.is_empty() {
            return;
        }
        let list = match change {
            Change::Value(_) => None,
            Change::State(id) => scene.parent(id),
            Change::Order(list) => Some(list),
        };
        if let Some(list) = list {
            lists.remove(&list);
        }
    }
}
