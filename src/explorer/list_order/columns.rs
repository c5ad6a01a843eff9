//! The three columns of the list order, and the rows of the items.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::item::{EarlyVariable, ItemNode, ListOrderItem, OrderColumn, OrderRow, ServerOnlyPlacement};
use super::requested_order::{ListOrderRequest, OrderSource, moved_within, requested_order};
use super::variables::early_variables;
use crate::document::{NodeId, Tree, Value, ValueKind, write};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::merge::{
    KeyMap, KeyTable, Mark, Merge, MergeKey, NodeRef, Rejection, ResultId, ServerOnlyOrder, early_references,
};
use crate::parallel::{join, join_if};
use crate::report::explanation_line::ExplanationLine;

/// The maximum length of the name of an item without a merge key, in characters.
const MAX_VALUE_CHARS: usize = 60;

/// The columns of a list.
#[derive(Clone, Debug)]
pub struct ListOrder {
    /// The path of the list; not escaped.
    pub path: String,
    /// The source of the requested order.
    pub order_source: OrderSource,
    /// The items; columns refer to them by index.
    pub items: Vec<ListOrderItem>,
    /// The indexes of the items of each column, from top to bottom.
    pub columns: [Vec<u32>; 3],
    /// The number of entries of the requested order.
    pub requested: usize,
    /// Whether a later step is the first that orders the list, so that the result still has the live order.
    pub is_pending: bool,
    /// The references that are before the definition of their variable, by row.
    early: Vec<EarlyVariable>,
    /// The merge key of the list.
    key: Option<String>,
    /// The last step that ordered the list.
    pub step: Option<StepId>,
    /// The last step that placed the server-only items first.
    pub(super) server_only_step: Option<StepId>,
    /// Whether the patch is rejected by now, so that the list has no result.
    pub is_rejected: bool,
    /// The two sequences of a rejection next to each other, if the order is its cause and its step is played.
    pub rejected: Vec<ExplanationLine>,
}

impl ListOrder {
    /// Returns the row to show first: that of the rejected item, of the first item that the order moved, of one that was
    /// removed and added again, or of another change.
    pub(super) fn first_change(&self, merge: &Merge) -> Option<usize> {
        let [mut misplaced, mut moved, mut changed] = [None::<usize>; 3];
        let early = self.early.first().map(|early| early.row);
        for item in &self.items {
            let [old, wanted, new] = OrderColumn::ALL.map(|column| item.row(column));
            if item.misplaced {
                misplaced = misplaced.or(wanted);
            }
            let count = |is_one: bool, first: &mut Option<usize>| {
                if let Some(row) = new.filter(|row| is_one && first.is_none_or(|first| *row < first)) {
                    *first = Some(row);
                }
            };
            // An item can be before another one now, and have its old position.
            count(item.mark == Some(Mark::Reordered) && old != new, &mut moved);
            count(item.mark.is_some(), &mut changed);
        }
        if self.is_pending && misplaced.is_none() {
            return self.farthest_move(OrderColumn::Requested);
        }
        let found = misplaced.or(moved).or(early).or_else(|| self.added_again(merge));
        // Other items were moved, added or removed before or after these.
        let shifted = || self.farthest_move(OrderColumn::Result);
        found.or_else(shifted).or(changed)
    }

    /// Returns the first row of an added item with the name of a removed one.
    fn added_again(&self, merge: &Merge) -> Option<usize> {
        let rows =
            |item: &ListOrderItem| [OrderColumn::Live, OrderColumn::Result].map(|column| item.row(column));
        let removed = self
            .items
            .iter()
            .filter(|item| matches!(rows(item), [Some(_), None]));
        let removed: FxHashSet<_> = removed.map(|item| self.name(item, merge)).collect();
        let added = self.items.iter().filter_map(|item| match rows(item) {
            [None, Some(row)] if removed.contains(&self.name(item, merge)) => Some(row),
            _ => None,
        });
        added.min().filter(|_| !removed.is_empty())
    }
}

impl ListOrder {
    /// Returns the row of the item that is farthest from its live row in a column.
    fn farthest_move(&self, column: OrderColumn) -> Option<usize> {
        let far = |item: &ListOrderItem| {
            let [old, there, now] =
                [OrderColumn::Live, column, OrderColumn::Result].map(|column| item.row(column));
            Some((old?.abs_diff(there?), now?)).filter(|(distance, _)| *distance > 0)
        };
        let moves = self.items.iter().filter_map(far);
        moves
            .min_by_key(|(distance, row)| (Reverse(*distance), *row))
            .map(|(_, row)| row)
    }
}

