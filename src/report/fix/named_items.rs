//! The live items that the values of `$deleteFromPrimitiveList` name.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::candidate::{Subject, scalar_text};
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};

/// The items of a live list by the texts in them.
pub(super) struct NamedItems<'m> {
    live: &'m Document,
    merge_key: Option<&'m str>,
    by_outline: FxHashMap<String, Vec<NodeId>>,
    by_key: FxHashMap<String, Vec<NodeId>>,
    by_field: FxHashMap<String, Vec<NodeId>>,
}

/// A live item that a value names, and whether it cannot name anything else.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) item: NodeId,
    pub(super) is_clear: bool,
}

impl<'m> NamedItems<'m> {
    pub(super) fn new(subject: &Subject<'m>, list: Option<NodeId>, merge_key: Option<&'m str>) -> Self {
        let live = subject.live();
        let [mut by_outline, mut by_key, mut by_field] = [const { FxHashMap::with_hasher(FxBuildHasher) }; 3];
        for item in list.into_iter().flat_map(|list| live.children(list)) {
            add(&mut by_outline, outline(live, item), item);
            if let Some(text) = scalar_text(live.value(item)) {
                add(&mut by_field, text, item);
            }
            for field in live.children(item) {
                // The only field of an item is its name.
                let is_key = live.key(field).is_some()
                    && (live.key(field) == merge_key || merge_key.is_none() && live.len(item) == 1);
                if let Some(text) = scalar_text(live.value(field)) {
                    match is_key {
                        true => add(&mut by_key, text, item),
                        false => add(&mut by_field, text, item),
                    }
                }
            }
        }
        Self {
            live,
            merge_key,
            by_outline,
            by_key,
            by_field,
        }
    }

    /// Returns the items that a value can mean. A text that prints as the value is meant by it.
    pub(super) fn named_by(&self, document: &Document, entry: NodeId) -> Vec<Named> {
        let all = |items: &[NodeId], is_clear| -> Vec<Named> {
            items
                .iter()
                .map(|item| Named {
                    item: *item,
                    is_clear,
                })
                .collect()
        };
        if document.kind(entry) == ValueKind::Map {
            let Some(merge_key) = self.merge_key else {
                let alike = self.by_outline.get(&outline(document, entry));
                let alike = alike.into_iter().flatten().copied();
                let same_items: Vec<NodeId> = alike
                    .filter(|item| same(self.live, *item, document, entry, Numbers::ByType))
                    .collect();
                return all(&same_items, true);
            };
            let key = document.get(entry, merge_key);
            return key.map_or_else(Vec::new, |key| {
                let text = scalar_text(document.value(key));
                let found = text.and_then(|text| self.by_key.get(&text));
                found.map_or_else(Vec::new, |found| all(found, true))
            });
        }
        let Some(text) = scalar_text(document.value(entry)) else {
            return Vec::new();
        };
        match (self.by_key.get(&text), self.by_field.get(&text)) {
            (Some(found), _) => all(found, true),
            (None, Some(found)) => all(found, false),
            (None, None) => Vec::new(),
        }
    }
}

/// Returns the keys and scalars of an item, in any order: equal items have the same.
fn outline(document: &Document, item: NodeId) -> String {
    let entry = |entry| {
        let text = scalar_text(document.value(entry)).unwrap_or_default();
        format!("{}: {text}", document.key(entry).unwrap_or_default())
    };
    let mut entries: Vec<String> = document.children(item).map(entry).collect();
    entries.sort_unstable();
    entries.join("\n")
}

fn add(items: &mut FxHashMap<String, Vec<NodeId>>, text: String, item: NodeId) {
    let known = items.entry(text).or_default();
    // An item can have a text in several fields.
    if known.last() != Some(&item) {
        known.push(item);
    }
}
