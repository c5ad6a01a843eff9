//! Failures that are not about a field.

use super::line_reason::{CreateFailure, LineReason};
use super::sides::DocumentSide;
use crate::document::{Path, ReadError};
use crate::merge::{Detail, Rule};

/// Returns the failure for a patch that is deeper or longer than a document can be.
pub(crate) fn too_large(left: DocumentSide, error: &ReadError) -> CreateFailure {
    general(
        Rule::NotAMap,
        left,
        "the patch is too large".to_owned(),
        error.to_string(),
    )
}

/// Returns a failure about a whole document.
pub(crate) fn general(
    rule: Rule,
    left: DocumentSide,
    detail: impl Into<Detail>,
    message: String,
) -> CreateFailure {
    CreateFailure {
        reason: LineReason::new(rule, left),
        path: Path::default(),
        detail: detail.into(),
        message,
    }
}