/// The number of items from which their names are read in parallel.
const PARALLEL_ITEMS: usize = 4096;

/// The index of no item.
const NO_ITEM: u32 = u32::MAX;

/// Builds the columns.
struct ListOrderBuilder<'s> {
    merged: &'s MergedView,
    merge: &'s Merge,
    list: ResultId,
    key: Option<&'s str>,
    items: Vec<ListOrderItem>,
    columns: [Vec<u32>; 3],
    /// The items by result node.
    by_node: Vec<u32>,
}

/// Returns the columns of a list of the result at the current step. Takes time linear in the list and the
/// steps.
pub(super) fn list_order(merged: &MergedView, list: ResultId) -> ListOrder {
    let merge = merged.merge();
    let key = merge.field(list).as_ref().and_then(|field| field.merge_key);
    let tree = &merge.tree;
    let live_list = merged
        .links()
        .at_result(merge, list)
        .live
        .filter(|near| near.exact);
    let live = live_list
        .iter()
        .flat_map(|near| merge.inputs.live.children(near.node));
    let mut builder = ListOrderBuilder {
        merged,
        merge,
        list,
        key,
        items: Vec::new(),
        columns: Default::default(),
        by_node: vec![NO_ITEM; tree.node_count()],
    };
    builder.add_live_and_result(live);
    let is_env = key == Some("name") && tree.key(list) == Some("env");
    let (references, requested) = join_if(
        is_env && builder.items.len() > PARALLEL_ITEMS,
        || is_env.then(|| early_references(tree, list)),
        || {
            let requested = requested_order(merge, list);
            builder.add_requested_order(&requested);
            requested
        },
    );
    let early = early_variables(references.unwrap_or_default(), &builder.items, &builder.columns);
    let rejected = match builder.mark_misplaced() {
        true => merged.rejected_order().to_vec(),
        false => Vec::new(),
    };
    let reached = |rejection: &Rejection| merge.position() > rejection.step as usize;
    let is_rejected = merge.rejection().is_some_and(reached);
    if is_rejected {
        builder.remove_result();
    }
    ListOrder {
        path: merge.path(list).to_string(),
        order_source: requested.source,
        step: requested.step,
        server_only_step: requested.server_only_step,
        requested: requested.entries.len(),
        is_pending: requested.is_pending,
        is_rejected,
        early: if is_rejected { Vec::new() } else { early },
        key: key.map(str::to_owned),
        items: builder.items,
        columns: builder.columns,
        rejected,
    }
}

impl<'s> ListOrderBuilder<'s> {
    /// Adds the items of the live list and of the result, with their marks.
    fn add_live_and_result(&mut self, live: impl Iterator<Item = NodeId>) {
        let tree = &self.merge.tree;
        let count = tree.all_children(self.list).count();
        self.items.reserve(count);
        self.columns.iter_mut().for_each(|column| column.reserve(count));
        for node in live {
            let index = self.add(ItemNode::Live(node), Some(Mark::Deleted));
            self.by_node[node.index()] = index;
            self.place(index, OrderColumn::Live);
        }
        let moved = moved_within(self.merge, self.list);
        for id in tree.present(self.list) {
            let first = moved.get(&id).copied().unwrap_or(id);
            let index = match self.by_node[first.index()] {
                NO_ITEM => {
                    let index = self.add(ItemNode::Added(id), Some(Mark::Added));
                    self.by_node[id.index()] = index;
                    index
                }
                index if first != id => {
                    let item = &mut self.items[index as usize];
                    (item.node, item.mark) = (ItemNode::Added(id), Some(Mark::Reordered));
                    self.by_node[id.index()] = index;
                    index
                }
                index => {
                    let marks = tree.marks(id);
                    let mut shown = [Mark::ServerOnly, Mark::Reordered].into_iter();
                    self.items[index as usize].mark = shown.find(|mark| marks.has(*mark));
                    index
                }
            };
            self.place(index, OrderColumn::Result);
        }
    }

    fn add(&mut self, node: ItemNode, mark: Option<Mark>) -> u32 {
        self.items.push(ListOrderItem::new(node, mark));
        self.items.len() as u32 - 1
    }

    fn place(&mut self, index: u32, column: OrderColumn) {
        let rows = &mut self.columns[column as usize];
        if let Some(item) = self.items.get_mut(index as usize) {
            item.rows[column as usize] = Some(OrderRow::new(rows.len()));
            rows.push(index);
        }
    }

