//! The search that is under way.

use super::scan::{Hit, Hunt};

/// A search, and what it is to find next.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) hunt: Hunt,
    /// What is still to be found.
    pub(crate) wish: Option<Wish>,
    /// Where it was found last.
    pub(crate) at: Option<Hit>,
    pub(crate) wrapped: bool,
    pub(crate) nowhere: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) from: Hit,
    pub(crate) forward: bool,
    pub(crate) here: bool,
}
