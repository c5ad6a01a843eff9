//! The search that is under way.

use crate::explorer::hunt::{Hit, Hunt};

/// A search, and what it is to find next.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Search {
    pub(in crate::explorer) hunt: Hunt,
    /// What is still to be found.
    pub(in crate::explorer) wish: Option<Wish>,
    /// Where it was found last.
    pub(in crate::explorer) at: Option<Hit>,
    pub(in crate::explorer) wrapped: bool,
    pub(in crate::explorer) nowhere: bool,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::explorer) struct Wish {
    pub(in crate::explorer) from: Hit,
    pub(in crate::explorer) forward: bool,
    pub(in crate::explorer) here: bool,
}
