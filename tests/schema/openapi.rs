//! Reading OpenAPI documents, also hostile ones, and laying them over the built-in table.

use mergescope::schema::facts::SchemaFacts;
use mergescope::schema::{ListType, Schema, Shape, Strategy, openapi, print, table};
use proptest::prelude::{ProptestConfig, prop, prop_assert, prop_oneof, proptest};
use proptest::strategy::Strategy as _;
use serde_json::{Value, json};

/// One kind with a bit of everything, as v2 writes it.
fn widget_v2() -> String {
    json!({"swagger": "2.0", "definitions": {
        "com.example.v1.Widget": {
            "type": "object",
            "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Widget"}],
            "properties": {
                "metadata": {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
                "spec": {"type": "object", "properties": {
                    "parts": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"id": {"type": "integer", "format": "int32"}}},
                        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id"],
                        "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "id",
                        "x-kubernetes-recommended-patch-merge-key": "id,side",
                    },
                    "grid": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
                    "odd name": {"type": "object", "additionalProperties": {"type": "boolean"}},
                    "port": {"x-kubernetes-int-or-string": true},
                    "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "wrong": {"type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge,replace,retainKeys"},
                    "data": {"type": "string", "format": "byte"},
                    "tree": {"$ref": "#/definitions/com.example.v1.Tree"},
                }},
            },
        },
        "com.example.v1.Tree": {"type": "object", "properties": {
            "kids": {"type": "array", "items": {"$ref": "#/definitions/com.example.v1.Tree"}},
        }},
    }})
    .to_string()
}

