//! Reads the manifest, with the empty document for an object that does not exist yet.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;

use crate::cli::create::document_of;
use crate::cli::inputs;
use crate::document::{Document, read_live};

/// The manifest, which kubectl reads as it reads live; none for `null`.
pub(crate) fn manifest_of(file: &Path) -> Result<Option<Arc<Document>>> {
    let Some(document) = document_of(file)? else {
        return Ok(None);
    };
    let text = document.text().as_bytes().to_vec();
    inputs::readable(read_live(document.name(), text)).map(Some)
}

/// Nothing applied before, as a document.
pub(crate) fn empty() -> Result<Arc<Document>> {
    inputs::readable(crate::document::read("nothing", b"{}".to_vec()))
}
