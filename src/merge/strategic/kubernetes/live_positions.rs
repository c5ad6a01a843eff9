//! Where the items of a Kubernetes list stand: their keys, the live order as the real program sees it (spec 3.9),
//! and the weave of a scene's list.

use super::server_only_order::{ListPosition, PositionedItem, place_server_only};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap, KeyTable};
use crate::merge::keys::keyed_items::KeyedItem;
use crate::merge::recorder::{MergeResult, Recorder, StepDraft};
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::Field;

/// A list after its merge and before its ordering.
pub(crate) struct MergedList<'d> {
    /// Its items in the order that the merge alone gives them.
    pub(crate) items: MergedItems,
    /// The live list as the real program's array holds it afterwards (spec 3.9).
    pub(crate) view: LiveKeys,
    /// The keys of both.
    pub(crate) table: KeyTable<'d>,
}

/// Merged items: with their keys where the merge has looked at those.
pub(crate) enum MergedItems {
    Plain(Vec<ResultId>),
    Keyed(Vec<KeyedItem>),
}

impl MergedItems {
    pub(crate) fn ids(&self) -> Vec<ResultId> {
        match self {
            Self::Plain(ids) => ids.clone(),
            Self::Keyed(items) => items.iter().map(|item| item.id).collect(),
        }
    }
}

/// The keys of a live list.
#[derive(Default)]
pub(crate) struct LiveKeys {
    pub(crate) slots: Vec<KeyId>,
    /// An item without the merge key: no place can be looked up in such a list.
    pub(crate) keyless: Option<ResultId>,
}

impl LiveKeys {
    /// The keys of live items.
    pub(crate) fn of(items: &[KeyedItem]) -> Self {
        let keyless = items.iter().find(|item| item.slot.is_none()).map(|item| item.id);
        let slots = items.iter().map(|item| item.slot);
        Self {
            keyless,
            slots: slots.filter(|slot| !slot.is_none()).collect(),
        }
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// The weave's list, or the report that the real program dies of an item.
    pub(crate) fn woven(
        &mut self,
        list: ResultId,
        woven: Result<Vec<KeyedItem>, KeyedItem>,
        merge_key: &str,
    ) -> MergeResult<Vec<KeyedItem>> {
        woven.map_err(|KeyedItem { id, .. }| {
            let key = self.item_key(id, Some(merge_key)).unwrap_or(MergeKey::Map);
            let note = StepDraft::new(Rule::ProgramPanics, list);
            self.reject_key_panic(note, key, id, Some(merge_key))
        })
    }

    /// Items of one key stand together once a list has been merged.
    pub(crate) fn group_duplicates(
        &mut self,
        list: ResultId,
        items: &[ResultId],
        field: &Field<'d>,
        table: &mut KeyTable<'d>,
    ) -> MergeResult<Vec<ResultId>> {
        let merge_key = field.merge_key.unwrap_or_default();
        let mut keyed = self.keyed_items(items, field.merge_key, table);
        if let Some(keyless) = keyed.iter().find(|item| item.slot.is_none()) {
            return Err(self.keyless(StepDraft::new(Rule::MissingMergeKey, list), keyless.id, field));
        }
        for item in &mut keyed {
            item.last = false;
        }
        let stood = KeyMap::first_places(keyed.iter().map(|item| item.slot));
        let woven = place_by_live_positions(keyed.into_iter(), &KeyMap::new(), &stood, table);
        let woven = self.woven(list, woven, merge_key)?;
        Ok(woven.into_iter().map(|item| item.id).collect())
    }

    /// Puts a list into its final order and names it.
    pub(crate) fn order_by_position(
        &mut self,
        list: ResultId,
        now: &[ResultId],
        wanted: &[ResultId],
        merge_key: Option<&str>,
        note: StepDraft,
    ) {
        let note = |engine: &Recorder<'_>| match engine.traced {
            true => note.detail(engine.item_names(wanted, merge_key)),
            false => note,
        };
        self.order_list(list, now, wanted, note);
    }
}

/// Splits items by whether the wanted order has their key, and weaves the two parts.
pub(crate) fn place_by_live_positions(
    items: impl Iterator<Item = KeyedItem>,
    wanted: &KeyMap,
    stood: &KeyMap,
    table: &KeyTable<'_>,
) -> Result<Vec<KeyedItem>, KeyedItem> {
    let (mut ordered, mut server_only) = (Vec::new(), Vec::new());
    ordered.reserve(items.size_hint().0);
    for item in items {
        let own = wanted.get(item.slot);
        let stood = stood.get(item.slot);
        let is_comparable = || table.key(item.slot).is_some_and(MergeKey::is_comparable);
        let placed = PositionedItem {
            item,
            order_position: ListPosition::of(own.or(stood)),
            live_position: ListPosition::of(stood),
            sorts_last: item.last,
            panics: stood.is_some() && !is_comparable(),
        };
        match own {
            Some(_) => ordered.push(placed),
            None => server_only.push(placed),
        }
    }
    place_server_only(ordered, server_only)
}
