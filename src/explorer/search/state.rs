//! The search that is under way.

use super::scan::{IncrementalSearch, SearchHit};

/// A search, and what it is to find next.
#[derive(Clone, Debug)]
pub(crate) struct SearchState {
    pub(crate) hunt: IncrementalSearch,
    /// What is still to be found.
    pub(crate) wish: Option<SearchRequest>,
    /// Where it was found last.
    pub(crate) at: Option<SearchHit>,
    pub(crate) wrapped: bool,
    pub(crate) nowhere: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchRequest {
    pub(crate) from: SearchHit,
    pub(crate) forward: bool,
    pub(crate) here: bool,
}
