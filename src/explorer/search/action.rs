//! What can be asked of the search.

/// Searching and going from hit to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchAction {
    /// Opens the prompt for a search.
    Open,
    /// To the next hit.
    Next,
    /// To the previous hit.
    Previous,
}
