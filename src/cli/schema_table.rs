//! `mergescope schema-table`: prints the table of a Kubernetes release from its OpenAPI document.

use crate::schema::openapi::OpenApiError;
use crate::schema::{self, openapi};

/// Returns the table of a document; `release` (`v1.36`) is part of its first line.
///
/// # Errors
/// The problem in the document, with its position.
pub fn print(openapi_text: &str, release: &str) -> Result<String, OpenApiError> {
    Ok(schema::print(&openapi::read(openapi_text)?, release))
}
