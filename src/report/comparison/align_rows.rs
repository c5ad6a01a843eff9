//! Walks two result trees in parallel and returns aligned rows and the differences.

use rustc_hash::FxHashMap;

use super::difference::{Difference, DifferenceKind, DifferenceSide, MovedItem};
use super::pair_children;
use super::pair_children::PairedChild;
use super::row::{AlignedRow, RowCell, RowState};
use crate::document::{Numbers, Tree, ValueKind, same_scalar};
use crate::merge::{Merge, Presence, ResultId};
use crate::report::rows::heights::{Heights, is_bare};

/// The first row of a node on its side.
#[derive(Clone, Copy, Debug, Default)]
struct FirstRow {
    /// The width before its text in cells, without its own dash.
    indent: u32,
    /// The number of dashes of its ancestors on the row.
    dashes: u32,
    /// The number of lines of the result before it.
    line: u32,
    in_list: bool,
}

/// The sides that get a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SidesShown {
    Both,
    Only(DifferenceSide),
}

impl SidesShown {
    fn shows(self, side: DifferenceSide) -> bool {
        self == Self::Both || self == Self::Only(side)
    }
}

/// A pending task of the walk.
#[derive(Clone, Copy, Debug)]
enum AlignTask {
    /// The same node on both sides.
    Pair {
        nodes: [ResultId; 2],
        places: [FirstRow; 2],
        shown: SidesShown,
        state: RowState,
    },
    /// A node that only one side has.
    One {
        side: DifferenceSide,
        id: ResultId,
        first_row: FirstRow,
        state: RowState,
    },
}

/// The index of a row that is not known yet.
const NO_ROW: usize = usize::MAX;

