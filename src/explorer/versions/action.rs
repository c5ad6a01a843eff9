//! What can be asked of the versions.

/// Showing and comparing versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionsAction {
    /// Shows the version that is so many before (negative) or after the one that is shown.
    Step(i32),
    /// Shows the newest version.
    Newest,
    /// Goes to the next place that the last save changed.
    NextChange,
    /// Goes to the previous one.
    PreviousChange,
}
