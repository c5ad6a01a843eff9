//! `$setElementOrder`: the checks of all semantics, and the lists that it orders.

use rustc_hash::FxHashMap;

use super::decision::{
    EmptyListOrder, Errors, MergeKeyCheck, OrderCheck, OrderedListCheck, PrimitivesInKeyedList,
    ServerOnlyOrder,
};
use super::items::ItemKinds;
use super::kubernetes::live_positions::{LiveKeys, MergedList};
use super::order_help;
use super::proposal::server_only_first::RequestedKeys;
use super::strategic_merge::StrategicMerge;
use crate::document::{Tree, ValueKind};
use crate::merge::go_text;
use crate::merge::keys::key_table::{KeyMap, KeyTable};
use crate::merge::keys::keyed_items::{KeyedItem, PatchItem};
use crate::merge::quote::join_names;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::fields::TargetMap;
use crate::merge::trace::{OrderChange, OrderSequences, Rejection};
use crate::schema::{Field, Shape, Strategy};

/// A `$setElementOrder` that its patch list fulfills, with the key ids of all three lists.
#[derive(Debug)]
pub(crate) struct CheckedOrder<'d> {
    /// The directive.
    pub(crate) source: NodeRef,
    pub(crate) field: Field<'d>,
    pub(crate) table: KeyTable<'d>,
    /// The entries of the directive.
    pub(crate) entries: Vec<PatchItem>,
    /// The items of the patch list.
    pub(crate) patch: Vec<PatchItem>,
    /// The items of the live list, if they were read already.
    pub(crate) live: Option<Vec<KeyedItem>>,
}

