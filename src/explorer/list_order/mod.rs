//! The order of a list in three columns: where each item was (live), where patch or directive wants it, where it
//! landed (result, as it is after the present step).

mod find_list;
mod item;
mod requested_order;
mod screen;
pub(crate) mod state;
mod variables;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::merged::MergedView;
use crate::document::{Tree, Value, ValueKind, write};
use crate::merge::{Mark, Merge, NodeRef, ResultId};
use crate::report::explanation_line::ExplanationLine;
use crate::report::order_alignment::align;

pub(crate) use find_list::{list_above, resolve};
pub use item::{ListOrderItem, OrderColumn};
pub use requested_order::OrderSource;

/// Longest name of an item without a merge key, in characters.
const MAX_VALUE_CHARS: usize = 60;

/// The columns of one list.
#[derive(Clone, Debug)]
pub struct ListOrder {
    /// Where the list is; not escaped.
    pub path: String,
    /// What names the wanted order.
    pub wanted_by: OrderSource,
    /// The items; columns refer to them by index.
    pub items: Vec<ListOrderItem>,
    /// The items of each column, top to bottom.
    pub columns: [Vec<usize>; 3],
    /// The step that ordered the list last, as an index.
    pub step: Option<usize>,
    /// The refusal, where the order is its cause and it is reached: two sequences side by side.
    pub refused: Vec<ExplanationLine>,
}

/// A scalar that tells items apart; the type counts.
pub(crate) type ItemName = (ValueKind, String);

/// What is looked at while a ruler is made.
struct ListOrderBuilder<'s> {
    merge: &'s Merge,
    list: ResultId,
    key: Option<String>,
    /// Items are told apart by value or merge key.
    keyed: bool,
    items: Vec<ListOrderItem>,
    by_id: FxHashMap<ResultId, usize>,
    names: Vec<(ItemName, usize)>,
    by_source: FxHashMap<NodeRef, usize>,
    columns: [Vec<usize>; 3],
}

/// The ruler of a list of the result, at the present step. Linear in the list and the steps.
pub(crate) fn ruler(session: &MergedView, list: ResultId) -> ListOrder {
    let merge = session.merge();
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
    let live_list = session
        .links()
        .at_result(merge, list)
        .live
        .filter(|near| near.exact);
    let mut making = ListOrderBuilder {
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
            let name = value_name(live.as_ref(), node, making.key.as_deref());
            let at = making.add(ResultId(node.0), NodeRef::live(node), name);
            making.stand(at, OrderColumn::Live);
        }
    }
    for id in scene.present(list) {
        let at = match making.by_id.get(&id) {
            Some(at) => *at,
            None => {
                let name = value_name(scene, id, making.key.as_deref());
                making.add(id, scene.source(id), name)
            }
        };
        making.stand(at, OrderColumn::Result);
    }
    let wanted = requested_order::wanted(merge, list);
    making.want(&wanted);
    making.mark();
    let (list_key, env) = (
        scene.key(list).map(str::to_owned),
        making.key.as_deref() == Some("name"),
    );
    if env && list_key.as_deref() == Some("env") {
        variables::flag(scene, list, &mut making.items, &making.columns);
    }
    let refused = making.misplaced();
    ListOrder {
        path: merge.path(list).to_string(),
        wanted_by: wanted.by,
        step: wanted.step,
        items: making.items,
        columns: making.columns,
        refused,
    }
}

