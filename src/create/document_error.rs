//! Failures that are not about one field.

use super::line_reason::{CreateFailure, LineReason};
use super::sides::DocumentSide;
use crate::document::{Path, ReadError};
use crate::merge::Rule;

/// A patch that is deeper or longer than a document may be.
pub(crate) fn too_large(left: DocumentSide, error: &ReadError) -> CreateFailure {
    general(
        Rule::NotAMap,
        left,
        "the patch is too large".to_owned(),
        error.to_string(),
    )
}

/// A failure about the documents as a whole.
pub(crate) fn general(rule: Rule, left: DocumentSide, detail: String, message: String) -> CreateFailure {
    CreateFailure {
        reason: LineReason::new(rule, left),
        path: Path::default(),
        detail,
        message,
    }
}
