//! The fields that each object has: `apiVersion`, `kind` and `metadata`. The API server replaces what a schema
//! says about them.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

/// The type of `metadata`; the schema of a CustomResourceDefinition does not contain it.
const METADATA: &str = "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/// Returns the schema of a kind with the type that the API server uses for `metadata`. Schemas that are
/// written by hand often declare only a few of its fields, or none.
pub(crate) fn with_object_meta(schema: &Map<String, Value>) -> Cow<'_, Map<String, Value>> {
    let fields = schema.get("properties").and_then(Value::as_object);
    let is_reference = |schema: &Value| schema.get("$ref").or(schema.get("allOf")).is_some();
    let has_type = |fields: &Map<String, Value>| fields.get("metadata").is_some_and(is_reference);
    let Some(fields) = fields.filter(|fields| !has_type(fields)) else {
        return Cow::Borrowed(schema);
    };
    let mut fields = fields.clone();
    fields.insert("metadata".into(), json!({"$ref": METADATA}));
    for name in ["apiVersion", "kind"] {
        fields.entry(name).or_insert_with(|| json!({"type": "string"}));
    }
    let mut schema = schema.clone();
    schema.insert("properties".into(), fields.into());
    Cow::Owned(schema)
}

/// Adds the fields that each object has.
pub(crate) fn add_object_fields(schema: &mut Map<String, Value>) {
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        properties.insert("apiVersion".into(), json!({"type": "string"}));
        properties.insert("kind".into(), json!({"type": "string"}));
        properties.insert("metadata".into(), json!({"$ref": METADATA}));
    }
}

/// Adds the fields of objects to the schemas with `x-kubernetes-embedded-resource`, at any depth.
pub(crate) fn complete_embedded(schema: &mut Value) {
    match schema {
        Value::Object(schema) => {
            schema.values_mut().for_each(complete_embedded);
            if schema.get("x-kubernetes-embedded-resource") == Some(&Value::Bool(true)) {
                add_object_fields(schema);
                let required = schema.entry("required").or_insert_with(|| json!([]));
                if let Some(required) = required.as_array_mut() {
                    required.extend(["apiVersion", "kind"].map(Value::from));
                }
            }
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(complete_embedded),
        _ => {}
    }
}
