//! The schema as its users see it: kinds, fields, refusals, declared keys, and the committed table.

use std::collections::BTreeMap;

use mergescope::schema::facts::Body;
use mergescope::schema::{Field, ListType, Place, Schema, Shape, Strategy, UnknownReason, print, table};

#[cfg(test)]
mod walking;
use walking::walk;

const POD_SPECS: [(&str, &str); 9] = [
    ("v1 Pod", "spec"),
    ("v1 PodTemplate", "template.spec"),
    ("apps/v1 Deployment", "spec.template.spec"),
    ("apps/v1 StatefulSet", "spec.template.spec"),
    ("apps/v1 DaemonSet", "spec.template.spec"),
    ("apps/v1 ReplicaSet", "spec.template.spec"),
    ("v1 ReplicationController", "spec.template.spec"),
    ("batch/v1 Job", "spec.template.spec"),
    ("batch/v1 CronJob", "spec.jobTemplate.spec.template.spec"),
];

/// Strategy, merge key, path below a pod's spec.
const POD_RULES: [(&str, &str, &str); 14] = [
    ("merge", "name", "containers"),
    ("merge", "name", "initContainers"),
    ("merge", "name", "ephemeralContainers"),
    ("merge", "name", "imagePullSecrets"),
    ("merge", "name", "schedulingGates"),
    ("merge,retainKeys", "name", "volumes"),
    ("merge,retainKeys", "name", "resourceClaims"),
    ("merge", "ip", "hostAliases"),
    ("merge", "topologyKey", "topologySpreadConstraints"),
    ("merge", "name", "containers[].env"),
    ("merge", "containerPort", "containers[].ports"),
    ("merge", "mountPath", "initContainers[].volumeMounts"),
    ("merge", "devicePath", "ephemeralContainers[].volumeDevices"),
    ("", "", "tolerations"),
];

/// Strategy, merge key, kind, path.
const RULES: [(&str, &str, &str, &str); 44] = [
    ("merge", "name", "v1 ServiceAccount", "secrets"),
    (
        "merge",
        "name",
        "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration",
        "webhooks",
    ),
    (
        "merge",
        "name",
        "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
        "webhooks[].matchConditions",
    ),
    (
        "merge",
        "name",
        "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy",
        "spec.matchConditions",
    ),
    (
        "merge",
        "name",
        "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy",
        "spec.variables",
    ),
    ("merge", "name", "storage.k8s.io/v1 CSINode", "spec.drivers"),
    (
        "merge,retainKeys",
        "name",
        "v1 Pod",
        "status.resourceClaimStatuses",
    ),
    ("merge", "port", "v1 Service", "spec.ports"),
    ("merge", "ip", "v1 Pod", "status.podIPs"),
    ("merge", "ip", "v1 Pod", "status.hostIPs"),
    ("merge", "uid", "v1 ConfigMap", "metadata.ownerReferences"),
    (
        "merge",
        "uid",
        "batch/v1 CronJob",
        "spec.jobTemplate.metadata.ownerReferences",
    ),
    (
        "merge",
        "uid",
        "resource.k8s.io/v1 ResourceClaim",
        "status.reservedFor",
    ),
    ("merge", "type", "v1 Node", "status.addresses"),
    ("merge", "type", "v1 ComponentStatus", "conditions"),
    ("merge", "type", "apps/v1 DaemonSet", "status.conditions"),
    ("merge", "type", "apps/v1 Deployment", "status.conditions"),
    ("merge", "type", "apps/v1 ReplicaSet", "status.conditions"),
    ("merge", "type", "apps/v1 StatefulSet", "status.conditions"),
    ("merge", "type", "v1 ReplicationController", "status.conditions"),
    ("merge", "type", "batch/v1 Job", "status.conditions"),
    (
        "merge",
        "type",
        "autoscaling/v2 HorizontalPodAutoscaler",
        "status.conditions",
    ),
    (
        "merge",
        "type",
        "flowcontrol.apiserver.k8s.io/v1 FlowSchema",
        "status.conditions",
    ),
    (
        "merge",
        "type",
        "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration",
        "status.conditions",
    ),
    ("merge", "type", "v1 Namespace", "status.conditions"),
    ("merge", "type", "v1 Node", "status.conditions"),
    ("merge", "type", "v1 PersistentVolumeClaim", "status.conditions"),
    ("merge", "type", "v1 Pod", "status.conditions"),
    ("merge", "type", "v1 Service", "status.conditions"),
    (
        "merge",
        "type",
        "policy/v1 PodDisruptionBudget",
        "status.conditions",
    ),
    (
        "merge",
        "type",
        "networking.k8s.io/v1 ServiceCIDR",
        "status.conditions",
    ),
    ("merge", "", "v1 Secret", "metadata.finalizers"),
    ("merge", "", "v1 Node", "spec.podCIDRs"),
    ("retainKeys", "", "apps/v1 Deployment", "spec.strategy"),
    ("", "", "apps/v1 StatefulSet", "spec.updateStrategy"),
    ("", "", "apps/v1 DaemonSet", "spec.updateStrategy"),
    ("replace", "", "policy/v1 PodDisruptionBudget", "spec.selector"),
    ("", "", "apps/v1 Deployment", "spec.selector"),
    ("", "", "v1 ServiceAccount", "imagePullSecrets"),
    ("", "", "apps/v1 StatefulSet", "spec.volumeClaimTemplates"),
    ("", "", "networking.k8s.io/v1 Ingress", "spec.rules"),
    ("", "", "rbac.authorization.k8s.io/v1 ClusterRole", "rules"),
    (
        "",
        "",
        "certificates.k8s.io/v1 CertificateSigningRequest",
        "status.conditions",
    ),
    ("", "", "v1 ConfigMap", "metadata.managedFields"),
];

