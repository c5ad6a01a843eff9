//! Helpers for paths and sentences.

use crate::document::{Document, Value};
use crate::schema::{Schema, TypePosition};

/// Returns a scalar as text for paths and lists of names, or `None` for lists and maps.
pub(crate) fn scalar_text(value: Value<'_>) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
        Value::Bool(b) => Some(b.to_string()),
        Value::Integer(i) => Some(i.to_string()),
        Value::Float(f) => Some(f.to_string()),
        Value::String(text) => Some(text.to_owned()),
        Value::List | Value::Map => None,
    }
}

/// Returns the type of a manifest, by its apiVersion and kind.
pub(crate) fn top_type(document: &Document, schema: &Schema) -> Option<TypePosition> {
    let (api_version, kind) = document.identity();
    schema.known_top(api_version, kind)
}
