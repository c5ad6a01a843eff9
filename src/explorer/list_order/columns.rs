//! The three columns of the list order, and the rows of the items.

use std::borrow::Cow;
use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::item::{EarlyVariable, ListOrderItem, NamedBy, OrderColumn, ServerOnlyPlacement};
use super::requested_order::{ListOrderRequest, OrderSource, requested_order};
use super::variables::early_variables;
use crate::document::{NodeId, Tree, Value, ValueKind, write};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::merge::{Mark, Merge, NodeRef, ResultId, Rule, ServerOnlyOrder, early_references};
use crate::parallel::join_if;
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
    /// The items of each column, from top to bottom.
    pub columns: [Vec<usize>; 3],
    /// The number of entries of the requested order.
    pub requested: usize,
    /// The references that are before the definition of their variable, by row.
    early: Vec<EarlyVariable>,
    /// The merge key of the list.
    key: Option<String>,
    /// The last step that ordered the list.
    pub step: Option<StepId>,
    /// The last step that placed the server-only items first.
    pub(super) server_only_step: Option<StepId>,
    /// The two sequences of a rejection next to each other, if the order is its cause and its step is played.
    pub rejected: Vec<ExplanationLine>,
}

impl ListOrder {
    /// Returns the row to show first: that of the rejected item, of the first item that the order moved, or
    /// of another change.
    pub(super) fn first_change(&self) -> Option<usize> {
        let [mut misplaced, mut moved, mut shifted, mut changed] = [None::<usize>; 4];
        let early = self.early.first().map(|early| early.row);
        for item in &self.items {
            let [old, wanted, new] = item.rows;
            if item.misplaced {
                misplaced = misplaced.or(wanted);
            }
            let count = |is_one: bool, first: &mut Option<usize>| {
                if let Some(row) = new.filter(|row| is_one && first.is_none_or(|first| *row < first)) {
                    *first = Some(row);
                }
            };
            count(item.mark == Some(Mark::Reordered), &mut moved);
            // Added and removed items have moved these.
            count(old.is_some() && old != new, &mut shifted);
            count(item.mark.is_some(), &mut changed);
        }
        misplaced.or(moved).or(early).or(shifted).or(changed)
    }
}

/// The scalar that names an item, with its type.
type ItemName<'n> = (ValueKind, Cow<'n, str>);

/// The number of items from which their names are read in parallel.
const PARALLEL_ITEMS: usize = 4096;

/// The index of no item.
const NO_ITEM: u32 = u32::MAX;

/// Builds the columns.
struct ListOrderBuilder<'s> {
    merge: &'s Merge,
    list: ResultId,
    key: Option<&'s str>,
    /// Whether items have a name: their value or merge key.
    keyed: bool,
    items: Vec<ListOrderItem>,
    columns: [Vec<usize>; 3],
}

