//! Merges two lists: atomic lists are replaced, lists of maps merge item by item.

use super::decision::{
    Errors, ListReplacement, MergeKeyCheck, PatchMergeKey, ServerOnlyOrder, UnknownDirective,
};
use super::directives::{PATCH_MERGE_KEY, POSITION};
use super::element_order::CheckedOrder;
use super::items::ItemIndex;
use super::kubernetes::live_positions::{LiveKeys, MergedList, place_by_live_positions};
use super::proposal::server_only_first::RequestedKeys;
use super::strategic_merge::StrategicMerge;
use crate::document::{Value, ValueKind};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap, KeyTable};
use crate::merge::keys::keyed_items::{KeyedItem, KeyedLists, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::schema::{Field, Strategy};

/// Two lists that are being merged, with the key ids of both and of the order.
pub(crate) struct ListMerge<'d> {
    pub(crate) list: ResultId,
    pub(crate) patch: NodeRef,
    pub(crate) field: Field<'d>,
    pub(crate) lists: KeyedLists<'d>,
    /// The `$setElementOrder` next to the patch list, and its entries.
    pub(crate) order: Option<(NodeRef, Vec<PatchItem>)>,
    /// Whether the patch list is the value of a `$deleteFromPrimitiveList`.
    is_delete_list: bool,
}

