//! The schema as its users see it: kinds, fields, refusals.

use mergescope::schema::{ListType, Schema, Shape, TypePosition, UnknownReason, go_quote};

use crate::schema_walk::walk;

#[test]
fn shapes_names_and_marks() {
    let schema = Schema::builtin();
    let cases = [
        ("spec", Shape::Struct, "DeploymentSpec", "struct"),
        ("spec.replicas", Shape::Scalar, "int32", "ptr"),
        ("spec.template.spec.containers", Shape::List, "Container", "slice"),
        (
            "spec.template.spec.containers[]",
            Shape::Struct,
            "Container",
            "struct",
        ),
        (
            "spec.template.spec.containers[].args[]",
            Shape::Scalar,
            "string",
            "string",
        ),
        ("spec.template.spec.nodeSelector", Shape::Map, "string", "map"),
        ("spec.template.spec.overhead", Shape::Map, "Quantity", "map"),
        (
            "spec.strategy.rollingUpdate.maxSurge",
            Shape::Scalar,
            "IntOrString",
            "ptr",
        ),
        ("metadata.creationTimestamp", Shape::Scalar, "Time", "struct"),
        (
            "metadata.managedFields[].fieldsV1",
            Shape::Opaque,
            "FieldsV1",
            "ptr",
        ),
    ];
    for (path, shape, name, kind) in cases {
        let field = walk(&schema, "apps/v1 Deployment", path);
        let at = if path.ends_with("[]") {
            schema.item(field.type_position)
        } else {
            field.type_position
        };
        assert_eq!(
            (schema.shape(at), schema.type_name(at), schema.go_kind(at)),
            (shape, name, kind),
            "{path}"
        );
    }
    let ports = walk(&schema, "v1 Service", "spec.ports");
    assert_eq!(ports.recommended_keys, ["port".into(), "protocol".into()]);
    assert_eq!(ports.list_type, Some(ListType::Map));
    assert_eq!(ports.list_map_keys, ["port".into(), "protocol".into()]);
    for (asked, known) in [
        ("Containers", "containers"),
        ("ho\u{17f}tAliases", "hostAliases"),
        ("DNS\u{212a}", ""),
    ] {
        let spec = walk(&schema, "v1 Pod", "SPEC").type_position;
        assert_eq!(schema.peek(spec, asked).map_or("", |field| field.name), known);
    }
}

#[test]
fn rejections_use_the_words_of_kubectl() {
    let schema = Schema::builtin();
    let pod = |path| walk(&schema, "v1 Pod", path).type_position;
    let (spec, labels) = (pod("spec"), pod("metadata.labels"));
    let error = schema.field(spec, "contaners").expect_err("a typing error");
    assert_eq!(
        error.to_string(),
        r#"unable to find api field in struct PodSpec for the json field "contaners""#
    );
    assert_eq!(error.suggestion(), Some("containers"));
    assert_eq!(
        schema.field(spec, "zzz").expect_err("no field").suggestion(),
        None
    );
    let cases = [
        (
            schema.field(labels, "a"),
            "merging an object in json but data type is not struct, instead is: map",
        ),
        (
            schema.field(pod("spec.containers"), "a"),
            "merging an object in json but data type is not struct, instead is: slice",
        ),
        (
            schema.field(pod("spec.nodeName"), "a"),
            "merging an object in json but data type is not struct, instead is: string",
        ),
        (
            schema.list_field(spec, "nodeName"),
            "expected slice or array type, but got: struct",
        ),
        (
            schema.list_field(spec, "nodeSelector"),
            "expected slice or array type, but got: struct",
        ),
        (
            schema.list_field(spec, "a\n\u{7f}\u{200b}é"),
            "unable to find api field in struct PodSpec for the json field \"a\\n\\x7f\\u200bé\"",
        ),
        (
            schema.field(pod("metadata.creationTimestamp"), "a"),
            "unable to find api field in struct Time for the json field \"a\"",
        ),
    ];
    for (result, text) in cases {
        assert_eq!(result.expect_err(text).to_string(), text);
    }
    let odd = "\u{301}a\u{301}\u{200b}\t'\"\u{a0}\u{1f600}\u{378}\u{1}";
    let quoted = "\"\u{301}a\u{301}\\u200b\\t'\\\"\\u00a0\u{1f600}\\u0378\\x01\"";
    assert_eq!(go_quote(odd), quoted, "recorded from kubectl");
    assert!(schema.list_field(spec, "containers").is_ok());
}

