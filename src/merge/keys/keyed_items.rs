//! The items of lists with their keys, each hashed: what the warnings see of two lists, and the merge after them.

use rustc_hash::FxHashMap;

use super::key_table::{KeyId, KeyTable};
use crate::document::ValueKind;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

/// An item of the scene with its key's slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedItem {
    pub(crate) id: ResultId,
    /// [`KeyId::NONE`] without a key.
    pub(crate) slot: KeyId,
    /// What it is: no one has to go to its node for that again.
    pub(crate) kind: ValueKind,
    /// It has `$patch: delete` as data (live may): the real program puts such items after the others.
    pub(crate) last: bool,
}

/// What one walk over a patch item finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchItem {
    pub(crate) source: NodeRef,
    /// Its `$patch`.
    pub(crate) marker: Option<NodeRef>,
    /// Its key; [`KeyId::NONE`] without one.
    pub(crate) slot: KeyId,
    pub(crate) kind: ValueKind,
    /// One of its keys begins with `$`.
    pub(crate) directs: bool,
    /// It has a `$patchMergeKey`.
    pub(crate) by_keys: bool,
}

/// A live list and the patch list that it finds, each key hashed.
#[derive(Debug)]
pub(crate) struct KeyedLists<'d> {
    pub(crate) table: KeyTable<'d>,
    pub(crate) live: Vec<KeyedItem>,
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
pub(crate) struct CachedList<'d> {
    pub(crate) merge_key: &'d str,
    /// The patch list next to it; none if only live was looked at.
    pub(crate) patch: Option<NodeRef>,
    /// Several items of the patch have a list for it.
    pub(crate) is_repeated: bool,
    pub(crate) lists: KeyedLists<'d>,
}

/// The lists that were read before a patch is applied.
pub(crate) type ListCache<'d> = FxHashMap<ResultId, CachedList<'d>>;
