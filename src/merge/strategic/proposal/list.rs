//! Two lists meet, as the documents define it (spec 4.4): deletions, server-only items first, merges, order.

use crate::document::{Value, ValueKind};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap, KeyTable};
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, Recorder, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::dialect::Dialect;
use crate::merge::strategic::items::ItemIndex;
use crate::merge::strategic::new_values::Strip;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::{Field, Strategy};

/// What puts a list in order, with the keys of all that takes part.
#[derive(Debug)]
pub(crate) struct OrderDirective<'d> {
    /// The directive.
    source: NodeRef,
    table: KeyTable<'d>,
    entries: Vec<PatchItem>,
    /// The items of the patch list beside it.
    patch: Vec<PatchItem>,
    /// Live's, where they are known already.
    live: Option<Vec<KeyedItem>>,
}

impl<'d> OrderDirective<'d> {
    pub(crate) fn new(
        source: NodeRef,
        table: KeyTable<'d>,
        entries: Vec<PatchItem>,
        patch: Vec<PatchItem>,
        live: Option<Vec<KeyedItem>>,
    ) -> Self {
        Self {
            source,
            table,
            entries,
            patch,
            live,
        }
    }
}

/// Which keys an order (or, without one, the patch list) names, and where it wants them.
struct RequestedOrder {
    /// The directive or the patch list.
    source: NodeRef,
    is_directive: bool,
    named: KeyMap,
    places: KeyMap,
}

impl RequestedOrder {
    fn new(source: NodeRef, is_directive: bool, entries: &[PatchItem]) -> Self {
        let slots = |entry: &PatchItem| entry.slot;
        let unmarked = |entry: &PatchItem| match entry.marker {
            None => entry.slot,
            Some(_) => KeyId::NONE,
        };
        let places = KeyMap::first_places(entries.iter().map(unmarked));
        // A patch list names with `$patch: delete` what is to go; an order names with every entry.
        let named = match is_directive && entries.iter().any(|entry| entry.marker.is_some()) {
            true => KeyMap::first_places(entries.iter().map(slots)),
            false => places.clone(),
        };
        Self {
            source,
            is_directive,
            named,
            places,
        }
    }

