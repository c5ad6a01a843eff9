//! The rows of a comparison as they are shown: a moved item has one row at each of its two positions.

use rustc_hash::FxHashMap;

use crate::merge::ResultId;
use crate::report::comparison::{AlignedRow, DifferenceKind, DifferenceSide, MergeComparison};

/// Rows that are shown as one: a row, or those of a moved item without the differences inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownRow {
    /// The index of the first row.
    pub(super) first: usize,
    /// The number of rows.
    pub(super) count: usize,
    /// The side and the item node, if the rows belong to a moved item.
    pub(super) item: Option<(DifferenceSide, ResultId)>,
    /// The positions of the moved item, left and right, from 0.
    pub(super) moved: Option<[usize; 2]>,
}

/// The positions of all moved items, by side and node.
type MovedItems = FxHashMap<(DifferenceSide, ResultId), [usize; 2]>;

/// Returns the rows as they are shown. Takes time linear in the rows, and for each row of a moved item linear
/// in its depth.
pub(super) fn shown_rows(ready: &MergeComparison) -> Vec<ShownRow> {
    let mut moved = MovedItems::default();
    for item in ready.all_differences().flat_map(|difference| &difference.moved) {
        for side in DifferenceSide::BOTH {
            moved.insert((side, item.items[side as usize]), item.positions);
        }
    }
    let mut shown: Vec<ShownRow> = Vec::with_capacity(ready.rows().len());
    let mut starts = FxHashMap::default();
    for (index, row) in ready.rows().iter().enumerate() {
        let item = moved_item(ready, row, &moved);
        match item.and_then(|item| starts.get(&item)) {
            // The rows of an item can surround those of a difference inside it.
            Some(start) => {
                let start: &mut ShownRow = &mut shown[*start];
                start.count += 1;
            }
            None => {
                starts.extend(item.map(|item| (item, shown.len())));
                shown.push(ShownRow {
                    first: index,
                    count: 1,
                    item,
                    moved: item.and_then(|item| moved.get(&item).copied()),
                });
            }
        }
    }
    shown
}

/// Returns the moved item of a row that only one side has.
fn moved_item(
    ready: &MergeComparison,
    row: &AlignedRow,
    moved: &MovedItems,
) -> Option<(DifferenceSide, ResultId)> {
    let difference = ready.difference_of(row)?;
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
    let tree = &ready.merge(side).tree;
    let list = difference.nodes[side as usize];
    let item = tree
        .ancestors(row.cell(side)?.id)
        .find(|id| tree.parent(*id) == list)?;
    moved.contains_key(&(side, item)).then_some((side, item))
}

/// Returns the index of the shown row that contains a row.
pub(super) fn shown_index(shown: &[ShownRow], row: usize) -> usize {
    shown
        .partition_point(|other| other.first <= row)
        .saturating_sub(1)
}
