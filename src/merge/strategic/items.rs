//! The items of list merges, their types, and an index by key.

use crate::document::{Tree, ValueKind};
use crate::merge::keys::key_table::{KeyId, KeyMap, KeyTable};
use crate::merge::keys::keyed_items::{KeyedItem, KeyedLists, PatchItem};
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::decision::Errors;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::{MergeKey, go_text};

/// An index of items by key: the first item of each key, with a chain to the others.
#[derive(Debug, Default)]
pub(crate) struct ItemIndex {
    first: KeyMap,
    items: Vec<(ResultId, Option<u32>)>,
    /// The items whose key is a list or a map.
    pub(crate) uncomparable: [Option<ResultId>; 2],
}

impl ItemIndex {
    /// Creates an index of `items` without those that have no key.
    pub(crate) fn new(items: &[KeyedItem], table: &KeyTable<'_>) -> Self {
        let mut index = Self {
            first: KeyMap::new(),
            items: Vec::with_capacity(items.len()),
            uncomparable: [None; 2],
        };
        for item in items.iter().rev() {
            match table.key(item.key_id) {
                Some(MergeKey::List) => index.uncomparable[0] = Some(item.id),
                Some(MergeKey::Map) => index.uncomparable[1] = Some(item.id),
                Some(_) => {
                    let at = index.items.len();
                    let next = index.first.set(item.key_id, Some(at));
                    index.items.push((item.id, next.map(|next| next as u32)));
                }
                None => {}
            }
        }
        index
    }

    /// Returns the first item with a key.
    pub(crate) fn first(&self, key_id: KeyId) -> Option<ResultId> {
        self.first.get(key_id).map(|at| self.items[at].0)
    }

    /// Returns all items with a key, in order.
    pub(crate) fn all(&self, key_id: KeyId) -> impl Iterator<Item = ResultId> + '_ {
        let mut at = self.first.get(key_id).map(|at| at as u32);
        std::iter::from_fn(move || {
            let (id, next) = self.items[at? as usize];
            at = next;
            Some(id)
        })
    }

    /// Removes the items with a key.
    pub(crate) fn forget(&mut self, key_id: KeyId) {
        self.first.set(key_id, None);
    }

    /// Removes the first item with a key.
    pub(crate) fn forget_first(&mut self, key_id: KeyId) {
        let next = self.first.get(key_id).and_then(|at| self.items[at].1);
        self.first.set(key_id, next.map(|at| at as usize));
    }

    /// Adds an item after all others. An existing key keeps its first item.
    pub(crate) fn add_last(&mut self, key_id: KeyId, key: MergeKey<'_>, id: ResultId) {
        match key {
            MergeKey::List => self.uncomparable[0] = Some(id),
            MergeKey::Map => self.uncomparable[1] = Some(id),
            _ => {}
        }
        self.first.set_first(key_id, self.items.len());
        self.items.push((id, None));
    }

    /// Returns an item whose key Go cannot compare with `key` without a panic.
    pub(crate) fn uncomparable_with(&self, key: MergeKey<'_>) -> Option<ResultId> {
        match key {
            MergeKey::List => self.uncomparable[0],
            MergeKey::Map => self.uncomparable[1],
            _ => None,
        }
    }
}

/// The types of the elements of lists.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ItemKinds {
    /// There are no elements.
    None,
    /// The first element, and the first one of another type if there is any.
    Some {
        first: (ValueKind, NodeRef),
        other: Option<(ValueKind, NodeRef)>,
    },
}

