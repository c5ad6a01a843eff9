//! Actions of the comparison.

use crate::report::comparison::DifferenceSide;

/// An action of the comparison of two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareAction {
    /// Opens or closes the comparison.
    Toggle,
    /// Moves the cursor to the next difference.
    NextDifference,
    /// Moves the cursor to the previous difference.
    PreviousDifference,
    /// Compares the version under the cursor of the version list with the one that is shown.
    Versions,
    /// Selects the next semantics for one side.
    Semantics(DifferenceSide),
}