    fn is_in(&self, index: u32, column: OrderColumn) -> bool {
        self.items[index as usize].rows[column as usize].is_some()
    }

    /// Fills the middle column: listed items in the requested order, and server-only items at their
    /// positions.
    fn add_requested_order(&mut self, requested: &ListOrderRequest) {
        let entries = &requested.entries;
        let (matching, mut repeated) = self.match_entries(entries);
        repeated.sort_by_key(|(entry, _)| *entry);
        let mut repeated = repeated.into_iter().peekable();
        let mut named = Vec::with_capacity(entries.len());
        for (position, (entry, index)) in entries.iter().zip(matching).enumerate() {
            let index = match index {
                NO_ITEM => self.add(ItemNode::Requested(*entry), None),
                index => index,
            };
            named.push((index, position));
            while let Some((_, index)) = repeated.next_if(|(entry, _)| *entry == position) {
                named.push((index, position));
            }
        }
        self.place_server_only(&named, requested.changes_live_list);
    }

    /// Returns the item of each entry, and the further items with the name of an entry, each with the index of
    /// the last such entry.
    fn match_entries(&self, entries: &[NodeRef]) -> (Vec<u32>, Vec<(usize, u32)>) {
        let mut is_matched = vec![false; self.items.len()];
        let linked = |entry: &NodeRef| {
            let id = self.merged.links().item_of(*entry)?;
            let index = self.by_node[id.index()];
            // Of several entries for an item, the first one gets it.
            let is_matched = is_matched.get_mut(index as usize)?;
            (!std::mem::replace(is_matched, true)).then_some(index)
        };
        let found = entries.iter().map(linked);
        let mut matching: Vec<u32> = found.map(|index| index.unwrap_or(NO_ITEM)).collect();
        // Items that are not added yet, or removed, and items with the same name have no link.
        let in_result = |index: &u32| self.is_in(*index, OrderColumn::Result);
        let is_free = |index: &u32| !is_matched[*index as usize];
        let [live, _, result] = &self.columns;
        let mut rest: Vec<u32> = result.iter().copied().filter(is_free).collect();
        let has_names = self.key.is_some() || {
            let tree = &self.merge.tree;
            tree.all_children(self.list)
                .all(|child| tree.kind(child).is_scalar())
        };
        if entries.is_empty() || !has_names {
            return (matching, Vec::new());
        }
        let open: Vec<usize> = (0..entries.len()).filter(|at| matching[*at] == NO_ITEM).collect();
        if !open.is_empty() {
            rest.extend(
                live.iter()
                    .copied()
                    .filter(|index| is_free(index) && !in_result(index)),
            );
            // The result often begins as the order does. These pairs are those that the look-up by name finds.
            let pairs = self.equal_start(entries, &open, &rest);
            let found = rest.drain(..pairs).zip(&open);
            found.for_each(|(index, entry)| matching[*entry] = index);
        } else if self.merge.inputs.patches.len() == 1 {
            // The merge found that the order names none of these.
            rest.retain(|index| self.items[*index as usize].mark != Some(Mark::ServerOnly));
        }
        if rest.is_empty() {
            return (matching, Vec::new());
        }
        let (entry_keys, keys) = join_if(
            rest.len() > PARALLEL_ITEMS,
            || {
                let document = |entry: &NodeRef| self.merge.tree.document(*entry);
                let keys = entries
                    .iter()
                    .map(|entry| key_of(document(entry), entry.node, self.key));
                keys.collect::<Vec<_>>()
            },
            || {
                let keys = rest.iter().map(|index| self.key_of(&self.items[*index as usize]));
                keys.collect::<Vec<_>>()
            },
        );
        let mut table = KeyTable::with_capacity(entry_keys.len());
        let ids = table.intern_all(&entry_keys);
        let mut last = KeyMap::new();
        ids.iter().enumerate().for_each(|(entry, id)| {
            last.set(*id, Some(entry));
        });
        // The entries of a name without an item are linked from the first to the last.
        let (mut first, mut next) = (KeyMap::new(), vec![None; ids.len()]);
        for (entry, id) in ids.iter().enumerate().rev() {
            if matching[entry] == NO_ITEM {
                next[entry] = first.set(*id, Some(entry));
            }
        }
        let mut repeated = Vec::new();
        for (index, key) in rest.into_iter().zip(keys) {
            let Some(id) = key.map(|key| table.intern(key)) else {
                continue;
            };
            if let Some(entry) = first.get(id) {
                matching[entry] = index;
                first.set(id, next[entry]);
            } else if let Some(entry) = last.get(id).filter(|_| in_result(&index)) {
                repeated.push((entry, index));
            }
        }
        (matching, repeated)
    }

