//! Checks a patch list with `$setElementOrder` as Kubernetes does, before and after the list is merged, and
//! orders the merged list.

use super::live_positions::{LiveKeys, place_by_live_positions};
use crate::document::{Value, ValueKind};
use crate::merge::go_text;
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::element_order::CheckedOrder;
use crate::merge::strategic::order_help;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::trace::{OrderChange, Rejection};
use crate::schema::Strategy;

/// The help for an item with `$patch` after the last listed item.
const ITEMS_WITH_PATCH_FIRST: &str =
    "Write the items with `$patch` first in the patch list; there they need no entry in `$setElementOrder`.";

impl<'d> StrategicMerge<'_, 'd> {
    /// Checks that the patch list is a subsequence of the order (Go: `validatePatchWithSetOrderList`).
    pub(crate) fn check_subsequence(
        &mut self,
        patch: Option<NodeRef>,
        order: &CheckedOrder<'d>,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let Some(patch) = patch else { return Ok(()) };
        if order.entries.is_empty() || order.patch.is_empty() {
            return Ok(());
        }
        let merge_key = order.field.merge_key;
        let note = |rule| note(rule).patch(patch);
        let is_not_map = |item: &&PatchItem| merge_key.is_some() && item.kind != ValueKind::Map;
        if let Some(item) = order.patch.iter().find(is_not_map) {
            return Err(self.reject_non_map_item(note(Rule::MissingMergeKey), item.source));
        }
        let is_deletion = |item: &PatchItem| {
            let value = item.patch_directive.map(|marker| self.value(marker));
            merge_key.is_some() && value == Some(Value::String("delete"))
        };
        let items: Vec<&PatchItem> = order.patch.iter().filter(|item| !is_deletion(item)).collect();
        let (mut at, mut entry_index) = (0, 0);
        while at < items.len() && entry_index < order.entries.len() {
            let (item, entry) = (items[at], &order.entries[entry_index]);
            if item.patch_directive.is_some() {
                at += 1;
                continue;
            }
            if is_not_map(&entry) {
                return Err(self.reject_non_map_item(note(Rule::OrderEntryKey), entry.source));
            }
            let keyless = [item, entry].into_iter().find(|side| side.key_id.is_none());
            if let Some(keyless) = keyless {
                let name = merge_key.unwrap_or_default();
                let message = self.missing_key_message(keyless.source, name);
                let (rule, what) = match item.key_id.is_none() {
                    true => (Rule::MissingMergeKey, "item"),
                    false => (Rule::OrderEntryKey, "entry"),
                };
                let detail = format!("an {what} has no `{name}`");
                return Err(self.reject(note(rule), message, detail, vec![keyless.source]));
            }
            if item.key_id == entry.key_id {
                if let Some(key) = order.table.key(item.key_id).filter(|key| !key.is_comparable()) {
                    let name = go_text::type_name(key.value().kind());
                    let message = format!("runtime error: comparing uncomparable type {name}");
                    let mut rejection = self.reject_panic(note(Rule::KubernetesPanics), message, item.source);
                    if merge_key.is_none() {
                        let directive = self.key(order.source).unwrap_or_default();
                        rejection.set_order_help(order_help::keyless_order_help(directive, Strategy::None));
                    }
                    return Err(rejection);
                }
                at += 1;
            }
            entry_index += 1;
        }
        if at == items.len() {
            self.step(note(Rule::CheckOrder));
            return Ok(());
        }
        let document = self.document(patch);
        let shown = go_text::format_value(document, patch.node);
        let order_text = go_text::format_value(document, order.source.node);
        let message = format!(
            "The order in patch list:\n{shown}\n doesn't match $setElementOrder list:\n{order_text}\n"
        );
        let has_directive = items[at].patch_directive.is_some();
        let before = items[..at]
            .iter()
            .filter(|item| item.patch_directive.is_none())
            .count();
        let placed = items.iter().enumerate();
        let placed = placed.filter(|(index, item)| item.patch_directive.is_none() || *index == at);
        let placed: Vec<NodeRef> = placed.map(|(_, item)| item.source).collect();
        if !has_directive {
            return Err(self.reject_mismatch(note(Rule::CheckOrder), message, &placed, order, before));
        }
        let item = items[at].source;
        let name = match items[at].key_id.is_none() {
            true => "An item".to_owned(),
            false => format!("`{}`", self.key_text(item, merge_key)),
        };
        let detail = format!(
            "{name} has `$patch`, and kubectl accepts such an item only before the item of the last entry of `$setElementOrder`"
        );
        let mut rejection = self.reject(note(Rule::OrderMismatch), message, detail, vec![item]);
        rejection.set_order_help((OrderChange::SortItems, ITEMS_WITH_PATCH_FIRST.to_owned()));
        Err(rejection)
    }

    /// Checks that each merged item can be looked up in the order. Go looks up each of them, and panics at
    /// keys that it cannot compare.
    pub(crate) fn check_items_by_order(
        &mut self,
        items: &[KeyedItem],
        order: &CheckedOrder<'d>,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let merge_key = order.field.merge_key;
        let composite = order.entries.iter().find(|entry| !entry.kind.is_scalar());
        if let Some(composite) = composite.filter(|_| merge_key.is_none()) {
            let name = go_text::type_name(composite.kind);
            let message = format!("runtime error: hash of unhashable type {name}");
            let mut rejection = self.reject_panic(note(Rule::KubernetesPanics), message, composite.source);
            let directive = self.key(order.source).unwrap_or_default();
            rejection.set_order_help(order_help::keyless_order_help(directive, order.field.strategy));
            return Err(rejection);
        }
        let is_not_map = |entry: &PatchItem| merge_key.is_some() && entry.kind != ValueKind::Map;
        let non_map = order.entries.iter().position(is_not_map);
        let positions = order.positions();
        for item in items {
            let Some(key) = order.table.key(item.key_id) else {
                return Err(self.reject_keyless(note(Rule::MissingMergeKey), item.id, &order.field));
            };
            // Go walks the order up to the key, so only the entries before the key matter.
            let entry_index = positions.get(item.key_id);
            if let Some(non_map) =
                non_map.filter(|at| entry_index.is_none_or(|entry_index| *at < entry_index))
            {
                let entry = &order.entries[non_map];
                let message = format!("value for key {non_map} is not a map");
                let detail = format!("entry {} of the order is a {}", non_map + 1, entry.kind.name());
                return Err(self.reject(note(Rule::OrderEntryKey), message, detail, vec![entry.source]));
            }
            if !key.is_comparable() && (entry_index.is_some() || merge_key.is_none()) {
                return Err(self.reject_key_panic(note(Rule::KubernetesPanics), key, item.id, merge_key));
            }
        }
        Ok(())
    }

    /// Requires the merge key in all entries of the order and all live items, if the items are maps. A list
    /// without merge key needs a field with an empty name.
    pub(crate) fn check_keys_of_order(
        &mut self,
        order: &CheckedOrder<'d>,
        view: &LiveKeys,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let name = order.field.merge_key.unwrap_or_default();
        for entry in &order.entries {
            if entry.kind != ValueKind::Map {
                return Err(self.reject_non_map_item(note(Rule::OrderEntryKey), entry.source));
            }
            let has_key = match order.field.merge_key {
                Some(_) => !entry.key_id.is_none(),
                None => self.entry(entry.source, name).is_some(),
            };
            if !has_key {
                let message = self.missing_key_message(entry.source, name);
                let detail = format!("an entry has no `{name}`");
                return Err(self.reject(note(Rule::OrderEntryKey), message, detail, vec![entry.source]));
            }
        }
        match view.keyless {
            Some(id) => Err(self.reject_keyless(note(Rule::MissingMergeKey), id, &order.field)),
            None => Ok(()),
        }
    }

    /// Splits a merged list by the order, and positions both parts by their live positions.
    pub(crate) fn order_by_directive(
        &mut self,
        list: ResultId,
        items: Vec<KeyedItem>,
        view: &LiveKeys,
        order: &CheckedOrder<'d>,
        note: StepDraft,
    ) -> MergeResult {
        let positions = order.positions();
        let is_server_only = |item: &&KeyedItem| !positions.has(item.key_id);
        let server_only: Vec<ResultId> = items.iter().filter(is_server_only).map(|item| item.id).collect();
        let live = view.first_positions();
        let has_no_position = items
            .iter()
            .any(|item| !positions.has(item.key_id) && !live.has(item.key_id));
        let merge_key = order.field.merge_key;
        let placed = place_by_live_positions(items.clone(), &positions, &live, &order.table);
        let placed = self.placed_or_panic(list, placed, merge_key.unwrap_or_default())?;
        self.record_changed_live_list(list, &items, &positions, view, &order.table, &placed);
        if self.traced && has_no_position && server_only.len() > 1 {
            let sorted = placed.iter().filter(is_server_only).map(|item| item.id);
            let names = self.item_names(&sorted.collect::<Vec<_>>(), merge_key);
            self.step(note.clone().with_rule(Rule::NoLivePosition).detail(names));
        }
        let before = self.items(list);
        self.order_by_position(list, &before, &placed, merge_key, note);
        if self.traced && !placed.iter().map(|item| item.id).eq(before) {
            // They were moved, but the order does not list them.
            for id in server_only {
                if self.tree.marks(id).has(Mark::Reordered) {
                    self.tree.mark(id, Mark::ServerOnly);
                }
            }
        }
        Ok(())
    }

    /// Rejects an item or an entry of an order that is not a map.
    pub(crate) fn reject_non_map_item(&mut self, note: StepDraft, item: NodeRef) -> Box<Rejection> {
        let kind = self.kind(item);
        let found = go_text::type_name(kind);
        let message = format!("expected a map[string]interface {{}}, but received a {found}");
        let detail = format!("found {}", kind.with_article());
        self.reject(note, message, detail, vec![item])
    }
}
