//! Merges sets: lists of primitives with the patch strategy `merge`.

use super::decision::{PrimitivesInKeyedList, ServerOnlyOrder, SetDuplicates, Strip};
use super::items::ItemIndex;
use super::kubernetes::live_positions::{LiveKeys, place_by_live_positions};
use super::kubernetes::uniqify::{go_slice_capacity, live_keys_after_uniqify, uniqify};
use super::list::ListMerge;
use super::strategic_merge::StrategicMerge;
use crate::merge::MergeKey;
use crate::merge::keys::key_table::KeyMap;
use crate::merge::keys::keyed_items::{KeyedItem, KeyedLists, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges two lists of primitives: duplicates are removed, new values are added, then the set is ordered.
    /// Returns the items, and the keys of the live list that a Go slice has then.
    pub(crate) fn merge_set(&mut self, merge: &mut ListMerge<'d>) -> MergeResult<(Vec<KeyedItem>, LiveKeys)> {
        let (list, patch) = (merge.list, merge.patch);
        self.read_as_primitives(merge)?;
        let requested = merge.requested_keys();
        let list_order = self.list_order(merge.order.is_some());
        // With live positions, the directive has its own step after the merge.
        let directive = merge
            .directive()
            .filter(|_| list_order != ServerOnlyOrder::LivePositions);
        let note = StepDraft::new(Rule::MergeSet, list)
            .patch(patch)
            .directive(directive);
        let removed = self.removed_keys(list, None, &mut merge.lists.table);
        let KeyedLists {
            table,
            live,
            patch: values,
        } = &merge.lists;
        self.open(note.count(values.len()));
        let mut present = KeyMap::new();
        let is_first = |item: &&KeyedItem| present.set_first(item.key_id, 0);
        let (mut items, duplicates): (Vec<KeyedItem>, Vec<KeyedItem>) = live.iter().partition(is_first);
        let live_keys = self.remove_duplicates(merge, &mut items, duplicates, list_order);
        let is_explained = list_order == ServerOnlyOrder::ServerOnlyFirst
            && self.move_server_only_first(list, &mut items, &requested, patch, None);
        let listed = KeyMap::first_positions(values.iter().map(|value| value.key_id));
        self.add_values(list, values, &removed, &mut present, &mut items);
        match list_order {
            ServerOnlyOrder::ServerOnlyFirst => {
                self.order_items(list, &mut items, &requested, (None, is_explained))
            }
            ServerOnlyOrder::Positions => self.patch_values_first(list, patch, &items, &listed),
            ServerOnlyOrder::Append => {}
            ServerOnlyOrder::LivePositions => {
                let live = KeyMap::first_positions(live_keys.key_ids.iter().copied());
                // Primitives can always be compared.
                let placed = place_by_live_positions(items.clone(), &listed, &live, table);
                let placed = placed.unwrap_or_default();
                if merge.order.is_none() {
                    self.record_changed_live_list(list, &items, &listed, &live_keys, table, &placed);
                }
                items = placed;
            }
        }
        self.close();
        Ok((items, live_keys))
    }

    /// Removes the duplicates of a live set. Returns the keys of the live list that a Go slice has then.
    fn remove_duplicates(
        &mut self,
        merge: &ListMerge<'d>,
        items: &mut [KeyedItem],
        duplicates: Vec<KeyedItem>,
        list_order: ServerOnlyOrder,
    ) -> LiveKeys {
        let (list, live) = (merge.list, &merge.lists.live);
        let mut live_keys = LiveKeys {
            key_ids: live.iter().map(|item| item.key_id).collect(),
            keyless: None,
            unchanged: None,
        };
        if duplicates.is_empty() {
            return live_keys;
        }
        self.step(StepDraft::new(Rule::RemoveDuplicates, list).count(duplicates.len()));
        for item in duplicates {
            self.remove(item.id, Mark::Deleted);
        }
        if self.decisions.set_duplicates() == SetDuplicates::FillGap {
            let added = merge.lists.patch.iter().map(|value| value.key_id);
            let all = live_keys.key_ids.iter().copied().chain(added);
            let (kept, cells) = uniqify(all.collect());
            let capacity = self.go_slice_capacities.get(&list).copied();
            let capacity = capacity.unwrap_or_else(|| go_slice_capacity(live.len()));
            live_keys.unchanged = Some(items.iter().map(|item| item.key_id).collect());
            live_keys.key_ids = live_keys_after_uniqify(&live_keys.key_ids, &cells, capacity);
            if list_order != ServerOnlyOrder::LivePositions {
                let places = KeyMap::first_positions(kept.into_iter());
                items.sort_by_key(|item| places.get(item.key_id));
                let ids: Vec<ResultId> = items.iter().map(|item| item.id).collect();
                self.tree.reorder(list, &ids);
            }
        }
        live_keys
    }

    /// Adds the values of the patch that the set does not have.
    fn add_values(
        &mut self,
        list: ResultId,
        values: &[PatchItem],
        removed: &KeyMap,
        present: &mut KeyMap,
        items: &mut Vec<KeyedItem>,
    ) {
        let mut seen = KeyMap::new();
        for value in values {
            let is_repeated = !seen.set_first(value.key_id, 0);
            if is_repeated {
                self.step(StepDraft::new(Rule::RepeatedValue, list).patch(value.source));
            }
            if present.set_first(value.key_id, 0) {
                let id = self.add_value(list, value.source, removed.has(value.key_id));
                items.push(KeyedItem {
                    id,
                    key_id: value.key_id,
                    kind: value.kind,
                    sorts_last: false,
                });
            }
        }
    }

    /// Reads primitives by their values even if the type has a merge key.
    fn read_as_primitives(&mut self, merge: &mut ListMerge<'d>) -> MergeResult {
        if merge.field.merge_key.is_none() {
            return Ok(());
        }
        if self.decisions.primitives_in_keyed_list() == PrimitivesInKeyedList::Reject {
            let note = StepDraft::new(Rule::MissingMergeKey, merge.list).patch(merge.patch);
            return Err(match (merge.lists.live.first(), merge.lists.patch.first()) {
                (None, Some(value)) => self.reject_non_map_item(note, value.source),
                (live, _) => self.reject_keyless(note, live.map_or(merge.list, |item| item.id), &merge.field),
            });
        }
        merge.lists = self.keyed_lists(merge.list, merge.patch, merge.directive(), None);
        merge.field.merge_key = None;
        if let Some((directive, entries)) = &mut merge.order {
            *entries = self.patch_items(*directive, None, &mut merge.lists.table);
        }
        Ok(())
    }

    /// Adds a value to the end of the set. `is_again`: the value was removed before.
    fn add_value(&mut self, list: ResultId, item: NodeRef, is_again: bool) -> ResultId {
        let mut filter = self.filter(Strip::Nothing, item);
        let id = self.prepare_insert(list, None, item, &mut filter, None);
        self.step(
            StepDraft::new(Rule::AddValue, id)
                .patch(item)
                .count(usize::from(is_again)),
        );
        self.tree.mark(id, Mark::Added);
        self.tree.commit_insert(id);
        id
    }

    /// Deletes all copies of the values of `$deleteFromPrimitiveList` (Go: `deleteFromSlice`).
    pub(crate) fn delete_values(
        &mut self,
        list: ResultId,
        live: &[ResultId],
        directive: NodeRef,
        values: &[NodeRef],
    ) {
        // The list differs from what the cache contains.
        self.list_cache.remove(&list);
        // Go copies the remaining values into a slice with capacity for all.
        self.go_slice_capacities.insert(list, live.len());
        let mut table = self.key_table(Some(list), &[Some(directive)]);
        let mut index = ItemIndex::new(&self.keyed_items(live, None, &mut table), &table);
        let mut deleted = KeyMap::new();
        for value in values {
            let key_id = table.intern(MergeKey::from_value(self.value(*value)));
            let matching: Vec<ResultId> = index.all(key_id).collect();
            let note = |rule, at| {
                StepDraft::new(rule, at)
                    .patch(*value)
                    .directive(directive)
                    .old(*value)
            };
            match matching.first() {
                Some(first) => self.step(note(Rule::DeleteValue, *first).count(matching.len())),
                None if deleted.has(key_id) => self.step(note(Rule::RepeatedDeletion, list)),
                None => self.step(note(Rule::DeleteMissingValue, list)),
            }
            for id in matching {
                self.remove(id, Mark::Deleted);
                deleted.set_first(key_id, 0);
            }
            index.forget(key_id);
        }
    }
}
