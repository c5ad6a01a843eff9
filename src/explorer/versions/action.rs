//! Actions of the versions.

/// An action of the versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionsAction {
    /// Shows the version this many before (negative) or after the one that is shown.
    Step(i32),
    /// Shows the newest version.
    Newest,
    /// Goes to the next change of the last save.
    NextChange,
    /// Goes to the previous change of the last save.
    PreviousChange,
}
