//! Merge keys declared by hand, over a kind that is built in and one that is not.

use crate::schema_walk::walk;

use mergescope::schema::{Schema, Shape, Strategy};

#[test]
fn declared_keys_of_an_unknown_kind() {
    let mut schema = Schema::builtin();
    schema
        .declare("spec.widgets[].parts", "id,side")
        .expect("a declaration");
    schema.declare("spec.widgets", "name").expect("a declaration");
    let top = schema
        .top("example.com/v1", "Widget")
        .expect("declared keys make it known");
    assert_eq!(schema.shape(top), Shape::Unknown);
    let spec = schema.field(top, "spec").expect("anything goes");
    let widgets = schema.list_field(spec.type_position, "widgets").expect("a list");
    assert_eq!(
        (widgets.strategy, widgets.merge_key, widgets.declared),
        (Strategy::Merge, Some("name"), true)
    );
    assert_eq!(schema.shape(widgets.type_position), Shape::List);
    let widget = schema.item(widgets.type_position);
    assert_eq!(
        (schema.shape(widget), schema.go_kind(widget)),
        (Shape::Unknown, "struct")
    );
    let parts = schema.field(widget, "parts").expect("a list");
    assert_eq!(parts.recommended_keys, ["id".into(), "side".into()]);
    let other = schema.list_field(widget, "other").expect("an unknown list");
    assert_eq!(
        (other.strategy, other.merge_key, other.declared),
        (Strategy::None, None, false)
    );
    assert_eq!(schema.check_declared(top), Ok(()));
}

#[test]
fn declared_keys_of_a_built_in_kind() {
    let cases = [
        (
            "spec.template.spec.containers.ports",
            "containerPort,protocol",
            "",
        ),
        (
            "spec.template.spec.containers[].ports[]",
            "containerPort,protocol",
            "",
        ),
        (
            "spec.template.spec.containers.ports",
            "protocol,containerPort",
            "Kubernetes merges this list by \"containerPort\", which must be the first key\nhelp: write spec.template.spec.containers.ports=containerPort,...",
        ),
        (
            "spec.template.spec.tolerations",
            "key",
            "Kubernetes replaces this list as a whole\nhelp: remove the declaration",
        ),
        (
            "metadata.finalizers",
            "key",
            "Kubernetes merges this list as a set of values\nhelp: remove the declaration",
        ),
        (
            "spec.template",
            "name",
            "this field is not a list\nhelp: a merge key is for a list of maps",
        ),
        (
            "spec.tmplate.spec",
            "name",
            "DeploymentSpec has no field \"tmplate\"\nhelp: did you mean `template`?",
        ),
    ];
    for (path, keys, error) in cases {
        let mut schema = Schema::builtin();
        schema.declare(path, keys).expect("a declaration");
        let top = schema.top("apps/v1", "Deployment").expect("a known kind");
        let text = schema
            .check_declared(top)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(
            text.ends_with(error) && text.is_empty() == error.is_empty(),
            "{path}: {text}"
        );
        let ports = walk(
            &schema,
            "apps/v1 Deployment",
            "spec.template.spec.containers[].ports",
        );
        assert_eq!(
            (ports.merge_key, ports.declared),
            (Some("containerPort"), error.is_empty()),
            "{path}"
        );
        // The proposal recommends two keys, too.
        assert_eq!(ports.recommended_keys.len(), 2, "{path}");
    }
}

#[test]
fn declarations_that_make_no_sense() {
    let mut schema = Schema::builtin();
    schema.declare("a.b", "c").expect("a declaration");
    schema.declare("a.b[]", "c").expect("the same again");
    let cases = [
        ("", "c", "empty path segment"),
        ("a..b", "c", "empty path segment"),
        ("a.c", "", "empty key"),
        ("a.c", "x,,y", "empty key"),
        ("a.c", "x,y,x", "\"x\" occurs twice"),
        ("a.b", "d", "already declared with different keys"),
        ("a\u{1b}[0m.", "d", "\"a\\u{1b}[0m.\""),
    ];
    for (path, keys, text) in cases {
        let error = schema.declare(path, keys).expect_err(path).to_string();
        assert!(error.contains(text), "{path}={keys}: {error}");
    }
}
