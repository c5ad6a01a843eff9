//! A row of two aligned results.

use super::difference::DifferenceSide;
use crate::merge::{ResultId, ResultTree};
use crate::report::rows::heights::Heights;
use crate::report::rows::outline::{BlockCursor, ItemDash, OutlineEntry};

/// One side of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowCell {
    /// The node.
    pub id: ResultId,
    /// 0 is the first line of the node, others are the further lines of a block scalar.
    pub part: u32,
    /// The line in the printed result, from 1.
    pub number: u32,
    /// The width before the text of the node in cells, including dashes.
    pub(crate) indent: u32,
    /// The number of items that start on the row.
    pub(crate) dashes: u32,
}

impl RowCell {
    pub(crate) fn text(&self, tree: &ResultTree, heights: &Heights) -> String {
        self.entry().text(tree, heights, &mut BlockCursor::default())
    }

    fn entry(&self) -> OutlineEntry {
        let dash = ItemDash {
            item: self.id,
            position: 0,
        };
        OutlineEntry {
            id: self.id,
            part: self.part as usize,
            number: Some(self.number as usize),
            indent: self.indent as usize,
            dashes: vec![dash; self.dashes as usize],
            is_placeholder: false,
        }
    }
}

/// The texts of rows in sequence.
#[derive(Debug)]
pub struct RowTexts<'c> {
    sides: [(&'c ResultTree, &'c Heights); 2],
    cursors: [BlockCursor; 2],
}

impl<'c> RowTexts<'c> {
    pub(super) fn new(sides: [(&'c ResultTree, &'c Heights); 2]) -> Self {
        Self {
            sides,
            cursors: [BlockCursor::default(); 2],
        }
    }

    /// Returns the text of a row on one side, not escaped, or `None` for a gap.
    pub fn text(&mut self, row: &AlignedRow, side: DifferenceSide) -> Option<String> {
        let entry = row.cell(side)?.entry();
        let (tree, heights) = self.sides[side as usize];
        Some(entry.text(tree, heights, &mut self.cursors[side as usize]))
    }
}

/// How the two sides of a row compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// The sides are the same.
    Same,
    /// A part of the difference with this index.
    Differs(u32),
    /// A part of the difference with this index, which is there only because a merge is rejected.
    Unreached(u32),
}

/// A row: the same node on both sides, or a gap on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignedRow {
    pub(crate) cells: [Option<RowCell>; 2],
    /// How the sides compare.
    pub state: RowState,
}

impl AlignedRow {
    /// Returns the cell of a side, or `None` for a gap.
    pub fn cell(&self, side: DifferenceSide) -> Option<&RowCell> {
        self.cells[side as usize].as_ref()
    }

    /// Returns the index of the difference.
    pub fn difference(&self) -> Option<usize> {
        match self.state {
            RowState::Differs(index) => Some(index as usize),
            RowState::Same | RowState::Unreached(_) => None,
        }
    }
}
