//! Parses the text of schemas: one JSON document, several in sequence, or a `List` of them.

use serde_json::{Deserializer, Value};

use super::crd;
use super::error::{OpenApiError, Result};
use super::reader::OpenApiReader;
use crate::schema::facts::SchemaFacts;

/// Reads OpenAPI v2 and v3 documents and CustomResourceDefinitions in JSON. Callers convert YAML to JSON
/// first, with the YAML reader of the program, which has limits against hostile text.
///
/// # Errors
/// Text that is not JSON (or nested too deeply), other content, or an invalid definition.
pub fn read(text: &str) -> Result<SchemaFacts> {
    let mut reader = OpenApiReader::default();
    let mut has_schema = false;
    for document in Deserializer::from_str(text).into_iter::<Value>() {
        let document = document.map_err(|error| OpenApiError::Json(error.to_string()))?;
        has_schema |= one(&mut reader, &document)?;
    }
    if has_schema {
        reader.finish()
    } else {
        Err(OpenApiError::NoSchemas)
    }
}

/// Reads one document; returns `false` if it is empty.
fn one(reader: &mut OpenApiReader, document: &Value) -> Result<bool> {
    let openapi = || {
        document
            .get("definitions")
            .or_else(|| document.get("components")?.get("schemas"))
    };
    let items = || document.get("items").and_then(Value::as_array);
    if document.is_null() {
        return Ok(false);
    }
    if crd::is_crd(document) {
        crd::read(reader, document)?;
    } else if let Some(schemas) = openapi().and_then(Value::as_object) {
        reader.document(schemas)?;
    } else if let Some(crds) = items().filter(|items| items.iter().all(crd::is_crd)) {
        crds.iter().try_for_each(|document| crd::read(reader, document))?;
    } else {
        return Err(OpenApiError::NoSchemas);
    }
    Ok(true)
}
