//! Two lists meet, as the documents define it (spec 4.4): deletions, server-only items first, merges, order.

use rustc_hash::{FxHashMap, FxHashSet};

use super::incoming::Cleaning;
use super::items::ItemIndex;
use super::key::Key;
use super::proposal::is_key;
use crate::document::{Kind, Value};
use crate::merge::engine::{Engine, Note, Outcome};
use crate::merge::mark::Mark;
use crate::merge::node::{ResultId, Source};
use crate::merge::rule::Rule;
use crate::merge::semantics::Semantics;
use crate::schema::{Field, Strategy};

impl<'d> Engine<'d> {
    /// Merges the list `patch` into the scene's list `list`, and orders it by `order` or by the patch list.
    pub(super) fn merge_list_proposal(
        &mut self,
        list: ResultId,
        patch: Source,
        order: Option<Source>,
        field: &Field<'d>,
    ) -> Outcome {
        if field.strategy != Strategy::Merge {
            // An order says nothing new here: the check has seen the patch list in that very order.
            self.replace_atomic_list(list, patch);
            return Ok(());
        }
        let patch_items: Vec<Source> = self.children(patch).collect();
        let replace = patch_items.iter().copied().find_map(|item| {
            self.marker(item)
                .filter(|marker| self.value(*marker) == Value::String("replace"))
        });
        if let Some(marker) = replace {
            self.replace_items(
                list,
                patch,
                Cleaning::Whole,
                Rule::ReplaceList,
                Some(marker),
                &|_| true,
            );
            return Ok(());
        }
        let live = self.items(list);
        let note = Note::new(Rule::MergeList, list).patch(patch).directive(order);
        let Some(kind) = self.element_kind(&live, &patch_items, note.clone(), (list, patch))? else {
            return Ok(());
        };
        if kind != Kind::Map {
            return self.merge_set_proposal(list, live, patch, &patch_items, order);
        }
        let Some(merge_key) = field.merge_key else {
            let name = self.list_name(list);
            let message = format!("cannot merge lists of maps without merge key: {name:?}");
            let note = Note::renamed(note, Rule::NoMergeKey);
            return Err(self.refuse(note, message, format!("`{name}` has none"), vec![patch]));
        };
        self.recommended_keys_fit(list, patch, field)?;
        self.every_item_has_a_key(list, patch, &live, &patch_items, field)?;
        if self.knows_merge_keys()
            && patch_items
                .iter()
                .any(|item| self.entry(*item, "$patchMergeKey").is_some())
        {
            return self.merge_by_keys(list, live, patch, &patch_items, order, field);
        }
        let positions = self.positions(list, &patch_items)?;
        self.open(note.count(patch_items.len()));
        let keyed = live.iter().map(|id| (*id, self.item_key(*id, Some(merge_key))));
        let mut index = ItemIndex::new(keyed);
        let rest = self.deletions_first(list, &patch_items, merge_key, &mut index)?;
        let keys: Vec<Key<'d>> = rest
            .iter()
            .map(|item| self.entry_key(*item, Some(merge_key)).unwrap_or(Key::Null))
            .collect();
        let named = match order {
            Some(order) => self
                .children(order)
                .filter_map(|entry| self.entry_key(entry, Some(merge_key)))
                .collect(),
            None => keys.iter().copied().collect(),
        };
        if self.orders_by_lists() {
            self.server_only_first(list, &named, order, patch, Some(merge_key));
        }
        let item_place = self.schema.item(field.place);
        for (item, key) in rest.into_iter().zip(keys) {
            match index.first(key) {
                Some(id) => {
                    let twins = index.all(key).take(2).count();
                    self.open(Note::new(Rule::MatchItem, id).patch(item).count(twins));
                    self.merge_map(id, item, item_place)?;
                    self.close();
                }
                None => {
                    let id = self.add_item(list, item, Cleaning::Whole);
                    index.append(key, id);
                }
            }
        }
        if self.orders_by_lists() {
            let items = self.items(list);
            let by = order.unwrap_or(patch);
            self.order_items(list, &items, &named, by, order.is_some(), Some(merge_key));
        } else if !positions.is_empty() {
            self.place_items(list, patch, &patch_items, &positions, &index, merge_key);
        }
        self.close();
        Ok(())
    }

