//! The three columns of the list order, and the rows of the items.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::item::{ListOrderItem, OrderColumn, ServerOnlyPlacement};
use super::requested_order::{ListOrderRequest, OrderSource, requested_order};
use super::variables;
use crate::document::{Tree, Value, ValueKind, write};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::merge::{Mark, Merge, NodeRef, ResultId, ServerOnlyOrder};
use crate::report::explanation_line::ExplanationLine;
use crate::report::order_alignment::align;

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
    /// The last step that ordered the list.
    pub step: Option<StepId>,
    /// The two sequences of a rejection next to each other, if the order is its cause and its step is played.
    pub rejected: Vec<ExplanationLine>,
}

impl ListOrder {
    /// Returns the row to show first: that of the rejected item, of the first item that the order moved, or
    /// of another change.
    pub(super) fn first_change(&self) -> Option<usize> {
        let misplaced = self.items.iter().find(|item| item.misplaced);
        let row = |item: &ListOrderItem| item.rows[OrderColumn::Result as usize];
        let moved = self
            .items
            .iter()
            .filter(|item| item.mark == Some(Mark::Reordered));
        let early = self.items.iter().filter(|item| !item.early.is_empty());
        // Added and removed items have moved these.
        let shifted = self.items.iter().filter(|item| {
            let [old, _, new] = item.rows;
            old.is_some() && new.is_some() && old != new
        });
        let changed = self.items.iter().filter(|item| item.mark.is_some());
        misplaced
            .and_then(|item| item.rows[OrderColumn::Requested as usize])
            .or_else(|| moved.filter_map(row).min())
            .or_else(|| early.filter_map(row).min())
            .or_else(|| shifted.filter_map(row).min())
            .or_else(|| changed.filter_map(row).min())
    }
}

/// The scalar that names an item, with its type.
type ItemName<'n> = (ValueKind, &'n str);

/// Builds the columns.
struct ListOrderBuilder<'s> {
    merge: &'s Merge,
    list: ResultId,
    key: Option<String>,
    /// Whether items have a name: their value or merge key.
    keyed: bool,
    items: Vec<ListOrderItem>,
    by_id: FxHashMap<ResultId, usize>,
    /// The items that have a name, with the type of the name.
    names: Vec<(ValueKind, usize)>,
    /// The items without a name.
    by_source: FxHashMap<NodeRef, usize>,
    columns: [Vec<usize>; 3],
}

/// Returns the columns of a list of the result at the current step. Takes time linear in the list and the
/// steps.
pub(super) fn list_order(merged: &MergedView, list: ResultId) -> ListOrder {
    let merge = merged.merge();
    let field = merge.field(list);
    let key = field
        .as_ref()
        .and_then(|field| field.merge_key.map(str::to_owned));
    let scene = &merge.scene;
    let scalars = || {
        scene
            .all_children(list)
            .all(|child| scene.kind(child).is_scalar())
    };
    let keyed = key.is_some() || scalars();
    let live_list = merged
        .links()
        .at_result(merge, list)
        .live
        .filter(|near| near.exact);
    let mut builder = ListOrderBuilder {
        merge,
        list,
        key,
        keyed,
        items: Vec::new(),
        by_id: FxHashMap::default(),
        names: Vec::new(),
        by_source: FxHashMap::default(),
        columns: Default::default(),
    };
    if let Some(near) = live_list {
        let live = &merge.inputs.live;
        for node in live.children(near.node) {
            let name = value_name(live.as_ref(), node, builder.key.as_deref());
            let index = builder.add(ResultId(node.0), NodeRef::live(node), name);
            builder.place(index, OrderColumn::Live);
        }
    }
    for id in scene.present(list) {
        let index = match builder.by_id.get(&id) {
            Some(index) => *index,
            None => {
                let name = value_name(scene, id, builder.key.as_deref());
                builder.add(id, scene.source(id), name)
            }
        };
        builder.place(index, OrderColumn::Result);
    }
    let requested = requested_order(merge, list);
    builder.add_requested_order(&requested);
    builder.set_marks();
    let (list_key, env) = (
        scene.key(list).map(str::to_owned),
        builder.key.as_deref() == Some("name"),
    );
    if env && list_key.as_deref() == Some("env") {
        variables::flag(scene, list, &mut builder.items, &builder.columns);
    }
    let rejected = builder.mark_misplaced();
    ListOrder {
        path: merge.path(list).to_string(),
        order_source: requested.source,
        step: requested.step,
        items: builder.items,
        columns: builder.columns,
        rejected,
    }
}

