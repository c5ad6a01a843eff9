//! The patch that is computed for an edited result.

use crate::create::{CreateRequest, Created, Sentences, SideNames};
use crate::explorer::inputs::input_id::PatchId;

/// A computed patch that replaces a patch of the inputs.
#[derive(Clone, Debug)]
pub(crate) struct ResultPatch {
    /// The replaced patch.
    pub(crate) patch: PatchId,
    /// The text of the computed patch.
    pub(crate) text: String,
    /// The request that the patch was computed from.
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
