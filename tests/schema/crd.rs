//! Custom kinds: CustomResourceDefinitions.

use mergescope::schema::{FieldDeclaration, ListType, Schema, Shape, openapi};
use serde_json::json;

use crate::schema_walk::walk;

fn crd() -> String {
    let side = json!({"x-kubernetes-int-or-string": true});
    let part = json!({"type": "object", "properties": {"id": {"type": "string"}, "side": side}});
    let spec = json!({"type": "object", "properties": {
        "parts": {
            "type": "array", "items": part,
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id", "side"],
        },
        "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
    }});
    let schema = json!({"type": "object", "properties": {"metadata": {"type": "object"}, "spec": spec}});
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}, {"name": "v1beta1"}],
        },
    })
    .to_string()
}

fn with(text: &str) -> Schema {
    let mut schema = Schema::builtin();
    if let Ok(facts) = openapi::read(text) {
        schema.overlay(&facts).unwrap_or_default();
    }
    schema
}

#[test]
fn an_object_without_properties_is_emptied_in_a_crd() {
    let spec = json!({"type": "object", "properties": {
        "bare": {"type": "object"},
        "none": {"type": "object", "properties": {}},
        "bares": {"type": "array", "items": {"type": "object"}},
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
        "kept": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
        "text": {"type": "string"},
    }});
    let crd = |version: &str, preserve: Option<bool>| {
        let schema = json!({"type": "object", "properties": {"spec": spec}});
        json!({
            "apiVersion": format!("apiextensions.k8s.io/{version}"),
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Widget", "plural": "widgets"},
                "preserveUnknownFields": preserve,
                "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}],
            },
        })
        .to_string()
    };
    let emptied = |version, preserve| {
        let schema = with(&crd(version, preserve));
        let top = schema.top("example.com/v1", "Widget").expect("a version");
        let spec = schema.field(top, "spec").expect("a field").type_position;
        let is_emptied = |name: &&str| {
            let field = schema.field(spec, name).expect("a field").type_position;
            let item = schema.item(field);
            schema.shape(item) == Shape::Struct && schema.field_names(item).next().is_none()
        };
        let names = ["bare", "none", "bares", "map", "kept", "text"];
        names.into_iter().filter(is_emptied).collect::<Vec<_>>()
    };
    let all = ["bare", "none", "bares"];
    assert_eq!(emptied("v1", None), all);
    assert_eq!(emptied("v1", Some(true)), [""; 0]);
    assert_eq!(
        emptied("v1beta1", None),
        [""; 0],
        "the old version keeps unknown fields"
    );
    assert_eq!(emptied("v1beta1", Some(false)), all);
    // In an OpenAPI document it can be a value that the API server does not look into.
    let document = json!({"definitions": {"com.example.v1.Widget": {
        "type": "object",
        "properties": {"spec": spec},
        "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Widget"}],
    }}});
    let schema = with(&document.to_string());
    let top = schema.top("example.com/v1", "Widget").expect("a version");
    let spec = schema.field(top, "spec").expect("a field").type_position;
    let bare = schema.field(spec, "bare").expect("a field").type_position;
    assert_ne!(schema.shape(bare), Shape::Struct);
}

#[test]
fn a_crd_makes_its_kinds_known() {
    let schema = with(&crd());
    let top = schema.top("example.com/v1", "Widget").expect("a version");
    let spec = schema.field(top, "spec").expect("a field").type_position;
    let parts = schema.list_field(spec, "parts").expect("a list");
    assert_eq!(
        (parts.merge_key, parts.list_type),
        (None, Some(ListType::Map)),
        "a CRD has no merge keys"
    );
    assert_eq!(parts.list_map_keys, ["id".into(), "side".into()]);
    assert_eq!(schema.shape(schema.item(parts.type_position)), Shape::Struct);
    let metadata = schema.field(top, "metadata").expect("a field").type_position;
    assert!(
        schema.field(metadata, "labels").is_ok(),
        "metadata is known though the CRD says nothing of it"
    );
    let bare = schema
        .top("example.com/v1beta1", "Widget")
        .expect("a version without a schema");
    assert_eq!(
        schema.shape(schema.field(bare, "spec").expect("anything goes").type_position),
        Shape::Unknown
    );
}

#[test]
fn a_key_may_be_declared_where_a_crd_has_none() {
    let mut schema = with(&crd());
    schema.declare("spec.parts", "id").expect("a declaration");
    let top = schema.top("example.com/v1", "Widget").expect("a version");
    let parts = schema
        .field(schema.field(top, "spec").expect("a field").type_position, "parts")
        .expect("a list");
    assert_eq!(
        (parts.merge_key, parts.declared, parts.list_type),
        (Some("id"), true, Some(ListType::Map))
    );
    assert_eq!(schema.check_declared(top), Ok(()));
}

