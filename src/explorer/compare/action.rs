//! What can be asked of the comparison.

use crate::report::comparison::DifferenceSide;

/// Two results side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareAction {
    /// Shows two results side by side, or the panes again.
    Toggle,
    /// To the next difference.
    NextDifference,
    /// To the previous difference.
    PreviousDifference,
    /// Compares the version under the cursor of their list with the one that is shown.
    Versions,
    /// Compares with the next semantics on one side.
    Semantics(DifferenceSide),
}
