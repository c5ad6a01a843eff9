//! The patch that was computed for an edited result.

use crate::create::{Created, Names, Request, Told};

/// A computed patch that stands in place of one of the patches.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    /// Which document it is.
    pub(crate) document: usize,
    /// Its text.
    pub(crate) text: String,
    /// What it was computed of.
    pub(crate) request: Request,
    pub(crate) created: Created,
    /// What sentences call the documents.
    pub(crate) names: Names,
}

impl Computed {
    pub(crate) fn told(&self) -> Told<'_> {
        Told::new(&self.request, self.names)
    }
}
