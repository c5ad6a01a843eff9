//! `$position`, the second alternative of the preserve-order proposal: the index of an item in its list.
//! Never shipped.

use rustc_hash::FxHashMap;

use super::directives::{PATCH, POSITION};
use super::items::ItemIndex;
use super::strategic_merge::StrategicMerge;
use crate::document::Value;
use crate::merge::keys::key_table::KeyMap;
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

impl<'d> StrategicMerge<'_, 'd> {
    /// Returns the `$position` of each patch item that has one and the index of the item, sorted by position.
    ///
    /// # Errors
    /// A position that is not an index, or two items with the same position.
    pub(crate) fn read_positions(
        &mut self,
        list: ResultId,
        items: &[PatchItem],
    ) -> MergeResult<Vec<(u64, usize)>> {
        let mut positions = Vec::new();
        let mut taken: FxHashMap<u64, usize> = FxHashMap::default();
        let name = self.list_name(list);
        for (index, item) in items.iter().enumerate() {
            let Some(directive) = self.entry(item.source, POSITION) else {
                continue;
            };
            let position = match self.value(directive) {
                Value::Integer(number) => u64::try_from(number).ok(),
                _ => None,
            };
            let before = position.and_then(|position| taken.insert(position, index));
            let (message, detail) = match (position, before) {
                (Some(position), None) => {
                    positions.push((position, index));
                    continue;
                }
                (Some(position), Some(before)) => (
                    format!(
                        "items {} and {} of {name:?} both have {POSITION} {position}",
                        before + 1,
                        index + 1
                    ),
                    format!(
                        "Items {} and {} of `{name}` both have `{POSITION}: {position}`",
                        before + 1,
                        index + 1
                    ),
                ),
                (None, _) => {
                    let shown = self.quote_value(directive);
                    (
                        format!(
                            "invalid {POSITION} {shown} in item {} of {name:?}: must be a non-negative integer",
                            index + 1
                        ),
                        format!(
                            "`{POSITION}` of item {} of `{name}` must be a non-negative integer, but it is {shown}",
                            index + 1
                        ),
                    )
                }
            };
            let note = StepDraft::new(Rule::PositionInvalid, list)
                .patch(item.source)
                .directive(directive);
            return Err(self.reject(note, message, detail, vec![directive]));
        }
        positions.sort_unstable();
        Ok(positions)
    }

    /// Removes the items with a position from the list and inserts them again, the lowest position first.
    pub(crate) fn place_items(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        (patch_items, merge_key): (&[PatchItem], &str),
        positions: &[(u64, usize)],
        index: &ItemIndex,
    ) {
        if positions.is_empty() {
            return;
        }
        let found = |(position, at): &(u64, usize)| {
            // A deletion places no item.
            if self.entry(patch_items[*at].source, PATCH).is_some() {
                return None;
            }
            let id = index.first(patch_items[*at].key_id)?;
            self.is_present(id).then_some((*position, *at, id))
        };
        let found: Vec<(u64, usize, ResultId)> = positions.iter().filter_map(found).collect();
        // As with the fields of patch items that have the same key, the last value is used.
        let mut last: FxHashMap<ResultId, usize> = FxHashMap::default();
        for (_, at, id) in &found {
            let last = last.entry(*id).or_default();
            *last = (*last).max(*at);
        }
        let placed: Vec<(u64, usize, ResultId)> =
            found.into_iter().filter(|(_, at, id)| last[id] == *at).collect();
        let items = self.items(list);
        let mut others = items.iter().copied().filter(|id| !last.contains_key(id));
        let mut order = Vec::with_capacity(items.len());
        for (position, _, id) in &placed {
            let gap = usize::try_from(*position).unwrap_or(usize::MAX);
            order.extend(others.by_ref().take(gap.saturating_sub(order.len())));
            order.push(*id);
        }
        order.extend(others);
        if order == items {
            let used = placed.first().map_or(positions[0].1, |(_, at, _)| *at);
            if let Some(directive) = self.entry(patch_items[used].source, POSITION) {
                self.record_unchanged_order(list, &items, directive, Some(merge_key));
            }
        } else {
            let note = StepDraft::new(Rule::PlaceByPosition, list).patch(patch);
            self.order_list(list, &items, &order, |_| note);
        }
    }

    /// Moves the values of the patch to the front, because this alternative sends the whole list of values.
    /// `items` are those of the list, in their order.
    pub(crate) fn patch_values_first(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        items: &[KeyedItem],
        listed: &KeyMap,
    ) {
        let now: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        let mut sorted = items.to_vec();
        sorted.sort_by_key(|item| listed.get(item.key_id).unwrap_or(usize::MAX));
        let sorted: Vec<ResultId> = sorted.iter().map(|item| item.id).collect();
        let note = StepDraft::new(Rule::PatchValuesFirst, list).patch(patch);
        self.order_list(list, &now, &sorted, |_| note);
    }
}
