//! The items of lists with their keys, each hashed: what the warnings see of two lists, and the merge after them.

use super::key_table::{KeyTable, Slot};
use super::node::{ResultId, Source};
use crate::document::Kind;

/// An item of the scene with its key's slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) id: ResultId,
    /// [`Slot::NONE`] without a key.
    pub(super) slot: Slot,
    /// What it is: nobody has to go to its node for that again.
    pub(super) kind: Kind,
    /// It bears `$patch: delete` as data (live may): the real program puts such items behind the others.
    pub(super) last: bool,
}

/// What one walk over a patch item finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatchItem {
    pub(super) source: Source,
    /// Its `$patch`.
    pub(super) marker: Option<Source>,
    /// Its key; [`Slot::NONE`] without one.
    pub(super) slot: Slot,
    pub(super) kind: Kind,
    /// One of its keys begins with `$`.
    pub(super) directs: bool,
    /// It bears a `$patchMergeKey`.
    pub(super) by_keys: bool,
}

/// A live list and the patch list that it meets, each key hashed.
#[derive(Debug)]
pub(super) struct KeyedLists<'d> {
    pub(super) table: KeyTable<'d>,
    pub(super) live: Vec<Item>,
    pub(super) patch: Vec<PatchItem>,
}

impl KeyedLists<'_> {
    /// The live items.
    pub(super) fn live_ids(&self) -> Vec<ResultId> {
        self.live.iter().map(|item| item.id).collect()
    }
}

/// What the warnings saw of a live list, for the merge that follows: until then nothing changes it.
#[derive(Debug)]
pub(super) struct SeenList<'d> {
    pub(super) merge_key: &'d str,
    /// The patch list beside it; none if only live was looked at.
    pub(super) patch: Option<Source>,
    pub(super) lists: KeyedLists<'d>,
}
