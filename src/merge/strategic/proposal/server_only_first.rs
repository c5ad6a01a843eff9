//! The order of lists with proposal semantics: server-only items first, then the listed items.

use crate::merge::keys::key_table::{KeyId, KeyMap};
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::mark::Mark;
use crate::merge::recorder::{Recorder, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::strategic_merge::StrategicMerge;

/// The keys that a `$setElementOrder` or, without one, the patch list lists, with their order.
pub(crate) struct RequestedKeys {
    /// The directive or the patch list.
    source: NodeRef,
    is_directive: bool,
    positions: KeyMap,
}

impl RequestedKeys {
    pub(crate) fn new(source: NodeRef, is_directive: bool, entries: &[PatchItem]) -> Self {
        // A `$patch: delete` in a patch list does not list its item; every entry of an order does.
        let key_id = |entry: &PatchItem| match entry.patch_directive {
            Some(_) if !is_directive => KeyId::NONE,
            _ => entry.key_id,
        };
        let positions = KeyMap::first_positions(entries.iter().map(key_id));
        Self {
            source,
            is_directive,
            positions,
        }
    }

    fn directive(&self) -> Option<NodeRef> {
        self.is_directive.then_some(self.source)
    }
}

impl StrategicMerge<'_, '_> {
    /// Moves the unlisted items to the front. They keep their live order. `items` are those of the list, in
    /// their order. Returns whether it recorded a step.
    pub(crate) fn move_server_only_first(
        &mut self,
        list: ResultId,
        items: &mut [KeyedItem],
        requested: &RequestedKeys,
        patch: NodeRef,
        merge_key: Option<&str>,
    ) -> bool {
        let is_listed = |item: &KeyedItem| requested.positions.has(item.key_id);
        let server_only = items.iter().filter(|item| !is_listed(item)).count();
        if server_only == 0 || server_only == items.len() {
            return false;
        }
        let is_ordered = !items[..server_only].iter().any(is_listed);
        // Without a directive and without moves, there is nothing to report.
        if is_ordered && !requested.is_directive {
            return false;
        }
        // The sort is stable: both parts keep their live order.
        items.sort_by_key(is_listed);
        let ids: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        let names = match self.traced {
            true => self.item_names(&ids[..server_only], merge_key),
            false => String::new(),
        };
        let note = StepDraft::new(Rule::ServerOnlyFirst, list).patch(patch);
        self.step(
            note.directive(requested.directive())
                .count(server_only)
                .detail(names),
        );
        for id in &ids[..server_only] {
            self.tree.mark(*id, Mark::ServerOnly);
        }
        self.list_cache.remove(&list);
        self.tree.reorder(list, &ids);
        true
    }

    /// Records a step that says that the items of a list already have the order of a directive. Its count is that of new items.
    pub(crate) fn record_unchanged_order(
        &mut self,
        list: ResultId,
        items: &[ResultId],
        directive: NodeRef,
        merge_key: Option<&str>,
    ) {
        if self.traced {
            let names = match items {
                [] => "no items".to_owned(),
                items => self.item_names(items, merge_key),
            };
            let is_new = |item: &&ResultId| self.tree.live_node(**item).is_none();
            let new_items = items.iter().filter(is_new).count();
            let note = StepDraft::new(Rule::OrderUnchanged, list).patch(directive);
            self.step(note.directive(directive).count(new_items).detail(names));
        }
    }

    /// Puts the listed items into the order of the directive or of the patch list. `items` are those of the
    /// list, in their order. `is_explained`: a step has reported the order already.
    pub(crate) fn order_items(
        &mut self,
        list: ResultId,
        items: &mut [KeyedItem],
        requested: &RequestedKeys,
        (merge_key, is_explained): (Option<&str>, bool),
    ) {
        // Items without a position (server-only) sort before all others and keep their order.
        let position = |item: &KeyedItem| requested.positions.get(item.key_id);
        if items.is_sorted_by_key(position) {
            if let Some(directive) = requested.directive().filter(|_| !is_explained) {
                let ids: Vec<ResultId> = items.iter().map(|item| item.id).collect();
                self.record_unchanged_order(list, &ids, directive, merge_key);
            }
            return;
        }
        let now: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        items.sort_by_key(position);
        let ids: Vec<ResultId> = items.iter().map(|item| item.id).collect();
        let rule = match requested.is_directive {
            true => Rule::OrderByDirective,
            false => Rule::OrderByPatch,
        };
        let note = StepDraft::new(rule, list)
            .patch(requested.source)
            .directive(requested.directive());
        let note = |recorder: &Recorder<'_>| {
            if !recorder.traced {
                return note;
            }
            let is_listed =
                |item: &&KeyedItem| requested.positions.is_empty() || requested.positions.has(item.key_id);
            let shown: Vec<ResultId> = items.iter().filter(is_listed).map(|item| item.id).collect();
            note.detail(recorder.item_names(&shown, merge_key))
        };
        self.order_list(list, &now, &ids, note);
    }
}
