//! Reads the manifest, with the empty document for an object that does not exist yet.

use std::sync::Arc;

use anyhow::Result;

use super::objects::NamedText;
use crate::cli::create::document_in;
use crate::cli::inputs;
use crate::document::{Document, read_live};

/// The manifest, which kubectl reads as it reads live; none for `null`.
pub(super) fn manifest_of(text: &NamedText) -> Result<Option<Arc<Document>>> {
    let Some(document) = document_in(&text.name, text.bytes.clone())? else {
        return Ok(None);
    };
    let text = document.text().as_bytes().to_vec();
    inputs::readable(read_live(document.name(), text)).map(Some)
}

/// Nothing applied before, as a document.
pub(super) fn empty() -> Result<Arc<Document>> {
    inputs::readable(crate::document::read("nothing", b"{}".to_vec()))
}
