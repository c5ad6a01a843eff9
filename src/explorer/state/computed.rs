//! The patch that was computed for an edited result.

use crate::create::{Created, Names, Request, Told};

/// A computed patch that stands in place of one of the patches.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Computed {
    /// Which document it is.
    pub(in crate::explorer) document: usize,
    /// Its text.
    pub(in crate::explorer) text: String,
    /// What it was computed of.
    pub(in crate::explorer) request: Request,
    pub(in crate::explorer) created: Created,
    /// What sentences call the documents.
    pub(in crate::explorer) names: Names,
}

impl Computed {
    pub(in crate::explorer) fn told(&self) -> Told<'_> {
        Told::new(&self.request, self.names)
    }
}