impl ListOrderBuilder<'_> {
    fn add(&mut self, id: ResultId, source: NodeRef, (name, text): (Option<ItemName>, String)) -> usize {
        let at = self.items.len();
        self.items.push(ListOrderItem {
            name: text,
            ..ListOrderItem::default()
        });
        self.by_id.insert(id, at);
        self.by_source.insert(source, at);
        if let Some(name) = name {
            self.names.push((name, at));
        }
        at
    }

    fn stand(&mut self, at: usize, column: OrderColumn) {
        let rows = &mut self.columns[column as usize];
        if let Some(item) = self.items.get_mut(at) {
            item.rows[column as usize] = Some(rows.len());
            rows.push(at);
        }
    }

    /// Fills the middle column: what is named in the order wanted, what only live has beside its old neighbour.
    fn want(&mut self, wanted: &requested_order::RequestedPosition) {
        // Of several items of one name those that are there are meant before those that are gone.
        let mut by_name: FxHashMap<ItemName, VecDeque<usize>> = FxHashMap::default();
        let gone =
            |items: &[ListOrderItem], at: usize| items[at].rows[OrderColumn::Result as usize].is_none();
        for (name, at) in std::mem::take(&mut self.names) {
            let waiting = by_name.entry(name).or_default();
            match waiting.front().filter(|_| !gone(&self.items, at)).copied() {
                Some(front) if gone(&self.items, front) => waiting.push_front(at),
                _ => waiting.push_back(at),
            }
        }
        let mut named = Vec::with_capacity(wanted.entries.len());
        for source in &wanted.entries {
            let document = self.merge.scene.document(*source);
            let (name, text) = value_name(document, source.node, self.key.as_deref());
            let known = match name.filter(|_| self.keyed) {
                Some(name) => by_name.get_mut(&name).and_then(VecDeque::pop_front),
                None => self.by_source.get(source).copied(),
            };
            named.push(known.unwrap_or_else(|| {
                self.items.push(ListOrderItem {
                    name: text,
                    ..ListOrderItem::default()
                });
                self.items.len() - 1
            }));
        }
        self.tie(&named);
    }

    /// Puts each server-only item before the named one that it stood before in live; behind the last, if it stood
    /// behind all.
    fn tie(&mut self, named: &[usize]) {
        let is_named: FxHashSet<usize> = named.iter().copied().collect();
        let mut before: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut waiting: Vec<usize> = Vec::new();
        let mut last = None;
        for at in self.columns[OrderColumn::Live as usize].clone() {
            if is_named.contains(&at) {
                for tied in waiting.drain(..) {
                    self.items[tied].neighbour = Some(at);
                    before.entry(at).or_default().push(tied);
                }
                last = Some(at);
            } else if self.items[at].rows[OrderColumn::Result as usize].is_some() {
                self.items[at].server_only = true;
                waiting.push(at);
            }
        }
        for tied in &waiting {
            self.items[*tied].neighbour = last;
        }
        for (wish, at) in named.iter().enumerate() {
            if let Some(item) = self.items.get_mut(*at) {
                item.wish = Some(wish);
            }
            for tied in before.remove(at).unwrap_or_default() {
                self.stand(tied, OrderColumn::Wanted);
            }
            self.stand(*at, OrderColumn::Wanted);
            if Some(*at) == last {
                for tied in std::mem::take(&mut waiting) {
                    self.stand(tied, OrderColumn::Wanted);
                }
            }
        }
        for tied in waiting {
            self.stand(tied, OrderColumn::Wanted);
        }
    }

    fn mark(&mut self) {
        let scene = &self.merge.scene;
        for (id, at) in &self.by_id {
            let Some(item) = self.items.get_mut(*at) else {
                continue;
            };
            let [live, _, result] = item.rows;
            item.mark = match (live, result) {
                (Some(_), None) => Some(Mark::Deleted),
                (None, Some(_)) => Some(Mark::Added),
                _ => [Mark::ServerOnly, Mark::Reordered]
                    .into_iter()
                    .find(|mark| scene.marks(*id).has(*mark)),
            };
        }
    }

    /// Marks the patch item that a refused order cannot place; gives the two sequences side by side.
    fn misplaced(&mut self) -> Vec<ExplanationLine> {
        let Some(refusal) = self.merge.rejection() else {
            return Vec::new();
        };
        let reached = self.merge.position() > refusal.step as usize;
        let here = self.merge.steps.get(refusal.step as usize).map(|step| step.at) == Some(self.list);
        let Some(sequences) = refusal.sequences.as_ref().filter(|_| reached && here) else {
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

/// What tells an item apart, where something does, and how it is called.
fn value_name<T: Tree>(tree: &T, id: T::Id, key: Option<&str>) -> (Option<ItemName>, String) {
    let scalar = match tree.kind(id) {
        ValueKind::Map => {
            let wanted = key.unwrap_or("name");
            tree.children(id).find(|child| tree.key(*child) == Some(wanted))
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
            (Some((tree.kind(scalar), text.clone())), text)
        }
        None => (None, write::value_text(tree, id, MAX_VALUE_CHARS)),
    }
}

impl ListOrder {
    /// How many rows the longest column has.
    pub fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The item that a row is about: that of the result, else of the wanted order, else of live.
    pub fn item_at(&self, row: usize) -> Option<usize> {
        [OrderColumn::Result, OrderColumn::Wanted, OrderColumn::Live]
            .into_iter()
            .find_map(|column| self.columns[column as usize].get(row).copied())
    }

    /// How many references stand before their definition.
    pub fn early(&self) -> usize {
        self.items.iter().map(|item| item.early.len()).sum()
    }
}
