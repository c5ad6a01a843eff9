//! The four results.

use std::sync::Arc;

use super::losses::LostChange;
use super::request::{Age, SkewRequest};
use super::sequence::RequestSequence;
use crate::create::Created;
use crate::create::line_reason::CreateFailure;
use crate::document::Document;
use crate::merge::Merge;

/// A client's patch on a server.
#[derive(Clone, Debug)]
pub struct SkewOutcome {
    /// Whose patch it is.
    pub client: Age,
    /// Who carries it out.
    pub server: Age,
    /// The merge; none where the client cannot make a patch.
    pub merged: Option<Merge>,
    /// The result as a document; none where the server rejects.
    pub result: Option<Arc<Document>>,
    /// What is not complete, in the order of the documents.
    pub lost: Vec<LostChange>,
    /// The order of the lists that merge.
    pub(crate) sequences: Vec<RequestSequence>,
}

impl SkewOutcome {
    /// Whether the change is carried out as it is meant.
    pub fn is_as_wanted(&self) -> bool {
        self.result.is_some() && self.lost.is_empty()
    }
}

/// The four results.
#[derive(Clone, Debug)]
pub struct Skew {
    /// What was asked.
    pub question: SkewRequest,
    /// The old client's patch and the new one's, or why there is none.
    pub patches: [Result<Created, CreateFailure>; 2],
    /// By client, then by server.
    pub cells: [[SkewOutcome; 2]; 2],
}

impl Skew {
    /// The four results in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &SkewOutcome> {
        self.cells.iter().flatten()
    }
}
