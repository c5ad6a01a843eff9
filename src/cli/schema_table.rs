//! `mergescope schema-table`: prints the table of a Kubernetes release from its OpenAPI document.

use crate::schema::openapi::OpenApiError;
use crate::schema::{self, openapi};

/// The table of a document; `release` (`v1.36`) goes into its first line.
///
/// # Errors
/// What is wrong with the document, and where.
pub fn print(openapi_text: &str, release: &str) -> Result<String, OpenApiError> {
    Ok(schema::print(&openapi::read(openapi_text)?, release))
}
