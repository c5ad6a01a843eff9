//! `$setElementOrder` as Kubernetes carries it out (spec 3.4): check, merge, split by the order, weave.

use rustc_hash::FxHashMap;

use super::live_positions::{LiveKeys, MergedItems, MergedList, place_by_live_positions};
use crate::document::{Tree, Value, ValueKind};
use crate::merge::MergeKey;
use crate::merge::go_text;
use crate::merge::keys::key_table::{KeyMap, KeyTable};
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{FieldLookup, MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::items::PatchItems;
use crate::merge::strategic::new_values::Strip;
use crate::merge::strategic::order_help;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::trace::Rejection;
use crate::schema::{Field, Strategy, TypePosition};

impl<'d> StrategicMerge<'_, 'd> {
    /// `$setElementOrder/f`: checks, merges list f and orders it; returns f, which is then finished (spec 3.4).
    pub(crate) fn ordered_field(
        &mut self,
        at: ResultId,
        place: TypePosition,
        directive: NodeRef,
        by_key: &FxHashMap<&'d str, NodeRef>,
        fields: &mut FieldLookup<'d>,
    ) -> MergeResult<&'d str> {
        let not_a_list = |kind: ValueKind| {
            format!(
                "expected a []interface {{}}, but received a {}",
                go_text::type_name(kind)
            )
        };
        let note = |rule| {
            StepDraft::new(rule, at)
                .field(directive)
                .directive(Some(directive))
        };
        if self.kind(directive) != ValueKind::List {
            let kind = self.kind(directive);
            let detail = format!("the order is {}", kind.with_article());
            return Err(self.reject(
                note(Rule::OrderNotLists),
                not_a_list(kind),
                detail,
                vec![directive],
            ));
        }
        if self.composing {
            self.move_directive(at, directive)?;
        }
        let name = self.directive_field(at, directive)?;
        let live = self.find(fields, name);
        let patch = by_key.get(name).copied();
        let sides = [
            live.map(|live| ("live", self.scene.kind(live), self.scene.source(live))),
            patch.map(|patch| ("the patch", self.kind(patch), patch)),
        ];
        for (side, kind, source) in sides.into_iter().flatten() {
            if kind != ValueKind::List {
                let detail = format!("{side} has {} under `{name}`", kind.with_article());
                let guilty = vec![source, directive];
                return Err(self.reject(note(Rule::OrderNotLists), not_a_list(kind), detail, guilty));
            }
        }
        let field = self.look_up(at, place, name, directive, true)?;
        if let Some(patch) = patch {
            let checked = live.map_or(note(Rule::CheckOrder), |live| {
                StepDraft::new(Rule::CheckOrder, live).directive(Some(directive))
            });
            self.check_order_kubernetes(checked.patch(patch), patch, directive, field.merge_key)?;
        }
        if let Some(new) = self.merge_and_order(at, live, patch, directive, &field)? {
            fields.add(name, new);
        }
        Ok(name)
    }

    /// The part behind the checks that can be made beforehand: merges the list, splits it by the order, weaves.
    /// Returns the list if it is new to live.
    fn merge_and_order(
        &mut self,
        at: ResultId,
        live: Option<ResultId>,
        patch: Option<NodeRef>,
        directive: NodeRef,
        field: &Field<'d>,
    ) -> MergeResult<Option<ResultId>> {
        // The lists as they are before they are merged, for what is checked after. Merging makes some of the checks.
        let merges = live.is_some() && patch.is_some() && field.strategy == Strategy::Merge;
        let live_items = match live {
            Some(live) if !merges || field.merge_key.is_none() => self.items(live),
            _ => Vec::new(),
        };
        let (mut elements, mut lists) = (PatchItems::None, String::new());
        if !merges {
            let patch_items = patch.into_iter().flat_map(|patch| self.children(patch));
            elements = self.elements(&live_items, patch_items);
            lists = self.lists_text(elements, live, patch);
        }
        let (list, mut merged) = match (live, patch) {
            (None, None) => {
                let note = StepDraft::new(Rule::OrderNothing, at).field(directive);
                self.step(note.directive(Some(directive)));
                return Ok(None);
            }
            (Some(live), None) => {
                let mut table = self.key_table(Some(live), &[Some(directive)]);
                let items = self.keyed_items(&live_items, field.merge_key, &mut table);
                let view = LiveKeys::of(&items);
                let items = MergedItems::Keyed(items);
                (live, MergedList { items, view, table })
            }
            (None, Some(patch)) => {
                let Some(new) = self.insert_new(at, None, patch, None, Strip::Ordered)? else {
                    return Ok(None);
                };
                let (items, view) = (MergedItems::Plain(self.items(new)), LiveKeys::default());
                let table = self.key_table(None, &[Some(patch), Some(directive)]);
                (new, MergedList { items, view, table })
            }
            (Some(live), Some(patch)) => {
                let (merged, found) =
                    self.merge_list_kubernetes(live, patch, field, false, Some(directive))?;
                if merges {
                    elements = found;
                }
                (live, merged)
            }
        };
        let note = |rule| {
            let note = StepDraft::new(rule, list).directive(Some(directive));
            patch.map_or(note.clone(), |patch| note.patch(patch))
        };
        let order = self.patch_items(directive, field.merge_key, &mut merged.table);
        let places = KeyMap::first_places(order.iter().map(|entry| entry.slot));
        let items = match merged.items {
            MergedItems::Keyed(items) => items,
            MergedItems::Plain(ids) => self.keyed_items(&ids, field.merge_key, &mut merged.table),
        };
        self.check_items_by_order(&items, &order, &places, &merged.table, field, &note)?;
        let kind = self.one_kind(elements, note(Rule::MixedTypes), lists)?;
        match kind {
            None => {
                let message = "no elements in any of the given slices".to_owned();
                return Err(self.reject(note(Rule::NoElements), message, String::new(), vec![directive]));
            }
            Some(ValueKind::Map) => {
                self.check_keys_of_order(&order, &merged.view, &live_items, field, &note)?
            }
            Some(_) => {}
        }
        let merge_key = field.merge_key;
        let server_ids: Vec<ResultId> = items
            .iter()
            .filter(|item| !places.has(item.slot))
            .map(|item| item.id)
            .collect();
        let stood = KeyMap::first_places(merged.view.slots.iter().copied());
        let woven = place_by_live_positions(items.into_iter(), &places, &stood, &merged.table);
        let woven = self.woven(list, woven, merge_key.unwrap_or_default())?;
        let woven: Vec<ResultId> = woven.into_iter().map(|item| item.id).collect();
        let before = self.items(list);
        self.order_by_position(list, &before, &woven, merge_key, note(Rule::OrderByPosition));
        if self.traced && before != woven {
            self.mark_server_only(&server_ids);
        }
        Ok(live.is_none().then_some(list))
    }

    /// All merged items must be found in the order, or be known not to be in it.
    fn check_items_by_order(
        &mut self,
        items: &[KeyedItem],
        order: &[PatchItem],
        places: &KeyMap,
        table: &KeyTable<'d>,
        field: &Field<'d>,
        note: &impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let merge_key = field.merge_key;
        if merge_key.is_none()
            && let Some(composite) = order
                .iter()
                .map(|entry| entry.source)
                .find(|entry| !self.kind(*entry).is_scalar())
        {
            let name = go_text::type_name(self.kind(composite));
            let message = format!("runtime error: hash of unhashable type {name}");
            let note = note(Rule::ProgramPanics);
            let mut refusal = self.reject(note, message.clone(), message, vec![composite]);
            refusal.fix = Some(order_help::without_key(field.strategy).to_owned());
            return Err(refusal);
        }
        let no_map = order
            .iter()
            .position(|entry| merge_key.is_some() && self.kind(entry.source) != ValueKind::Map);
        for item in items {
            let Some(key) = table.key(item.slot) else {
                return Err(self.keyless(note(Rule::MissingMergeKey), item.id, field));
            };
            // The order is walked up to the key: what stands in front of it matters.
            let own = places.get(item.slot);
            if let Some(no_map) = no_map.filter(|at| own.is_none_or(|own| *at < own)) {
                let message = format!("value for key {no_map} is not a map");
                let guilty = order[no_map].source;
                let detail = format!("entry {no_map} of the order is a {}", self.kind(guilty).name());
                return Err(self.reject(note(Rule::OrderEntryKey), message, detail, vec![guilty]));
            }
            if !key.is_comparable() && (own.is_some() || merge_key.is_none()) {
                return Err(self.reject_key_panic(note(Rule::ProgramPanics), key, item.id, merge_key));
            }
        }
        Ok(())
    }

    /// Where the elements are maps, every entry of the order and every live item must have the merge key (an empty
    /// name for a list without one).
    fn check_keys_of_order(
        &mut self,
        order: &[PatchItem],
        view: &LiveKeys,
        live: &[ResultId],
        field: &Field<'d>,
        note: &impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let name = field.merge_key.unwrap_or_default();
        for PatchItem { source, slot, .. } in order.iter().copied() {
            let entry = source;
            if self.kind(entry) != ValueKind::Map {
                return Err(self.no_map(note(Rule::OrderEntryKey), entry));
            }
            let keyless = match field.merge_key {
                Some(_) => slot.is_none(),
                None => self.entry(entry, name).is_none(),
            };
            if keyless {
                let message = self.no_key_text(entry, name);
                let detail = format!("an entry has no `{name}`");
                return Err(self.reject(note(Rule::OrderEntryKey), message, detail, vec![entry]));
            }
        }
        let keyless = match field.merge_key {
            Some(_) => view.keyless,
            None => live
                .iter()
                .copied()
                .find(|id| self.item_key(*id, Some(name)).is_none()),
        };
        match keyless {
            Some(id) => Err(self.keyless(note(Rule::MissingMergeKey), id, field)),
            None => Ok(()),
        }
    }

    /// Server-only items that were moved are marked as such rather than as reordered.
    fn mark_server_only(&mut self, items: &[ResultId]) {
        for id in items {
            if self.scene.marks(*id).has(Mark::Reordered) {
                self.scene.mark(*id, Mark::ServerOnly);
            }
        }
    }

    /// Whether the patch list stands as the order directive wants it (spec 3.4.1).
    pub(crate) fn check_order_kubernetes(
        &mut self,
        note: StepDraft,
        patch: NodeRef,
        directive: NodeRef,
        merge_key: Option<&'d str>,
    ) -> MergeResult {
        let order: Vec<NodeRef> = self.children(directive).collect();
        let mut items = Vec::with_capacity(self.document(patch).len(patch.node));
        if order.is_empty() || self.document(patch).is_empty(patch.node) {
            return Ok(());
        }
        for item in self.children(patch) {
            if merge_key.is_some() && self.kind(item) != ValueKind::Map {
                return Err(self.no_map(note, item));
            }
            let marker = self.patch_directive(item);
            let deleted = merge_key.is_some()
                && marker.is_some_and(|marker| self.value(marker) == Value::String("delete"));
            if !deleted {
                items.push((item, marker.is_some()));
            }
        }
        let (mut at, mut place) = (0, 0);
        // The item's key, until its like is found in the order.
        let mut sought: Option<MergeKey<'d>> = None;
        while at < items.len() && place < order.len() {
            let (item, is_marked) = items[at];
            if is_marked {
                at += 1;
                continue;
            }
            if merge_key.is_some() && self.kind(order[place]) != ValueKind::Map {
                return Err(self.no_map(note, order[place]));
            }
            let mine = sought.or_else(|| self.entry_key(item, merge_key));
            let entry = self.entry_key(order[place], merge_key);
            let (Some(key), Some(entry)) = (mine, entry) else {
                let guilty = if mine.is_none() { item } else { order[place] };
                let name = merge_key.unwrap_or_default();
                let message = self.no_key_text(guilty, name);
                let detail = format!("an item has no `{name}`");
                let note = StepDraft::renamed(note, Rule::MissingMergeKey);
                return Err(self.reject(note, message, detail, vec![guilty]));
            };
            sought = mine;
            if key == entry {
                if !key.is_comparable() {
                    let kind = if key == MergeKey::List {
                        ValueKind::List
                    } else {
                        ValueKind::Map
                    };
                    let name = go_text::type_name(kind);
                    let message = format!("runtime error: comparing uncomparable type {name}");
                    let note = StepDraft::renamed(note, Rule::ProgramPanics);
                    let mut refusal = self.reject(note, message.clone(), message, vec![item]);
                    if merge_key.is_none() {
                        refusal.fix = Some(order_help::without_key(Strategy::None).to_owned());
                    }
                    return Err(refusal);
                }
                at += 1;
                sought = None;
            }
            place += 1;
        }
        if at < items.len() && place >= order.len() {
            let document = self.document(patch);
            let shown = go_text::value(document, patch.node);
            let wanted = go_text::value(document, directive.node);
            let message = format!(
                "The order in patch list:\n{shown}\n doesn't match $setElementOrder list:\n{wanted}\n"
            );
            let is_marked = items[at].1;
            let before = items[..at].iter().filter(|(_, is_marked)| !is_marked).count();
            let placed = items.iter().enumerate();
            let placed = placed.filter(|(index, (_, is_marked))| !is_marked || *index == at);
            let placed: Vec<NodeRef> = placed.map(|(_, (item, _))| *item).collect();
            let mut refusal = self.mismatch(note, message, &placed, &order, before, merge_key);
            if is_marked {
                let fix =
                    "Put the items that bear `$patch` first in the patch list: there they need no entry.";
                refusal.fix = Some(fix.to_owned());
            }
            return Err(refusal);
        }
        self.step(note);
        Ok(())
    }

    pub(crate) fn no_map(&mut self, note: StepDraft, item: NodeRef) -> Box<Rejection> {
        let kind = self.kind(item);
        let message = format!(
            "expected a map[string]interface {{}}, but received a {}",
            go_text::type_name(kind)
        );
        let detail = format!("here stands {}", kind.with_article());
        self.reject(
            StepDraft::renamed(note, Rule::MissingMergeKey),
            message,
            detail,
            vec![item],
        )
    }
}
