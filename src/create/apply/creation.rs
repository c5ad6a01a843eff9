//! An apply of an object that does not exist yet, so that kubectl creates it.

use std::sync::Arc;

use super::convergence::{Convergence, apply_onto, convergence_from, stored_result};
use super::last_applied::{AnnotatedObject, annotate};
use crate::document::{Document, ReadError, read};
use crate::merge::api_server::creation_rejection;
use crate::merge::{Inputs, Semantics, merge};
use crate::schema::Schema;

/// The result of the creation.
#[derive(Clone, Debug)]
pub struct Creation {
    /// The created object with the last-applied annotation, as kubectl sends it.
    pub annotated: AnnotatedObject,
    /// The reason why the API server rejects it.
    pub rejection: Option<String>,
    /// What happens if the same file is applied again.
    pub convergence: Convergence,
}

/// Creates the object of a manifest.
///
/// # Errors
/// The manifest with the annotation is deeper or longer than a document can be.
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
    // Nothing stored has this version (Go: `ErrResourceVersionSetOnCreate`).
    let has_version = manifest
        .text_at(&["metadata", "resourceVersion"])
        .is_some_and(|version| !matches!(version, "" | "0"));
    let of_version =
        has_version.then(|| "resourceVersion should not be set on objects to be created".to_owned());
    let convergence = stored_result(&nothing, &merged, schema)
        .and_then(|stored| convergence_from(stored, |live| apply_onto(manifest, live, schema)));
    let rejection = creation_rejection(&nothing, &annotated.document, schema).or(of_version);
    Ok(Creation {
        annotated,
        rejection,
        convergence: convergence.unwrap_or(Convergence::Unknown),
    })
}
