//! The request for a patch, and its result.

use std::sync::Arc;

use super::client_features::ClientFeatures;
use super::line_reason::PatchRemark;
use super::patch_document::PatchDocument;
use super::sides::Sides;
use crate::merge::{PatchType, Semantics};
use crate::schema::Schema;

/// The types of patches that can be computed.
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

/// The request for a patch.
#[derive(Clone, Debug)]
pub struct CreateRequest {
    /// The type of the patch.
    pub form: CreatedPatchType,
    /// The documents.
    pub sides: Sides,
    /// The merge rules.
    pub schema: Arc<Schema>,
    /// For three-way patches: whether the patch may change fields that have changed in current since
    /// original.
    pub overwrite: bool,
    /// Fields that the patch must not contain: `kind`, `metadata.name`.
    pub preconditions: Vec<String>,
    /// The client that computes a strategic merge patch.
    pub client: ClientFeatures,
}

/// A computed patch.
#[derive(Clone, Debug)]
pub struct Created {
    /// The patch, with the reason for each of its nodes.
    pub patch: PatchDocument,
    /// What the patch cannot express, or expresses in an unexpected form.
    pub remarks: Vec<PatchRemark>,
}