/// Returns the columns of a list of the result at the current step. Takes time linear in the list and the
/// steps.
pub(super) fn list_order(merged: &MergedView, list: ResultId) -> ListOrder {
    let merge = merged.merge();
    let field = merge.field(list);
    let key = field.as_ref().and_then(|field| field.merge_key);
    let tree = &merge.tree;
    let scalars = || tree.all_children(list).all(|child| tree.kind(child).is_scalar());
    let live_list = merged
        .links()
        .at_result(merge, list)
        .live
        .filter(|near| near.exact);
    let live = live_list
        .iter()
        .flat_map(|near| merge.inputs.live.children(near.node));
    let mut builder = ListOrderBuilder {
        merge,
        list,
        key,
        keyed: key.is_some() || scalars(),
        items: Vec::new(),
        columns: Default::default(),
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
    builder.set_marks();
    let early = early_variables(references.unwrap_or_default(), &builder.items, &builder.columns);
    let rejected = match builder.mark_misplaced() {
        true => merged.rejected_order().to_vec(),
        false => Vec::new(),
    };
    ListOrder {
        path: merge.path(list).to_string(),
        order_source: requested.source,
        step: requested.step,
        server_only_step: requested.server_only_step,
        requested: requested.entries.len(),
        early,
        key: key.map(str::to_owned),
        items: builder.items,
        columns: builder.columns,
        rejected,
    }
}

impl<'s> ListOrderBuilder<'s> {
    /// Adds the items of the live list and of the result.
    fn add_live_and_result(&mut self, live: impl Iterator<Item = NodeId>) {
        let tree = &self.merge.tree;
        let count = tree.all_children(self.list).count();
        self.items.reserve(count);
        self.columns.iter_mut().for_each(|column| column.reserve(count));
        // A live item keeps its number in the result.
        let mut known = vec![NO_ITEM; self.merge.inputs.live.node_count()];
        for node in live {
            let id = ResultId(node.0);
            let source = NodeRef::live(node);
            let index = self.add(ListOrderItem::new(NamedBy::Source(source), Some(id)));
            known[node.index()] = index as u32;
            self.place(index, OrderColumn::Live);
        }
        for id in tree.present(self.list) {
            let index = match known.get(id.index()) {
                Some(index) if *index != NO_ITEM => *index as usize,
                _ => self.add(ListOrderItem::new(NamedBy::Result(id), Some(id))),
            };
            self.place(index, OrderColumn::Result);
        }
    }

    fn add(&mut self, item: ListOrderItem) -> usize {
        self.items.push(item);
        self.items.len() - 1
    }

    fn place(&mut self, index: usize, column: OrderColumn) {
        let rows = &mut self.columns[column as usize];
        if let Some(item) = self.items.get_mut(index) {
            item.rows[column as usize] = Some(rows.len());
            rows.push(index);
        }
    }

    /// Fills the middle column: listed items in the requested order, and server-only items at their
    /// positions.
    fn add_requested_order(&mut self, requested: &ListOrderRequest) {
        let matching = match self.keyed {
            true => self.items_by_name(&requested.entries),
            false => self.items_by_source(&requested.entries),
        };
        let mut named = Vec::with_capacity(matching.len());
        for (entry, index) in requested.entries.iter().zip(matching) {
            let new = || ListOrderItem::new(NamedBy::Source(*entry), None);
            named.push(index.unwrap_or_else(|| self.add(new())));
        }
        self.place_server_only(&named);
    }

    /// Returns the items that have the names of the entries. Of several items with the same name, those in
    /// the result come before deleted ones.
    fn items_by_name(&self, entries: &[NodeRef]) -> Vec<Option<usize>> {
        if entries.is_empty() {
            return Vec::new();
        }
        let tree = &self.merge.tree;
        let entry_name = |entry: &NodeRef| named_scalar(tree.document(*entry), entry.node, self.key);
        let item_name = |index: &usize| self.name_of(&self.items[*index]);
        let is_gone = |index: &usize| self.items[*index].rows[OrderColumn::Result as usize].is_none();
        let (mut items, mut gone): (Vec<usize>, Vec<usize>) =
            (0..self.items.len()).partition(|index| !is_gone(index));
        items.append(&mut gone);
        // An order often begins as the list does. These pairs are those that the look-up by name finds.
        let is_pair = |(entry, index): &(&NodeRef, &usize)| {
            entry_name(entry).is_some_and(|name| item_name(index) == Some(name))
        };
        let pairs = entries.iter().zip(&items).take_while(is_pair).count();
        let mut found: Vec<Option<usize>> = items[..pairs].iter().copied().map(Some).collect();
        let (entries, items) = (&entries[pairs..], &items[pairs..]);
        if entries.is_empty() {
            return found;
        }
        let (names, item_names) = join_if(
            items.len() > PARALLEL_ITEMS,
            || entries.iter().map(entry_name).collect::<Vec<_>>(),
            || items.iter().map(item_name).collect::<Vec<_>>(),
        );
        let mut groups: FxHashMap<&ItemName<'s>, u32> = FxHashMap::default();
        groups.reserve(names.len());
        let mut group_of = |name| {
            let new = groups.len() as u32;
            *groups.entry(name).or_insert(new)
        };
        let wanted: Vec<Option<u32>> = names
            .iter()
            .map(|name| name.as_ref().map(&mut group_of))
            .collect();
        // The items of a group are linked from the first to the last.
        let mut first = vec![NO_ITEM; groups.len()];
        let mut next = vec![NO_ITEM; self.items.len()];
        for (index, name) in items.iter().zip(&item_names).rev() {
            if let Some(group) = name.as_ref().and_then(|name| groups.get(name)) {
                next[*index] = std::mem::replace(&mut first[*group as usize], *index as u32);
            }
        }
        found.extend(wanted.into_iter().map(|group| {
            let first = first.get_mut(group? as usize)?;
            let index = *first as usize;
            *first = *next.get(index)?;
            Some(index)
        }));
        found
    }

    /// Returns the items that come from the entries themselves.
    fn items_by_source(&self, entries: &[NodeRef]) -> Vec<Option<usize>> {
        let source = |item: &ListOrderItem| match item.named_by {
            NamedBy::Source(source) => source,
            NamedBy::Result(id) => self.merge.tree.source(id),
        };
        let items = self.items.iter().enumerate();
        let by_source: FxHashMap<NodeRef, usize> = items.map(|(index, item)| (source(item), index)).collect();
        entries
            .iter()
            .map(|entry| by_source.get(entry).copied())
            .collect()
    }

    fn name_of(&self, item: &ListOrderItem) -> Option<ItemName<'s>> {
        let tree = &self.merge.tree;
        match item.named_by {
            NamedBy::Source(source) => named_scalar(tree.document(source), source.node, self.key),
            NamedBy::Result(id) => named_scalar(tree, id, self.key),
        }
    }

    /// Places the server-only items as the semantics does: before all listed items, or by their live
    /// positions.
    fn place_server_only(&mut self, named: &[usize]) {
        let mut is_named = vec![false; self.items.len()];
        named.iter().for_each(|index| is_named[*index] = true);
        let is_kept = |index: &usize| {
            !is_named[*index] && self.items[*index].rows[OrderColumn::Result as usize].is_some()
        };
        let live = self.columns[OrderColumn::Live as usize].iter().copied();
        let mut server_only: VecDeque<usize> = live.filter(is_kept).collect();
        let order = self.merge.inputs.semantics.server_only_order();
        if order != Some(ServerOnlyOrder::LivePositions) {
            let is_first = order == Some(ServerOnlyOrder::ServerOnlyFirst);
            for index in server_only.drain(..) {
                self.items[index].server_only = is_first.then_some(ServerOnlyPlacement::First);
                self.place(index, OrderColumn::Requested);
            }
        }
        let copied = self.positions_in_changed_copy(named);
        for (requested_position, index) in named.iter().enumerate() {
            let live_row = |index: usize| {
                let row = self.items[index].rows[OrderColumn::Live as usize];
                row.or_else(|| copied.get(&index).copied())
            };
            let preceded = server_only
                .iter()
                .take_while(|server| live_row(*index).is_some_and(|row| live_row(**server) < Some(row)));
            let preceded: Vec<usize> = preceded.copied().collect();
            for server in preceded {
                server_only.pop_front();
                self.place_as_server_only(server, ServerOnlyPlacement::Before(*index));
            }
            if let Some(item) = self.items.get_mut(*index) {
                item.requested_position = Some(requested_position);
            }
            self.place(*index, OrderColumn::Requested);
        }
        for index in server_only {
            self.place_as_server_only(index, ServerOnlyPlacement::Last);
        }
    }

    /// Returns the rows of the new items that Kubernetes stores in its copy of the live list: as many as the
    /// patch deletes, after all live items.
    fn positions_in_changed_copy(&self, named: &[usize]) -> FxHashMap<usize, usize> {
        let mut steps = self.merge.steps.iter();
        if self.key.is_none() || !steps.any(|step| step.at == self.list && step.rule == Rule::LiveListChanged)
        {
            return FxHashMap::default();
        }
        let has = |index: usize, column: OrderColumn| self.items[index].rows[column as usize].is_some();
        let live = &self.columns[OrderColumn::Live as usize];
        let deleted = live.iter().filter(|index| !has(**index, OrderColumn::Result));
        let is_new = |index: &usize| !has(*index, OrderColumn::Live) && has(*index, OrderColumn::Result);
        let new = named.iter().copied().filter(is_new);
        new.take(deleted.count()).zip(live.len()..).collect()
    }

    fn place_as_server_only(&mut self, index: usize, place: ServerOnlyPlacement) {
        self.items[index].server_only = Some(place);
        self.place(index, OrderColumn::Requested);
    }

    fn set_marks(&mut self) {
        let tree = &self.merge.tree;
        for item in &mut self.items {
            let Some(id) = item.node else { continue };
            let [live, _, result] = item.rows;
            item.mark = match (live, result) {
                (Some(_), None) => Some(Mark::Deleted),
                (None, Some(_)) => Some(Mark::Added),
                _ => [Mark::ServerOnly, Mark::Reordered]
                    .into_iter()
                    .find(|mark| tree.marks(id).has(*mark)),
            };
        }
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
fn named_scalar<'t, T: Tree>(tree: &'t T, id: T::Id, key: Option<&str>) -> Option<ItemName<'t>> {
    let scalar = match tree.kind(id) {
        ValueKind::Map => {
            let requested = key.unwrap_or("name");
            tree.children(id)
                .find(|child| tree.key(*child) == Some(requested))
        }
        ValueKind::List => None,
        _ => Some(id),
    };
    let scalar = scalar.filter(|id| tree.kind(*id).is_scalar())?;
    let text = match tree.value(scalar) {
        Value::String(text) => Cow::Borrowed(text),
        _ => write::value_text(tree, scalar, MAX_VALUE_CHARS).into(),
    };
    Some((tree.kind(scalar), text))
}

