//! Checks a patch list with `$setElementOrder` as the preserve-order proposal requires: each item is in the
//! order, and the items have the same relative order.

use crate::document::{Tree, ValueKind};
use crate::merge::MergeKey;
use crate::merge::keys::keyed_items::PatchItem;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::directives::SET_ELEMENT_ORDER;
use crate::merge::strategic::element_order::CheckedOrder;
use crate::merge::strategic::order_help;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::trace::Rejection;
use crate::schema::Field;

impl<'d> StrategicMerge<'_, 'd> {
    /// Checks the two requirements. Items with `$patch` are exempt at any position.
    pub(crate) fn check_relative_order(
        &mut self,
        name: &str,
        patch: Option<NodeRef>,
        order: &CheckedOrder<'d>,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let Some(patch) = patch else {
            return Ok(());
        };
        let positions = order.positions();
        let is_key = |key: MergeKey<'_>| order.field.merge_key.is_none() || key.can_identify();
        let (mut last, mut position) = (0, 0);
        for (index, item) in order.patch.iter().enumerate() {
            if item.patch_directive.is_some() {
                continue;
            }
            let note = note(Rule::OrderMissing).patch(patch);
            if !order.table.key(item.key_id).is_some_and(is_key) {
                return Err(self.reject_item_without_key(note, name, index, item.source, &order.field));
            }
            let order_index = positions.get(item.key_id);
            if order_index.is_none_or(|order_index| order_index < last) {
                let message = match order_index {
                    None => format!(
                        "item {} of {name:?} is not in {SET_ELEMENT_ORDER}/{name}",
                        index + 1
                    ),
                    Some(_) => {
                        format!(
                            "the order in the patch list of {name:?} does not match {SET_ELEMENT_ORDER}/{name}"
                        )
                    }
                };
                let without_directive = order.patch.iter().filter(|item| item.patch_directive.is_none());
                let items: Vec<NodeRef> = without_directive.map(|item| item.source).collect();
                return Err(self.reject_mismatch(note, message, &items, order, position));
            }
            last = order_index.unwrap_or(last);
            position += 1;
        }
        self.step(note(Rule::CheckOrder).patch(patch));
        Ok(())
    }

    /// Requires the merge key in each entry or, without a merge key, a primitive.
    pub(crate) fn check_entries_of_order(
        &mut self,
        name: &str,
        order: &CheckedOrder<'d>,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let merge_key = order.field.merge_key;
        let has_key = |entry: &PatchItem| {
            order.table.key(entry.key_id).is_some_and(|key| match merge_key {
                Some(_) => key.can_identify(),
                None => key.is_comparable(),
            })
        };
        let Some(index) = order.entries.iter().position(|entry| !has_key(entry)) else {
            return Ok(());
        };
        let entry = &order.entries[index];
        let subject = format!("entry {} of {SET_ELEMENT_ORDER}/{name}", index + 1);
        let message = match merge_key {
            Some(merge_key) => format!("{subject} does not contain the default merge key {merge_key:?}"),
            None => format!("{subject} is a {}", entry.kind.name()),
        };
        let own = merge_key.filter(|_| entry.kind == ValueKind::Map);
        let detail = match own.map(|key| (key, self.entry(entry.source, key))) {
            Some((key, None)) => format!("entry {} has no `{key}`", index + 1),
            Some((key, Some(value))) => {
                let value = self.quote_value(value);
                format!("the `{key}` of entry {} is {value}", index + 1)
            }
            None => format!("entry {} is {}", index + 1, self.quote_value(entry.source)),
        };
        let mut rejection = self.reject(note(Rule::OrderEntryKey), message, detail, vec![entry.source]);
        if merge_key.is_none() {
            let directive = self.key(order.source).unwrap_or_default();
            rejection.set_order_help(order_help::keyless_order_help(directive, order.field.strategy));
        }
        Err(rejection)
    }

    /// Rejects the order of a list of maps without merge key.
    pub(crate) fn require_orderable(
        &mut self,
        name: &str,
        live: Option<ResultId>,
        order: &CheckedOrder<'d>,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        if order.field.merge_key.is_some() {
            return Ok(());
        }
        let mut live = live.into_iter().flat_map(|live| self.tree.present(live));
        let live_map = live.find(|id| self.tree.kind(*id) == ValueKind::Map);
        let patch_map = order.patch.iter().find(|item| item.kind == ValueKind::Map);
        let map = patch_map.map(|item| item.source);
        drop(live);
        match map.or(live_map.map(|id| self.tree.source(id))) {
            None => Ok(()),
            Some(map) => {
                let message = format!("{name:?} has no merge key: it cannot be ordered");
                let faulty = vec![order.source, map];
                let detail = format!("`{name}` has no merge key, so it cannot be ordered");
                Err(self.reject(note(Rule::OrderNotOrderable), message, detail, faulty))
            }
        }
    }

    /// Rejects a patch item without merge key.
    pub(crate) fn reject_item_without_key(
        &mut self,
        note: StepDraft,
        name: &str,
        index: usize,
        item: NodeRef,
        field: &Field<'d>,
    ) -> Box<Rejection> {
        let merge_key = field.merge_key.unwrap_or_default();
        let message = format!(
            "item {} of {name:?} does not contain the default merge key {merge_key:?}",
            index + 1
        );
        let document = self.document(item);
        let key = document.get(item.node, merge_key).map(|key| document.kind(key));
        let detail = match key.filter(|kind| !kind.is_scalar() || *kind == ValueKind::Null) {
            Some(kind) => format!(
                "the `{merge_key}` of item {} of the patch list is {}",
                index + 1,
                kind.with_article()
            ),
            None => format!("item {} of the patch list has no `{merge_key}`", index + 1),
        };
        self.reject(note.with_rule(Rule::MissingMergeKey), message, detail, vec![item])
    }
}
