//! A difference between two merges.

use crate::merge::{Decision, ResultId};

/// One of the two merges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferenceSide {
    /// The left merge.
    First,
    /// The right merge.
    Second,
}

impl DifferenceSide {
    /// Both sides, the left one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns the other side.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The values of the node differ.
    Value,
    /// Only one merge has the node.
    Only(DifferenceSide),
    /// The items of a list have a different order.
    Order,
    /// Only one merge rejects the patch.
    Verdict {
        /// The merge that rejects the patch.
        rejects: DifferenceSide,
    },
}

/// The sign between the two sides of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceSign {
    /// The sides are the same.
    Same,
    /// The sides differ because a merge is rejected.
    Unreached,
    /// The values differ.
    Value,
    /// Only one side has the row.
    Only(DifferenceSide),
    /// The order differs.
    Order,
    /// One merge is rejected at this row.
    Verdict,
}

impl DifferenceSign {
    /// Returns the character.
    pub fn glyph(self) -> char {
        match self {
            Self::Same => '│',
            Self::Unreached => '·',
            Self::Value => '≠',
            Self::Only(DifferenceSide::First) => '<',
            Self::Only(DifferenceSide::Second) => '>',
            Self::Order => '⇅',
            Self::Verdict => '✗',
        }
    }
}

impl From<DifferenceKind> for DifferenceSign {
    fn from(kind: DifferenceKind) -> Self {
        match kind {
            DifferenceKind::Value => Self::Value,
            DifferenceKind::Only(side) => Self::Only(side),
            DifferenceKind::Order => Self::Order,
            DifferenceKind::Verdict { .. } => Self::Verdict,
        }
    }
}

/// An item with different positions in the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedItem {
    /// The item in each merge.
    pub items: [ResultId; 2],
    /// Its position in each list, from 0.
    pub positions: [usize; 2],
}

/// A difference between two merges.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The kind of the difference.
    pub kind: DifferenceKind,
    /// The node in each merge; `None` if it does not exist.
    pub nodes: [Option<ResultId>; 2],
    /// For a different order: the fewest items whose move explains it.
    pub moved: Vec<MovedItem>,
    /// The index of the deciding step in each merge; `None` if no step is about the difference.
    pub steps: [Option<usize>; 2],
    /// Whether no step of the merge changes the node. A step, if there is one, used the same part of the
    /// patch elsewhere or without effect.
    pub stays: [bool; 2],
    /// The decisions that cause it, if both semantics are strategic and causes were searched.
    pub causes: Vec<Decision>,
    /// The first row of the difference.
    pub row: usize,
}