impl CheckedOrder<'_> {
    /// Returns the first position of each key in the directive.
    pub(crate) fn positions(&self) -> KeyMap {
        KeyMap::first_positions(self.entries.iter().map(|entry| entry.key_id))
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Checks a `$setElementOrder` and the patch list next to it.
    ///
    /// # Errors
    /// A value that is not a list or cannot be ordered, or a patch list that does not match the order.
    pub(crate) fn check_order(
        &mut self,
        target: &TargetMap<'d>,
        name: &'d str,
        patch: Option<NodeRef>,
        order: NodeRef,
    ) -> MergeResult<CheckedOrder<'d>> {
        let live = self.find(&target.fields, name);
        let sides = [
            ("the order", Some(order)),
            ("the live object", live.map(|live| self.tree.source(live))),
            ("the patch", patch),
        ];
        for (side, source) in sides {
            if let Some(source) = source.filter(|source| self.kind(*source) != ValueKind::List) {
                return Err(self.reject_non_lists(target.at, live, side, source, order));
            }
        }
        let note = |rule| match live {
            Some(live) => StepDraft::new(rule, live).directive(order),
            None => StepDraft::new(rule, target.at).field(order).directive(order),
        };
        let mut field = match self.schema.list_field(target.type_position, name) {
            Ok(field) => field,
            Err(error) => return Err(self.reject_unknown_field(target, name, order, &error)),
        };
        let is_checked_first = self.decisions.ordered_list_check() == OrderedListCheck::BeforeMerge;
        if is_checked_first {
            let is_list = matches!(
                self.schema.shape(field.type_position),
                Shape::List | Shape::Unknown
            );
            if !is_list && field.merge_key.is_none() {
                let message = "expected slice or array type, but got: ptr".to_owned();
                let detail = format!("`{name}` is not a list");
                return Err(self.reject(note(Rule::OrderNotLists), message, detail, vec![order]));
            }
        }
        if field.merge_key.is_some()
            && self.contains_only_primitives(live, patch)
            && self.decisions.primitives_in_keyed_list() == PrimitivesInKeyedList::MergeByValue
        {
            field.merge_key = None;
        }
        let cached = match (live, patch) {
            (Some(live), Some(patch)) => self.take_cached_list(live, patch, field.merge_key),
            _ => None,
        };
        let (mut table, patch_items, live_items) = match cached {
            Some(lists) => (lists.table, lists.patch, Some(lists.live)),
            None => {
                let mut table = self.key_table(live, &[patch, Some(order)]);
                let items = patch.map(|patch| self.patch_items(patch, field.merge_key, &mut table));
                (table, items.unwrap_or_default(), None)
            }
        };
        let entries = self.patch_items(order, field.merge_key, &mut table);
        let checked = CheckedOrder {
            source: order,
            field,
            table,
            entries,
            patch: patch_items,
            live: live_items,
        };
        if is_checked_first && (live.is_some() || patch.is_some()) {
            self.check_entries_of_order(name, &checked, note)?;
            self.require_orderable(name, live, &checked, note)?;
        }
        match self.decisions.order_check() {
            OrderCheck::RelativeOrder => self.check_relative_order(name, patch, &checked, note)?,
            OrderCheck::Subsequence => self.check_subsequence(patch, &checked, note)?,
        }
        self.record_entry_fields(target.at, &checked);
        Ok(checked)
    }

    /// Records a step for each field of an entry that is not the merge key.
    fn record_entry_fields(&mut self, at: ResultId, order: &CheckedOrder<'d>) {
        let Some(merge_key) = order.field.merge_key.filter(|_| self.traced) else {
            return;
        };
        for entry in &order.entries {
            let fields = self.children(entry.source);
            let others: Vec<NodeRef> = fields
                .filter(|field| self.key(*field) != Some(merge_key))
                .collect();
            for field in others.into_iter().filter(|_| entry.kind == ValueKind::Map) {
                let note = StepDraft::new(Rule::OrderEntryField, at).field(field);
                self.step(note.patch(field).directive(order.source));
            }
        }
    }

    /// Records steps about the entries of an order that match no item of the merged list, and about those that repeat
    /// an earlier entry.
    fn record_unused_entries(&mut self, list: ResultId, items: &[KeyedItem], order: &CheckedOrder<'d>) {
        if !self.traced {
            return;
        }
        let present = KeyMap::first_positions(items.iter().map(|item| item.key_id));
        let merge_key = order.field.merge_key;
        let name = |engine: &Self, entry: &PatchItem| engine.key_text(entry.source, merge_key);
        let (matching, ignored): (Vec<&PatchItem>, Vec<&PatchItem>) =
            order.entries.iter().partition(|entry| present.has(entry.key_id));
        if !ignored.is_empty() {
            let note = StepDraft::new(Rule::OrderEntryIgnored, list).directive(order.source);
            let note = note.patch(order.source).count(ignored.len());
            let names = join_names(ignored.iter().map(|entry| name(self, entry)));
            self.step(note.detail(names));
        }
        let mut listed = KeyMap::new();
        for entry in matching {
            if !listed.set_first(entry.key_id, 0) {
                let note = StepDraft::new(Rule::OrderEntryRepeated, list).directive(order.source);
                let name = name(self, entry);
                self.step(note.patch(entry.source).detail(name));
            }
        }
    }

    /// Rejects an order or one of its lists that is not a list.
    pub(crate) fn reject_non_lists(
        &mut self,
        at: ResultId,
        live: Option<ResultId>,
        side: &str,
        source: NodeRef,
        order: NodeRef,
    ) -> Box<Rejection> {
        let kind = self.kind(source);
        let name = self.key(order).unwrap_or_default();
        let message = match self.decisions.errors() {
            Errors::Plain => format!("{name} needs lists, but found {}", kind.name()),
            Errors::Kubectl => {
                let found = go_text::type_name(kind);
                format!("expected a []interface {{}}, but received a {found}")
            }
        };
        let field = name.split_once('/').map_or(name, |(_, field)| field);
        let detail = match source == order {
            true => format!("{side} is {}", kind.with_article()),
            false => format!("{side} has {} in `{field}`", kind.with_article()),
        };
        let note = match live {
            Some(live) => StepDraft::new(Rule::OrderNotLists, live),
            None => StepDraft::new(Rule::OrderNotLists, at).field(order),
        };
        let mut faulty = vec![source];
        faulty.extend(Some(order).filter(|order| *order != source));
        // Only the patch can be corrected.
        faulty.sort_by_key(|source| source.is_live());
        self.reject(note.directive(order), message, detail, faulty)
    }

    /// Returns whether two lists contain only primitives, and at least one of them.
    fn contains_only_primitives(&self, live: Option<ResultId>, patch: Option<NodeRef>) -> bool {
        let live = live.into_iter().flat_map(|live| self.tree.present(live));
        let patch = patch.into_iter().flat_map(|patch| self.children(patch));
        let mut kinds = live
            .map(|id| self.tree.kind(id))
            .chain(patch.map(|item| self.kind(item)))
            .peekable();
        kinds.peek().is_some() && kinds.all(ValueKind::is_scalar)
    }

    /// Orders a live list that the patch does not have.
    pub(crate) fn order_live_list(&mut self, list: ResultId, mut order: CheckedOrder<'d>) -> MergeResult {
        let (field, source) = (order.field, order.source);
        let mut items = self.keyed_items(&self.items(list), field.merge_key, &mut order.table);
        let elements = self.keyed_item_kinds(&items, &[]);
        if field.strategy == Strategy::Merge
            && self.decisions.ordered_list_check() == OrderedListCheck::BeforeMerge
        {
            let note = StepDraft::new(Rule::MergeList, list).directive(source);
            let kind = self.require_same_kind_in(elements, note, (list, source))?;
            if kind == Some(ValueKind::Map) && self.decisions.merge_key_check() == MergeKeyCheck::Upfront {
                self.require_merge_keys(list, source, &items, &[], &order.table, &field)?;
            }
        }
        let merged = MergedList {
            lists: self.lists_text(elements, Some(list), None),
            view: LiveKeys::new(&items),
            items: items.clone(),
            elements,
        };
        self.order_merged(list, None, merged, &order)?;
        if self.list_order(true) != ServerOnlyOrder::LivePositions {
            let requested = RequestedKeys::new(source, true, &order.entries);
            let is_explained =
                self.move_server_only_first(list, &mut items, &requested, source, field.merge_key);
            self.order_items(list, &mut items, &requested, (field.merge_key, is_explained));
        }
        Ok(())
    }

    /// Adds a list that the live object does not have, and orders it.
    pub(crate) fn add_ordered_list(
        &mut self,
        target: &mut TargetMap<'d>,
        name: &'d str,
        patch: NodeRef,
        mut order: CheckedOrder<'d>,
    ) -> MergeResult {
        let elements = self.keyed_item_kinds(&[], &order.patch);
        let lists = self.lists_text(elements, None, Some(patch));
        let type_position = order.field.type_position;
        let strip = self.decisions.new_ordered_lists();
        let Some(new) = self.insert_new(target.at, None, patch, || Some(type_position), strip) else {
            return Ok(());
        };
        let merged = MergedList {
            items: self.keyed_items(&self.items(new), order.field.merge_key, &mut order.table),
            view: LiveKeys::default(),
            elements,
            lists,
        };
        self.order_merged(new, Some(patch), merged, &order)?;
        target.fields.add(name, new);
        Ok(())
    }

    /// Replaces an atomic list and orders it.
    pub(crate) fn replace_ordered_list(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        mut order: CheckedOrder<'d>,
    ) -> MergeResult {
        let merge_key = order.field.merge_key;
        let live = self.keyed_items(&self.items(list), merge_key, &mut order.table);
        let elements = self.keyed_item_kinds(&live, &order.patch);
        let mut view = LiveKeys::new(&live);
        if merge_key.is_none() {
            // Go then looks up a field with an empty name.
            let has_key = |item: &&KeyedItem| self.tree.get(item.id, "").is_some();
            view.keyless = live.iter().find(|item| !has_key(item)).map(|item| item.id);
        }
        let lists = self.lists_text(elements, Some(list), Some(patch));
        let items = self.replace_atomic_list(list, patch);
        let items = self.keyed_items(&items, merge_key, &mut order.table);
        let merged = MergedList {
            items,
            view,
            elements,
            lists,
        };
        self.order_merged(list, Some(patch), merged, &order)
    }

    /// Checks a merged list by the entries of its order, and orders it if the merge has not done so.
    pub(crate) fn order_merged(
        &mut self,
        list: ResultId,
        patch: Option<NodeRef>,
        merged: MergedList,
        order: &CheckedOrder<'d>,
    ) -> MergeResult {
        let note = |rule| {
            let note = StepDraft::new(rule, list).directive(order.source);
            patch.map_or(note.clone(), |patch| note.patch(patch))
        };
        let is_checked_last = self.decisions.ordered_list_check() == OrderedListCheck::AfterMerge;
        if is_checked_last {
            self.check_items_by_order(&merged.items, order, note)?;
        }
        let is_empty = matches!(merged.elements, ItemKinds::None);
        if is_empty && self.decisions.empty_list_order() == EmptyListOrder::Reject {
            let message = "no elements in any of the given slices".to_owned();
            return Err(self.reject(
                note(Rule::NoItemsToOrder),
                message,
                String::new(),
                vec![order.source],
            ));
        }
        if is_checked_last {
            let kind = self.require_same_kind(merged.elements, note(Rule::MixedTypes), merged.lists)?;
            if kind == Some(ValueKind::Map) {
                self.check_keys_of_order(order, &merged.view, note)?;
            }
        }
        self.record_unused_entries(list, &merged.items, order);
        if self.list_order(true) == ServerOnlyOrder::LivePositions {
            self.order_by_directive(
                list,
                merged.items,
                &merged.view,
                order,
                note(Rule::OrderByPosition),
            )?;
        }
        Ok(())
    }

    /// Returns how a list is ordered. `$setElementOrder` replaces the positions of semantics without one.
    pub(crate) fn list_order(&self, has_order: bool) -> ServerOnlyOrder {
        match self.decisions.list_order() {
            ServerOnlyOrder::Positions | ServerOnlyOrder::Append if has_order => {
                ServerOnlyOrder::ServerOnlyFirst
            }
            list_order => list_order,
        }
    }

    /// Rejects a patch list that does not match its order, with both sequences.
    pub(crate) fn reject_mismatch(
        &mut self,
        note: StepDraft,
        message: String,
        items: &[NodeRef],
        order: &CheckedOrder<'d>,
        mismatch: usize,
    ) -> Box<Rejection> {
        let merge_key = order.field.merge_key;
        let entries: Vec<NodeRef> = order.entries.iter().map(|entry| entry.source).collect();
        let text = |item: &NodeRef| self.key_text(*item, merge_key);
        let mut sequences = OrderSequences {
            patch: items.iter().map(text).collect(),
            order: entries.iter().map(text).collect(),
            mismatch,
            also: None,
            missing: Vec::new(),
        };
        let others = other_wrong_items(&sequences);
        let faulty = items.get(mismatch).copied();
        let name = faulty.as_ref().map(text).unwrap_or_default();
        let position = sequences.order.iter().position(|entry| *entry == name);
        let names: Vec<&str> = sequences.patch.iter().map(String::as_str).collect();
        let entry_names: Vec<&str> = sequences.order.iter().map(String::as_str).collect();
        let fix = order_help::suggest_fix(order_help::SequenceHelp {
            items: &names,
            order: &entry_names,
            strict: self.decisions.order_check() == OrderCheck::Subsequence,
        });
        let (rule, detail) = match (position, mismatch.checked_sub(1)) {
            (Some(_), Some(before)) if names[before] == name => (
                Rule::OrderMismatch,
                format!("`{name}` occurs more often in the patch list than in `$setElementOrder`"),
            ),
            (Some(_), Some(before)) => (
                Rule::OrderMismatch,
                format!(
                    "{} is after {}, but before it in `$setElementOrder`",
                    order_help::ordinal_name(&names, mismatch),
                    order_help::ordinal_name(&names, before)
                ),
            ),
            _ => (Rule::OrderMissing, not_listed(&names, &others.missing)),
        };
        let mut faulty: Vec<NodeRef> = faulty.into_iter().collect();
        faulty.extend(position.and_then(|position| entries.get(position)));
        let also = match (rule, others.misplaced) {
            (Rule::OrderMissing, Some((at, before))) => {
                sequences.also = Some(at);
                faulty.extend(items.get(at));
                let [name, other] = [at, before].map(|at| names[at]);
                format!("; also, `{name}` is after `{other}`, but before it in the order")
            }
            (Rule::OrderMismatch, _) if !others.missing.is_empty() => {
                format!("; also, {} listed in it", not_listed(&names, &others.missing))
            }
            _ => String::new(),
        };
        let not_first = others.missing.iter().filter(|at| **at != mismatch);
        faulty.extend(not_first.filter_map(|at| items.get(*at)));
        let detail = detail + &also;
        sequences.missing = others.missing;
        let note = StepDraft::with_rule(note, rule);
        let mut rejection = self.reject_order(note, message, detail, faulty, Some(sequences));
        // Kubernetes would panic on the value next to the map.
        let mut kinds = entries.iter().map(|entry| self.kind(*entry));
        let composite = kinds.find(|kind| merge_key.is_none() && !kind.is_scalar());
        let help = match composite {
            Some(kind) => {
                let sentence = format!(
                    "Write `{name}` instead of the {} in `$setElementOrder`.",
                    kind.name()
                );
                Some((OrderChange::WriteValues, sentence))
            }
            None => fix,
        };
        if let Some(help) = help {
            rejection.set_order_help(help);
        }
        rejection
    }
}