    /// `$setElementOrder/f` without f in the patch: live alone is ordered (spec 4.3 step 4).
    pub(super) fn order_only(&mut self, list: ResultId, order: Source, field: &Field<'d>) -> Outcome {
        let live = self.items(list);
        let merge_key = field.merge_key;
        if field.strategy == Strategy::Merge {
            let note = Note::new(Rule::MergeList, list).directive(Some(order));
            if self.element_kind(&live, &[], note, (list, order))? == Some(Kind::Map) {
                self.every_item_has_a_key(list, order, &live, &[], field)?;
            }
        }
        let named: FxHashSet<Key<'d>> = self
            .children(order)
            .filter_map(|entry| self.entry_key(entry, merge_key))
            .collect();
        self.server_only_first(list, &named, Some(order), order, merge_key);
        let items = self.items(list);
        self.order_items(list, &items, &named, order, true, merge_key);
        Ok(())
    }

    fn list_name(&self, list: ResultId) -> String {
        self.scene_key(list).unwrap_or("the list").to_owned()
    }

    fn every_item_has_a_key(
        &mut self,
        list: ResultId,
        patch: Source,
        live: &[ResultId],
        patch_items: &[Source],
        field: &Field<'d>,
    ) -> Outcome {
        let name = self.list_name(list);
        let merge_key = field.merge_key.unwrap_or_default();
        let note = Note::new(Rule::MissingMergeKey, list).patch(patch);
        for (index, item) in patch_items.iter().copied().enumerate() {
            if !self.entry_key(item, Some(merge_key)).is_some_and(is_key) {
                return Err(self.entry_without_key(note, &name, index, item, field));
            }
        }
        for (index, id) in live.iter().copied().enumerate() {
            if !self.item_key(id, Some(merge_key)).is_some_and(is_key) {
                let message = format!(
                    "item {index} of live {name:?} does not contain the default merge key {merge_key:?}"
                );
                let detail = format!("item {index} of live has no `{merge_key}`");
                let source = self.scene.source(id);
                return Err(self.refuse(note, message, detail, vec![source]));
            }
        }
        Ok(())
    }

    /// Carries all deletions out, wherever they stand; returns the other items.
    fn deletions_first(
        &mut self,
        list: ResultId,
        patch_items: &[Source],
        merge_key: &'d str,
        index: &mut ItemIndex<'d>,
    ) -> Outcome<Vec<Source>> {
        let mut rest = Vec::new();
        let name = self.list_name(list);
        for (at, item) in patch_items.iter().copied().enumerate() {
            match self.marker(item).map(|marker| (marker, self.value(marker))) {
                None => rest.push(item),
                Some((marker, Value::String("delete"))) => {
                    let key = self.entry_key(item, Some(merge_key)).unwrap_or(Key::Null);
                    self.delete_items(list, item, marker, key, index);
                }
                Some((marker, _)) => {
                    let holder = format!("entry {at} of {name:?}");
                    return Err(self.unknown_marker(list, item, marker, &holder));
                }
            }
        }
        Ok(rest)
    }

