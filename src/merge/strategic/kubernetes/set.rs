//! Sets of values, as Kubernetes merges them (spec 3.7 step 3), and `$deleteFromPrimitiveList`.

use rustc_hash::FxHashMap;

use super::live_positions::{LiveKeys, MergedItems, MergedList, place_by_live_positions};
use super::uniqify::{go_slice_capacity as room_as_read, live_keys_after_uniqify, uniqify};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap};
use crate::merge::keys::keyed_items::KeyedItem;
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::items::ItemIndex;
use crate::merge::strategic::new_values::Strip;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::Field;

impl<'d> StrategicMerge<'_, 'd> {
    /// A set: the values of both lists, each once; then the weave (spec 3.7 step 3, 3.9).
    pub(crate) fn merge_set_kubernetes(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: NodeRef,
        patch_items: &[NodeRef],
        field: &Field<'d>,
    ) -> MergeResult<MergedList<'d>> {
        if field.merge_key.is_some()
            && let Some(first) = live.first().copied()
        {
            // Values where the type wants maps: they are merged as a set, and then cannot be told apart by key.
            return Err(self.keyless(
                StepDraft::new(Rule::MissingMergeKey, list).patch(patch),
                first,
                field,
            ));
        }
        if field.merge_key.is_some()
            && let Some(first) = patch_items.first().copied()
        {
            return Err(self.no_map(StepDraft::new(Rule::MissingMergeKey, list).patch(patch), first));
        }
        self.open(
            StepDraft::new(Rule::MergeSet, list)
                .patch(patch)
                .count(patch_items.len()),
        );
        let live_keys: Vec<MergeKey<'d>> = live
            .iter()
            .map(|id| MergeKey::of(self.scene_value(*id)))
            .collect();
        let both: Vec<MergeKey<'d>> = live_keys
            .iter()
            .copied()
            .chain(patch_items.iter().map(|item| MergeKey::of(self.value(*item))))
            .collect();
        let (kept, cells) = uniqify(both);
        let room = self.go_slice_capacities.get(&list).copied();
        let view = live_keys_after_uniqify(
            &live_keys,
            &cells,
            room.unwrap_or_else(|| room_as_read(live.len())),
        );
        let mut nodes: FxHashMap<MergeKey<'d>, ResultId> = FxHashMap::default();
        let mut repeated = Vec::new();
        for (id, key) in live.iter().zip(&live_keys) {
            if nodes.contains_key(key) {
                repeated.push(*id);
            } else {
                nodes.insert(*key, *id);
            }
        }
        self.drop_repeats(list, repeated);
        let mut table = self.key_table(Some(list), &[Some(patch)]);
        let mut wanted = KeyMap::new();
        for (at, item) in patch_items.iter().copied().enumerate() {
            let key = MergeKey::of(self.value(item));
            wanted.set_first(table.slot(key), at);
            if let std::collections::hash_map::Entry::Vacant(vacant) = nodes.entry(key) {
                vacant.insert(self.add_value(list, item));
            }
        }
        let item = |key| {
            Some(KeyedItem {
                id: *nodes.get(&key)?,
                slot: table.slot(key),
                kind: key.value().kind(),
                last: false,
            })
        };
        let items: Vec<KeyedItem> = kept.into_iter().filter_map(item).collect();
        let slots: Vec<KeyId> = view.into_iter().map(|key| table.slot(key)).collect();
        let stood = KeyMap::first_places(slots.iter().copied());
        // Values can always be compared.
        let items = place_by_live_positions(items.into_iter(), &wanted, &stood, &table).unwrap_or_default();
        self.close();
        let view = LiveKeys { slots, keyless: None };
        Ok(MergedList {
            items: MergedItems::Keyed(items),
            view,
            table,
        })
    }

    pub(crate) fn drop_repeats(&mut self, list: ResultId, repeated: Vec<ResultId>) {
        if !repeated.is_empty() {
            self.step(StepDraft::new(Rule::DropRepeats, list).count(repeated.len()));
            for id in repeated {
                self.remove(id, Mark::Deleted);
            }
        }
    }

    /// A value that the set lacks goes to its end.
    pub(crate) fn add_value(&mut self, list: ResultId, item: NodeRef) -> ResultId {
        let mut cleaner = self.cleaner(Strip::Verbatim, item);
        let id = self.prepare_insert(list, None, item, &mut cleaner, None);
        self.step(StepDraft::new(Rule::AddValue, id).patch(item));
        self.scene.mark(id, Mark::Added);
        self.scene.commit_insert(id);
        id
    }

    /// `$deleteFromPrimitiveList`: every copy of its values leaves live.
    pub(crate) fn delete_values(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: NodeRef,
        patch_items: &[NodeRef],
    ) -> MergedList<'d> {
        // What was seen of the list is no longer true.
        self.list_cache.remove(&list);
        // The real program copies what stays into an array that has room for all.
        self.go_slice_capacities.insert(list, live.len());
        let mut table = self.key_table(Some(list), &[Some(patch)]);
        let mut index = ItemIndex::new(&self.keyed_items(&live, None, &mut table), &table);
        for item in patch_items {
            let slot = table.slot(MergeKey::of(self.value(*item)));
            let doomed: Vec<ResultId> = index.all(slot).collect();
            match doomed.first() {
                Some(first) => {
                    let note = StepDraft::new(Rule::DeleteValue, *first)
                        .patch(*item)
                        .directive(Some(patch));
                    self.step(note.old(*item).count(doomed.len()));
                    for id in &doomed {
                        self.remove(*id, Mark::Deleted);
                    }
                    index.forget(slot);
                }
                None => {
                    let note = StepDraft::new(Rule::DeleteNoValue, list)
                        .patch(*item)
                        .directive(Some(patch));
                    self.step(note.old(*item));
                }
            }
        }
        MergedList {
            items: MergedItems::Plain(self.items(list)),
            view: LiveKeys::default(),
            table,
        }
    }
}