/// An element of a live list or a patch list.
#[derive(Clone, Copy)]
enum ItemSource {
    Live(ResultId),
    Patch(NodeRef),
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Returns what the lints have read of the two lists, and removes the entry of `list` from the cache.
    pub(crate) fn take_cached_list(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        merge_key: Option<&str>,
    ) -> Option<KeyedLists<'d>> {
        let cached = self.list_cache.remove(&list)?;
        (cached.patch == Some(patch) && Some(cached.merge_key) == merge_key).then_some(cached.lists)
    }

    /// Returns the two lists with their key ids.
    pub(crate) fn read_lists(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        merge_key: Option<&str>,
    ) -> KeyedLists<'d> {
        let cached = self.take_cached_list(list, patch, merge_key);
        cached.unwrap_or_else(|| self.keyed_lists(list, patch, None, merge_key))
    }

    /// Returns the two lists with their key ids, and capacity for those of `order`.
    pub(crate) fn keyed_lists(
        &self,
        list: ResultId,
        patch: NodeRef,
        order: Option<NodeRef>,
        merge_key: Option<&str>,
    ) -> KeyedLists<'d> {
        let mut table = self.key_table(Some(list), &[Some(patch), order]);
        KeyedLists {
            live: self.keyed_items(&self.items(list), merge_key, &mut table),
            patch: self.patch_items(patch, merge_key, &mut table),
            table,
        }
    }

    /// Returns the items of a list that were removed so far: an earlier patch item with the same key can have
    /// done so, too.
    pub(crate) fn removed_items(&self, list: ResultId) -> Vec<ResultId> {
        if !self.traced {
            return Vec::new();
        }
        let all = self.tree.all_children(list);
        all.filter(|id| self.tree.state(*id) == Presence::Removed)
            .collect()
    }

    /// Returns the keys of [`Self::removed_items`]. `merge_key` is `None` for a set.
    pub(crate) fn removed_keys(
        &self,
        list: ResultId,
        merge_key: Option<&str>,
        table: &mut KeyTable<'d>,
    ) -> KeyMap {
        let removed = self.keyed_items(&self.removed_items(list), merge_key, table);
        KeyMap::first_positions(removed.iter().map(|item| item.key_id))
    }

    /// Returns the types of the elements of two lists, with the live list first.
    fn item_kinds(&self, live: &[ResultId], patch: impl Iterator<Item = NodeRef>) -> ItemKinds {
        let live = live.iter().map(|id| (self.tree.kind(*id), *id));
        self.collect_item_kinds(live, patch.map(|source| (self.kind(source), source)))
    }

    /// As [`Self::item_kinds`], for lists with key ids.
    pub(crate) fn keyed_item_kinds(&self, live: &[KeyedItem], patch: &[PatchItem]) -> ItemKinds {
        let live = live.iter().map(|item| (item.kind, item.id));
        self.collect_item_kinds(live, patch.iter().map(|item| (item.kind, item.source)))
    }

    fn collect_item_kinds(
        &self,
        live: impl Iterator<Item = (ValueKind, ResultId)>,
        patch: impl Iterator<Item = (ValueKind, NodeRef)>,
    ) -> ItemKinds {
        let live = live.map(|(kind, id)| (kind, ItemSource::Live(id)));
        let mut all = live.chain(patch.map(|(kind, source)| (kind, ItemSource::Patch(source))));
        let Some((kind, first)) = all.next() else {
            return ItemKinds::None;
        };
        let other = all.find(|(other, _)| *other != kind);
        let source = |element| match element {
            ItemSource::Live(id) => self.tree.source(id),
            ItemSource::Patch(source) => source,
        };
        ItemKinds::Some {
            first: (kind, source(first)),
            other: other.map(|(kind, other)| (kind, source(other))),
        }
    }

    /// Returns the common type of all elements of two lists, or `None` without elements.
    pub(crate) fn require_item_kind(
        &mut self,
        live: &[ResultId],
        patch: impl Iterator<Item = NodeRef>,
        note: StepDraft,
        list_source: (ResultId, NodeRef),
    ) -> MergeResult<Option<ValueKind>> {
        let elements = self.item_kinds(live, patch);
        self.require_same_kind_in(elements, note, list_source)
    }

    /// Returns the common type of the elements of a live list and a patch list that are merged.
    pub(crate) fn require_same_kind_in(
        &mut self,
        elements: ItemKinds,
        note: StepDraft,
        (live, patch): (ResultId, NodeRef),
    ) -> MergeResult<Option<ValueKind>> {
        let lists = self.lists_text(elements, Some(live), Some(patch));
        self.require_same_kind(elements, note, lists)
    }

    /// Formats two lists for messages about mixed types. Empty if the types are not mixed.
    pub(crate) fn lists_text(
        &self,
        elements: ItemKinds,
        live: Option<ResultId>,
        patch: Option<NodeRef>,
    ) -> String {
        if !matches!(elements, ItemKinds::Some { other: Some(_), .. }) {
            return String::new();
        }
        let live = live.map_or_else(|| "[]".to_owned(), |list| go_text::format_value(&self.tree, list));
        let patch = patch.map_or_else(
            || "[]".to_owned(),
            |patch| go_text::format_value(self.document(patch), patch.node),
        );
        format!("[{live} {patch}]")
    }

    /// Returns the common type of the elements, or `None` without elements.
    ///
    /// # Errors
    /// The rejection of lists that cannot be merged.
    pub(crate) fn require_same_kind(
        &mut self,
        elements: ItemKinds,
        note: StepDraft,
        lists: String,
    ) -> MergeResult<Option<ValueKind>> {
        let ItemKinds::Some {
            first: (kind, source),
            other,
        } = elements
        else {
            return Ok(None);
        };
        let is_mergeable = other.is_none() && !matches!(kind, ValueKind::List | ValueKind::Null);
        if is_mergeable {
            return Ok(Some(kind));
        }
        let is_plain = self.decisions.errors() == Errors::Plain;
        let (rule, message, detail, faulty) = match (kind, other) {
            (ValueKind::List, other) if other.is_none() || !is_plain => {
                let message = "lists of lists are not supported".to_owned();
                (Rule::ListOfLists, message, String::new(), vec![source])
            }
            (ValueKind::Null, None) if is_plain => {
                let message = "a merged list contains null".to_owned();
                (Rule::NullInList, message, String::new(), vec![source])
            }
            (kind, Some((other, at))) if is_plain || kind != ValueKind::Null => {
                let mut kinds = [kind, other];
                if is_plain {
                    kinds.sort_unstable_by_key(|kind| kind.name());
                }
                let [one, two] = kinds;
                let found = match is_plain {
                    true => format!("{}, {}", one.name(), two.name()),
                    false => lists,
                };
                let message = format!("list element types are not identical: {found}");
                let detail = format!("found {} and {}", one.with_article(), two.with_article());
                (Rule::MixedTypes, message, detail, vec![at, source])
            }
            _ => {
                let message = "runtime error: invalid memory address or nil pointer dereference".to_owned();
                return Err(self.reject_panic(note, message, source));
            }
        };
        Err(self.reject(note.with_rule(rule), message, detail, faulty))
    }
}
