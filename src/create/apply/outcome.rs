//! An apply: what it takes, and what came of it.

use std::sync::Arc;

use super::last_applied::AnnotatedObject;
use crate::create::{CreateRequest, Created};
use crate::document::Document;
use crate::schema::Schema;

/// What is applied to what.
#[derive(Clone, Debug)]
pub struct AppliedPatch {
    /// The object as the server has it.
    pub live: Arc<Document>,
    /// The file that is applied.
    pub manifest: Arc<Document>,
    /// What was applied last, where that is not what the annotation in live says.
    pub last_applied: Option<Arc<Document>>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// kubectl's `--overwrite`.
    pub overwrite: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct ApplyComputation {
    /// What was compared: last applied, the manifest with its annotation, live.
    pub request: CreateRequest,
    /// The manifest with its annotation.
    pub annotated: AnnotatedObject,
    /// The manifest as its file has it.
    pub manifest: Arc<Document>,
    /// The patch.
    pub created: Created,
}
