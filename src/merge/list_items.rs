//! The items of a list under merge, with their merge keys.

use super::keys::key_table::{KeyId, KeyTable};
use super::keys::keyed_items::{KeyedItem, PatchItem};
use super::recorder::Recorder;
use super::result_tree::node_id::{NodeRef, Presence, ResultId};
use super::result_tree::path::scalar_text;
use super::sentence::join_names;
use crate::document::{Tree, Value, ValueKind};
use crate::merge::MergeKey;

impl<'d> Recorder<'d> {
    /// The present items of a list.
    pub(crate) fn items(&self, list: ResultId) -> Vec<ResultId> {
        self.scene.present(list).collect()
    }

    /// A list's items with their keys, each looked at once.
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
        for (item, slot) in keyed.iter_mut().zip(table.slots(&keys)) {
            item.slot = slot;
        }
        keyed
    }

    /// An item with its key: its merge key's value, or itself; none for what should be a map with the key and is not.
    pub(crate) fn keyed_item(
        &self,
        id: ResultId,
        merge_key: Option<&str>,
        table: &mut KeyTable<'d>,
    ) -> KeyedItem {
        let (mut item, key) = self.item_and_key(id, merge_key);
        if let Some(key) = key {
            item.slot = table.slot(key);
        }
        item
    }

    /// An item that has no slot yet, and its key.
    fn item_and_key(&self, id: ResultId, merge_key: Option<&str>) -> (KeyedItem, Option<MergeKey<'d>>) {
        let mut item = KeyedItem {
            id,
            slot: KeyId::NONE,
            kind: self.scene.kind(id),
            last: false,
        };
        let Some(merge_key) = merge_key else {
            return (item, Some(MergeKey::of(self.scene_value(id))));
        };
        let mut found = None;
        if item.kind == ValueKind::Map {
            for child in self.scene.present(id) {
                match self.scene_key(child) {
                    Some(key) if key == merge_key && found.is_none() => {
                        found = Some(MergeKey::of(self.scene_value(child)));
                    }
                    Some("$patch") => item.last = self.scene_value(child) == Value::String("delete"),
                    _ => {}
                }
            }
        }
        (item, found)
    }

    /// The items of a patch list, each looked at once.
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
                marker: None,
                slot: KeyId::NONE,
                kind: self.document(source).kind(source.node),
                directs: false,
                by_keys: false,
            };
            if item.kind == ValueKind::Map {
                for entry in self.children(source) {
                    let key = self.key(entry);
                    if merge_key.is_some() && key == merge_key && item.slot.is_none() {
                        item.slot = table.slot(MergeKey::of(self.value(entry)));
                    }
                    match key {
                        Some("$patch") => item.marker = item.marker.or(Some(entry)),
                        Some("$patchMergeKey") => item.by_keys = true,
                        _ => {}
                    }
                    item.directs |= key.is_some_and(|key| key.starts_with('$'));
                }
            }
            if merge_key.is_none() {
                item.slot = table.slot(MergeKey::of(self.value(source)));
            }
            items.push(item);
        }
        items
    }

    /// An empty table for the keys of these lists.
    pub(crate) fn key_table(&self, live: Option<ResultId>, lists: &[Option<NodeRef>]) -> KeyTable<'d> {
        let live = live.map(|list| self.scene.source(list));
        let lengths = lists.iter().copied().chain([live]).flatten();
        let longest = lengths.map(|list| self.document(list).len(list.node)).max();
        KeyTable::with_room(longest.unwrap_or(0))
    }

    /// The scene's list items as keys: their merge key's value, or themselves; nothing for a map without the key.
    pub(crate) fn item_key(&self, id: ResultId, merge_key: Option<&str>) -> Option<MergeKey<'d>> {
        match merge_key {
            Some(name) if self.scene.kind(id) == ValueKind::Map => self
                .scene
                .get(id, name)
                .map(|child| MergeKey::of(self.scene_value(child))),
            Some(_) => None,
            None => Some(MergeKey::of(self.scene_value(id))),
        }
    }

    /// As [`Self::item_key`] for an item of a patch or an order.
    pub(crate) fn entry_key(&self, item: NodeRef, merge_key: Option<&str>) -> Option<MergeKey<'d>> {
        match merge_key {
            Some(name) => self
                .entry(item, name)
                .map(|child| MergeKey::of(self.value(child))),
            None => Some(MergeKey::of(self.value(item))),
        }
    }

    /// The value that an item is known by.
    pub(crate) fn key_of_item(&self, item: NodeRef, merge_key: Option<&str>) -> Option<Value<'d>> {
        let value = match merge_key {
            Some(name) => self.entry(item, name),
            None => Some(item),
        };
        value.map(|value| self.value(value))
    }

    /// An item's key as text for names and sequences.
    pub(crate) fn key_text(&self, item: NodeRef, merge_key: Option<&str>) -> String {
        let value = match merge_key {
            Some(name) => self.entry(item, name),
            None => Some(item),
        };
        value.map_or_else(
            || "(no key)".to_owned(),
            |value| scalar_text(self.value(value)).unwrap_or_else(|| self.kind(value).name().to_owned()),
        )
    }

    /// Items as names: their key's value, or their own.
    pub(crate) fn item_names(&self, items: &[ResultId], merge_key: Option<&str>) -> String {
        join_names(items.iter().map(|id| self.item_name(*id, merge_key)))
    }

    fn item_name(&self, id: ResultId, merge_key: Option<&str>) -> String {
        let value = match merge_key {
            Some(name) => self.scene.get(id, name),
            None => Some(id),
        };
        let text = value.and_then(|value| scalar_text(self.scene_value(value)));
        match text {
            Some(text) if text.is_empty() => "\"\"".to_owned(),
            Some(text) => text,
            None => "(no key)".to_owned(),
        }
    }

    /// Whether an item is in the list now.
    pub(crate) fn is_in(&self, id: ResultId) -> bool {
        self.scene.state(id) == Presence::Present
    }

    /// Whether a scene node is an item of a list.
    pub(crate) fn is_list_item(&self, id: ResultId) -> bool {
        self.scene
            .parent(id)
            .is_some_and(|parent| self.scene.kind(parent) == ValueKind::List)
    }
}