    fn directive(&self) -> Option<NodeRef> {
        self.is_directive.then_some(self.source)
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the list `patch` into the scene's list `list`, and orders it by `order` or by the patch list.
    pub(crate) fn merge_list_proposal(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        order: Option<OrderDirective<'d>>,
        field: &Field<'d>,
    ) -> MergeResult {
        if field.strategy != Strategy::Merge {
            // An order says nothing new here: the check has seen the patch list in that very order.
            self.replace_atomic_list(list, patch);
            return Ok(());
        }
        let directive = order.as_ref().map(|order| order.source);
        let (mut table, entries, patch_items, known) = match order {
            Some(order) => (order.table, order.entries, order.patch, order.live),
            None => match self.take_cached_list(list, patch, field.merge_key) {
                Some(seen) => (seen.table, Vec::new(), seen.patch, Some(seen.live)),
                None => {
                    let mut table = self.key_table(Some(list), &[Some(patch)]);
                    let patch_items = self.patch_items(patch, field.merge_key, &mut table);
                    (table, Vec::new(), patch_items, None)
                }
            },
        };
        let mut markers = patch_items.iter().filter_map(|item| item.marker);
        let replace = markers.find(|marker| self.value(*marker) == Value::String("replace"));
        if let Some(marker) = replace {
            self.replace_items(
                list,
                patch,
                Strip::Whole,
                Rule::ReplaceList,
                Some(marker),
                &|_| true,
            );
            return Ok(());
        }
        let live_items =
            known.unwrap_or_else(|| self.keyed_items(&self.items(list), field.merge_key, &mut table));
        let live = || live_items.iter().map(|item| item.id).collect();
        let note = StepDraft::new(Rule::MergeList, list)
            .patch(patch)
            .directive(directive);
        let sources = patch_items.iter().map(|item| item.source);
        let elements = self.elements_of_keyed(&live_items, &patch_items);
        let Some(kind) = self.one_kind_of(elements, note.clone(), (list, patch))? else {
            return Ok(());
        };
        if kind != ValueKind::Map {
            return self.merge_set_proposal(list, live(), patch, directive);
        }
        let Some(merge_key) = field.merge_key else {
            let name = self.list_name(list);
            let message = format!("cannot merge lists of maps without merge key: {name:?}");
            let note = StepDraft::renamed(note, Rule::NoMergeKey);
            return Err(self.reject(note, message, format!("`{name}` has none"), vec![patch]));
        };
        self.recommended_keys_fit(list, patch, field)?;
        self.every_item_has_a_key(list, patch, &live_items, &patch_items, &table, field)?;
        if self.knows_merge_keys() && patch_items.iter().any(|item| item.by_keys) {
            let sources: Vec<NodeRef> = sources.collect();
            return self.merge_by_keys(list, live(), patch, &sources, directive, field);
        }
        self.drop_merge_keys(list, &patch_items);
        let positions = self.positions(list, sources)?;
        self.open(note.count(patch_items.len()));
        let mut index = ItemIndex::new(&live_items, &table);
        self.deletions_first(list, &patch_items, &mut index)?;
        let wanted = match directive {
            Some(directive) => RequestedOrder::new(directive, true, &entries),
            None => RequestedOrder::new(patch, false, &patch_items),
        };
        let mut items = live_items;
        if patch_items.iter().any(|item| item.marker.is_some()) {
            items.retain(|item| self.is_in(item.id));
        }
        if self.orders_by_lists() {
            self.server_only_first(list, &mut items, &wanted, patch, Some(merge_key));
        }
        let item_place = self.schema.item(field.place);
        for item in patch_items.iter().filter(|item| item.marker.is_none()) {
            match index.first(item.slot) {
                Some(id) => {
                    let twins = index.all(item.slot).take(2).count();
                    self.open(
                        StepDraft::new(Rule::MatchItem, id)
                            .patch(item.source)
                            .count(twins),
                    );
                    // It bears no marker.
                    self.merge_unmarked_map(id, item.source, item_place)?;
                    self.close();
                }
                None => {
                    let id = self.add_item(list, item.source, Strip::Whole);
                    let key = table.key(item.slot).unwrap_or(MergeKey::Null);
                    index.add_last(item.slot, key, id);
                    items.push(KeyedItem {
                        id,
                        slot: item.slot,
                        kind: item.kind,
                        last: false,
                    });
                }
            }
        }
        if self.orders_by_lists() {
            self.order_items(list, items, &wanted, Some(merge_key));
        } else if !positions.is_empty() {
            self.place_items(list, patch, &patch_items, &positions, &index);
        }
        self.close();
        Ok(())
    }

    /// `$setElementOrder/f` without f in the patch: live alone is ordered (spec 4.3 step 4).
    pub(crate) fn order_only(
        &mut self,
        list: ResultId,
        order: OrderDirective<'d>,
        field: &Field<'d>,
    ) -> MergeResult {
        let live = self.items(list);
        let merge_key = field.merge_key;
        let OrderDirective {
            source,
            mut table,
            entries,
            ..
        } = order;
        let mut items = self.keyed_items(&live, merge_key, &mut table);
        if field.strategy == Strategy::Merge {
            let note = StepDraft::new(Rule::MergeList, list).directive(Some(source));
            let none = std::iter::empty();
            if self.element_kind(&live, none, note, (list, source))? == Some(ValueKind::Map) {
                self.every_item_has_a_key(list, source, &items, &[], &table, field)?;
            }
        }
        let wanted = RequestedOrder::new(source, true, &entries);
        self.server_only_first(list, &mut items, &wanted, source, merge_key);
        self.order_items(list, items, &wanted, merge_key);
        Ok(())
    }

    fn list_name(&self, list: ResultId) -> String {
        self.scene_key(list).unwrap_or("the list").to_owned()
    }

    fn every_item_has_a_key(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        live: &[KeyedItem],
        patch_items: &[PatchItem],
        table: &KeyTable<'d>,
        field: &Field<'d>,
    ) -> MergeResult {
        let has_key = |slot| table.key(slot).is_some_and(MergeKey::tells_apart);
        let note = || StepDraft::new(Rule::MissingMergeKey, list).patch(patch);
        if let Some(index) = patch_items.iter().position(|item| !has_key(item.slot)) {
            let name = self.list_name(list);
            return Err(self.entry_without_key(note(), &name, index, patch_items[index].source, field));
        }
        if let Some(index) = live.iter().position(|item| !has_key(item.slot)) {
            let name = self.list_name(list);
            let merge_key = field.merge_key.unwrap_or_default();
            let message =
                format!("item {index} of live {name:?} does not contain the default merge key {merge_key:?}");
            let detail = format!("item {index} of live has no `{merge_key}`");
            let source = self.scene.source(live[index].id);
            return Err(self.reject(note(), message, detail, vec![source]));
        }
        Ok(())
    }

    /// Carries all deletions out, wherever they stand.
    fn deletions_first(
        &mut self,
        list: ResultId,
        patch_items: &[PatchItem],
        index: &mut ItemIndex,
    ) -> MergeResult {
        for (at, item) in patch_items.iter().enumerate() {
            let Some(marker) = item.marker else { continue };
            if self.value(marker) != Value::String("delete") {
                let holder = format!("entry {at} of {:?}", self.list_name(list));
                return Err(self.unknown_marker(list, item.source, marker, &holder));
            }
            self.delete_items(list, item.source, marker, item.slot, index);
        }
        Ok(())
    }

    /// Items that nobody names go to the front, in their live order (000; spec 4.4 step 5).
    fn server_only_first(
        &mut self,
        list: ResultId,
        items: &mut [KeyedItem],
        wanted: &RequestedOrder,
        patch: NodeRef,
        merge_key: Option<&str>,
    ) {
        let is_named = |item: &KeyedItem| wanted.named.has(item.slot);
        let server_only = items.iter().filter(|item| !is_named(item)).count();
        if server_only == 0 || server_only == items.len() {
            return;
        }
        let stands_so = !items[..server_only].iter().any(is_named);
        // Without a directive, and with nothing to move, nobody would expect a word about it.
        if stands_so && !wanted.is_directive {
            return;
        }
        // Stable: both parts keep their live order.
        items.sort_by_key(is_named);
        let ids: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        let names = if self.traced {
            self.item_names(&ids[..server_only], merge_key)
        } else {
            String::new()
        };
        self.step(
            StepDraft::new(Rule::ServerOnlyFirst, list)
                .patch(patch)
                .directive(wanted.directive())
                .count(server_only)
                .detail(names),
        );
        for id in &ids[..server_only] {
            self.scene.mark(*id, Mark::ServerOnly);
        }
        self.reorder(list, &ids);
    }

    /// Items that somebody names take the order of a directive, or of the patch list (spec 4.4 step 7). `items` are
    /// those of the list as they stand.
    fn order_items(
        &mut self,
        list: ResultId,
        mut items: Vec<KeyedItem>,
        wanted: &RequestedOrder,
        merge_key: Option<&str>,
    ) {
        // What has no place (server-only) sorts before everything that has one, and keeps its order.
        let place = |item: &KeyedItem| wanted.places.get(item.slot);
        if items.is_sorted_by_key(place) {
            return;
        }
        let now: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        items.sort_by_key(place);
        let ids: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        let rule = if wanted.is_directive {
            Rule::OrderByDirective
        } else {
            Rule::OrderByPatch
        };
        let note = |engine: &Recorder<'_>| {
            let note = StepDraft::new(rule, list)
                .patch(wanted.source)
                .directive(wanted.directive());
            if !engine.traced {
                return note;
            }
            let is_named = |item: &&KeyedItem| wanted.named.is_empty() || wanted.named.has(item.slot);
            let shown: Vec<ResultId> = items.iter().filter(is_named).map(|item| item.id).collect();
            note.detail(engine.item_names(&shown, merge_key))
        };
        self.order_list(list, &now, &ids, note);
    }

