//! Actions of the search.

/// An action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchAction {
    /// Opens the prompt for a search.
    Open,
    /// Goes to the next hit.
    Next,
    /// Goes to the previous hit.
    Previous,
}
