//! The four results of a skew.

use std::sync::Arc;

use super::losses::LostChange;
use super::request::{Age, SkewRequest};
use super::sequence::RequestSequence;
use crate::create::Created;
use crate::create::line_reason::CreateFailure;
use crate::document::Document;
use crate::merge::Merge;

/// The result of a client's patch on an API server.
#[derive(Clone, Debug)]
pub struct SkewOutcome {
    /// The client that computed the patch.
    pub client: Age,
    /// The API server that applied the patch.
    pub server: Age,
    /// The merge; `None` if the client cannot compute a patch.
    pub merged: Option<Merge>,
    /// The result as a document; `None` if the API server rejects the patch.
    pub result: Option<Arc<Document>>,
    /// The losses in document order.
    pub lost: Vec<LostChange>,
    /// The orders of the lists that merge.
    pub(crate) sequences: Vec<RequestSequence>,
}

impl SkewOutcome {
    /// Returns whether the change was applied without losses.
    pub fn has_no_loss(&self) -> bool {
        self.result.is_some() && self.lost.is_empty()
    }
}

/// The four results of a skew.
#[derive(Clone, Debug)]
pub struct Skew {
    /// The request.
    pub question: SkewRequest,
    /// The patches of the old and of the new client, or their failures.
    pub patches: [Result<Created, CreateFailure>; 2],
    /// The results by client, then by server.
    pub cells: [[SkewOutcome; 2]; 2],
}

impl Skew {
    /// Returns the four results in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &SkewOutcome> {
        self.cells.iter().flatten()
    }
}
