//! The rows of a comparison as the screen shows them: an item that only moved is one row at each of its two places.

use rustc_hash::FxHashMap;

use crate::merge::ResultId;
use crate::report::comparison::{AlignedRow, DifferenceKind, DifferenceSide, MergeComparison};

/// Rows that are shown as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownRow {
    /// The first of them.
    pub(super) first: usize,
    /// How many they are.
    pub(super) count: usize,
    /// If they are of an item that moved: its item node and its side.
    pub(super) item: Option<(DifferenceSide, ResultId)>,
    /// Its positions left and right, from 0.
    pub(super) moved: Option<[usize; 2]>,
    /// The item begins here.
    pub(super) begins: bool,
}

/// The positions of all items that moved, by side and node.
type MovedItems = FxHashMap<(DifferenceSide, ResultId), [usize; 2]>;

/// Linear in the rows, and for each row of a moved item in its depth.
pub(super) fn shown_rows(ready: &MergeComparison) -> Vec<ShownRow> {
    let mut moved = MovedItems::default();
    for item in ready
        .differences()
        .iter()
        .flat_map(|difference| &difference.moved)
    {
        for side in DifferenceSide::BOTH {
            moved.insert((side, item.items[side as usize]), item.positions);
        }
    }
    let mut shown: Vec<ShownRow> = Vec::with_capacity(ready.rows().len());
    for (at, row) in ready.rows().iter().enumerate() {
        let item = moved_item(ready, row, &moved);
        match shown
            .last_mut()
            .filter(|last| item.is_some() && last.item == item)
        {
            Some(last) => last.count += 1,
            None => shown.push(ShownRow {
                first: at,
                count: 1,
                item,
                moved: item.and_then(|item| moved.get(&item).copied()),
                begins: item.is_some_and(|(side, id)| {
                    row.cell(side)
                        .is_some_and(|cell| begins(ready, side, id, cell.id))
                }),
            }),
        }
    }
    shown
}

/// The item of a row that one side alone has, because the item is elsewhere on the other side.
fn moved_item(
    ready: &MergeComparison,
    row: &AlignedRow,
    moved: &MovedItems,
) -> Option<(DifferenceSide, ResultId)> {
    let difference = ready.differences().get(row.difference()?)?;
    let [side] = DifferenceSide::BOTH
        .into_iter()
        .filter(|side| row.cell(*side).is_some())
        .collect::<Vec<_>>()[..]
    else {
        return None;
    };
    if difference.kind != DifferenceKind::Order {
        return None;
    }
    let scene = &ready.merge(side).scene;
    let way = std::iter::successors(Some(row.cell(side)?.id), |id| scene.parent(*id));
    let list = difference.nodes[side as usize];
    let item = way.into_iter().find(|id| scene.parent(*id) == list)?;
    moved.contains_key(&(side, item)).then_some((side, item))
}

/// Whether a node is the first one that is shown of an item.
fn begins(ready: &MergeComparison, side: DifferenceSide, item: ResultId, node: ResultId) -> bool {
    let scene = &ready.merge(side).scene;
    let mut first = item;
    while first != node {
        match scene.present(first).next() {
            Some(child) => first = child,
            None => return false,
        }
    }
    true
}

/// The shown row that a row is part of.
pub(super) fn place_of(shown: &[ShownRow], row: usize) -> usize {
    shown
        .partition_point(|other| other.first <= row)
        .saturating_sub(1)
}
