//! Two lists meet, as Kubernetes merges them (spec 3.7): markers first, then item by item, then the weave.

use rustc_hash::FxHashSet;

use super::live_positions::{LiveKeys, MergedItems, MergedList, place_by_live_positions};
use crate::document::{Numbers, Value, ValueKind, same};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap, KeyTable};
use crate::merge::keys::keyed_items::{KeyedLists, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::items::{ItemIndex, PatchItems};
use crate::merge::strategic::new_values::Strip;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::{Field, Strategy};

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the list `patch` into the scene's list `list`; `deletes` for a `$deleteFromPrimitiveList`. Returns also what
    /// the elements of the two were, if they were merged.
    pub(crate) fn merge_list_kubernetes(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        field: &Field<'d>,
        deletes: bool,
        directive: Option<NodeRef>,
    ) -> MergeResult<(MergedList<'d>, PatchItems)> {
        let seen = self.take_cached_list(list, patch, field.merge_key);
        if !deletes && field.strategy != Strategy::Merge {
            let mut table = self.key_table(Some(list), &[Some(patch), directive]);
            let view = LiveKeys::of(&self.keyed_items(&self.items(list), field.merge_key, &mut table));
            let items = MergedItems::Plain(self.replace_atomic_list(list, patch));
            return Ok((MergedList { items, view, table }, PatchItems::None));
        }
        let keyed = seen.unwrap_or_else(|| self.keyed_lists(list, patch, directive, field.merge_key));
        let elements = self.elements_of_keyed(&keyed.live, &keyed.patch);
        let note = StepDraft::new(Rule::MergeList, list)
            .patch(patch)
            .directive(directive);
        let Some(kind) = self.one_kind_of(elements, note.clone(), (list, patch))? else {
            let merged = MergedList {
                items: MergedItems::Plain(keyed.live_ids()),
                view: LiveKeys::default(),
                table: keyed.table,
            };
            return Ok((merged, elements));
        };
        if kind != ValueKind::Map {
            let live = keyed.live_ids();
            let patch_items: Vec<NodeRef> = keyed.patch.iter().map(|item| item.source).collect();
            let merged = match deletes {
                true => self.delete_values(list, live, patch, &patch_items),
                false => self.merge_set_kubernetes(list, live, patch, &patch_items, field)?,
            };
            return Ok((merged, elements));
        }
        let Some(merge_key) = field.merge_key else {
            let kind = self.schema.go_kind(self.schema.item(field.place));
            let message = format!("cannot merge lists without merge key for {kind}");
            let detail = "here it would need one".to_owned();
            return Err(self.reject(
                StepDraft::renamed(note, Rule::NoMergeKey),
                message,
                detail,
                vec![patch],
            ));
        };
        if deletes {
            self.step(
                StepDraft::new(Rule::DeleteListMerges, list)
                    .patch(patch)
                    .directive(Some(patch)),
            );
            self.scene.mark(list, Mark::Warning);
        }
        self.open(note.count(keyed.patch.len()));
        let merged = self.merge_maps_kubernetes(list, patch, field, merge_key, keyed)?;
        self.close();
        Ok((merged, elements))
    }

    /// An atomic list: the patch list takes the place of the live one.
    pub(crate) fn replace_atomic_list(&mut self, list: ResultId, patch: NodeRef) -> Vec<ResultId> {
        let document = self.document(patch);
        if same(&self.scene, list, document, patch.node, Numbers::ByType) {
            return self.items(list);
        }
        let cleaning = self.cleaning_of_replacements();
        self.replace_items(list, patch, cleaning, Rule::ReplaceAtomicList, None, &|_| true)
    }

    /// All live items go, those patch items come that `wanted` lets through.
    pub(crate) fn replace_items(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        cleaning: Strip,
        rule: Rule,
        directive: Option<NodeRef>,
        wanted: &dyn Fn(NodeRef) -> bool,
    ) -> Vec<ResultId> {
        let document = self.document(patch);
        let place = self.item_place(list);
        let mut cleaner = self.cleaner(cleaning, patch);
        let mut new = Vec::new();
        for item in self.children(patch) {
            if wanted(item) && cleaner.is_kept(document, item.node, true) {
                new.push(self.prepare_insert(list, None, item, &mut cleaner, place));
            }
        }
        self.step(
            StepDraft::new(rule, list)
                .patch(patch)
                .directive(directive)
                .count(new.len()),
        );
        for id in self.items(list) {
            self.remove(id, Mark::Deleted);
        }
        for id in &new {
            self.scene.mark(*id, Mark::Added);
            self.scene.commit_insert(*id);
        }
        self.scene.mark(list, Mark::Replaced);
        self.record_dropped(list, cleaner.events);
        new
    }

    fn merge_maps_kubernetes(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        field: &Field<'d>,
        merge_key: &'d str,
        keyed: KeyedLists<'d>,
    ) -> MergeResult<MergedList<'d>> {
        let KeyedLists {
            mut table,
            live: mut items,
            patch: patch_items,
        } = keyed;
        let mut index = ItemIndex::new(&items, &table);
        let (replaces, deleted) = self.directive_items(list, &patch_items, merge_key, &table, &mut index)?;
        if deleted > 0 {
            items.retain(|item| self.is_in(item.id));
        }
        if let Some(marker) = replaces {
            let view = LiveKeys::of(&items);
            let keep: FxHashSet<NodeRef> = patch_items
                .iter()
                .filter(|item| item.marker.is_none())
                .map(|item| item.source)
                .collect();
            let new = self.replace_items(
                list,
                patch,
                Strip::Verbatim,
                Rule::ReplaceList,
                Some(marker),
                &|item| keep.contains(&item),
            );
            let items = MergedItems::Plain(self.group_duplicates(list, &new, field, &mut table)?);
            return Ok(MergedList { items, view, table });
        }
        let item_place = self.schema.item(field.place);
        let survivors = items.len();
        let mut wanted = KeyMap::new();
        // The keys of matched items from which merging may take the key away.
        let mut doubtful = KeyMap::new();
        let mut matched = KeyMap::new();
        let rest = patch_items.iter().filter(|item| item.marker.is_none());
        for (at, item) in rest.enumerate() {
            let (source, slot) = (item.source, item.slot);
            let note = |rule| StepDraft::new(rule, list).patch(source);
            let Some(key) = table.key(slot) else {
                let message = self.no_key_text(source, merge_key);
                let detail = format!("a patch item has no `{merge_key}`");
                return Err(self.reject(note(Rule::MissingMergeKey), message, detail, vec![source]));
            };
            if let Some(id) = index.reject_panic(key) {
                return Err(self.reject_key_panic(note(Rule::ProgramPanics), key, id, Some(merge_key)));
            }
            wanted.set_first(slot, at);
            match index.first(slot) {
                Some(id) => {
                    let twins = index.all(slot).take(2).count();
                    self.open(StepDraft::new(Rule::MatchItem, id).patch(source).count(twins));
                    self.merge_unmarked_map(id, source, item_place)?;
                    self.close();
                    if key == MergeKey::Null {
                        // The patch item's null key has just removed the key that the two have in common.
                        index.forget(slot);
                    }
                    matched.set_first(slot, at);
                    if item.directs || key == MergeKey::Null {
                        doubtful.set_first(slot, at);
                    }
                }
                None => {
                    let id = self.add_item(list, source, Strip::Verbatim);
                    index.add_last(slot, key, id);
                    items.push(self.keyed_item(id, Some(merge_key), &mut table));
                }
            }
        }
        for item in &mut items {
            let note = StepDraft::new(Rule::MissingMergeKey, list).patch(patch);
            // Merging may have taken the key away; it cannot have changed it.
            let is_keyless = || doubtful.has(item.slot) && self.scene.get(item.id, merge_key).is_none();
            if matched.has(item.slot) && (item.last || is_keyless()) {
                *item = self.keyed_item(item.id, Some(merge_key), &mut table);
            }
            let Some(key) = table.key(item.slot) else {
                return Err(self.keyless(note, item.id, field));
            };
            if !key.is_comparable() && wanted.has(item.slot) {
                let note = note.renamed(Rule::ProgramPanics);
                return Err(self.reject_key_panic(note, key, item.id, Some(merge_key)));
            }
        }
        let (kept, added) = items.split_at(survivors);
        let mut view: Vec<KeyId> = kept.iter().map(|item| item.slot).collect();
        let freed = added.iter().take(deleted).map(|item| item.slot);
        let stood = KeyMap::first_places(view.iter().copied());
        view.extend(freed);
        let woven = place_by_live_positions(items.into_iter(), &wanted, &stood, &table);
        let items = MergedItems::Keyed(self.woven(list, woven, merge_key)?);
        let view = LiveKeys {
            slots: view,
            keyless: None,
        };
        Ok(MergedList { items, view, table })
    }

    /// Carries out the items with `$patch`. Returns a `$patch: replace` marker if there is one, and how many live
    /// items were deleted.
    fn directive_items(
        &mut self,
        list: ResultId,
        patch_items: &[PatchItem],
        merge_key: &'d str,
        table: &KeyTable<'d>,
        index: &mut ItemIndex,
    ) -> MergeResult<(Option<NodeRef>, usize)> {
        let (mut replaces, mut deleted) = (None, 0);
        for (at, item) in patch_items.iter().enumerate() {
            let Some(marker) = item.marker else { continue };
            let item_source = item.source;
            let note = |rule| {
                StepDraft::new(rule, list)
                    .patch(item_source)
                    .directive(Some(marker))
            };
            match self.value(marker) {
                Value::String("replace") => replaces = Some(marker),
                Value::String("delete") => {
                    let Some(key) = table.key(item.slot) else {
                        let message = self.no_key_text(item_source, merge_key);
                        let detail = format!("a deletion has no `{merge_key}`");
                        let note = note(Rule::MissingMergeKey);
                        return Err(self.reject(note, message, detail, vec![item_source]));
                    };
                    if let Some(id) = index.reject_panic(key) {
                        return Err(self.reject_key_panic(
                            note(Rule::ProgramPanics),
                            key,
                            id,
                            Some(merge_key),
                        ));
                    }
                    deleted += self.delete_items(list, item_source, marker, item.slot, index);
                }
                Value::String("merge") => {
                    let message = "merging lists cannot yet be specified in the patch".to_owned();
                    let note = note(Rule::UnknownPatchType);
                    return Err(self.reject(note, message, "\"merge\"".to_owned(), vec![marker]));
                }
                _ => {
                    let holder = format!("entry {at}");
                    return Err(self.unknown_marker(list, item_source, marker, &holder));
                }
            }
        }
        Ok((replaces, deleted))
    }

    /// `$patch: delete`: all live items of the key go; returns how many.
    pub(crate) fn delete_items(
        &mut self,
        list: ResultId,
        item: NodeRef,
        patch_directive: NodeRef,
        slot: KeyId,
        index: &mut ItemIndex,
    ) -> usize {
        let doomed: Vec<ResultId> = index.all(slot).collect();
        let Some(first) = doomed.first().copied() else {
            let shown = self.deletion_name(item, patch_directive);
            let note = StepDraft::new(Rule::DeleteNothing, list)
                .patch(item)
                .directive(Some(patch_directive));
            self.step(note.detail(shown));
            return 0;
        };
        self.step(
            StepDraft::new(Rule::DeleteItem, first)
                .patch(item)
                .directive(Some(patch_directive))
                .count(doomed.len()),
        );
        for id in &doomed {
            self.remove(*id, Mark::Deleted);
        }
        index.forget(slot);
        doomed.len()
    }

    fn deletion_name(&self, item: NodeRef, marker: NodeRef) -> String {
        let keys = self.children(item).filter(|entry| *entry != marker);
        let shown: Vec<String> = keys
            .take(2)
            .map(|entry| {
                format!(
                    "{}={}",
                    self.key(entry).unwrap_or_default(),
                    self.key_text(entry, None)
                )
            })
            .collect();
        shown.join(", ")
    }

    /// A patch item that no live item matches goes to the list's end.
    pub(crate) fn add_item(&mut self, list: ResultId, item: NodeRef, cleaning: Strip) -> ResultId {
        self.add_item_found_by(list, item, cleaning, None)
    }

    /// The same; `keys` are the item's `$patchMergeKey` and its keys in words.
    pub(crate) fn add_item_found_by(
        &mut self,
        list: ResultId,
        item: NodeRef,
        cleaning: Strip,
        keys: Option<(NodeRef, String)>,
    ) -> ResultId {
        let place = self.item_place(list);
        let mut cleaner = self.cleaner(cleaning, item);
        let id = self.prepare_insert(list, None, item, &mut cleaner, place);
        let mut events = cleaner.events;
        let note = match keys {
            None => StepDraft::new(Rule::AddItem, id),
            Some((directive, shown)) => {
                // It has done its work: that it is left out is no news.
                events.retain(|(_, node)| *node != directive.node);
                let note = StepDraft::new(Rule::AddItemByKeys, id).detail(shown);
                note.directive(Some(directive))
            }
        };
        self.step(note.patch(item));
        self.scene.mark(id, Mark::Added);
        self.scene.commit_insert(id);
        self.record_dropped(id, events);
        id
    }

    /// The item type of the scene's list, for cleaning; only the proposal asks.
    fn item_place(&self, list: ResultId) -> Option<crate::schema::TypePosition> {
        if !self.is_proposal() {
            return None;
        }
        let mut chain = vec![list];
        while let Some(parent) = chain.last().and_then(|id| self.scene.parent(*id)) {
            chain.push(parent);
        }
        let mut place = crate::merge::result_tree::path::top_place(&self.documents[0], self.schema)?;
        for id in chain.iter().rev().skip(1) {
            place = match self.scene_key(*id) {
                Some(key) => self.schema.peek(place, key)?.place,
                None => self.schema.item(place),
            };
        }
        Some(self.schema.item(place))
    }
}