/// Kind, enclosing path, field, and what kubectl says to a list on both sides (recorded).
const LISTS: [(&str, &str, &str, &str); 12] = [
    ("v1 Pod", "spec", "securityContext", ""),
    (
        "v1 Pod",
        "spec",
        "hostNetwork",
        "expected slice or array type, but got: struct",
    ),
    ("v1 Pod", "spec.securityContext", "fsGroup", ""),
    ("apps/v1 Deployment", "spec", "replicas", ""),
    (
        "apps/v1 Deployment",
        "spec",
        "paused",
        "expected slice or array type, but got: struct",
    ),
    (
        "apps/v1 Deployment",
        "spec.strategy.rollingUpdate",
        "maxSurge",
        "",
    ),
    (
        "apps/v1 Deployment",
        "spec.strategy.rollingUpdate.maxSurge",
        "Type",
        "expected slice or array type, but got: ptr",
    ),
    (
        "v1 Pod",
        "spec.containers[].livenessProbe.httpGet",
        "port",
        "expected slice or array type, but got: ptr",
    ),
    (
        "v1 Pod",
        "spec.containers[].livenessProbe.httpGet",
        "httpHeaders",
        "",
    ),
    (
        "certificates.k8s.io/v1 CertificateSigningRequest",
        "spec",
        "request",
        "",
    ),
    (
        "apps/v1 ControllerRevision",
        "data",
        "Raw",
        "unable to find api field in struct RawExtension for the json field \"Raw\"",
    ),
    (
        "v1 Secret",
        "data",
        "a",
        "merging an object in json but data type is not struct, instead is: map",
    ),
];

#[test]
fn a_pointer_passes_for_a_list() {
    let schema = Schema::builtin();
    for (kind, path, name, text) in LISTS {
        let found = walk(&schema, kind, path);
        let place = if path.ends_with("[]") {
            schema.item(found.type_position)
        } else {
            found.type_position
        };
        let said = schema
            .list_field(place, name)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert_eq!(said, text, "{kind} {path} {name}");
    }
    let elements = [
        ("apps/v1 Deployment", "spec.replicas", "int32"),
        ("v1 Pod", "spec.securityContext", "struct"),
        (
            "certificates.k8s.io/v1 CertificateSigningRequest",
            "spec.request",
            "uint8",
        ),
    ];
    for (kind, path, element) in elements {
        assert_eq!(
            schema.go_kind(schema.item(walk(&schema, kind, path).type_position)),
            element,
            "{path}"
        );
    }
}

#[test]
fn old_versions_of_kinds_have_the_types_of_newer_ones() {
    let schema = Schema::builtin();
    let older: Vec<&str> = schema.older_kinds().collect();
    assert!(older.len() > 50 && older.is_sorted(), "{older:?}");
    for kind in older {
        let (api_version, name) = kind.split_once(' ').unwrap();
        let place = schema
            .top(api_version, name)
            .unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(schema.type_name(place), name, "{kind}");
        assert!(!schema.kinds().contains(&kind), "{kind} is no old version");
    }
    let place = schema.top("extensions/v1beta1", "Deployment").unwrap();
    assert_eq!(place, schema.top("apps/v1", "Deployment").unwrap());
    let error = schema.top("networking.k8s.io/v1beta1", "Ingress").unwrap_err();
    assert_eq!(error.reason, UnknownReason::KubectlAlone);
    assert_eq!(
        error.to_string(),
        "the fields of networking.k8s.io/v1beta1, Kind=Ingress are not known here"
    );
}

#[test]
fn unknown_kinds() {
    let schema = Schema::builtin();
    let cases = [
        (
            "example.com/v1",
            "Widget",
            "example.com/v1, Kind=Widget",
            UnknownReason::NoSuchKind { near: None },
        ),
        (
            "v1",
            "Foo",
            "/v1, Kind=Foo",
            UnknownReason::NoSuchKind { near: None },
        ),
        (
            "app/v1",
            "Deployment",
            "app/v1, Kind=Deployment",
            UnknownReason::OtherVersions(vec!["apps/v1".into()]),
        ),
        (
            "v1",
            "Pods",
            "/v1, Kind=Pods",
            UnknownReason::NoSuchKind {
                near: Some("v1 Pod".into()),
            },
        ),
        (
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
            "apiextensions.k8s.io/v1, Kind=CustomResourceDefinition",
            UnknownReason::ServerOnly,
        ),
    ];
    for (api_version, kind, shown, reason) in cases {
        let error = schema.top(api_version, kind).expect_err(shown);
        let text = format!("strategic merge patch is not supported for {shown} locally, try --type merge");
        assert_eq!((error.to_string(), error.reason), (text, reason));
    }
}

#[test]
fn users_can_share_it_between_threads() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&Schema::builtin());
    assert!(size_of::<TypePosition>() <= 12);
}
