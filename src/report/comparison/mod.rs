//! Compares two merges of the same live object and patches: rows aligned by node, and for each difference the
//! rule that decides it in each merge.
//!
//! [`MergeComparison::new`] takes any two traced merges with any semantics. Linear: every row is computed
//! once, and its text only on request.

mod align_rows;
mod causes;
mod deciding_step;
mod difference;
mod hunk;
mod merge_comparison;
pub(crate) mod pair_children;
mod row;
mod sentence;

pub use difference::{Difference, DifferenceKind, DifferenceSide, DifferenceSign};
pub use merge_comparison::MergeComparison;
pub use row::{AlignedRow, RowCell, RowState, RowTexts};
pub use sentence::SideText;
