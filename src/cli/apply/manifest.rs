//! Reads the manifest, and provides an empty document for an object that does not exist.

use std::sync::Arc;

use anyhow::Result;

use super::objects::NamedText;
use crate::cli::create::document_in;
use crate::cli::inputs;
use crate::document::Document;

/// Parses a manifest as kubectl does; returns `None` for `null`.
pub(super) fn manifest_of(text: &NamedText) -> Result<Option<Arc<Document>>> {
    let manifest = document_in(&text.name, text.bytes.clone(), "write a manifest into the file")?;
    if let Some(manifest) = &manifest {
        inputs::check_metadata(manifest, &[] as &[Arc<Document>])?;
    }
    Ok(manifest)
}

/// Returns an empty document for an object without a last-applied configuration.
pub(super) fn empty() -> Result<Arc<Document>> {
    inputs::readable(crate::document::read("nothing", b"{}".to_vec()))
}
