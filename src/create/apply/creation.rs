//! An apply of an object that does not exist yet, so that kubectl creates it.

use std::sync::Arc;

use super::convergence::{Convergence, apply_onto, convergence_from, is_accepted};
use super::last_applied::{AnnotatedObject, annotate_created, created_version};
use super::stored::stored;
use super::{ApplyError, input_failure};
use crate::create::sides::Sides;
use crate::document::{Document, read};
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
    /// The `resourceVersion` that kubectl removes before it sends the object.
    pub removed_version: Option<String>,
    /// The stored object, or `None` if the API server rejects it or it is not known.
    pub stored: Option<Document>,
    /// What happens if the same file is applied again.
    pub convergence: Convergence,
}

/// Creates the object of a manifest.
///
/// # Errors
/// The manifest does not name an object, or with the annotation is deeper or longer than a document can be.
pub fn create_object(manifest: &Arc<Document>, schema: &Arc<Schema>) -> Result<Creation, ApplyError> {
    let nothing = Arc::new(read("{}", b"{}".to_vec())?);
    if let Some(failure) = input_failure(&nothing, manifest, schema) {
        let sides = Sides {
            original: None,
            modified: Arc::clone(manifest),
            current: None,
        };
        return Err(ApplyError::Failed(Box::new((failure, sides))));
    }
    let annotated = annotate_created(manifest)?;
    let merged = merge(
        Inputs {
            live: Arc::clone(&nothing),
            patches: vec![Arc::clone(&annotated.document)],
            schema: Arc::clone(schema),
            semantics: Semantics::MERGE_PATCH,
        },
        false,
    );
    // The nulls of a created object reach the server.
    let stored = is_accepted(&merged).then(|| stored(&nothing, &annotated.document, schema));
    let stored = stored.flatten();
    let rejection = creation_rejection(&nothing, &annotated.document, schema);
    // What is rejected is not created, so nothing follows.
    let stored = stored.filter(|_| rejection.is_none());
    let removed_version = created_version(manifest).map(str::to_owned);
    // The next apply sends the version of the manifest, which the stored object does not have.
    let again = stored.clone().filter(|_| removed_version.is_none());
    let convergence =
        again.and_then(|stored| convergence_from(stored, |live| apply_onto(manifest, live, schema)));
    Ok(Creation {
        annotated,
        stored,
        rejection,
        removed_version,
        convergence: convergence.unwrap_or(Convergence::Unknown),
    })
}