impl ListMerge<'_> {
    pub(crate) fn directive(&self) -> Option<NodeRef> {
        self.order.as_ref().map(|(directive, _)| *directive)
    }

    /// Returns the order that the directive or, without one, the patch list requests.
    pub(crate) fn requested_keys(&self) -> RequestedKeys {
        match &self.order {
            Some((directive, entries)) => RequestedKeys::new(*directive, true, entries),
            None => RequestedKeys::new(self.patch, false, &self.lists.patch),
        }
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the list `patch` into the result's list `list`, and orders it (Go: `mergeSlice`).
    pub(crate) fn merge_list(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        field: &Field<'d>,
        order: Option<CheckedOrder<'d>>,
    ) -> MergeResult {
        let merge_key = field.merge_key;
        let (lists, order) = match order {
            Some(order) if field.strategy != Strategy::Merge => {
                return self.replace_ordered_list(list, patch, order);
            }
            None if field.strategy != Strategy::Merge => {
                self.replace_atomic_list(list, patch);
                return Ok(());
            }
            None => (self.read_lists(list, patch, merge_key), None),
            Some(mut order) => {
                let read = |table| self.keyed_items(&self.items(list), merge_key, table);
                let live = order.live.take().unwrap_or_else(|| read(&mut order.table));
                let lists = KeyedLists {
                    table: order.table,
                    live,
                    patch: order.patch,
                };
                (lists, Some((order.source, order.entries)))
            }
        };
        self.merge_lists(ListMerge {
            list,
            patch,
            field: *field,
            lists,
            order,
            is_delete_list: false,
        })
    }

    /// Merges a `$deleteFromPrimitiveList` that contains maps like a patch list.
    pub(crate) fn merge_delete_list(
        &mut self,
        list: ResultId,
        directive: NodeRef,
        field: &Field<'d>,
    ) -> MergeResult {
        let lists = self.read_lists(list, directive, field.merge_key);
        self.merge_lists(ListMerge {
            list,
            patch: directive,
            field: *field,
            lists,
            order: None,
            is_delete_list: true,
        })
    }

    /// Returns the first `$patch: replace` of the patch items.
    fn replacement(&self, merge: &ListMerge<'d>) -> Option<NodeRef> {
        let mut directives = merge.lists.patch.iter().filter_map(|item| item.patch_directive);
        directives.find(|directive| self.value(*directive) == Value::String("replace"))
    }

    fn merge_lists(&mut self, mut merge: ListMerge<'d>) -> MergeResult {
        let (list, patch) = (merge.list, merge.patch);
        if let Some(directive) = self.replacement(&merge)
            && self.decisions.list_replacement() == ListReplacement::TakeList
        {
            self.replace_items(list, patch, Rule::ReplaceList, Some(directive));
            return Ok(());
        }
        let elements = self.keyed_item_kinds(&merge.lists.live, &merge.lists.patch);
        let note = StepDraft::new(Rule::MergeList, list)
            .patch(patch)
            .directive(merge.directive());
        let (items, view) = match self.require_same_kind_in(elements, note.clone(), (list, patch))? {
            None => (Vec::new(), LiveKeys::default()),
            Some(ValueKind::Map) => {
                let merge_key = self.require_merge_key(&merge, note)?;
                if self.merge_by_patch_merge_key(&mut merge)? {
                    return Ok(());
                }
                self.merge_maps(&mut merge, merge_key)?
            }
            Some(_) => self.merge_set(&mut merge)?,
        };
        let Some((source, entries)) = merge.order else {
            if items.len() > 1 && self.list_order(false) == ServerOnlyOrder::LivePositions {
                let directive = merge.is_delete_list.then_some(patch);
                let note = StepDraft::new(Rule::OrderByPosition, list)
                    .patch(patch)
                    .directive(directive);
                let now = self.items(list);
                self.order_by_position(list, &now, &items, merge.field.merge_key, note);
            }
            return Ok(());
        };
        let order = CheckedOrder {
            source,
            field: merge.field,
            table: merge.lists.table,
            entries,
            patch: Vec::new(),
            live: None,
        };
        let merged = MergedList {
            items,
            view,
            elements,
            lists: String::new(),
        };
        self.order_merged(list, Some(patch), merged, &order)
    }

    fn require_merge_key(&mut self, merge: &ListMerge<'d>, note: StepDraft) -> MergeResult<&'d str> {
        if let Some(merge_key) = merge.field.merge_key {
            return Ok(merge_key);
        }
        let name = self.list_name(merge.list);
        let (message, detail) = match self.decisions.errors() {
            Errors::Plain => (
                format!("cannot merge lists of maps without merge key: {name:?}"),
                format!("`{name}` has none"),
            ),
            Errors::Kubectl => {
                let kind = self.schema.go_kind(self.schema.item(merge.field.type_position));
                (
                    format!("cannot merge lists without merge key for {kind}"),
                    "a merged list of maps needs one".to_owned(),
                )
            }
        };
        Err(self.reject(
            note.with_rule(Rule::NoMergeKey),
            message,
            detail,
            vec![merge.patch],
        ))
    }

    /// Merges a list whose patch items have `$patchMergeKey`, the list of fields that must be equal to those
    /// of the live item. Returns whether it did.
    fn merge_by_patch_merge_key(&mut self, merge: &mut ListMerge<'d>) -> MergeResult<bool> {
        let (list, patch, field) = (merge.list, merge.patch, merge.field);
        let by_keys = merge.lists.patch.iter().any(|item| item.has_merge_keys);
        let first = field.recommended_keys.first().map(|key| &**key);
        let is_misdeclared = first.is_some() && first != field.merge_key;
        let is_known = (by_keys || is_misdeclared) && self.decisions.patch_merge_key() == PatchMergeKey::Obey;
        if is_misdeclared && is_known {
            return Err(self.reject_misdeclared_keys(list, patch, &field));
        }
        let KeyedLists {
            table,
            live,
            patch: items,
        } = &merge.lists;
        self.require_merge_keys(list, patch, live, items, table, &field)?;
        if by_keys && is_known {
            let live = merge.lists.live_ids();
            let items: Vec<NodeRef> = merge.lists.patch.iter().map(|item| item.source).collect();
            self.merge_by_keys(list, live, patch, &items, merge.directive(), &field)?;
            return Ok(true);
        }
        // The `$patchMergeKey` of other items is reported when they are merged.
        let deletions = merge
            .lists
            .patch
            .iter()
            .filter(|item| item.has_merge_keys && item.patch_directive.is_some());
        for item in deletions {
            if let Some(directive) = self.entry(item.source, PATCH_MERGE_KEY)
                && self.decisions.unknown_directive() == UnknownDirective::Ignore
            {
                let note = StepDraft::new(Rule::OldServerDrops, list).field(directive);
                self.step(note.patch(directive).directive(directive));
            }
        }
        Ok(false)
    }

    /// Merges two lists of maps: deletions first, then item by item, then the order. Returns the items, and
    /// the keys of the live list that a Go slice has then.
    fn merge_maps(
        &mut self,
        merge: &mut ListMerge<'d>,
        merge_key: &'d str,
    ) -> MergeResult<(Vec<KeyedItem>, LiveKeys)> {
        let (list, patch, field) = (merge.list, merge.patch, merge.field);
        if merge.is_delete_list {
            self.step(
                StepDraft::new(Rule::DeleteListMerged, list)
                    .patch(patch)
                    .directive(patch)
                    .detail(
                        "contains maps. Kubernetes merges them like the items of an ordinary patch list"
                            .to_owned(),
                    ),
            );
            self.tree.mark(list, Mark::Warning);
        }
        let list_order = self.list_order(merge.order.is_some());
        let positions = match list_order {
            ServerOnlyOrder::Positions => self.read_positions(list, &merge.lists.patch)?,
            _ => Vec::new(),
        };
        let note = StepDraft::new(Rule::MergeList, list)
            .patch(patch)
            .directive(merge.directive());
        // With `$patch: replace`, no item is matched, and the step of the replacement says what happens.
        let is_merged = self.replacement(merge).is_none();
        if is_merged {
            self.open(note.count(merge.lists.patch.len()));
        }
        let mut items = std::mem::take(&mut merge.lists.live);
        let mut index = ItemIndex::new(&items, &merge.lists.table);
        let (replaces, deleted) = self.apply_item_directives(merge, merge_key, &mut index)?;
        let mut before_deletions = None;
        if deleted > 0 {
            before_deletions = Some(items.iter().map(|item| item.key_id).collect());
            items.retain(|item| self.is_present(item.id));
        }
        if let Some(directive) = replaces {
            let view = LiveKeys::new(&items);
            let new = self.replace_items(list, patch, Rule::ReplaceList, Some(directive));
            let mut new = self.keyed_items(&new, Some(merge_key), &mut merge.lists.table);
            if list_order == ServerOnlyOrder::LivePositions {
                new = self.group_duplicates(list, new, &field, &merge.lists.table)?;
            }
            return Ok((new, view));
        }
        let requested = (list_order == ServerOnlyOrder::ServerOnlyFirst).then(|| merge.requested_keys());
        let is_explained = requested.as_ref().is_some_and(|requested| {
            self.move_server_only_first(list, &mut items, requested, patch, Some(merge_key))
        });
        let survivors = items.len();
        let listed = self.merge_items(merge, merge_key, &mut items, &mut index)?;
        let (kept, added) = items.split_at(survivors);
        let mut view: Vec<KeyId> = kept.iter().map(|item| item.key_id).collect();
        let mut unchanged = None;
        match (list_order, &requested) {
            (ServerOnlyOrder::LivePositions, _) => {
                let live = KeyMap::first_positions(view.iter().copied());
                // New items overwrite the deleted ones in the Go slice.
                unchanged = (deleted > 0 && !added.is_empty()).then(|| view.clone());
                view.extend(added.iter().take(deleted).map(|item| item.key_id));
                let placed = place_by_live_positions(items.clone(), &listed, &live, &merge.lists.table);
                let placed = self.placed_or_panic(list, placed, merge_key)?;
                // An item that is deleted and added again has no live position any more.
                if merge.order.is_none() {
                    let kept = LiveKeys {
                        key_ids: items[..survivors].iter().map(|item| item.key_id).collect(),
                        keyless: None,
                        unchanged: before_deletions,
                    };
                    self.record_changed_live_list(list, &items, &listed, &kept, &merge.lists.table, &placed);
                }
                items = placed;
            }
            (_, Some(requested)) => {
                self.order_items(list, &mut items, requested, (Some(merge_key), is_explained))
            }
            _ => self.place_items(list, patch, (&merge.lists.patch, merge_key), &positions, &index),
        }
        self.close();
        let view = LiveKeys {
            key_ids: view,
            keyless: None,
            unchanged,
        };
        Ok((items, view))
    }

    /// Merges or adds each patch item without `$patch` (Go: `mergeSliceWithoutSpecialElements`). Returns the first
    /// position of each key among them.
    fn merge_items(
        &mut self,
        merge: &mut ListMerge<'d>,
        merge_key: &'d str,
        items: &mut Vec<KeyedItem>,
        index: &mut ItemIndex,
    ) -> MergeResult<KeyMap> {
        let ListMerge {
            list, patch, field, ..
        } = *merge;
        let KeyedLists {
            table,
            patch: patch_items,
            ..
        } = &mut merge.lists;
        let position = self.schema.item(field.type_position);
        let removed = self.removed_keys(list, Some(merge_key), table);
        let mut listed = KeyMap::new();
        let mut matched = KeyMap::new();
        // The keys of matched items that can have lost their key in the merge.
        let mut maybe_keyless = KeyMap::new();
        let rest = patch_items.iter().filter(|item| item.patch_directive.is_none());
        for (at, item) in rest.enumerate() {
            let (source, key_id) = (item.source, item.key_id);
            let Some(key) = table.key(key_id) else {
                let note = StepDraft::new(Rule::MissingMergeKey, list).patch(source);
                let message = self.missing_key_message(source, merge_key);
                let detail = format!("a patch item has no `{merge_key}`");
                return Err(self.reject(note, message, detail, vec![source]));
            };
            if let Some(id) = index.uncomparable_with(key) {
                let note = StepDraft::new(Rule::KubernetesPanics, list).patch(source);
                return Err(self.reject_key_panic(note, key, id, Some(merge_key)));
            }
            listed.set_first(key_id, at);
            let Some(id) = index.first(key_id) else {
                // `81` and `81.0` are two keys with one name.
                let other = key.same_number().map(|other| table.intern(other));
                let is_again = [Some(key_id), other]
                    .into_iter()
                    .flatten()
                    .any(|id| removed.has(id));
                let id = self.add_item(list, source, None, is_again);
                index.add_last(key_id, key, id);
                items.push(self.keyed_item(id, Some(merge_key), table));
                continue;
            };
            let same_key = index.all(key_id).take(2).count();
            self.open(StepDraft::new(Rule::MatchItem, id).patch(source).count(same_key));
            self.merge_map_without_directive(id, source, position)?;
            self.close();
            matched.set_first(key_id, at);
            if key == MergeKey::Null {
                // The null has removed the key that both items have in common.
                index.forget_first(key_id);
            }
            if item.has_directive || key == MergeKey::Null {
                maybe_keyless.set_first(key_id, at);
            }
        }
        for item in items {
            // Merging may have removed the key; it cannot have changed it.
            let is_keyless = || maybe_keyless.has(item.key_id) && self.tree.get(item.id, merge_key).is_none();
            if matched.has(item.key_id) && (item.sorts_last || is_keyless()) {
                *item = self.keyed_item(item.id, Some(merge_key), table);
            }
            let note = StepDraft::new(Rule::MissingMergeKey, list).patch(patch);
            let Some(key) = table.key(item.key_id) else {
                return Err(self.reject_keyless(note, item.id, &field));
            };
            if !key.is_comparable() && listed.has(item.key_id) {
                return Err(self.reject_key_panic(note, key, item.id, Some(merge_key)));
            }
        }
        Ok(listed)
    }

    /// Adds a patch item that no live item matches to the end of the list. `found_by` is the item's
    /// `$patchMergeKey` and its keys as text. `is_again`: the patch has deleted the item before.
    pub(crate) fn add_item(
        &mut self,
        list: ResultId,
        item: NodeRef,
        found_by: Option<(NodeRef, String)>,
        is_again: bool,
    ) -> ResultId {
        let strip = self.decisions.new_items();
        let context = self.filter_context(strip, || self.item_type(list));
        let mut filter = self.filter(strip, item);
        let keys = found_by.as_ref().map(|(directive, _)| directive.node);
        filter.used.extend(keys);
        if self.decisions.list_order() == ServerOnlyOrder::Positions {
            // The items are placed after all of them are added.
            filter
                .used
                .extend(self.entry(item, POSITION).map(|directive| directive.node));
        }
        let id = self.prepare_insert(list, None, item, &mut filter, context);
        let note = match found_by {
            None => StepDraft::new(Rule::AddItem, id),
            Some((directive, shown)) => {
                let note = StepDraft::new(Rule::AddItemByKeys, id).detail(shown);
                note.directive(directive)
            }
        };
        self.step(note.patch(item).count(usize::from(is_again)));
        self.tree.mark(id, Mark::Added);
        self.tree.commit_insert(id);
        self.record_filtered(id, filter.events);
        id
    }

    /// Rejects a list of maps with an item without merge key, if the semantics checks that before the merge.
    pub(crate) fn require_merge_keys(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        live: &[KeyedItem],
        patch_items: &[PatchItem],
        table: &KeyTable<'d>,
        field: &Field<'d>,
    ) -> MergeResult {
        let has_key = |key_id| table.key(key_id).is_some_and(MergeKey::can_identify);
        let in_patch = patch_items.iter().position(|item| !has_key(item.key_id));
        let in_live = live.iter().position(|item| !has_key(item.key_id));
        if in_patch.or(in_live).is_none() || self.decisions.merge_key_check() != MergeKeyCheck::Upfront {
            return Ok(());
        }
        let name = self.list_name(list);
        let note = StepDraft::new(Rule::MissingMergeKey, list).patch(patch);
        if let Some(index) = in_patch {
            return Err(self.reject_item_without_key(note, &name, index, patch_items[index].source, field));
        }
        let index = in_live.unwrap_or_default();
        let merge_key = field.merge_key.unwrap_or_default();
        let message = format!(
            "item {} of live {name:?} does not contain the default merge key {merge_key:?}",
            index + 1
        );
        let detail = format!("item {} of the live list has no `{merge_key}`", index + 1);
        let source = self.tree.source(live[index].id);
        Err(self.reject(note, message, detail, vec![source]))
    }

    pub(crate) fn list_name(&self, list: ResultId) -> String {
        self.result_key(list).unwrap_or("the list").to_owned()
    }
}
