//! The items of the list that is being merged, with their merge keys.

use super::keys::key_table::{KeyId, KeyTable};
use super::keys::keyed_items::{KeyedItem, PatchItem};
use super::quote::join_names;
use super::recorder::Recorder;
use super::result_tree::node_id::{NodeRef, Presence, ResultId};
use super::result_tree::path::item_name_text;
use crate::document::{Tree, Value, ValueKind};
use crate::merge::MergeKey;

impl<'d> Recorder<'d> {
    /// Returns the present items of a list.
    pub(crate) fn items(&self, list: ResultId) -> Vec<ResultId> {
        self.tree.present(list).collect()
    }

    /// Returns the items of a list with their keys. Walks each item once.
    pub(crate) fn keyed_items(
        &self,
        items: &[ResultId],
        merge_key: Option<&str>,
        table: &mut KeyTable<'d>,
    ) -> Vec<KeyedItem> {
        let mut keys = Vec::with_capacity(items.len());
        let look = |id: &ResultId| {
            let (item, key) = self.item_and_key(*id, merge_key);
            keys.push(key);
            item
        };
        let mut keyed: Vec<KeyedItem> = items.iter().map(look).collect();
        for (item, key_id) in keyed.iter_mut().zip(table.intern_all(&keys)) {
            item.key_id = key_id;
        }
        keyed
    }

    /// Returns an item with its key: the value of its merge key, or the item itself in a set. An item that
    /// should be a map with the key and is not has no key.
    pub(crate) fn keyed_item(
        &self,
        id: ResultId,
        merge_key: Option<&str>,
        table: &mut KeyTable<'d>,
    ) -> KeyedItem {
        let (mut item, key) = self.item_and_key(id, merge_key);
        if let Some(key) = key {
            item.key_id = table.intern(key);
        }
        item
    }

    /// Returns an item without its key id, and its key.
    fn item_and_key(&self, id: ResultId, merge_key: Option<&str>) -> (KeyedItem, Option<MergeKey<'d>>) {
        let mut item = KeyedItem {
            id,
            key_id: KeyId::NONE,
            kind: self.tree.kind(id),
            sorts_last: false,
        };
        let Some(merge_key) = merge_key else {
            return (item, Some(MergeKey::from_value(self.result_value(id))));
        };
        let mut found = None;
        if item.kind == ValueKind::Map {
            for child in self.tree.present(id) {
                match self.result_key(child) {
                    Some(key) if key == merge_key && found.is_none() => {
                        found = Some(MergeKey::from_value(self.result_value(child)));
                    }
                    Some("$patch") => item.sorts_last = self.result_value(child) == Value::String("delete"),
                    _ => {}
                }
            }
        }
        (item, found)
    }

    /// Returns the items of a patch list. Walks each item once.
    pub(crate) fn patch_items(
        &self,
        patch: NodeRef,
        merge_key: Option<&str>,
        table: &mut KeyTable<'d>,
    ) -> Vec<PatchItem> {
        let mut items = Vec::with_capacity(self.document(patch).len(patch.node));
        for source in self.children(patch) {
            let mut item = PatchItem {
                source,
                patch_directive: None,
                key_id: KeyId::NONE,
                kind: self.document(source).kind(source.node),
                has_directive: false,
                has_merge_keys: false,
            };
            if item.kind == ValueKind::Map {
                for entry in self.children(source) {
                    let key = self.key(entry);
                    if merge_key.is_some() && key == merge_key && item.key_id.is_none() {
                        item.key_id = table.intern(MergeKey::from_value(self.value(entry)));
                    }
                    match key {
                        Some("$patch") => item.patch_directive = item.patch_directive.or(Some(entry)),
                        Some("$patchMergeKey") => item.has_merge_keys = true,
                        _ => {}
                    }
                    item.has_directive |= key.is_some_and(|key| key.starts_with('$'));
                }
            }
            if merge_key.is_none() {
                item.key_id = table.intern(MergeKey::from_value(self.value(source)));
            }
            items.push(item);
        }
        items
    }

    /// Creates an empty table with a capacity for the keys of these lists.
    pub(crate) fn key_table(&self, live: Option<ResultId>, lists: &[Option<NodeRef>]) -> KeyTable<'d> {
        let live = live.map(|list| self.tree.source(list));
        let lengths = lists.iter().copied().chain([live]).flatten();
        let longest = lengths.map(|list| self.document(list).len(list.node)).max();
        KeyTable::with_capacity(longest.unwrap_or(0))
    }

    /// Returns the key of an item of the result: the value of its merge key, or the item itself in a set.
    /// `None` for an item without the key.
    pub(crate) fn item_key(&self, id: ResultId, merge_key: Option<&str>) -> Option<MergeKey<'d>> {
        match merge_key {
            Some(name) if self.tree.kind(id) == ValueKind::Map => self
                .tree
                .get(id, name)
                .map(|child| MergeKey::from_value(self.result_value(child))),
            Some(_) => None,
            None => Some(MergeKey::from_value(self.result_value(id))),
        }
    }

    /// Returns the key of an item of a patch list or an entry of an order, as [`Self::item_key`] does.
    pub(crate) fn entry_key(&self, item: NodeRef, merge_key: Option<&str>) -> Option<MergeKey<'d>> {
        match merge_key {
            Some(name) => self
                .entry(item, name)
                .map(|child| MergeKey::from_value(self.value(child))),
            None => Some(MergeKey::from_value(self.value(item))),
        }
    }

    /// Returns an item's key as text for names and sequences.
    pub(crate) fn key_text(&self, item: NodeRef, merge_key: Option<&str>) -> String {
        let value = match merge_key {
            Some(name) => self.entry(item, name),
            None => Some(item),
        };
        value.map_or_else(
            || "(no key)".to_owned(),
            |value| item_name_text(self.value(value)).unwrap_or_else(|| self.kind(value).name().to_owned()),
        )
    }

    /// Returns items as names for a sentence: the values of their keys, or their own values.
    pub(crate) fn item_names(&self, items: &[ResultId], merge_key: Option<&str>) -> String {
        join_names(items.iter().map(|id| self.item_name(*id, merge_key)))
    }

    fn item_name(&self, id: ResultId, merge_key: Option<&str>) -> String {
        let value = match merge_key {
            Some(name) => self.tree.get(id, name),
            None => Some(id),
        };
        let text = value.and_then(|value| item_name_text(self.result_value(value)));
        text.unwrap_or_else(|| "(no key)".to_owned())
    }

    /// Returns whether an item is in its list now.
    pub(crate) fn is_present(&self, id: ResultId) -> bool {
        self.tree.state(id) == Presence::Present
    }

    /// Returns whether a result node is an item of a list.
    pub(crate) fn is_list_item(&self, id: ResultId) -> bool {
        self.tree
            .parent(id)
            .is_some_and(|parent| self.tree.kind(parent) == ValueKind::List)
    }
}
