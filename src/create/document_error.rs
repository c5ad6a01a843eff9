//! Failures that are not about one field.

use super::line_reason::{Failure, Reason};
use super::sides::Side;
use crate::document::{Path, ReadError};
use crate::merge::Rule;

/// A patch that is deeper or longer than a document may be.
pub(crate) fn too_large(left: Side, error: &ReadError) -> Failure {
    general(
        Rule::NotAMap,
        left,
        "the patch is too large".to_owned(),
        error.to_string(),
    )
}

/// A failure about the documents as a whole.
pub(crate) fn general(rule: Rule, left: Side, detail: String, message: String) -> Failure {
    Failure {
        reason: Reason::new(rule, left),
        path: Path::default(),
        detail,
        message,
    }
}
