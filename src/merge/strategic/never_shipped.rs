//! The roads that the preserve-order proposal weighed and did not take, and the servers of before it: what each does
//! to the order of a list. Everything else goes as in `proposal` semantics.

use rustc_hash::{FxHashMap, FxHashSet};

use super::items::ItemIndex;
use crate::document::Value;
use crate::merge::keys::key_table::KeyMap;
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::dialect::Dialect;
use crate::merge::strategic::strategic_merge::StrategicMerge;

/// The directive of the second alternative.
pub(crate) const POSITION: &str = "$position";

impl<'d> StrategicMerge<'_, 'd> {
    /// Whether these semantics know `$setElementOrder`.
    pub(crate) fn knows_order(&self) -> bool {
        !matches!(
            self.dialect,
            Dialect::PatchList | Dialect::Position | Dialect::OldServer
        )
    }

    /// Whether these semantics know `$patchMergeKey`.
    pub(crate) fn knows_merge_keys(&self) -> bool {
        self.dialect != Dialect::OldServer
    }

    /// Whether the order of a list is that of its patch list, or of a directive.
    pub(crate) fn orders_by_lists(&self) -> bool {
        !matches!(self.dialect, Dialect::Position | Dialect::OldServer)
    }

    /// Drops a directive that these semantics do not know.
    pub(crate) fn drop_unknown(&mut self, at: ResultId, directive: NodeRef) {
        let rule = match self.dialect {
            Dialect::OldServer => Rule::OldServerDrops,
            _ => Rule::AlternativeDrops,
        };
        let note = StepDraft::new(rule, at).field(directive).patch(directive);
        self.step(note.directive(Some(directive)));
    }

    /// Says of the deletions that ask for several keys that these semantics find them by one; the fields of other items
    /// are told of as they are merged.
    pub(crate) fn drop_merge_keys(&mut self, list: ResultId, items: &[PatchItem]) {
        if self.knows_merge_keys() {
            return;
        }
        for item in items.iter().filter(|item| item.by_keys && item.marker.is_some()) {
            if let Some(directive) = self.entry(item.source, "$patchMergeKey") {
                self.drop_unknown(list, directive);
            }
        }
    }

    /// The `$position` of each item that has one.
    ///
    /// # Errors
    /// The refusal of one that is no place in a list, or of two items at one place.
    pub(crate) fn positions(
        &mut self,
        list: ResultId,
        items: impl Iterator<Item = NodeRef>,
    ) -> MergeResult<Vec<(u64, usize)>> {
        let mut positions = Vec::new();
        let mut taken: FxHashMap<u64, usize> = FxHashMap::default();
        if self.dialect != Dialect::Position {
            return Ok(positions);
        }
        let name = self.scene_key(list).unwrap_or("the list");
        for (index, item) in items.enumerate() {
            let Some(directive) = self.entry(item, POSITION) else {
                continue;
            };
            let note = |rule| StepDraft::new(rule, list).patch(item).directive(Some(directive));
            let position = match self.value(directive) {
                Value::Integer(number) => u64::try_from(number).ok(),
                _ => None,
            };
            let Some(position) = position else {
                let shown = self.quoted(directive);
                let message = format!(
                    "invalid {POSITION} {shown} in entry {index} of {name:?}: must be a non-negative integer"
                );
                let detail = crate::merge::sentence::capital(&message);
                return Err(self.reject(note(Rule::PositionInvalid), message, detail, vec![directive]));
            };
            if let Some(before) = taken.insert(position, index) {
                let message =
                    format!("entries {before} and {index} of {name:?} both have {POSITION} {position}");
                let detail = crate::merge::sentence::capital(&message);
                return Err(self.reject(note(Rule::PositionInvalid), message, detail, vec![directive]));
            }
            positions.push((position, index));
        }
        positions.sort_unstable();
        Ok(positions)
    }

    /// Takes the items with a position out of the list and puts them in again, the lowest position first.
    pub(crate) fn place_items(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        patch_items: &[PatchItem],
        positions: &[(u64, usize)],
        index: &ItemIndex,
    ) {
        let placed: Vec<(u64, ResultId)> = positions
            .iter()
            .filter_map(|(position, at)| {
                let id = index.first(patch_items[*at].slot)?;
                Some((*position, Some(id).filter(|id| self.is_in(*id))?))
            })
            .collect();
        let own: FxHashSet<ResultId> = placed.iter().map(|(_, id)| *id).collect();
        let items = self.items(list);
        let mut others = items.iter().copied().filter(|id| !own.contains(id));
        let mut wanted = Vec::with_capacity(items.len());
        for (position, id) in placed {
            let gap = usize::try_from(position).unwrap_or(usize::MAX);
            wanted.extend(others.by_ref().take(gap.saturating_sub(wanted.len())));
            wanted.push(id);
        }
        wanted.extend(others);
        if wanted.len() == items.len() {
            let note = StepDraft::new(Rule::PlaceByPosition, list).patch(patch);
            self.order_list(list, &items, &wanted, |_| note);
        }
    }

    /// The second alternative sends the whole list of values: they go first. `items` are those of the list as it stands.
    pub(crate) fn patch_values_first(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        items: &[KeyedItem],
        wanted: &KeyMap,
    ) {
        let now: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        let mut sorted = items.to_vec();
        sorted.sort_by_key(|item| wanted.get(item.slot).unwrap_or(usize::MAX));
        let sorted: Vec<ResultId> = sorted.iter().map(|item| item.id).collect();
        let note = StepDraft::new(Rule::PatchValuesFirst, list).patch(patch);
        self.order_list(list, &now, &sorted, |_| note);
    }
}
