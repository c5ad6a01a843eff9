//! The items of lists with their keys, each hashed: what the warnings see of two lists, and the merge after them.

use super::key_table::{KeyTable, Slot};
use crate::document::Kind;
use crate::merge::result_tree::node_id::{ResultId, Source};

/// An item of the scene with its key's slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) id: ResultId,
    /// [`Slot::NONE`] without a key.
    pub(crate) slot: Slot,
    /// What it is: nobody has to go to its node for that again.
    pub(crate) kind: Kind,
    /// It bears `$patch: delete` as data (live may): the real program puts such items behind the others.
    pub(crate) last: bool,
}

/// What one walk over a patch item finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchItem {
    pub(crate) source: Source,
    /// Its `$patch`.
    pub(crate) marker: Option<Source>,
    /// Its key; [`Slot::NONE`] without one.
    pub(crate) slot: Slot,
    pub(crate) kind: Kind,
    /// One of its keys begins with `$`.
    pub(crate) directs: bool,
    /// It bears a `$patchMergeKey`.
    pub(crate) by_keys: bool,
}

/// A live list and the patch list that it meets, each key hashed.
#[derive(Debug)]
pub(crate) struct KeyedLists<'d> {
    pub(crate) table: KeyTable<'d>,
    pub(crate) live: Vec<Item>,
    pub(crate) patch: Vec<PatchItem>,
}

impl KeyedLists<'_> {
    /// The live items.
    pub(crate) fn live_ids(&self) -> Vec<ResultId> {
        self.live.iter().map(|item| item.id).collect()
    }
}

/// What the warnings saw of a live list, for the merge that follows: until then nothing changes it.
#[derive(Debug)]
pub(crate) struct SeenList<'d> {
    pub(crate) merge_key: &'d str,
    /// The patch list beside it; none if only live was looked at.
    pub(crate) patch: Option<Source>,
    pub(crate) lists: KeyedLists<'d>,
}
