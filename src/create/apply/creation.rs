//! An apply whose object does not exist yet: kubectl creates it.

use std::sync::Arc;

use super::last_applied::{AnnotatedObject, annotate};
use super::settling::{Settling, apply_onto, settling_from, stored_result};
use crate::document::{Document, ReadError, read};
use crate::merge::{Inputs, Semantics, merge, strict_rejection};
use crate::schema::Schema;

/// What comes of it.
#[derive(Clone, Debug)]
pub struct Creation {
    /// The object as kubectl sends it, with the last-applied annotation.
    pub annotated: AnnotatedObject,
    /// Why the API server rejects it.
    pub rejection: Option<String>,
    /// What comes of applying the same file to what the API server stores.
    pub settling: Settling,
}

/// Creates the object of a manifest.
///
/// # Errors
/// The manifest is too deep or too long with the annotation.
pub fn create_object(manifest: &Arc<Document>, schema: &Arc<Schema>) -> Result<Creation, ReadError> {
    let annotated = annotate(manifest, None)?;
    let nothing = Arc::new(read("{}", b"{}".to_vec())?);
    let merged = merge(
        Inputs {
            live: Arc::clone(&nothing),
            patches: vec![Arc::clone(&annotated.document)],
            schema: Arc::clone(schema),
            semantics: Semantics::MERGE_PATCH,
        },
        false,
    );
    let settling = stored_result(&nothing, &merged, schema)
        .and_then(|stored| settling_from(stored, |live| apply_onto(manifest, live, schema)));
    Ok(Creation {
        annotated,
        rejection: strict_rejection(&merged),
        settling: settling.unwrap_or(Settling::Unknown),
    })
}
