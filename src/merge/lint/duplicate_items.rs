//! Live items that share a merge key, in the lists that merge.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::item_identity::same_identity;
use super::linter::{LintHit, Linter, MAX_FINDINGS};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::KeyMap;
use crate::merge::keys::keyed_items::{CachedList, KeyedItem, KeyedLists, ListCache};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::{item_name_text, top_type};
use crate::merge::rule::Rule;
use crate::schema::{Field, Strategy};

/// Returns `name=web`, as in paths.
pub(crate) fn format_key(key: &str, value: &str) -> String {
    format!("{key}={value}")
}

impl<'d> Linter<'_, 'd> {
    /// Reports live items with duplicate keys. Adds the lists that it reads to `cache`.
    pub(crate) fn check_duplicate_live_items(&self, cache: &mut ListCache<'d>) -> Vec<LintHit> {
        let live: &'d Document = &self.documents[0];
        let Some(top) = top_type(live, self.schema) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        let mut todo = vec![(live.root(), top)];
        while let Some((map, type_position)) = todo.pop() {
            for entry in live.children(map).filter(|entry| !live.is_empty(*entry)) {
                let Some(field) = live
                    .key(entry)
                    .and_then(|key| self.schema.peek(type_position, key))
                else {
                    continue;
                };
                match live.kind(entry) {
                    ValueKind::Map => todo.push((entry, field.type_position)),
                    ValueKind::List if field.strategy == Strategy::Merge => {
                        let item = self.schema.item(field.type_position);
                        let maps = live
                            .children(entry)
                            .filter(|item| live.kind(*item) == ValueKind::Map);
                        todo.extend(maps.map(|map| (map, item)));
                        self.check_list_duplicates(live, entry, &field, cache, &mut all);
                    }
                    _ => {}
                }
            }
        }
        all.retain(|found| !self.is_replaced(found));
        all.sort_by_key(|found| found.at);
        all
    }

    /// Returns whether a patch removes or replaces a value that contains the items.
    fn is_replaced(&self, found: &LintHit) -> bool {
        let live: &Document = &self.documents[0];
        let Some(mut type_position) = top_type(live, self.schema) else {
            return false;
        };
        let mut path: Vec<NodeId> = live.ancestors(NodeId(found.at.0)).collect();
        path.pop();
        let mut at: Vec<NodeRef> = (1..self.documents.len() as u16)
            .map(|document| NodeRef {
                document,
                node: self.documents[usize::from(document)].root(),
            })
            .collect();
        let marker = |item: &NodeRef| self.patch_directive(*item).map(|marker| self.value(marker));
        let is_whole = |value: Value<'_>| matches!(value, Value::String("delete" | "replace"));
        let mut merge_key = None;
        for node in path.into_iter().rev() {
            let Some(key) = live.key(node) else {
                let Some(key) = merge_key.take() else { return false };
                let own = live.get(node, key).map(|own| live.value(own));
                let items = at.into_iter().flat_map(|list| self.children(list));
                at = items
                    .filter(|item| self.entry(*item, key).map(|entry| self.value(entry)) == own)
                    .collect();
                type_position = self.schema.item(type_position);
                continue;
            };
            let Some(field) = self.schema.peek(type_position, key) else {
                return false;
            };
            (type_position, merge_key) = (field.type_position, field.merge_key);
            at = at.into_iter().filter_map(|map| self.entry(map, key)).collect();
            let is_replaced = |value: &NodeRef| {
                let mut items = self.children(*value);
                self.document(*value).kind(value.node) != live.kind(node)
                    || marker(value).is_some_and(is_whole)
                    || live.kind(node) == ValueKind::List
                        && items.any(|item| marker(&item) == Some(Value::String("replace")))
            };
            if at.iter().any(is_replaced) {
                return true;
            }
        }
        false
    }

    fn check_list_duplicates(
        &self,
        live: &'d Document,
        list: NodeId,
        field: &Field<'d>,
        cache: &mut ListCache<'d>,
        all: &mut Vec<LintHit>,
    ) {
        let Some(merge_key) = field.merge_key.filter(|_| live.len(list) > 1) else {
            return;
        };
        // Before the first patch, live nodes and result nodes have the same ids.
        let list = ResultId(list.0);
        let mut table = self.key_table(Some(list), &[]);
        let items = self.keyed_items(&self.items(list), Some(merge_key), &mut table);
        // A patch item with `null` as its key removes the key of the item that it matches.
        let is_key = |key: MergeKey<'_>| key.is_comparable() && key != MergeKey::Null;
        let keyed = |item: &&KeyedItem| table.key(item.key_id).is_some_and(is_key);
        let firsts = KeyMap::first_positions(items.iter().map(|item| item.key_id));
        // Most lists have no duplicate keys.
        let mut repeats: FxHashMap<usize, Vec<NodeId>> = FxHashMap::default();
        for (at, item) in items.iter().enumerate().filter(|(_, item)| keyed(item)) {
            if let Some(first) = firsts.get(item.key_id).filter(|first| *first != at) {
                repeats.entry(first).or_default().push(NodeId(item.id.0));
            }
        }
        let mut duplicates: Vec<(NodeId, usize)> = Vec::new();
        for (first, others) in &repeats {
            let of = |item: NodeId| (live, item);
            let duplicate = others
                .iter()
                .copied()
                .find(|item| same_identity(field, of(NodeId(items[*first].id.0)), of(*item)));
            duplicates.extend(duplicate.map(|duplicate| (duplicate, others.len() + 1)));
        }
        duplicates.sort_unstable_by_key(|(item, _)| *item);
        duplicates.retain(|(item, _)| self.is_one_of_several(ResultId(item.0)));
        for (item, count) in duplicates.into_iter().take(MAX_FINDINGS) {
            let found = LintHit::new(Rule::DuplicateLiveItems, ResultId(item.0));
            all.push(found.with(|note| note.count(count)));
        }
        let lists = KeyedLists {
            table,
            live: items,
            patch: Vec::new(),
        };
        let cached = CachedList {
            merge_key,
            patch: None,
            lists,
        };
        cache.insert(list, cached);
    }

    /// Returns whether the patches merge an item into several live items with one key. They do not if they
    /// delete the items, or match by several keys.
    fn is_one_of_several(&self, item: ResultId) -> bool {
        let named = self.patch_nodes_for(item);
        let marker = |named: &NodeRef| {
            self.patch_directive(*named)
                .map(|directive| self.value(directive))
        };
        let is_deletion = |named: &NodeRef| marker(named) == Some(Value::String("delete"));
        let is_by_keys = |named: &NodeRef| self.entry(*named, "$patchMergeKey").is_some();
        named.iter().any(|named| marker(named).is_none())
            && !named.iter().any(is_deletion)
            && !(self.knows_merge_keys && named.iter().any(is_by_keys))
    }

    /// Returns the patch nodes for a live node or a result node: with the same keys of maps and the same
    /// merge keys of items.
    pub(crate) fn patch_nodes_for(&self, id: ResultId) -> Vec<NodeRef> {
        let chain: Vec<ResultId> = self.tree.ancestors(id).collect();
        let roots = self.documents.iter().enumerate().skip(1);
        let root = |(number, document): (usize, &Arc<Document>)| NodeRef {
            document: number as u16,
            node: document.root(),
        };
        let mut at: Vec<NodeRef> = roots.map(root).collect();
        let mut type_position = top_type(&self.documents[0], self.schema);
        let mut merge_key = None;
        for id in chain.into_iter().rev().skip(1) {
            let own_key = self.tree.key(id);
            at = at
                .into_iter()
                .flat_map(|map| match own_key {
                    Some(key) => self.entry(map, key).into_iter().collect::<Vec<_>>(),
                    None => self.items_with_key(map, id, merge_key),
                })
                .collect();
            let field = own_key.and_then(|key| self.schema.peek(type_position?, key));
            merge_key = field.as_ref().and_then(|field| field.merge_key);
            type_position = match own_key {
                Some(_) => field.map(|field| field.type_position),
                None => type_position.map(|type_position| self.schema.item(type_position)),
            };
            if at.is_empty() {
                break;
            }
        }
        at
    }

    /// Returns the items of a patch list with the same merge key as an item.
    fn items_with_key(&self, list: NodeRef, item: ResultId, merge_key: Option<&'d str>) -> Vec<NodeRef> {
        let own = merge_key.and_then(|key| self.item_key(item, Some(key)));
        let Some(own) = own else { return Vec::new() };
        let same = |other: &NodeRef| self.entry_key(*other, merge_key) == Some(own);
        if !own.is_comparable() {
            return self.children(list).filter(same).collect();
        }
        let mut indexes = self.items_by_key.borrow_mut();
        let index = indexes.entry((list, merge_key)).or_insert_with(|| {
            let mut index: FxHashMap<MergeKey<'d>, Vec<NodeRef>> = FxHashMap::default();
            for other in self.children(list) {
                let key = self.entry_key(other, merge_key);
                if let Some(key) = key.filter(|key| key.is_comparable()) {
                    index.entry(key).or_default().push(other);
                }
            }
            index
        });
        index.get(&own).cloned().unwrap_or_default()
    }

    /// Returns the name of an item of a document by one of its keys.
    pub(crate) fn source_item_name(&self, item: NodeRef, key: &str) -> String {
        let value = self
            .entry(item, key)
            .and_then(|value| item_name_text(self.value(value)));
        format_key(key, &value.unwrap_or_default())
    }
}
