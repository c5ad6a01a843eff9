//! The positions of items in the live list that Kubernetes has after a merge, and the order that results from
//! them.

use rustc_hash::FxHashMap;

use super::server_only_order::{ListPosition, PositionedItem, place_server_only};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap, KeyTable};
use crate::merge::keys::keyed_items::KeyedItem;
use crate::merge::quote::join_names;
use crate::merge::recorder::{MergeResult, Recorder, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::item_name_text;
use crate::merge::rule::Rule;
use crate::merge::strategic::directives::SET_ELEMENT_ORDER;
use crate::merge::strategic::items::ItemKinds;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::Field;

/// A merged list that is not ordered by its `$setElementOrder` yet.
pub(crate) struct MergedList {
    /// The items in the order of the merge.
    pub(crate) items: Vec<KeyedItem>,
    /// The keys of the live list as the Go slice contains them then.
    pub(crate) view: LiveKeys,
    /// The types of the elements before the merge, and the lists as messages about mixed types print them.
    pub(crate) elements: ItemKinds,
    pub(crate) lists: String,
}

/// The keys of a live list.
#[derive(Default)]
pub(crate) struct LiveKeys {
    pub(crate) key_ids: Vec<KeyId>,
    /// An item without the merge key: no position can be looked up in such a list.
    pub(crate) keyless: Option<ResultId>,
    /// The keys of the real live list, if the merge has changed the Go slice.
    pub(crate) unchanged: Option<Vec<KeyId>>,
}

impl LiveKeys {
    pub(crate) fn new(items: &[KeyedItem]) -> Self {
        let key_ids = items.iter().map(|item| item.key_id);
        Self {
            keyless: items
                .iter()
                .find(|item| item.key_id.is_none())
                .map(|item| item.id),
            key_ids: key_ids.filter(|key_id| !key_id.is_none()).collect(),
            unchanged: None,
        }
    }

    /// Returns the first position of each key.
    pub(crate) fn first_positions(&self) -> KeyMap {
        KeyMap::first_positions(self.key_ids.iter().copied())
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Returns the placed items, or rejects the patch because Go panics.
    pub(crate) fn placed_or_panic(
        &mut self,
        list: ResultId,
        placed: Result<Vec<KeyedItem>, KeyedItem>,
        merge_key: &str,
    ) -> MergeResult<Vec<KeyedItem>> {
        placed.map_err(|KeyedItem { id, .. }| {
            let key = self.item_key(id, Some(merge_key)).unwrap_or(MergeKey::Map);
            let note = StepDraft::new(Rule::KubernetesPanics, list);
            self.reject_key_panic(note, key, id, Some(merge_key))
        })
    }

    /// Records a step with the live list that Kubernetes sees, if `placed` differs from the placement by the
    /// real live list.
    pub(crate) fn record_changed_live_list(
        &mut self,
        list: ResultId,
        items: &[KeyedItem],
        listed: &KeyMap,
        view: &LiveKeys,
        table: &KeyTable<'d>,
        placed: &[KeyedItem],
    ) {
        let Some(unchanged) = view.unchanged.as_ref().filter(|_| self.traced) else {
            return;
        };
        let live = KeyMap::first_positions(unchanged.iter().copied());
        let expected = place_by_live_positions(items.to_vec(), listed, &live, table);
        let ids = |items: &[KeyedItem]| items.iter().map(|item| item.id).collect::<Vec<_>>();
        let has_place = |item: &KeyedItem| listed.has(item.key_id) || live.has(item.key_id);
        if items.iter().all(has_place) && expected.is_ok_and(|expected| ids(&expected) == ids(placed)) {
            return;
        }
        let mut key_ids = view.key_ids.clone();
        let mut seen = KeyMap::new();
        key_ids.retain(|key_id| seen.set_first(*key_id, 0));
        let text = |key_id: &KeyId| {
            table
                .key(*key_id)
                .and_then(|key| item_name_text(key.value()))
                .unwrap_or_default()
        };
        let names: Vec<String> = key_ids.iter().map(text).collect();
        let note = StepDraft::new(Rule::LiveListChanged, list).count(names.len());
        self.step(note.detail(join_names(names.into_iter())));
    }

    /// Moves items with the same key next to each other.
    pub(crate) fn group_duplicates(
        &mut self,
        list: ResultId,
        mut items: Vec<KeyedItem>,
        field: &Field<'d>,
        table: &KeyTable<'d>,
    ) -> MergeResult<Vec<KeyedItem>> {
        if let Some(keyless) = items.iter().find(|item| item.key_id.is_none()) {
            return Err(self.reject_keyless(StepDraft::new(Rule::MissingMergeKey, list), keyless.id, field));
        }
        for item in &mut items {
            item.sorts_last = false;
        }
        let positions = KeyMap::first_positions(items.iter().map(|item| item.key_id));
        let placed = place_by_live_positions(items, &KeyMap::new(), &positions, table);
        self.placed_or_panic(list, placed, field.merge_key.unwrap_or_default())
    }

    /// Puts a list into its final order, and records a step with the item names.
    pub(crate) fn order_by_position(
        &mut self,
        list: ResultId,
        now: &[ResultId],
        placed: &[KeyedItem],
        merge_key: Option<&str>,
        note: StepDraft,
    ) {
        let are_joined = self.traced && has_joined_items(now, placed);
        let placed: Vec<ResultId> = placed.iter().map(|item| item.id).collect();
        let is_order = |directive: &NodeRef| {
            let key = self.key(*directive);
            key.is_some_and(|key| key.starts_with(SET_ELEMENT_ORDER))
        };
        if let Some(directive) = note.directive_node().filter(|_| now == placed).filter(is_order) {
            return self.record_unchanged_order(list, &placed, directive, merge_key);
        }
        let note = |recorder: &Recorder<'_>| match recorder.traced {
            true => {
                let names = recorder.item_names(&placed, merge_key);
                note.detail(match are_joined {
                    true => format!("{names}. Items with the same key are placed together"),
                    false => names,
                })
            }
            false => note,
        };
        self.order_list(list, now, &placed, note);
    }
}

/// Returns whether items with the same key are neighbors in the new order only.
fn has_joined_items(now: &[ResultId], placed: &[KeyedItem]) -> bool {
    let pairs = placed.windows(2).filter_map(|pair| match pair {
        [first, second] if first.key_id == second.key_id && !first.key_id.is_none() => {
            Some((first.id, second.id))
        }
        _ => None,
    });
    let mut pairs = pairs.peekable();
    if pairs.peek().is_none() {
        return false;
    }
    let next: FxHashMap<ResultId, ResultId> = now.iter().copied().zip(now.iter().skip(1).copied()).collect();
    pairs.any(|(first, second)| next.get(&first) != Some(&second))
}

/// Splits items by whether they are listed, and places the server-only items among the listed ones (Go:
/// `normalizeElementOrder`).
///
/// # Errors
/// The item whose merge key is a map or a list. Go panics when it compares such keys.
pub(crate) fn place_by_live_positions(
    items: Vec<KeyedItem>,
    listed: &KeyMap,
    live: &KeyMap,
    table: &KeyTable<'_>,
) -> Result<Vec<KeyedItem>, KeyedItem> {
    let (mut ordered, mut server_only) = (Vec::with_capacity(items.len()), Vec::new());
    for item in items {
        let position = listed.get(item.key_id);
        let live_position = live.get(item.key_id);
        let is_comparable = || table.key(item.key_id).is_some_and(MergeKey::is_comparable);
        let placed = PositionedItem {
            item,
            order_position: ListPosition::new(position.or(live_position)),
            live_position: ListPosition::new(live_position),
            sorts_last: item.sorts_last,
            panics: live_position.is_some() && !is_comparable(),
        };
        match position {
            Some(_) => ordered.push(placed),
            None => server_only.push(placed),
        }
    }
    place_server_only(ordered, server_only)
}