#[test]
fn a_list_of_crds_and_several_documents() {
    let list = format!(r#"{{"kind": "List", "items": [{}]}}"#, crd());
    assert!(with(&list).top("example.com/v1", "Widget").is_ok());
    let gvk = json!([{"group": "a", "version": "v1", "kind": "B"}]);
    let openapi = json!({"definitions": {"a.v1.B": {"x-kubernetes-group-version-kind": gvk}}});
    let both = with(&format!("{}\n{openapi}", crd()));
    assert!(both.top("example.com/v1", "Widget").is_ok() && both.top("a/v1", "B").is_ok());
}

#[test]
fn errors_say_where() {
    let cases = [
        (
            crd().replace("\"group\"", "\"grp\""),
            "widgets.example.com.spec: a CustomResourceDefinition needs `group` and `names.kind`",
        ),
        (
            crd().replace("\"v1beta1\"", "1"),
            "widgets.example.com.spec.versions: a version needs a `name`",
        ),
        (
            crd().replace("versions", "ver"),
            "widgets.example.com.spec.versions: the CustomResourceDefinition has no version",
        ),
        (
            crd().replace("\"v1beta1\"", "\"v1 beta\""),
            "widgets.example.com.spec: `group`, `names.kind` and a version's `name` can contain only letters",
        ),
        (
            crd().replace("\"set\"", "\"bag\""),
            "example.com.v1.Widget.spec.tags: `x-kubernetes-list-type` has an unknown value: \"bag\"",
        ),
        (r#"{"kind": "Pod"}"#.to_owned(), "not a schema: "),
        (format!("{}{{", crd()), "not JSON: "),
        (String::new(), "not a schema: "),
    ];
    for (text, error) in cases {
        let said = openapi::read(&text).expect_err(error).to_string();
        assert!(said.starts_with(error), "{said}");
    }
}

#[test]
fn types_that_hold_one_another_across_documents() {
    let document = |name: &str, other: &str| {
        let gvk = json!([{"group": "g", "version": "v1", "kind": name}]);
        let items = json!({"$ref": format!("#/definitions/{other}")});
        json!({"definitions": {name: {"type": "array", "items": items, "x-kubernetes-group-version-kind": gvk}}})
    };
    let mut schema = with(&document("A", "B").to_string());
    schema
        .overlay(&openapi::read(&document("B", "A").to_string()).expect("facts"))
        .expect("room");
    schema.declare("name", "key").expect("a declaration");
    let top = schema.top("g/v1", "A").expect("a kind");
    assert_eq!((schema.shape(top), schema.type_name(top)), (Shape::List, ""));
    assert!(schema.check_declared(top).is_err());
}

#[test]
fn names_that_look_alike_get_types_of_their_own() {
    let inline = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let names: Vec<String> = ["a b", "a_b", "a-b"]
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    let fields: serde_json::Map<_, _> = names.iter().map(|name| (name.clone(), inline.clone())).collect();
    let gvk = json!([{"group": "g", "version": "v1", "kind": "A"}]);
    let document =
        json!({"definitions": {"A": {"properties": fields, "x-kubernetes-group-version-kind": gvk}}});
    let schema = with(&document.to_string());
    let top = schema.top("g/v1", "A").expect("a kind");
    for name in &names {
        assert!(
            schema
                .peek(schema.peek(top, name).expect(name).type_position, "x")
                .is_some(),
            "{name}"
        );
    }
}

/// The API server gives each object the type of `metadata` that it knows, whatever a schema says, and does the same for
/// embedded objects.
#[test]
fn metadata_always_has_its_type() {
    let embedded = json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true});
    let document = json!({
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "foos.x.io"},
        "spec": {
            "group": "x.io",
            "names": {"kind": "Foo"},
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"pods": {"type": "array", "items": embedded}},
            }}}],
        },
    });
    let by_hand = json!({"definitions": {"Bar": {
        "type": "object",
        "properties": {
            "metadata": {"type": "object", "properties": {"name": {"type": "string"}}},
            "spec": {"type": "object"},
        },
        "x-kubernetes-group-version-kind": [{"group": "x.io", "version": "v1", "kind": "Bar"}],
    }}});
    let schema = with(&format!("{document}{by_hand}"));
    let pods = walk(&schema, "x.io/v1 Foo", "pods").type_position;
    let bar = schema.top("x.io/v1", "Bar").expect("a kind");
    for object in [schema.item(pods), bar] {
        let metadata = schema.field(object, "metadata").expect("a field").type_position;
        let owners = schema.field(metadata, "ownerReferences").expect("a field");
        assert_eq!(owners.list_type, Some(ListType::Map));
        assert_eq!(
            schema.declaration(metadata, "managedFields"),
            FieldDeclaration::Named
        );
        assert_eq!(schema.declaration(object, "kind"), FieldDeclaration::Named);
    }
}
