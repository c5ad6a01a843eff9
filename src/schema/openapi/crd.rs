//! CustomResourceDefinitions: the schema of each version of a custom kind.

use serde_json::{Map, Value, json};

use super::error::{OpenApiPlace, Result};
use super::object_fields::{add_object_fields, complete_embedded};
use super::reader::{OpenApiReader, is_type_name};

/// Returns whether a document is a CustomResourceDefinition.
pub(crate) fn is_crd(document: &Value) -> bool {
    document.get("kind").and_then(Value::as_str) == Some("CustomResourceDefinition")
}

/// Reads the kinds of a CustomResourceDefinition, `v1` or `v1beta1`.
pub(crate) fn read(reader: &mut OpenApiReader, document: &Value) -> Result<()> {
    let name = document
        .pointer("/metadata/name")
        .and_then(Value::as_str)
        .unwrap_or("CustomResourceDefinition");
    let at = OpenApiPlace {
        definition: name,
        field: Some("spec"),
    };
    let text = |pointer: &str| document.pointer(pointer).and_then(Value::as_str);
    let (Some(group), Some(kind)) = (text("/spec/group"), text("/spec/names/kind")) else {
        return Err(at.error("a CustomResourceDefinition needs `group` and `names.kind`"));
    };
    let shared = document.pointer("/spec/validation/openAPIV3Schema");
    let shared_status = document.pointer("/spec/subresources/status").is_some();
    // Objects of the old version `v1beta1` keep unknown fields if it does not say otherwise.
    let is_old = text("/apiVersion") == Some("apiextensions.k8s.io/v1beta1");
    let keeps_unknown = document
        .pointer("/spec/preserveUnknownFields")
        .and_then(Value::as_bool);
    let drops_unknown = !keeps_unknown.unwrap_or(is_old);
    let mut has_schema = false;
    for version in document
        .pointer("/spec/versions")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let Some(version_name) = version.get("name").and_then(Value::as_str) else {
            return Err(OpenApiPlace {
                field: Some("spec.versions"),
                ..at
            }
            .error("a version needs a `name`"));
        };
        let own_schema = version.pointer("/schema/openAPIV3Schema").or(shared);
        let has_other = version.get("schema").and_then(Value::as_object);
        if own_schema.is_none() && has_other.is_some_and(|schema| !schema.is_empty()) {
            return Err(OpenApiPlace {
                field: Some("spec.versions.schema"),
                ..at
            }
            .error("`schema` has no `openAPIV3Schema`"));
        }
        let has_status = shared_status || version.pointer("/subresources/status").is_some();
        insert(
            reader,
            at,
            group,
            version_name,
            kind,
            (own_schema, has_status, drops_unknown),
        )?;
        has_schema = true;
    }
    if let (false, Some(version)) = (has_schema, text("/spec/version")) {
        insert(
            reader,
            at,
            group,
            version,
            kind,
            (shared, shared_status, drops_unknown),
        )?;
        has_schema = true;
    }
    if has_schema {
        Ok(())
    } else {
        Err(OpenApiPlace {
            field: Some("spec.versions"),
            ..at
        }
        .error("the CustomResourceDefinition has no version"))
    }
}

fn insert(
    reader: &mut OpenApiReader,
    at: OpenApiPlace<'_>,
    group: &str,
    version: &str,
    kind: &str,
    (schema, has_status, drops_unknown): (Option<&Value>, bool, bool),
) -> Result<()> {
    let name = format!("{group}.{version}.{kind}");
    if !is_type_name(&name) || kind.contains('.') {
        return Err(at.error(
            "`group`, `names.kind` and a version's `name` can contain only letters, digits, . and -",
        ));
    }
    let mut schema = match schema {
        None => Map::new(),
        Some(Value::Object(schema)) => schema.clone(),
        Some(_) => return Err(at.error("`openAPIV3Schema` must be an object")),
    };
    let gvk = json!([{"group": group, "version": version, "kind": kind}]);
    schema.insert("x-kubernetes-group-version-kind".into(), gvk);
    add_object_fields(&mut schema);
    schema.values_mut().for_each(complete_embedded);
    reader.drops_unnamed = drops_unknown;
    let read = reader.definition(&name, &Value::Object(schema));
    reader.drops_unnamed = false;
    read?;
    if has_status {
        reader.mark_status(&name);
    }
    Ok(())
}