/// The same as v3 writes it.
fn widget_v3() -> String {
    let mut document: Value = serde_json::from_str(&widget_v2()).unwrap_or_default();
    let schemas = document["definitions"].take();
    let text = json!({"openapi": "3.0.0", "components": {"schemas": schemas}}).to_string();
    let text = text.replace("#/definitions/", "#/components/schemas/");
    let reference = r##"{"$ref":"#/components/schemas/com.example.v1.Tree"}"##;
    text.replacen(
        reference,
        &format!(r#"{{"allOf":[{reference}],"default":{{}}}}"#),
        1,
    )
}

#[test]
fn both_versions_give_the_same_facts() {
    let facts = openapi::read(&widget_v2()).expect("v2");
    assert_eq!(openapi::read(&widget_v3()).expect("v3"), facts);
    let text = print(&facts, "v1");
    let expected = "\
com.example.v1.Tree
  kids  [Tree]
com.example.v1.Widget = example.com/v1 Widget
  metadata  meta.v1.ObjectMeta
  spec      Widget#spec
com.example.v1.Widget#spec
  data             bytes
  free             any  limits-0={\"type\":\"object\"}
  grid             [[string]]
  \"odd\\u0020name\"  {bool}
  parts            [Widget#spec#parts]  merge(id) recommended(id,side) map[id]
  port             int-or-string
  tree             Tree
  wrong            [string]  merge,replace,retainKeys
com.example.v1.Widget#spec#parts
  id  int32
";
    let printed: String = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(printed, expected);
}

#[test]
fn a_document_lies_over_the_built_in_table() {
    let mut schema = Schema::builtin();
    schema
        .overlay(&openapi::read(&widget_v2()).expect("a document"))
        .expect("room");
    let top = schema
        .top("example.com/v1", "Widget")
        .expect("a kind of the document");
    let spec = schema.field(top, "spec").expect("a field").type_position;
    let parts = schema.list_field(spec, "parts").expect("a list");
    assert_eq!(
        (parts.strategy, parts.merge_key, parts.list_type),
        (Strategy::Merge, Some("id"), Some(ListType::Map))
    );
    assert_eq!(parts.recommended_keys, ["id".into(), "side".into()]);
    let metadata = schema.field(top, "metadata").expect("a field").type_position;
    assert_eq!(
        schema.type_name(metadata),
        "ObjectMeta",
        "a type of the table below"
    );
    assert_eq!(
        schema
            .list_field(metadata, "finalizers")
            .expect("a list")
            .strategy,
        Strategy::Merge
    );
    assert_eq!(
        schema.shape(schema.field(spec, "odd name").expect("a field").type_position),
        Shape::Map
    );
    assert_eq!(
        schema.shape(schema.field(spec, "free").expect("a field").type_position),
        Shape::Unknown
    );
    let texts = [
        (schema.list_field(spec, "grid"), "unexpected slice of slice"),
        (
            schema.list_field(spec, "wrong"),
            "unexpected patch strategy: [merge replace retainKeys]",
        ),
        (
            schema.list_field(spec, "port"),
            "expected slice or array type, but got: struct",
        ),
    ];
    for (result, text) in texts {
        assert_eq!(result.expect_err(text).to_string(), text);
    }
    assert_eq!(
        schema.shape(
            schema
                .field(spec, "prts")
                .expect("not Kubernetes' own type")
                .type_position
        ),
        Shape::Unknown
    );
    assert!(schema.field(metadata, "lables").is_err());
    let mut place = schema.field(spec, "tree").expect("a field").type_position;
    for _ in 0..1000 {
        place = schema.item(
            schema
                .field(place, "kids")
                .expect("a type that holds itself")
                .type_position,
        );
    }
    assert!(schema.top("apps/v1", "Deployment").is_ok());
}

#[test]
fn errors_say_where() {
    let one = |definition: Value| json!({"definitions": {"a.B": definition}}).to_string();
    let field = |schema: Value| one(json!({"properties": {"f": schema}}));
    let nested = (0..20).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "array", "items": inner}),
    );
    let cases = [
        (
            "{".to_owned(),
            "not JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            "[".repeat(100_000),
            "not JSON: recursion limit exceeded at line 1 column 128",
        ),
        (
            "[]".to_owned(),
            "not a schema: expected `definitions` (OpenAPI v2), `components.schemas` (v3) or a CustomResourceDefinition",
        ),
        (one(json!(7)), "a.B: a definition must be an object"),
        (
            json!({"definitions": {"a b": {}}}).to_string(),
            "a b: a definition's name can contain only letters, digits and . _ - $ /",
        ),
        (
            one(json!({"properties": []})),
            "a.B: `properties` must be an object",
        ),
        (
            one(json!({"$ref": "#/definitions/a.B"})),
            "a.B: recursive reference",
        ),
        (
            one(json!({"x-kubernetes-group-version-kind": [{"kind": "a, b"}]})),
            "a.B: `x-kubernetes-group-version-kind` must be a list of group, version and kind",
        ),
        (field(json!(null)), "a.B.f: a property must be an object"),
        (
            field(json!({"$ref": "http://other\u{1b}"})),
            "a.B.f: cannot follow the reference `http://other\\u{1b}`",
        ),
        (field(json!({"$ref": 1})), "a.B.f: `$ref` must be a string"),
        (
            field(json!({"type": "strin\u{7}g"})),
            "a.B.f: unknown type `strin\\u{7}g`",
        ),
        (field(json!({"type": {}})), "a.B.f: `type` must be a string"),
        (
            field(json!({"type": "array", "items": 1})),
            "a.B.f: `items` and `additionalProperties` must be objects",
        ),
        (field(nested), "a.B.f: more than 16 nested lists or maps"),
        (
            field(json!({"x-kubernetes-list-type": "bag"})),
            "a.B.f: `x-kubernetes-list-type` has an unknown value: \"bag\"",
        ),
        (
            field(json!({"x-kubernetes-patch-merge-key": "a b"})),
            "a.B.f: `x-kubernetes-patch-merge-key` must be a comma-separated list",
        ),
        (
            field(json!({"x-kubernetes-patch-merge-key": "a,b"})),
            "a.B.f: `x-kubernetes-patch-merge-key` must be one field name",
        ),
        (
            field(json!({"x-kubernetes-list-map-keys": "a"})),
            "a.B.f: `x-kubernetes-list-map-keys` must be a list of field names",
        ),
    ];
    for (text, error) in cases {
        assert_eq!(openapi::read(&text).expect_err(error).to_string(), error);
    }
}

/// A mark of a field, one in ten of them wrong.
fn mark() -> impl proptest::strategy::Strategy<Value = (&'static str, Value)> {
    prop::sample::select(vec![
        ("x-kubernetes-patch-strategy", json!("merge")),
        ("x-kubernetes-patch-strategy", json!("merge,retainKeys")),
        ("x-kubernetes-patch-strategy", json!("atomic")),
        ("x-kubernetes-patch-merge-key", json!("name")),
        ("x-kubernetes-list-type", json!("map")),
        ("x-kubernetes-list-map-keys", json!(["name", "port"])),
        ("x-kubernetes-map-type", json!("granular")),
        ("x-kubernetes-recommended-patch-merge-key", json!("name,port")),
        ("description", json!("any \u{1b}")),
        ("x-kubernetes-list-map-keys", json!("é")),
    ])
}

/// Schemas that are mostly right.
fn schema() -> impl proptest::strategy::Strategy<Value = Value> {
    let leaf = prop::sample::select(vec![
        json!({"type": "string"}),
        json!({"type": "string", "format": "byte"}),
        json!({"type": "integer", "format": "int32"}),
        json!({"type": "object"}),
        json!({"$ref": "#/definitions/a.B"}),
        json!({"allOf": [{"$ref": "#/definitions/C"}]}),
        json!({"x-kubernetes-int-or-string": true}),
        json!({}),
    ]);
    leaf.prop_recursive(5, 60, 5, |inner| {
        let name = prop::sample::select(vec!["f", "x y", "#", "$ref", "any", "string", "é\n", "\"", "\\"]);
        let fields = prop::collection::vec((name, inner.clone(), prop::collection::vec(mark(), 0..2)), 0..4);
        prop_oneof![
            inner
                .clone()
                .prop_map(|inner| json!({"type": "array", "items": inner})),
            inner.prop_map(|inner| json!({"type": "object", "additionalProperties": inner})),
            fields.prop_map(|fields| {
                let mut properties = json!({});
                for (name, mut schema, marks) in fields {
                    for (mark, value) in marks {
                        schema[mark] = value;
                    }
                    properties[name] = schema;
                }
                json!({"type": "object", "properties": properties})
            }),
        ]
    })
}

/// What is printed reads back as what was printed.
fn reads_back(facts: &SchemaFacts) -> bool {
    let text = print(facts, "v1");
    table::read(&text).is_ok_and(|again| print(&again, "v1") == text)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_document_is_refused_or_prints_and_reads_back(b in schema(), c in schema()) {
        let kinds = json!([{"group": "", "version": "v1", "kind": "B"}]);
        let document = json!({"definitions": {
            "a.B": {"x-kubernetes-group-version-kind": kinds, "properties": {"b": b, "c": c.clone()}},
            "C": c,
        }});
        if let Ok(facts) = openapi::read(&document.to_string()) {
            prop_assert!(reads_back(&facts), "{}", print(&facts, "v1"));
            let mut schema = Schema::builtin();
            schema.overlay(&facts).expect("room");
            let top = schema.top("v1", "B").expect("its kind");
            for name in ["b", "c"] {
                let field = schema.peek(top, name).expect("its field");
                let _ = (schema.shape(field.type_position), schema.type_name(field.type_position), schema.list_field(top, name));
            }
        }
    }
}

/// A list that has a definition of its own says how the fields that refer to it are merged; what is next to the reference
/// counts first.
#[test]
fn a_list_behind_a_reference_is_merged_as_it_says() {
    let facts = openapi::read(
        &json!({"definitions": {
            "Parts": {
                "type": "array",
                "x-kubernetes-patch-strategy": "merge",
                "x-kubernetes-patch-merge-key": "name",
                "items": {"$ref": "#/definitions/Part"},
            },
            "Part": {"type": "object", "properties": {"name": {"type": "string"}, "id": {"type": "string"}}},
            "Foo": {
                "type": "object",
                "x-kubernetes-group-version-kind": [{"group": "x.io", "version": "v1", "kind": "Foo"}],
                "properties": {
                    "plain": {"$ref": "#/definitions/Parts"},
                    "own": {
                        "$ref": "#/definitions/Parts",
                        "x-kubernetes-patch-strategy": "merge",
                        "x-kubernetes-patch-merge-key": "id",
                    },
                },
            },
        }})
        .to_string(),
    )
    .unwrap();
    let mut schema = Schema::builtin();
    schema.overlay(&facts).unwrap();
    let top = schema.top("x.io/v1", "Foo").unwrap();
    for (field, key) in [("plain", "name"), ("own", "id")] {
        let found = schema.list_field(top, field).unwrap();
        assert_eq!(
            (found.strategy, found.merge_key),
            (Strategy::Merge, Some(key)),
            "{field}"
        );
    }
}