/// Returns the name of an item, or its value if it has no name.
fn name_text<'m>(merge: &'m Merge, item: &ListOrderItem, key: Option<&str>) -> Cow<'m, str> {
    fn text<'t, T: Tree>(tree: &'t T, id: T::Id, key: Option<&str>) -> Cow<'t, str> {
        let name = named_scalar(tree, id, key).map(|(_, text)| text);
        name.unwrap_or_else(|| write::value_text(tree, id, MAX_VALUE_CHARS).into())
    }
    match item.named_by {
        NamedBy::Source(source) => text(merge.tree.document(source), source.node, key),
        NamedBy::Result(id) => text(&merge.tree, id, key),
    }
}

impl ListOrder {
    /// Returns the number of rows of the longest column.
    pub fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the item of a row: that of the result, else of the requested order, else of the live list.
    pub fn item_at(&self, row: usize) -> Option<usize> {
        [OrderColumn::Result, OrderColumn::Requested, OrderColumn::Live]
            .into_iter()
            .find_map(|column| self.columns[column as usize].get(row).copied())
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
        let Some(row) = item.rows[OrderColumn::Result as usize] else {
            return &[];
        };
        let from = self.early.partition_point(|early| early.row < row);
        let count = self.early[from..].partition_point(|early| early.row == row);
        &self.early[from..from + count]
    }
}
