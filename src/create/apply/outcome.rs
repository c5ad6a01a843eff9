//! The inputs and the result of an apply.

use std::sync::Arc;

use super::last_applied::AnnotatedObject;
use crate::create::{CreateRequest, Created};
use crate::document::Document;
use crate::schema::Schema;

/// The inputs of an apply.
#[derive(Clone, Debug)]
pub struct AppliedPatch {
    /// The live object.
    pub live: Arc<Document>,
    /// The manifest.
    pub manifest: Arc<Document>,
    /// The last-applied configuration, if it is not the annotation of the live object.
    pub last_applied: Option<Arc<Document>>,
    /// The merge rules.
    pub schema: Arc<Schema>,
    /// The option `--overwrite` of kubectl.
    pub overwrite: bool,
}

/// The result of an apply.
#[derive(Clone, Debug)]
pub struct ApplyComputation {
    /// The compared documents: the last-applied configuration, the manifest with its annotation, the live
    /// object.
    pub request: CreateRequest,
    /// The manifest with its annotation.
    pub annotated: AnnotatedObject,
    /// The manifest as in its file.
    pub manifest: Arc<Document>,
    /// The patch.
    pub created: Created,
}
