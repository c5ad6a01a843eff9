//! Reads the manifest, and provides an empty document for an object that does not exist.

use std::sync::Arc;

use anyhow::Result;

use super::objects::NamedText;
use crate::cli::create::document_in;
use crate::cli::inputs;
use crate::document::{Document, read_live};

/// Parses a manifest as kubectl does; returns `None` for `null`.
pub(super) fn manifest_of(text: &NamedText) -> Result<Option<Arc<Document>>> {
    let Some(document) = document_in(&text.name, text.bytes.clone())? else {
        return Ok(None);
    };
    let text = document.text().as_bytes().to_vec();
    let manifest = inputs::readable(read_live(document.name(), text))?;
    inputs::check_metadata(&manifest)?;
    Ok(Some(manifest))
}

/// Returns an empty document for an object without a last-applied configuration.
pub(super) fn empty() -> Result<Arc<Document>> {
    inputs::readable(crate::document::read("nothing", b"{}".to_vec()))
}
