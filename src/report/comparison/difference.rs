//! One thing in which two merges do not come out alike.

use crate::merge::{Decision, ResultId};

/// One of the two merges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferenceSide {
    /// The one on the left.
    First,
    /// The one on the right.
    Second,
}

impl DifferenceSide {
    /// Both, the left one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// Both have the node, with other values.
    Value,
    /// One alone has the node.
    Only(DifferenceSide),
    /// The same items of a list in a different order.
    Order,
    /// One alone rejects the patch.
    Verdict {
        /// The one that rejects.
        rejects: DifferenceSide,
    },
}

/// How the two sides of a row differ, in one character between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceSign {
    /// They are the same.
    Same,
    /// One merge was rejected before it reached this row.
    Unreached,
    /// Another value.
    Value,
    /// One side alone has the row.
    Only(DifferenceSide),
    /// Another order.
    Order,
    /// One merge is rejected here.
    Verdict,
}

impl DifferenceSign {
    /// The character, and the one for terminals that show ASCII only.
    pub fn glyphs(self) -> (&'static str, &'static str) {
        match self {
            Self::Same => ("│", "|"),
            Self::Unreached => ("·", "."),
            Self::Value => ("≠", "#"),
            Self::Only(DifferenceSide::First) => ("<", "<"),
            Self::Only(DifferenceSide::Second) => (">", ">"),
            Self::Order => ("⇅", "%"),
            Self::Verdict => ("✗", "X"),
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
    /// Its position in each, from 0.
    pub positions: [usize; 2],
}

/// One thing in which two merges do not come out alike.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What kind.
    pub kind: DifferenceKind,
    /// The node it is about in each merge; none where it is absent.
    pub nodes: [Option<ResultId>; 2],
    /// Of another order: the fewest items whose moving explains it.
    pub moved: Vec<MovedItem>,
    /// The step that decides in each merge, as an index; none where no step has to do with it.
    pub steps: [Option<usize>; 2],
    /// Where no step of the merge touches the node: its step, if there is one, took the same piece of the patch
    /// elsewhere or to nothing.
    pub stays: [bool; 2],
    /// The decisions that cause it, if both semantics are strategic and causes were looked for.
    pub causes: Vec<Decision>,
    /// The first row that shows it.
    pub row: usize,
}