fn strategy_text(field: &Field<'_>) -> &'static str {
    match (field.strategy, field.retain_keys) {
        (Strategy::None, false) => "",
        (Strategy::None, true) => "retainKeys",
        (Strategy::Merge, false) => "merge",
        (Strategy::Merge, true) => "merge,retainKeys",
        (Strategy::Replace, false) => "replace",
        (Strategy::Replace, true) => "replace,retainKeys",
    }
}

#[test]
fn known_rules_hold() {
    let schema = Schema::builtin();
    let check = |kind: &str, path: &str, strategy: &str, key: &str| {
        let field = walk(&schema, kind, path);
        assert_eq!(
            (strategy_text(&field), field.merge_key.unwrap_or("")),
            (strategy, key),
            "{kind} {path}"
        );
        assert_eq!(
            field.recommended_keys.first().map_or("", |key| key),
            key,
            "{kind} {path}"
        );
    };
    for (kind, spec) in POD_SPECS {
        for (strategy, key, path) in POD_RULES {
            check(kind, &format!("{spec}.{path}"), strategy, key);
        }
    }
    for (strategy, key, kind, path) in RULES {
        check(kind, path, strategy, key);
    }
}

#[test]
fn the_committed_table_prints_itself() {
    let text = include_str!("../src/schema/builtin.txt");
    let release = text
        .lines()
        .next()
        .and_then(|line| line.split([' ', ':']).nth(2))
        .expect("a release");
    let facts = table::read(text).expect("a readable table");
    assert!(
        print(&facts, release) == text,
        "printing the table gives another text"
    );
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut fields, mut kinds) = (0, 0);
    for facts in facts.types.values() {
        kinds += facts.kinds.len();
        let Body::Struct(list) = &facts.body else { continue };
        fields += list.len();
        for field in list.iter().filter(|field| field.marks.strategy.is_some()) {
            let strategy = field.marks.strategy.as_deref().unwrap_or("");
            let key = field.marks.merge_key.as_deref().unwrap_or("");
            *counts.entry(format!("{strategy}({key})")).or_default() += 1;
        }
    }
    let counts: Vec<(&str, usize)> = counts
        .iter()
        .map(|(rule, count)| (rule.as_str(), *count))
        .collect();
    assert_eq!(
        counts,
        [
            ("merge()", 2),
            ("merge(containerPort)", 2),
            ("merge(devicePath)", 2),
            ("merge(ip)", 3),
            ("merge(mountPath)", 3),
            ("merge(name)", 19),
            ("merge(port)", 1),
            ("merge(rule)", 1),
            ("merge(topologyKey)", 1),
            ("merge(type)", 26),
            ("merge(uid)", 4),
            ("merge,retainKeys(name)", 6),
            ("replace()", 1),
            ("retainKeys()", 1),
        ]
    );
    assert_eq!((kinds, facts.types.len(), fields), (98, 668, 2716));
}

#[test]
fn shapes_names_and_marks() {
    let schema = Schema::builtin();
    let cases = [
        ("spec", Shape::Struct, "DeploymentSpec", "struct"),
        ("spec.replicas", Shape::Scalar, "int32", "int32"),
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
            "struct",
        ),
        ("metadata.creationTimestamp", Shape::Scalar, "Time", "struct"),
        (
            "metadata.managedFields[].fieldsV1",
            Shape::Opaque,
            "FieldsV1",
            "struct",
        ),
    ];
    for (path, shape, name, kind) in cases {
        let field = walk(&schema, "apps/v1 Deployment", path);
        let at = if path.ends_with("[]") {
            schema.item(field.place)
        } else {
            field.place
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
    assert_eq!(walk(&schema, "v1 Pod", "SPEC.Containers").name, "containers");
}

#[test]
fn refusals_use_the_words_of_kubectl() {
    let schema = Schema::builtin();
    let pod = |path| walk(&schema, "v1 Pod", path).place;
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
    assert!(schema.list_field(spec, "containers").is_ok());
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
            "v1, Kind=Foo",
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
            "v1, Kind=Pods",
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
    assert!(size_of::<Place>() <= 12);
}
