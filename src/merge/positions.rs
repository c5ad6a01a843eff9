//! Where the items of long lists stand among the present ones, counted once for a list: paths name items without a key
//! by it, and telling all steps of such a list would walk it once for each.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::node::ResultId;
use super::scene::Scene;

/// Positions by item of the lists that were asked for, as long as nothing is played.
#[derive(Debug, Default)]
pub(super) struct Positions(Mutex<FxHashMap<ResultId, FxHashMap<ResultId, usize>>>);

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
    pub(super) fn of(&self, scene: &Scene, list: ResultId, item: ResultId) -> Option<usize> {
        let mut items = scene.present(list);
        let near = items.by_ref().take(Self::NEAR).position(|other| other == item);
        if near.is_some() || items.next().is_none() {
            return near;
        }
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = lists
            .entry(list)
            .or_insert_with(|| scene.present(list).zip(0..).collect());
        counted.get(&item).copied()
    }

    /// Forgets all: something is about to be played.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