struct AlignWalk<'m> {
    merges: [&'m Merge; 2],
    /// For each document whether both merges have it.
    shared: Vec<bool>,
    heights: [&'m Heights; 2],
    /// The state of the rows of a difference with an index: only without a rejection, everything that is not
    /// equal is a difference of the semantics.
    state: fn(u32) -> RowState,
    rows: Vec<AlignedRow>,
    differences: Vec<Difference>,
    /// The differences inside moved items, which are walked once for each side.
    known: FxHashMap<[Option<ResultId>; 2], u32>,
    todo: Vec<AlignTask>,
}

/// Aligns the rows of two merges; the deciding steps are not set yet. If a merge is rejected, all rows of a
/// difference are [`RowState::Unreached`].
pub(crate) fn align(merges: [&Merge; 2], heights: [&Heights; 2]) -> (Vec<AlignedRow>, Vec<Difference>) {
    let mut walk = AlignWalk {
        merges,
        shared: pair_children::shared(merges),
        heights,
        state: match merges.iter().any(|merge| merge.rejection().is_some()) {
            true => RowState::Unreached,
            false => RowState::Differs,
        },
        rows: Vec::new(),
        differences: Vec::new(),
        known: FxHashMap::default(),
        todo: Vec::new(),
    };
    walk.begin();
    while let Some(todo) = walk.todo.pop() {
        match todo {
            AlignTask::Pair {
                nodes,
                places,
                shown,
                state,
            } => walk.pair(nodes, places, shown, state),
            AlignTask::One {
                side,
                id,
                first_row,
                state,
            } => walk.one(side, id, first_row, state),
        }
    }
    (walk.rows, walk.differences)
}

impl AlignWalk<'_> {
    fn begin(&mut self) {
        let tops = [self.merges[0].tree.top(), self.merges[1].tree.top()];
        let there = |side: DifferenceSide| {
            self.merges[side as usize].tree.state(tops[side as usize]) == Presence::Present
        };
        let (first, second) = (there(DifferenceSide::First), there(DifferenceSide::Second));
        if first && second {
            self.todo.push(AlignTask::Pair {
                nodes: tops,
                places: [FirstRow::default(); 2],
                shown: SidesShown::Both,
                state: RowState::Same,
            });
        } else if let Some(side) = DifferenceSide::BOTH.into_iter().find(|side| there(*side)) {
            self.todo.push(AlignTask::One {
                side,
                id: tops[side as usize],
                first_row: FirstRow::default(),
                state: RowState::Same,
            });
        }
    }

    /// Adds a difference; a known difference keeps its index.
    fn note(
        &mut self,
        kind: DifferenceKind,
        nodes: [Option<ResultId>; 2],
        moved: Vec<MovedItem>,
    ) -> RowState {
        let next = self.differences.len() as u32;
        let index = *self.known.entry(nodes).or_insert(next);
        if index == next {
            self.differences.push(Difference {
                kind,
                nodes,
                moved,
                steps: [None; 2],
                stays: [false; 2],
                causes: Vec::new(),
                row: NO_ROW,
            });
        }
        (self.state)(index)
    }

    fn pair(&mut self, nodes: [ResultId; 2], places: [FirstRow; 2], shown: SidesShown, state: RowState) {
        let [a, b] = nodes;
        let [first, second] = self.merges;
        let (left, right) = (first.tree.kind(a), second.tree.kind(b));
        let both = match (left, right) {
            (ValueKind::Map, ValueKind::Map) | (ValueKind::List, ValueKind::List) => true,
            _ => same_scalar(first.tree.value(a), second.tree.value(b), Numbers::ByType),
        };
        let mut state = state;
        if !both {
            state = self.note(DifferenceKind::Value, nodes.map(Some), Vec::new());
        }
        let head = match self.filled(nodes) {
            // For `labels: {}` and `labels:` with children, the first child is the difference.
            Some(filled) if state == RowState::Same => self.note_alone(filled),
            _ => state,
        };
        self.emit(nodes, places, shown, head);
        let inner = [
            self.inside(DifferenceSide::First, a, places[0]),
            self.inside(DifferenceSide::Second, b, places[1]),
        ];
        let from = self.todo.len();
        match (left, right) {
            (ValueKind::Map, ValueKind::Map) => {
                let children = pair_children::entries(&first.tree, a, &second.tree, b);
                self.children(nodes, inner, children, shown, state, state);
            }
            (ValueKind::List, ValueKind::List) => {
                let items = pair_children::items(first, a, second, b, &self.shared);
                let mut order = state;
                if !items.moved.is_empty() {
                    order = self.note(DifferenceKind::Order, nodes.map(Some), items.moved);
                }
                self.children(nodes, inner, items.children, shown, state, order);
            }
            _ => {
                for side in DifferenceSide::BOTH.into_iter().filter(|side| shown.shows(*side)) {
                    self.below(side, nodes[side as usize], inner[side as usize], state);
                }
            }
        }
        self.todo[from..].reverse();
    }

    /// If exactly one of two maps or lists is empty, returns the first child of the other.
    fn filled(&self, nodes: [ResultId; 2]) -> Option<(DifferenceSide, ResultId)> {
        let first = |side: DifferenceSide| {
            self.merges[side as usize]
                .tree
                .present(nodes[side as usize])
                .next()
        };
        match DifferenceSide::BOTH.map(first) {
            [Some(child), None] => Some((DifferenceSide::First, child)),
            [None, Some(child)] => Some((DifferenceSide::Second, child)),
            _ => None,
        }
    }

    /// Adds the difference of a node that only one side has.
    fn note_alone(&mut self, (side, id): (DifferenceSide, ResultId)) -> RowState {
        let mut nodes = [None; 2];
        nodes[side as usize] = Some(id);
        self.note(DifferenceKind::Only(side), nodes, Vec::new())
    }

    /// Schedules the children of a pair in order. Rows of moved items have the state `order`, others `state`.
    fn children(
        &mut self,
        nodes: [ResultId; 2],
        inner: [FirstRow; 2],
        children: Vec<PairedChild>,
        shown: SidesShown,
        state: RowState,
        order: RowState,
    ) {
        let mut starts = [
            self.starts(DifferenceSide::First, nodes[0], inner[0]),
            self.starts(DifferenceSide::Second, nodes[1], inner[1]),
        ];
        let mut first_row =
            |side: DifferenceSide, id: ResultId| starts[side as usize].remove(&id).unwrap_or_default();
        // A moved item has a row on each side at its own position, so it is walked twice.
        let mut kept: FxHashMap<ResultId, [FirstRow; 2]> = FxHashMap::default();
        for child in children {
            let todo = match child {
                PairedChild::Both(a, b) => AlignTask::Pair {
                    nodes: [a, b],
                    places: [
                        first_row(DifferenceSide::First, a),
                        first_row(DifferenceSide::Second, b),
                    ],
                    shown,
                    state,
                },
                PairedChild::HereFirst(a, b) | PairedChild::HereSecond(a, b) => {
                    let side = match child {
                        PairedChild::HereFirst(..) => DifferenceSide::First,
                        _ => DifferenceSide::Second,
                    };
                    if !shown.shows(side) {
                        continue;
                    }
                    let places = *kept.entry(a).or_insert_with(|| {
                        [
                            first_row(DifferenceSide::First, a),
                            first_row(DifferenceSide::Second, b),
                        ]
                    });
                    AlignTask::Pair {
                        nodes: [a, b],
                        places,
                        shown: SidesShown::Only(side),
                        state: order,
                    }
                }
                PairedChild::First(id) | PairedChild::Second(id) => {
                    let side = match child {
                        PairedChild::First(_) => DifferenceSide::First,
                        _ => DifferenceSide::Second,
                    };
                    if !shown.shows(side) {
                        continue;
                    }
                    AlignTask::One {
                        side,
                        id,
                        first_row: first_row(side, id),
                        state: RowState::Same,
                    }
                }
            };
            self.todo.push(todo);
        }
    }

    /// Walks a node of one side. Without a known difference, its absence on the other side is the difference.
    fn one(&mut self, side: DifferenceSide, id: ResultId, first_row: FirstRow, state: RowState) {
        let mut state = state;
        if state == RowState::Same {
            state = self.note_alone((side, id));
        }
        self.emit([id; 2], [first_row; 2], SidesShown::Only(side), state);
        let from = self.todo.len();
        let inner = self.inside(side, id, first_row);
        self.below(side, id, inner, state);
        self.todo[from..].reverse();
    }

    /// Schedules the children of a node of one side.
    fn below(&mut self, side: DifferenceSide, id: ResultId, inner: FirstRow, state: RowState) {
        let starts = self.starts(side, id, inner);
        let tree = &self.merges[side as usize].tree;
        let children = tree.present(id).map(|child| AlignTask::One {
            side,
            id: child,
            first_row: starts.get(&child).copied().unwrap_or_default(),
            state,
        });
        self.todo.extend(children);
    }

    /// Adds the rows of the nodes, without their children.
    fn emit(&mut self, nodes: [ResultId; 2], places: [FirstRow; 2], shown: SidesShown, state: RowState) {
        let own = |side: DifferenceSide| {
            if shown.shows(side) {
                self.heights[side as usize].own_rows(&self.merges[side as usize].tree, nodes[side as usize])
            } else {
                0
            }
        };
        let owns = DifferenceSide::BOTH.map(own);
        if let RowState::Differs(index) | RowState::Unreached(index) = state
            && owns != [0; 2]
            && let Some(difference) = self.differences.get_mut(index as usize)
        {
            difference.row = difference.row.min(self.rows.len());
        }
        for part in 0..owns[0].max(owns[1]) {
            let cell = |side: DifferenceSide| {
                let first_row = places[side as usize];
                (part < owns[side as usize]).then_some(RowCell {
                    id: nodes[side as usize],
                    part,
                    number: first_row.line + part + 1,
                    indent: first_row.indent + if first_row.in_list { 2 } else { 0 },
                    dashes: match part {
                        0 => first_row.dashes + u32::from(first_row.in_list),
                        _ => 0,
                    },
                })
            };
            self.rows.push(AlignedRow {
                cells: DifferenceSide::BOTH.map(cell),
                state,
            });
        }
    }

    /// Returns the row of the first child of a node.
    fn inside(&self, side: DifferenceSide, id: ResultId, first_row: FirstRow) -> FirstRow {
        let tree = &self.merges[side as usize].tree;
        let own = self.heights[side as usize].own_rows(tree, id);
        let indent = first_row.indent + if first_row.in_list { 2 } else { 0 };
        let list = tree.kind(id) == ValueKind::List;
        FirstRow {
            indent: if is_bare(tree, id) || list {
                indent
            } else {
                indent + 2
            },
            dashes: match own {
                0 => first_row.dashes + u32::from(first_row.in_list),
                _ => 0,
            },
            line: first_row.line + own,
            in_list: list,
        }
    }

    /// Returns the row of each present child.
    fn starts(&self, side: DifferenceSide, id: ResultId, inner: FirstRow) -> FxHashMap<ResultId, FirstRow> {
        let (tree, heights) = (&self.merges[side as usize].tree, &self.heights[side as usize]);
        let mut first_row = inner;
        let mut starts = FxHashMap::default();
        for child in tree.present(id) {
            starts.insert(child, first_row);
            first_row.line += heights.shown(child).1;
            first_row.dashes = 0;
        }
        starts
    }
}
