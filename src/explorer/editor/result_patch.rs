//! The patch that is computed for an edited result.

use crate::create::{CreateRequest, Created, Sentences, SideNames};
use crate::explorer::inputs::input_id::PatchId;

/// A computed patch that replaces one of the patches.
#[derive(Clone, Debug)]
pub(crate) struct ResultPatch {
    /// The patch that it replaces.
    pub(crate) patch: PatchId,
    /// Its text.
    pub(crate) text: String,
    /// What it was computed from.
    pub(super) request: CreateRequest,
    pub(crate) created: Created,
    /// The names of the documents in sentences.
    pub(super) names: SideNames,
}

impl ResultPatch {
    pub(crate) fn sentences(&self) -> Sentences<'_> {
        Sentences::new(&self.request, self.names)
    }
}