    /// Items that nobody names go to the front, in their live order (000; spec 4.4 step 5).
    fn server_only_first(
        &mut self,
        list: ResultId,
        named: &FxHashSet<Key<'d>>,
        order: Option<Source>,
        patch: Source,
        merge_key: Option<&str>,
    ) {
        let items = self.items(list);
        let (others, server_only): (Vec<ResultId>, Vec<ResultId>) = items.iter().copied().partition(|id| {
            self.item_key(*id, merge_key)
                .is_some_and(|key| named.contains(&key))
        });
        if server_only.is_empty() || others.is_empty() {
            return;
        }
        let wanted: Vec<ResultId> = server_only.iter().chain(&others).copied().collect();
        let stands_so = wanted == items;
        // Without a directive, and with nothing to move, nobody would expect a word about it.
        if stands_so && order.is_none() {
            return;
        }
        let names = if self.traced {
            self.item_names(&server_only, merge_key)
        } else {
            String::new()
        };
        self.step(
            Note::new(Rule::ServerOnlyFirst, list)
                .patch(patch)
                .directive(order)
                .count(server_only.len())
                .detail(names),
        );
        for id in &server_only {
            self.scene.mark(*id, Mark::ServerOnly);
        }
        self.scene.reorder(list, &wanted);
    }

    /// Items that somebody names take the order of `order`: a directive's, or the patch list's (spec 4.4 step 7).
    fn order_items(
        &mut self,
        list: ResultId,
        items: &[ResultId],
        named: &FxHashSet<Key<'d>>,
        order: Source,
        is_directive: bool,
        merge_key: Option<&str>,
    ) {
        let mut places: FxHashMap<Key<'d>, usize> = FxHashMap::default();
        for (at, entry) in self.children(order).enumerate() {
            if self.marker(entry).is_none()
                && let Some(key) = self.entry_key(entry, merge_key)
            {
                places.entry(key).or_insert(at);
            }
        }
        let place = |id: &ResultId| {
            self.item_key(*id, merge_key)
                .and_then(|key| places.get(&key).copied())
        };
        let is_server_only = |id: &ResultId| {
            !named.is_empty()
                && self
                    .item_key(*id, merge_key)
                    .is_none_or(|key| !named.contains(&key))
        };
        // What has no place (server-only) sorts before everything that has one, and keeps its order.
        let mut keyed: Vec<(Option<usize>, ResultId)> = items.iter().map(|id| (place(id), *id)).collect();
        keyed.sort_by_key(|(place, _)| *place);
        let wanted: Vec<ResultId> = keyed.into_iter().map(|(_, id)| id).collect();
        let names = if self.traced {
            let shown: Vec<ResultId> = wanted.iter().copied().filter(|id| !is_server_only(id)).collect();
            self.item_names(&shown, merge_key)
        } else {
            String::new()
        };
        let rule = if is_directive {
            Rule::OrderByDirective
        } else {
            Rule::OrderByPatch
        };
        let note = Note::new(rule, list)
            .patch(order)
            .directive(is_directive.then_some(order));
        self.put_in_order(list, &wanted, note.detail(names), Mark::Reordered);
    }

    fn merge_set_proposal(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: Source,
        patch_items: &[Source],
        order: Option<Source>,
    ) -> Outcome {
        self.open(
            Note::new(Rule::MergeSet, list)
                .patch(patch)
                .directive(order)
                .count(patch_items.len()),
        );
        let mut present: FxHashSet<Key<'d>> = FxHashSet::default();
        let repeated: Vec<ResultId> = live
            .into_iter()
            .filter(|id| !present.insert(Key::of(self.scene_value(*id))))
            .collect();
        self.drop_repeats(list, repeated);
        let named: FxHashSet<Key<'d>> = self
            .children(order.unwrap_or(patch))
            .map(|entry| Key::of(self.value(entry)))
            .collect();
        if self.orders_by_lists() {
            self.server_only_first(list, &named, order, patch, None);
        }
        for item in patch_items {
            if present.insert(Key::of(self.value(*item))) {
                self.add_value(list, *item);
            }
        }
        if self.orders_by_lists() {
            let items = self.items(list);
            let by = order.unwrap_or(patch);
            self.order_items(list, &items, &named, by, order.is_some(), None);
        } else if self.semantics == Semantics::Position {
            self.patch_values_first(list, patch, patch_items);
        }
        self.close();
        Ok(())
    }
}