    /// Returns how many of the first entries and items have the same name, pair by pair.
    fn equal_start(&self, entries: &[NodeRef], open: &[usize], rest: &[u32]) -> usize {
        let differs = |at: &usize| {
            let entry = entries[open[*at]];
            let name = key_of(self.merge.tree.document(entry), entry.node, self.key);
            name.is_none() || name != self.key_of(&self.items[rest[*at] as usize])
        };
        let count = open.len().min(rest.len());
        // Most orders differ soon, or not at all.
        let start = (0..count.min(PARALLEL_ITEMS)).find(differs);
        if start.is_some() || count <= PARALLEL_ITEMS {
            return start.unwrap_or(count);
        }
        let middle = count / 2;
        let (first, second) = join(
            || (PARALLEL_ITEMS..middle).find(differs),
            || (middle..count).find(differs),
        );
        first.or(second).unwrap_or(count)
    }

    fn key_of(&self, item: &ListOrderItem) -> Option<MergeKey<'s>> {
        match item.node {
            ItemNode::Live(node) => key_of(&*self.merge.inputs.live, node, self.key),
            ItemNode::Added(id) => key_of(&self.merge.tree, id, self.key),
            ItemNode::Requested(entry) => key_of(self.merge.tree.document(entry), entry.node, self.key),
        }
    }

    /// Places the server-only items as the semantics does: before all listed items, or by their live
    /// positions. `named` are the listed items, each with its position in the requested order.
    fn place_server_only(&mut self, named: &[(u32, usize)], changes_live_list: bool) {
        let mut is_named = vec![false; self.items.len()];
        named
            .iter()
            .for_each(|(index, _)| is_named[*index as usize] = true);
        let is_kept = |index: &u32| !is_named[*index as usize] && self.is_in(*index, OrderColumn::Result);
        let live = self.columns[OrderColumn::Live as usize].iter().copied();
        let mut server_only: VecDeque<u32> = live.filter(is_kept).collect();
        let order = self.merge.inputs.semantics.server_only_order();
        if order != Some(ServerOnlyOrder::LivePositions) {
            let is_first = order == Some(ServerOnlyOrder::ServerOnlyFirst);
            for index in server_only.drain(..) {
                self.items[index as usize].server_only = is_first.then_some(ServerOnlyPlacement::First);
                self.place(index, OrderColumn::Requested);
            }
        }
        let copied = match changes_live_list && self.key.is_some() {
            true => self.positions_in_changed_copy(named),
            false => FxHashMap::default(),
        };
        for (index, position) in named {
            let live_row = |items: &[ListOrderItem], index: u32| {
                let row = items[index as usize].row(OrderColumn::Live);
                row.or_else(|| copied.get(&index).copied())
            };
            let own = live_row(&self.items, *index);
            while let Some(server) = server_only.front().copied()
                && own.is_some_and(|own| live_row(&self.items, server) < Some(own))
            {
                server_only.pop_front();
                self.items[server as usize].server_only =
                    Some(ServerOnlyPlacement::Before(OrderRow::new(*index as usize)));
                self.place(server, OrderColumn::Requested);
            }
            if let Some(item) = self.items.get_mut(*index as usize) {
                item.requested_position = Some(OrderRow::new(*position));
            }
            self.place(*index, OrderColumn::Requested);
        }
        for index in server_only {
            self.items[index as usize].server_only = Some(ServerOnlyPlacement::Last);
            self.place(index, OrderColumn::Requested);
        }
    }

    /// Returns the rows of the new items that Kubernetes stores in its copy of the live list: as many as the
    /// patch deletes, after all live items.
    fn positions_in_changed_copy(&self, named: &[(u32, usize)]) -> FxHashMap<u32, usize> {
        let live = &self.columns[OrderColumn::Live as usize];
        let deleted = live
            .iter()
            .filter(|index| !self.is_in(**index, OrderColumn::Result));
        let is_new =
            |index: &u32| !self.is_in(*index, OrderColumn::Live) && self.is_in(*index, OrderColumn::Result);
        let new = named.iter().map(|(index, _)| *index).filter(is_new);
        new.take(deleted.count()).zip(live.len()..).collect()
    }

    /// Removes what a rejected patch does not do: the result, and the items that no order lists from the middle column.
    fn remove_result(&mut self) {
        let (requested, result) = (OrderColumn::Requested, OrderColumn::Result);
        for item in &mut self.items {
            item.rows[result as usize] = None;
            item.mark = item.mark.filter(|_| item.misplaced);
        }
        self.columns[result as usize].clear();
        let is_listed =
            |items: &[ListOrderItem], index: &u32| items[*index as usize].requested_position.is_some();
        let listed = std::mem::take(&mut self.columns[requested as usize]).into_iter();
        let (listed, others): (Vec<u32>, Vec<u32>) = listed.partition(|index| is_listed(&self.items, index));
        for index in others {
            let item = &mut self.items[index as usize];
            (item.rows[requested as usize], item.server_only) = (None, None);
        }
        listed.into_iter().for_each(|index| self.place(index, requested));
    }

    /// Marks the patch item that has no matching entry in a rejected order. Returns whether there is one.
    fn mark_misplaced(&mut self) -> bool {
        let Some(rejection) = self.merge.rejection() else {
            return false;
        };
        let reached = self.merge.position() > rejection.step as usize;
        let here = self.merge.steps.get(rejection.step as usize).map(|step| step.at) == Some(self.list);
        let Some(sequences) = rejection.sequences.as_ref().filter(|_| reached && here) else {
            return false;
        };
        if let Some(name) = sequences.patch.get(sequences.mismatch) {
            let has_name = |item: &ListOrderItem| name_text(self.merge, item, self.key) == *name;
            let found = self.items.iter().position(has_name);
            if let Some(item) = found.and_then(|index| self.items.get_mut(index)) {
                item.misplaced = true;
                item.mark = Some(Mark::Rejected);
            }
        }
        true
    }
}

