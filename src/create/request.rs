//! What patch is computed, and what comes of it.

use std::sync::Arc;

use super::client_features::ClientFeatures;
use super::line_reason::PatchRemark;
use super::patch_document::PatchDocument;
use super::sides::Sides;
use crate::merge::{PatchType, Semantics};
use crate::schema::Schema;

/// The kinds of patch that can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreatedPatchType {
    /// A strategic merge patch.
    Strategic,
    /// A JSON merge patch.
    Merge,
    /// A JSON patch.
    Json,
}

impl From<CreatedPatchType> for PatchType {
    fn from(form: CreatedPatchType) -> Self {
        match form {
            CreatedPatchType::Strategic => Self::Strategic,
            CreatedPatchType::Merge => Self::Merge,
            CreatedPatchType::Json => Self::Json,
        }
    }
}

impl From<CreatedPatchType> for Semantics {
    fn from(form: CreatedPatchType) -> Self {
        match form {
            CreatedPatchType::Strategic => Self::KUBERNETES,
            CreatedPatchType::Merge => Self::MERGE_PATCH,
            CreatedPatchType::Json => Self::JSON_PATCH,
        }
    }
}

/// What patch is wanted.
#[derive(Clone, Debug)]
pub struct CreateRequest {
    /// The kind of patch.
    pub form: CreatedPatchType,
    /// What is compared.
    pub sides: Sides,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// Three-way: whether the patch may touch what has changed in current since original.
    pub overwrite: bool,
    /// Fields that the patch must not hold: `kind`, `metadata.name`.
    pub preconditions: Vec<String>,
    /// Whose strategic merge patch it is.
    pub client: ClientFeatures,
}

/// A computed patch.
#[derive(Clone, Debug)]
pub struct Created {
    /// The patch, with the reason for each of its nodes.
    pub patch: PatchDocument,
    /// What it cannot say, or says in a way that surprises.
    pub remarks: Vec<PatchRemark>,
}