/// What is wrong in a patch list, apart from the first item that cannot be placed.
struct OtherWrongItems {
    /// All items that are not listed.
    missing: Vec<usize>,
    /// The first listed item that the order has before an earlier listed item, and that item.
    misplaced: Option<(usize, usize)>,
}

fn other_wrong_items(sequences: &OrderSequences) -> OtherWrongItems {
    let mut positions: FxHashMap<&String, usize> = FxHashMap::default();
    for (at, name) in sequences.order.iter().enumerate() {
        positions.entry(name).or_insert(at);
    }
    let position = |at: &usize| positions.get(&sequences.patch[*at]).copied();
    let (listed, missing): (Vec<usize>, Vec<usize>) =
        (0..sequences.patch.len()).partition(|at| position(at).is_some());
    let mut pairs = listed.windows(2).map(|pair| (pair[1], pair[0]));
    // An entry that is repeated has more than one position.
    let misplaced = match positions.len() == sequences.order.len() {
        true => pairs.find(|(at, before)| position(at) < position(before)),
        false => None,
    };
    OtherWrongItems { missing, misplaced }
}

/// Returns the part of a sentence that says which items are not listed.
fn not_listed(names: &[&str], missing: &[usize]) -> String {
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let names = missing.iter().map(|at| format!("`{}`", names[*at]));
    format!("{} {verb} not", join_names(names))
}
