//! The items of lists with their key ids, for the lints and the merge after them.

use rustc_hash::FxHashMap;

use super::key_table::{KeyId, KeyTable};
use crate::document::ValueKind;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

/// An item of the result with its key id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedItem {
    pub(crate) id: ResultId,
    /// [`KeyId::NONE`] without a key.
    pub(crate) key_id: KeyId,
    /// The type of the item, stored to avoid a lookup of its node.
    pub(crate) kind: ValueKind,
    /// The live item contains `$patch: delete` as an ordinary field. Kubernetes sorts such items last.
    pub(crate) sorts_last: bool,
}

/// The properties of a patch item, read in one walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchItem {
    pub(crate) source: NodeRef,
    /// The `$patch` field of the item.
    pub(crate) patch_directive: Option<NodeRef>,
    /// The key id; [`KeyId::NONE`] without a key.
    pub(crate) key_id: KeyId,
    pub(crate) kind: ValueKind,
    /// One of the item's fields begins with `$`.
    pub(crate) has_directive: bool,
    /// It has a `$patchMergeKey`.
    pub(crate) has_merge_keys: bool,
}

/// A live list and the patch list that is merged into it, with all key ids.
#[derive(Debug)]
pub(crate) struct KeyedLists<'d> {
    pub(crate) table: KeyTable<'d>,
    pub(crate) live: Vec<KeyedItem>,
    pub(crate) patch: Vec<PatchItem>,
}

impl KeyedLists<'_> {
    /// Returns the live items.
    pub(crate) fn live_ids(&self) -> Vec<ResultId> {
        self.live.iter().map(|item| item.id).collect()
    }
}

/// A live list as the lints read it. The merge after them uses it, because nothing changes the list in
/// between.
#[derive(Debug)]
pub(crate) struct CachedList<'d> {
    pub(crate) merge_key: &'d str,
    /// The patch list; `None` if only the live list was read.
    pub(crate) patch: Option<NodeRef>,
    pub(crate) lists: KeyedLists<'d>,
}

/// The lists that were read before a patch is applied.
pub(crate) type ListCache<'d> = FxHashMap<ResultId, CachedList<'d>>;
