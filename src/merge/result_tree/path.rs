//! Helpers for paths and sentences.

use crate::document::write::name_of_string;
use crate::document::{Document, NodeId, Tree, Value};
use crate::schema::{Schema, TypePosition};

/// Returns a scalar as text, or `None` for lists and maps.
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

/// Returns a scalar as the name of an item in paths and sentences. `None` for lists and maps.
pub(crate) fn item_name_text(value: Value<'_>) -> Option<String> {
    match value {
        Value::String(text) => Some(name_of_string(text).into_owned()),
        value => scalar_text(value),
    }
}

/// Returns the text of a scalar as in the file, and whether it is exact: a number with an alias or a tag has no text
/// of its own.
pub(crate) fn file_text(document: &Document, node: NodeId) -> (String, bool) {
    let (value, span) = (document.value(node), document.span(node));
    let text = document.text().get(span.start as usize..span.end as usize);
    let is_plain = |text: &&str| !text.is_empty() && !text.contains(['\n', '"', '\'', '&', '*', '!']);
    match (value, text.filter(is_plain)) {
        (Value::String(text), _) => (text.to_owned(), true),
        (_, Some(text)) => (text.to_owned(), true),
        (_, None) => (scalar_text(value).unwrap_or_default(), false),
    }
}

/// Returns the type of a manifest, by its apiVersion and kind.
pub(crate) fn top_type(document: &Document, schema: &Schema) -> Option<TypePosition> {
    let (api_version, kind) = document.identity();
    schema.known_top(api_version, kind)
}