    fn merge_set_proposal(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: NodeRef,
        order: Option<NodeRef>,
    ) -> MergeResult {
        let mut table = self.key_table(Some(list), &[Some(patch), order]);
        let patch_items = self.patch_items(patch, None, &mut table);
        let wanted = match order {
            Some(order) => RequestedOrder::new(order, true, &self.patch_items(order, None, &mut table)),
            None => RequestedOrder::new(patch, false, &patch_items),
        };
        self.open(
            StepDraft::new(Rule::MergeSet, list)
                .patch(patch)
                .directive(order)
                .count(patch_items.len()),
        );
        let given = KeyMap::first_places(patch_items.iter().map(|item| item.slot));
        let mut items = self.keyed_items(&live, None, &mut table);
        let mut present = KeyMap::new();
        let mut repeated = Vec::new();
        items.retain(|item| {
            let is_new = present.set_first(item.slot, 0);
            if !is_new {
                repeated.push(item.id);
            }
            is_new
        });
        self.drop_repeats(list, repeated);
        if self.orders_by_lists() {
            self.server_only_first(list, &mut items, &wanted, patch, None);
        }
        for item in patch_items {
            if present.set_first(item.slot, 0) {
                let id = self.add_value(list, item.source);
                items.push(KeyedItem {
                    id,
                    slot: item.slot,
                    kind: item.kind,
                    last: false,
                });
            }
        }
        if self.orders_by_lists() {
            self.order_items(list, items, &wanted, None);
        } else if self.dialect == Dialect::Position {
            self.patch_values_first(list, patch, &items, &given);
        }
        self.close();
        Ok(())
    }
}
