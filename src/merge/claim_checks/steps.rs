//! Checks the claims of the steps of a merge.

use rustc_hash::FxHashSet;

use super::check::{Check, ensure};
use super::step_facts::StepFacts;
use crate::document::{Numbers, Tree, Value, ValueKind, same};
use crate::merge::claim::Claim;
use crate::merge::keys::key::MergeKey;
use crate::merge::result_tree::moved_items::moved;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::semantics::PatchType;
use crate::merge::trace::Merge;

/// Returns the sources of all nodes that the result has at any step.
pub(super) fn sources(merge: &Merge) -> FxHashSet<NodeRef> {
    let nodes = (0..merge.tree.node_count() as u32).map(ResultId);
    let mut sources: FxHashSet<NodeRef> = nodes.map(|id| merge.tree.source(id)).collect();
    for step in 0..merge.steps.len() {
        for edit in merge.edits_of(step) {
            if let crate::merge::result_tree::edit_log::TreeEdit::Source { old, new, .. } = edit {
                sources.extend([old, new]);
            }
        }
    }
    sources
}

impl StepFacts<'_> {
    /// Checks the claim of the step's rule.
    pub(super) fn check(&self) -> Check {
        match self.step.rule.claim() {
            Claim::SetsValue => self.sets_value(true),
            Claim::WritesValue => self.sets_value(false),
            Claim::Adds => self.adds(),
            Claim::AddsItem => self.adds_item(),
            Claim::AddsItemByKeys => self.adds_item_by_keys(),
            Claim::AddsValue => self.adds_value(),
            Claim::AddsOrReplaces => self.adds_or_replaces(),
            Claim::Replaces => self.replaces(),
            Claim::ReplacesType => self.replaces_type(),
            Claim::ReplacesSeveral => self.replaces_several(),
            Claim::ReplacesContent => self.replaces_content(),
            Claim::ReplacesObject => self.replaces_object(),
            Claim::CreatesObject => ensure(self.tree.has_result(), "there is no object"),
            Claim::Removes => self.removes(),
            Claim::SetsAside => ensure(
                self.added.is_empty()
                    && self.set.is_empty()
                    && self.removed.iter().all(|id| *id == self.step.at),
                "it changes more than what is set aside",
            ),
            Claim::RemovesItems => self.removes_items(),
            Claim::RemovesDuplicates => self.removes_duplicates(),
            Claim::Empties => self.empties(),
            Claim::Drops => self.drops(),
            Claim::StoresData => self.stores_data(),
            Claim::FindsNothing => self.finds_nothing(),
            Claim::FindsNoItem => self.finds_no_item(),
            Claim::MatchesItem => self.matches_item(),
            Claim::MatchesItemByKeys => self.matches_item_by_keys(),
            Claim::IsSubsequence => self.check_subsequence(),
            Claim::IgnoresEntries => self.ignores_entries(),
            Claim::RepeatsEntry => self.repeats_entry(),
            Claim::IgnoresEntryField => self.ignores_entry_field(),
            Claim::PlacesFirst => self.places_first(),
            Claim::Reorders => self.reorders(),
            Claim::Retains => self.retains(),
            Claim::Clears => self.clears(),
            Claim::IsEqual => self.check_equal(),
            Claim::Rejects => self.rejects().and_then(|()| self.changes_nothing()),
            Claim::WritesNothing => self.rejects().and_then(|()| {
                let (live, result) = (&*self.merge.inputs.live, self.tree);
                ensure(
                    same(live, live.root(), result, result.top(), Numbers::ByValue),
                    "the result is not the live object",
                )
            }),
            Claim::IsProvenByApplying => Err("it is not a rule of merges"),
            // What else they claim, `lints` checks with the whole merge.
            Claim::ChangesNothing
            | Claim::IsDuplicateInLive
            | Claim::IsDuplicateInPatch
            | Claim::DeletesSeveral
            | Claim::LosesAllItems
            | Claim::IsNewKey
            | Claim::RemainsNextToNew
            | Claim::EndsReordered
            | Claim::IsLeftOver
            | Claim::IsContradicted
            | Claim::IsUsedTooEarly
            | Claim::IsNoOp => self.changes_nothing(),
        }
    }

    fn rejects(&self) -> Check {
        ensure(
            self.index + 1 == self.merge.steps.len() && self.merge.rejection().is_some(),
            "the merge continues after the rejection",
        )
    }

    fn changes_nothing(&self) -> Check {
        ensure(
            self.counts() == [0; 5],
            "it says that nothing changes, but something does",
        )
    }

    fn changes_only(&self, counts: [usize; 5]) -> Check {
        ensure(self.counts() == counts, "it changes something else than it says")
    }

    fn sets_value(&self, must_differ: bool) -> Check {
        self.changes_only([0, 0, 0, 1, 0])?;
        let (id, old, new) = self.set[0];
        ensure(id == self.step.at, "another node is set")?;
        // The API server replaces a null of the patch.
        let is_of_patch = self
            .step
            .patch()
            .is_none_or(|patch| self.step.old() == Some(patch) || self.value(patch) == self.value(new));
        ensure(is_of_patch, "the value is not that of the patch")?;
        let is_old = self
            .step
            .old()
            .is_none_or(|step_old| self.value(step_old) == self.value(old));
        ensure(is_old, "the old value was another one")?;
        ensure(
            !must_differ || self.value(old) != self.value(new),
            "the value does not change",
        )
    }

    /// Checks that the node of the step is added, with the value of the patch.
    fn check_added(&self) -> Check {
        ensure(self.added == [self.step.at], "it is not added")?;
        let patch = self.step.patch().filter(|_| self.step.field().is_none());
        let is_of_patch = patch.is_none_or(|patch| {
            let source = self.tree.source(self.step.at);
            source == patch || source.document != patch.document || self.step.detail.is_some()
        });
        ensure(is_of_patch, "it is not what the patch has")
    }

    fn adds(&self) -> Check {
        self.changes_only([1, 0, 0, 0, 0])?;
        self.check_added()?;
        let key = self.tree.key(self.step.at);
        let Some((key, map)) = key.zip(self.tree.parent(self.step.at)) else {
            return Ok(());
        };
        let same = self
            .tree
            .present(map)
            .filter(|id| self.tree.key(*id) == Some(key));
        ensure(same.count() == 1, "there was a field of that name")
    }

    /// Returns the items of the step's list before the step.
    fn items_before(&self) -> Vec<ResultId> {
        let list = self.list().into_iter();
        list.flat_map(|list| self.tree.all_children(list))
            .filter(|id| self.was_present(*id))
            .collect()
    }

    fn adds_item(&self) -> Check {
        self.adds()?;
        let merge_key = self.merge_key();
        let own = self.item_key(self.step.at, merge_key.as_deref());
        let is_same = |id: &ResultId| {
            let key = self.item_key(*id, merge_key.as_deref());
            key.is_some() && key == own && own != Some(MergeKey::Null)
        };
        ensure(!self.items_before().iter().any(is_same), "an item has that key")?;
        self.is_last_if_added_again()
    }

    /// The sentence of an item that is deleted and added again says that it is at the end.
    fn is_last_if_added_again(&self) -> Check {
        let last = self.list().and_then(|list| self.tree.present(list).last());
        ensure(
            self.step.count() == 0 || last == Some(self.step.at),
            "it is not at the end",
        )
    }

    /// Returns whether a node was in the result before the patch of the step.
    fn predates_patch(&self, id: ResultId) -> bool {
        let patch = self.step.patch().map(|patch| patch.document);
        self.tree.live_node(id).is_some() || Some(self.tree.source(id).document) != patch
    }

    fn keys_of_directive(&self) -> Vec<String> {
        let entries = self
            .step
            .directive()
            .into_iter()
            .flat_map(|directive| self.children(directive));
        let text = |entry| self.value(entry).as_str().map(str::to_owned);
        entries.filter_map(text).collect()
    }

    /// Returns the number of items with the same values as the patch item for all keys. A null in the patch
    /// item matches any value.
    fn same_by_keys(&self, keys: &[String], items: &[ResultId]) -> usize {
        let Some(patch) = self.step.patch() else { return 0 };
        let is_same = |id: &&ResultId| {
            keys.iter().all(|key| {
                let patch_key = self.patch_key(patch, Some(key));
                patch_key == Some(MergeKey::Null) || patch_key == self.item_key(**id, Some(key))
            })
        };
        items.iter().filter(is_same).count()
    }

    fn adds_item_by_keys(&self) -> Check {
        self.adds()?;
        let live = self
            .items_before()
            .into_iter()
            .filter(|id| self.predates_patch(*id));
        let items: Vec<ResultId> = live.collect();
        let found = self.same_by_keys(&self.keys_of_directive(), &items);
        ensure(found == 0, "an item has all these keys")?;
        self.is_last_if_added_again()
    }

    fn adds_value(&self) -> Check {
        self.adds()?;
        let own = self.item_key(self.step.at, None);
        let is_same = |id: &ResultId| self.item_key(*id, None) == own;
        ensure(
            !self.items_before().iter().any(is_same),
            "the list contains the value",
        )?;
        self.is_last_if_added_again()
    }

    fn adds_or_replaces(&self) -> Check {
        ensure(
            self.added == [self.step.at]
                && self.removed.is_empty()
                && self.superseded.len() <= 1
                && self.set.is_empty(),
            "it is not added, or more happens",
        )
    }

    fn replaces(&self) -> Check {
        if self.superseded.is_empty() && self.added.is_empty() {
            return self.sets_value(false);
        }
        self.changes_only([1, 0, 1, 0, 0])?;
        self.check_added()?;
        let old = self.superseded[0];
        let is_its_place = self.tree.parent(old) == self.tree.parent(self.step.at)
            && self.tree.key(old) == self.tree.key(self.step.at);
        ensure(is_its_place, "it has the place of something else")
    }

    fn replaces_type(&self) -> Check {
        self.replaces()?;
        let kinds = [self.superseded[0], self.step.at].map(|id| match self.tree.kind(id) {
            kind if kind.is_scalar() => ValueKind::Null,
            kind => kind,
        });
        ensure(kinds[0] != kinds[1], "both have the same type")
    }

    fn replaces_several(&self) -> Check {
        ensure(
            self.added == [self.step.at]
                && self.removed.len() == self.step.count() as usize
                && self.removed.len() > 1,
            "another number of items is replaced",
        )
    }

    fn replaces_content(&self) -> Check {
        let at = self.step.at;
        ensure(
            self.tree.state(at) == Presence::Present,
            "the list or map is not there",
        )?;
        let is_inside = |id: &ResultId| self.tree.parent(*id) == Some(at);
        let all = self.added.iter().chain(&self.removed).chain(&self.superseded);
        ensure(
            all.copied().all(|id| is_inside(&id)),
            "something else changes, too",
        )?;
        let present: Vec<ResultId> = self.tree.present(at).collect();
        let is_new = |id: &ResultId| self.added.contains(id);
        ensure(
            present.len() < 4000 && present.iter().all(is_new) || present.len() >= 4000,
            "something of the old content stays",
        )?;
        ensure(
            present.len() == self.step.count() as usize,
            "the content has another size",
        )
    }

    fn replaces_object(&self) -> Check {
        let top = self.tree.top();
        let is_top = |id: &ResultId| *id == top || self.tree.parent(*id) == Some(top);
        let all = self.added.iter().chain(&self.removed).chain(&self.superseded);
        ensure(
            all.copied().all(|id| is_top(&id)),
            "it changes something inside only",
        )
    }

    fn removes(&self) -> Check {
        self.changes_only([0, 1, 0, 0, 0])?;
        ensure(self.removed == [self.step.at], "something else is removed")?;
        let Some((key, map)) = self.tree.key(self.step.at).zip(self.tree.parent(self.step.at)) else {
            return Ok(());
        };
        ensure(
            self.tree.get(map, key).is_none(),
            "there still is a field of that name",
        )
    }

    fn removes_items(&self) -> Check {
        self.changes_only([0, self.step.count() as usize, 0, 0, 0])?;
        ensure(self.removed.contains(&self.step.at), "the item is still there")?;
        let Some(patch) = self.step.patch() else {
            return Ok(());
        };
        let left: Vec<ResultId> = self
            .list()
            .into_iter()
            .flat_map(|list| self.tree.present(list))
            .collect();
        if self.step.rule == Rule::DeleteItemByKeys {
            let keys = self.entry(patch, "$patchMergeKey");
            let names = keys.into_iter().flat_map(|keys| self.children(keys));
            let names = names.filter_map(|name| self.value(name).as_str().map(str::to_owned));
            let found = self.same_by_keys(&names.collect::<Vec<_>>(), &left);
            return ensure(found == 0, "an item with these keys is left");
        }
        let merge_key = self.merge_key().filter(|_| self.value(patch) == Value::Map);
        let key = self.patch_key(patch, merge_key.as_deref());
        let is_same = |id: &ResultId| key.is_some() && self.item_key(*id, merge_key.as_deref()) == key;
        ensure(!left.iter().any(is_same), "an item of that key is left")?;
        ensure(
            self.removed.iter().all(is_same),
            "an item of another key is removed",
        )
    }

    fn removes_duplicates(&self) -> Check {
        ensure(
            self.added.is_empty()
                && self.removed.len() == self.step.count() as usize
                && !self.removed.is_empty(),
            "another number of values is removed",
        )?;
        let left: FxHashSet<MergeKey<'_>> = self
            .tree
            .present(self.step.at)
            .filter_map(|id| self.item_key(id, None))
            .collect();
        let is_kept = |id: &ResultId| self.item_key(*id, None).is_some_and(|key| left.contains(&key));
        ensure(self.removed.iter().all(is_kept), "a value has no copy left")?;
        ensure(
            left.len() == self.tree.present(self.step.at).count(),
            "a duplicate is left",
        )
    }

    fn empties(&self) -> Check {
        let at = self.step.at;
        ensure(
            self.tree.state(at) == Presence::Present && self.tree.present(at).next().is_none(),
            "it is not an empty map",
        )?;
        ensure(
            self.added.is_empty() && self.removed.iter().all(|id| self.tree.parent(*id) == Some(at)),
            "something else changes, too",
        )
    }

    /// Returns the patch node that the step is about.
    fn piece(&self) -> Option<NodeRef> {
        self.step.field().or(self.step.patch())
    }

    fn drops(&self) -> Check {
        self.changes_nothing()?;
        let piece = self.piece().ok_or("it points at nothing")?;
        ensure(!self.sources.contains(&piece), "it is part of the result")
    }

    fn stores_data(&self) -> Check {
        self.changes_nothing()?;
        let piece = self.piece().ok_or("it points at nothing")?;
        let is_null = self.step.rule != Rule::StoredNull || self.value(piece) == Value::Null;
        ensure(
            is_null && self.sources.contains(&piece),
            "it is not part of the result",
        )
    }

    fn finds_nothing(&self) -> Check {
        self.changes_nothing()?;
        let field = self.step.field().ok_or("it points at nothing")?;
        let key = self.key_of(field).unwrap_or_default();
        // Only a strategic merge patch has directives.
        let is_directive = key.starts_with('$') && self.merge.patch_type() == PatchType::Strategic;
        let name = match is_directive {
            true => key.split_once('/').map_or(key, |(_, name)| name),
            false => key,
        };
        ensure(
            self.tree.get(self.step.at, name).is_none(),
            "there is such a field",
        )
    }

    fn finds_no_item(&self) -> Check {
        self.changes_nothing()?;
        let patch = self.step.patch().ok_or("it points at nothing")?;
        let items: Vec<ResultId> = self
            .list()
            .into_iter()
            .flat_map(|list| self.tree.present(list))
            .collect();
        if let Some(keys) = self
            .entry(patch, "$patchMergeKey")
            .filter(|_| self.value(patch) == Value::Map)
            && self
                .merge
                .steps
                .iter()
                .any(|step| step.rule == Rule::MergeListByKeys)
        {
            let names = self
                .children(keys)
                .filter_map(|name| self.value(name).as_str().map(str::to_owned));
            let found = self.same_by_keys(&names.collect::<Vec<_>>(), &items);
            return ensure(found == 0, "an item has these keys");
        }
        let merge_key = self.merge_key().filter(|_| self.value(patch) == Value::Map);
        let key = self.patch_key(patch, merge_key.as_deref());
        let is_same = |id: &ResultId| key.is_some() && self.item_key(*id, merge_key.as_deref()) == key;
        ensure(!items.iter().any(is_same), "an item has that key")
    }

    fn matches_item(&self) -> Check {
        self.changes_nothing()?;
        let patch = self.step.patch().ok_or("it points at nothing")?;
        let merge_key = self.merge_key().ok_or("the list has no merge key")?;
        let key = self.patch_key(patch, Some(&merge_key));
        let items = self.list().into_iter().flat_map(|list| self.tree.present(list));
        let mut same = items.filter(|id| self.item_key(*id, Some(&merge_key)) == key);
        ensure(
            key.is_some() && same.next() == Some(self.step.at),
            "another item is the first one of that key",
        )?;
        ensure(
            (self.step.count() > 1) == same.next().is_some(),
            "another number of items has that key",
        )
    }

    fn matches_item_by_keys(&self) -> Check {
        self.changes_nothing()?;
        let items: Vec<ResultId> = self
            .list()
            .into_iter()
            .flat_map(|list| self.tree.present(list))
            .collect();
        let live: Vec<ResultId> = items.into_iter().filter(|id| self.predates_patch(*id)).collect();
        let found = self.same_by_keys(&self.keys_of_directive(), &live);
        let takes_first = self.merge.inputs.schema.takes_first_for_null_keys();
        ensure(
            found == 1 || found > 1 && takes_first,
            "not exactly one item has these keys",
        )
    }

    fn merge_key_of_order(&self) -> Option<String> {
        self.merge
            .list_field(self.step)
            .and_then(|field| field.merge_key.map(str::to_owned))
    }

    fn order_keys(&self, list: NodeRef, merge_key: Option<&str>) -> Vec<Option<MergeKey<'_>>> {
        self.children(list)
            .map(|item| self.patch_key(item, merge_key))
            .collect()
    }

    fn check_subsequence(&self) -> Check {
        self.changes_nothing()?;
        let (patch, order) = self
            .step
            .patch()
            .zip(self.step.directive())
            .ok_or("it points at nothing")?;
        let merge_key = self.merge_key_of_order();
        let has_maps = self.children(patch).any(|item| self.value(item) == Value::Map);
        let merge_key = merge_key.filter(|_| has_maps);
        let entries = self.order_keys(order, merge_key.as_deref());
        let without_directive = self
            .children(patch)
            .filter(|item| self.entry(*item, "$patch").is_none());
        let mut at = 0;
        for item in without_directive {
            let key = self.patch_key(item, merge_key.as_deref());
            let found = entries[at..].iter().position(|entry| *entry == key);
            let Some(found) = found else {
                return Err("an item is not in the order, or not at that place");
            };
            at += found;
        }
        Ok(())
    }

    fn ignores_entries(&self) -> Check {
        self.changes_nothing()?;
        let order = self.step.directive().ok_or("it points at nothing")?;
        let items: Vec<ResultId> = self
            .list()
            .into_iter()
            .flat_map(|list| self.tree.present(list))
            .collect();
        let has_maps = items.iter().any(|id| self.tree.kind(*id) == ValueKind::Map) || items.is_empty();
        let has_map_entries = self.children(order).any(|entry| self.value(entry) == Value::Map);
        let merge_key = self.merge_key().filter(|_| has_maps && has_map_entries);
        let present: FxHashSet<MergeKey<'_>> = items
            .iter()
            .filter_map(|id| self.item_key(*id, merge_key.as_deref()))
            .collect();
        let entries = self.order_keys(order, merge_key.as_deref());
        let absent = entries
            .iter()
            .filter(|key| key.is_none_or(|key| !present.contains(&key)));
        ensure(
            absent.count() == self.step.count() as usize,
            "another number of entries matches no item",
        )
    }

    fn repeats_entry(&self) -> Check {
        self.changes_nothing()?;
        let entry = self.step.patch().ok_or("it points at nothing")?;
        let order = self.step.directive().ok_or("it points at no directive")?;
        let at = self.children(order).position(|other| other == entry);
        let merge_key = self.merge_key().filter(|_| self.value(entry) == Value::Map);
        let keys = self.order_keys(order, merge_key.as_deref());
        ensure(
            at.is_some_and(|at| keys[..at].contains(&keys[at])),
            "no earlier entry has this key",
        )
    }

    fn ignores_entry_field(&self) -> Check {
        self.changes_nothing()?;
        let field = self.step.field().ok_or("it points at nothing")?;
        let directive = self.step.directive().and_then(|directive| self.key_of(directive));
        let list = directive
            .and_then(|key| Some(key.split_once('/')?.1))
            .ok_or("it names no list")?;
        let below = self.merge.field_below(self.step.at, list);
        let merge_key = below.and_then(|field| field.merge_key);
        ensure(
            self.key_of(field) != merge_key && !self.sources.contains(&field),
            "it is the merge key, or part of the result",
        )
    }

    fn places_first(&self) -> Check {
        ensure(
            self.counts()[..4] == [0; 4] && self.reordered.iter().all(|list| *list == self.step.at),
            "something else changes, too",
        )?;
        let (patch, directive) = (self.step.patch(), self.step.directive());
        let by = directive.or(patch).ok_or("it points at nothing")?;
        let items: Vec<ResultId> = self.tree.present(self.step.at).collect();
        let has_maps = items.iter().any(|id| self.tree.kind(*id) == ValueKind::Map);
        let merge_key = self.merge_key().filter(|_| has_maps);
        let without_directive = self
            .children(by)
            .filter(|item| directive.is_some() || self.entry(*item, "$patch").is_none());
        let listed: FxHashSet<MergeKey<'_>> = without_directive
            .filter_map(|item| self.patch_key(item, merge_key.as_deref()))
            .collect();
        let is_listed = |id: &ResultId| {
            let key = self.item_key(*id, merge_key.as_deref());
            key.is_some_and(|key| listed.contains(&key))
        };
        let first = items.iter().take_while(|id| !is_listed(id)).count();
        ensure(
            first == self.step.count() as usize,
            "another number of items is placed first",
        )?;
        ensure(
            items[first..].iter().all(is_listed),
            "an item that is not listed is after the listed ones",
        )
    }

    fn reorders(&self) -> Check {
        ensure(
            self.counts() == [0, 0, 0, 0, 1] && self.reordered == [self.step.at],
            "the list has the order that it had",
        )?;
        let (old, new) = self.merge.orders_of(self.index).ok_or("the list has no order")?;
        let present = |order: &[ResultId]| -> Vec<ResultId> {
            order
                .iter()
                .copied()
                .filter(|id| self.tree.state(*id) == Presence::Present)
                .collect()
        };
        let (old, new) = (present(old), present(new));
        let positions: rustc_hash::FxHashMap<ResultId, u32> = old.iter().copied().zip(0..).collect();
        let before: Vec<Option<u32>> = new.iter().map(|id| positions.get(id).copied()).collect();
        ensure(moved(&before).contains(&true), "no item changes its place")
    }

    fn retains(&self) -> Check {
        self.changes_nothing()?;
        let rest = &self.merge.steps[self.index + 1..];
        let parts = rest
            .iter()
            .take_while(|step| step.parent() == Some(self.index as u32));
        let cleared = parts.filter(|step| step.rule == Rule::ClearKey).count();
        ensure(
            cleared == self.step.count() as usize,
            "another number of fields is cleared",
        )
    }

    fn clears(&self) -> Check {
        self.removes()?;
        let directive = self.step.directive().ok_or("it points at nothing")?;
        let key = self.tree.key(self.step.at).unwrap_or_default();
        let is_listed = self
            .children(directive)
            .any(|name| self.value(name) == Value::String(key));
        ensure(!is_listed, "the field is listed")
    }

    fn check_equal(&self) -> Check {
        self.changes_nothing()?;
        let at = self.step.at;
        let Some(patch) = self.step.patch().filter(|_| at != self.tree.top()) else {
            return Ok(());
        };
        let document = self.tree.document(patch);
        ensure(
            same(self.tree, at, document, patch.node, Numbers::ByValue),
            "the value is another one",
        )
    }
}
