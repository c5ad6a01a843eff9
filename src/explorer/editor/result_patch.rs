//! The patch that was computed for an edited result.

use crate::create::{CreateRequest, Created, Sentences, SideNames};

/// A computed patch that stands in place of one of the patches.
#[derive(Clone, Debug)]
pub(crate) struct ResultPatch {
    /// Which document it is.
    pub(crate) document: usize,
    /// Its text.
    pub(crate) text: String,
    /// What it was computed of.
    pub(crate) request: CreateRequest,
    pub(crate) created: Created,
    /// What sentences call the documents.
    pub(crate) names: SideNames,
}

impl ResultPatch {
    pub(crate) fn told(&self) -> Sentences<'_> {
        Sentences::new(&self.request, self.names)
    }
}