impl ListOrderBuilder<'_> {
    fn add(&mut self, id: ResultId, source: NodeRef, (kind, text): (Option<ValueKind>, String)) -> usize {
        let index = self.items.len();
        self.items.push(ListOrderItem {
            name: text,
            node: Some(id),
            ..ListOrderItem::default()
        });
        self.by_id.insert(id, index);
        if !self.keyed {
            self.by_source.insert(source, index);
        }
        if let Some(kind) = kind {
            self.names.push((kind, index));
        }
        index
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
        let entries = requested.entries.iter().map(|source| {
            let document = self.merge.scene.document(*source);
            value_name(document, source.node, self.key.as_deref())
        });
        let entries: Vec<(Option<ValueKind>, String)> = entries.collect();
        // If several items have the same name, existing items come before deleted ones.
        let mut by_name: FxHashMap<ItemName<'_>, VecDeque<usize>> = FxHashMap::default();
        for (kind, text) in &entries {
            if let Some(kind) = kind {
                by_name.insert((*kind, text), VecDeque::new());
            }
        }
        let gone =
            |items: &[ListOrderItem], index: usize| items[index].rows[OrderColumn::Result as usize].is_none();
        for (kind, index) in std::mem::take(&mut self.names) {
            let Some(waiting) = by_name.get_mut(&(kind, &*self.items[index].name)) else {
                continue;
            };
            match waiting.front().filter(|_| !gone(&self.items, index)).copied() {
                Some(front) if gone(&self.items, front) => waiting.push_front(index),
                _ => waiting.push_back(index),
            }
        }
        let sources = requested.entries.iter().zip(&entries);
        let known = sources.map(|(source, (kind, text))| match kind.filter(|_| self.keyed) {
            Some(kind) => by_name.get_mut(&(kind, text)).and_then(VecDeque::pop_front),
            None => self.by_source.get(source).copied(),
        });
        let known: Vec<Option<usize>> = known.collect();
        let mut named = Vec::with_capacity(entries.len());
        for (known, (_, name)) in known.into_iter().zip(entries) {
            named.push(known.unwrap_or_else(|| {
                self.items.push(ListOrderItem {
                    name,
                    ..ListOrderItem::default()
                });
                self.items.len() - 1
            }));
        }
        self.place_server_only(&named);
    }

    /// Places the server-only items as the semantics does: before all listed items, or by their live
    /// positions.
    fn place_server_only(&mut self, named: &[usize]) {
        let is_named: FxHashSet<usize> = named.iter().copied().collect();
        let is_kept = |index: &usize| {
            !is_named.contains(index) && self.items[*index].rows[OrderColumn::Result as usize].is_some()
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
        for (requested_position, index) in named.iter().enumerate() {
            let live_row = |index: usize| self.items[index].rows[OrderColumn::Live as usize];
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

    fn place_as_server_only(&mut self, index: usize, place: ServerOnlyPlacement) {
        self.items[index].server_only = Some(place);
        self.place(index, OrderColumn::Requested);
    }

    fn set_marks(&mut self) {
        let scene = &self.merge.scene;
        for item in &mut self.items {
            let Some(id) = item.node else { continue };
            let [live, _, result] = item.rows;
            item.mark = match (live, result) {
                (Some(_), None) => Some(Mark::Deleted),
                (None, Some(_)) => Some(Mark::Added),
                _ => [Mark::ServerOnly, Mark::Reordered]
                    .into_iter()
                    .find(|mark| scene.marks(id).has(*mark)),
            };
        }
    }

    /// Marks the patch item that has no matching entry in a rejected order. Returns the two sequences next to
    /// each other.
    fn mark_misplaced(&mut self) -> Vec<ExplanationLine> {
        let Some(rejection) = self.merge.rejection() else {
            return Vec::new();
        };
        let reached = self.merge.position() > rejection.step as usize;
        let here = self.merge.steps.get(rejection.step as usize).map(|step| step.at) == Some(self.list);
        let Some(sequences) = rejection.sequences.as_ref().filter(|_| reached && here) else {
            return Vec::new();
        };
        if let Some(name) = sequences.patch.get(sequences.mismatch) {
            let found = self.items.iter_mut().find(|item| item.name == *name);
            if let Some(item) = found {
                item.misplaced = true;
                item.mark = Some(Mark::Rejected);
            }
        }
        align(sequences)
    }
}

/// Returns the name of an item, and the type of the scalar that names it, if there is one.
fn value_name<T: Tree>(tree: &T, id: T::Id, key: Option<&str>) -> (Option<ValueKind>, String) {
    let scalar = match tree.kind(id) {
        ValueKind::Map => {
            let requested = key.unwrap_or("name");
            tree.children(id)
                .find(|child| tree.key(*child) == Some(requested))
        }
        ValueKind::List => None,
        _ => Some(id),
    };
    match scalar.filter(|id| tree.kind(*id).is_scalar()) {
        Some(scalar) => {
            let text = match tree.value(scalar) {
                Value::String(text) => text.to_owned(),
                _ => write::value_text(tree, scalar, MAX_VALUE_CHARS),
            };
            (Some(tree.kind(scalar)), text)
        }
        None => (None, write::value_text(tree, id, MAX_VALUE_CHARS)),
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

    /// Returns the number of references that are before their definition.
    pub fn early(&self) -> usize {
        self.items.iter().map(|item| item.early.len()).sum()
    }
}