/// Returns the scalar that names an item, if there is one: its merge key, or the item itself.
fn named_scalar<T: Tree>(tree: &T, id: T::Id, key: Option<&str>) -> Option<T::Id> {
    let scalar = match tree.kind(id) {
        ValueKind::Map => {
            let requested = key.unwrap_or("name");
            tree.children(id)
                .find(|child| tree.key(*child) == Some(requested))
        }
        ValueKind::List => None,
        _ => Some(id),
    };
    scalar.filter(|id| tree.kind(*id).is_scalar())
}

fn key_of<'t, T: Tree>(tree: &'t T, id: T::Id, key: Option<&str>) -> Option<MergeKey<'t>> {
    let scalar = named_scalar(tree, id, key)?;
    Some(MergeKey::from_value(tree.value(scalar)))
}

/// Returns the name of an item, or its value if it has no name.
fn name_text<'m>(merge: &'m Merge, item: &ListOrderItem, key: Option<&str>) -> Cow<'m, str> {
    fn text<'t, T: Tree>(tree: &'t T, id: T::Id, key: Option<&str>) -> Cow<'t, str> {
        let named = named_scalar(tree, id, key).unwrap_or(id);
        match tree.value(named) {
            Value::String(text) => write::name_of_string(text),
            _ => write::value_text(tree, named, MAX_VALUE_CHARS).into(),
        }
    }
    match item.node {
        ItemNode::Live(node) => text(&*merge.inputs.live, node, key),
        ItemNode::Added(id) => text(&merge.tree, id, key),
        ItemNode::Requested(entry) => text(merge.tree.document(entry), entry.node, key),
    }
}

impl ListOrder {
    /// Returns the number of rows of the longest column.
    pub fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the item of a row: that of the result, else of the requested order, else of the live list.
    pub fn item_at(&self, row: usize) -> Option<usize> {
        let column = self.column_at(row)?;
        Some(self.columns[column as usize][row] as usize)
    }

    /// Returns the column that has the item of a row.
    pub fn column_at(&self, row: usize) -> Option<OrderColumn> {
        let mut columns = [OrderColumn::Result, OrderColumn::Requested, OrderColumn::Live].into_iter();
        columns.find(|column| row < self.columns[*column as usize].len())
    }

    /// Returns the name of an item: the value of its merge key, or the value of the item; not escaped.
    pub fn name<'m>(&self, item: &ListOrderItem, merge: &'m Merge) -> Cow<'m, str> {
        name_text(merge, item, self.key.as_deref())
    }

    /// Returns the number of references that are before their definition.
    pub fn early(&self) -> usize {
        self.early.len()
    }

    /// Returns the references in the value of an item that are before their definition.
    pub fn early_of(&self, item: &ListOrderItem) -> &[EarlyVariable] {
        let Some(row) = item.row(OrderColumn::Result) else {
            return &[];
        };
        let from = self.early.partition_point(|early| early.row < row);
        let count = self.early[from..].partition_point(|early| early.row == row);
        &self.early[from..from + count]
    }
}
