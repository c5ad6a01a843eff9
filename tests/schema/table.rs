//! The committed table: every known patch rule is where Kubernetes has it, and the table prints itself.

use crate::schema_walk::walk;

use std::collections::BTreeMap;

use mergescope::schema::facts::TypeBody;
use mergescope::schema::{Field, Schema, Strategy, print, table};

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
    let text = include_str!("../../src/schema/builtin.txt");
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
        let TypeBody::Struct(list) = &facts.body else {
            continue;
        };
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

/// The words of a field with limits have no spaces, and are read as they were written.
#[test]
fn limits_of_values_are_a_part_of_the_table() {
    let crd = r#"{"kind": "CustomResourceDefinition", "spec": {"group": "lab.example", "names": {"kind": "Gadget"},
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"properties": {"spec": {"properties": {
            "mode": {"type": "string", "enum": ["fast", "very slow"], "default": "fast"},
            "tags": {"type": "array", "maxItems": 2, "items": {"type": "string", "maxLength": 3}}
        }}}}}}]}}"#;
    let facts = mergescope::schema::openapi::read(crd).unwrap();
    let text = print(&facts, "x");
    assert!(
        text.contains("limits-0={\"enum\":[\"fast\",\"very\\u0020slow\"]}"),
        "{text}"
    );
    assert!(text.contains("limits-1={\"maxLength\":3}"), "{text}");
    assert_eq!(table::read(&text).unwrap(), facts);
}
