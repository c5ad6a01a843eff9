//! The help of rejections: what to write instead of the rejected value.

use std::sync::Arc;

use mergescope::document::{read, read_live};
use mergescope::merge::{Inputs, Merge, Rule, Semantics, merge};
use mergescope::report::fix::fixes;
use mergescope::schema::Schema;

const DEPLOYMENT: &str = r#"{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {
    "selector": {"matchLabels": {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}}, "spec": {
    "containers": [{"name": "web", "image": "nginx", "volumeMounts": [{"name": "data", "mountPath": "/data"}]},
        {"name": "side", "image": "busybox"}],
    "volumes": [{"name": "data", "emptyDir": {}}]}}}}"#;
const STATEFUL_SET: &str = r#"{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db"}, "spec": {
    "serviceName": "db", "selector": {"matchLabels": {"app": "db"}}, "template": {"metadata": {"labels": {"app": "db"}},
    "spec": {"containers": [{"name": "db", "image": "postgres"}]}}}}"#;
const SERVICE: &str = r#"{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
    "spec": {"ports": [{"port": 80}], "selector": {"app": "web"}}}"#;
const BALANCED: &str = r#"{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
    "spec": {"type": "LoadBalancer", "ports": [{"port": 80}], "loadBalancerClass": "example.com/a"}}"#;
const SECRET: &str = r#"{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "type": "kubernetes.io/tls",
    "data": {"tls.crt": "YQ==", "tls.key": "YQ=="}}"#;
const AUTOSCALER: &str = r#"{"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "a"},
    "spec": {"maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}"#;
const INGRESS: &str = r#"{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "a"},
    "spec": {"defaultBackend": {"service": {"name": "web", "port": {"number": 80}}}}}"#;

fn merged(live: &str, semantics: Semantics, patch: &str) -> Merge {
    merged_with(Arc::new(Schema::builtin()), live, semantics, patch)
}

fn merged_with(schema: Arc<Schema>, live: &str, semantics: Semantics, patch: &str) -> Merge {
    let inputs = Inputs {
        live: Arc::new(read_live("live", live.as_bytes().to_vec()).unwrap()),
        patches: vec![Arc::new(read("patch", patch.as_bytes().to_vec()).unwrap())],
        schema,
        semantics,
    };
    merge(inputs, true)
}

/// Returns the rejections of the API server: where the patch causes them, and the help. Checks that a help that only
/// removes something leads to no other rejection.
fn helps(live: &str, semantics: Semantics, patch: &str) -> Vec<(String, String)> {
    let merge = merged(live, semantics, patch);
    let is_rejected = |merge: &Merge| {
        merge
            .steps
            .iter()
            .filter(|it| it.rule == Rule::InvalidObject)
            .count()
    };
    let document = &merge.inputs.patches[0];
    let found = merge.steps.iter().zip(fixes(&merge));
    let found = found.filter(|(step, _)| step.rule == Rule::InvalidObject);
    let helps: Vec<(String, String)> = found
        .map(|(step, fix)| {
            let source = step.patch().filter(|source| !source.is_live());
            let source = source.unwrap_or_else(|| panic!("{patch}: the position is in the live object"));
            let fix = fix.unwrap();
            let end = fix.sentence.strip_prefix("Remove `");
            if end.is_some_and(|end| end.ends_with("` from the patch.")) {
                let after = merged(live, semantics, &fix.apply(&merge));
                assert!(
                    is_rejected(&after) < is_rejected(&merge),
                    "{patch}: {}",
                    fix.sentence
                );
            }
            let span = document.entry_span(source.node);
            let text = &document.text()[span.start as usize..span.end as usize];
            (text.to_owned(), fix.sentence)
        })
        .collect();
    assert!(!helps.is_empty(), "{patch}: the API server accepts the result");
    helps
}

/// Returns a patch of the container `web`.
fn container(fields: &str) -> String {
    pod(&format!("containers: [{{name: web, {fields}}}]"))
}

fn pod(fields: &str) -> String {
    format!("spec: {{template: {{spec: {{{fields}}}}}}}")
}

#[test]
fn the_help_names_what_to_write() {
    let port_name = "Add `name`: each port of a Service with several ports needs a name.";
    let port = "Write lowercase letters, digits and single `-`, with at least one letter for `name`. Start and end with a letter or digit.";
    let cases = [
        (
            DEPLOYMENT,
            container("env: [{name: A}, null]"),
            "Remove `null` from `env`.",
        ),
        (
            DEPLOYMENT,
            pod("tolerations: [null]"),
            "Remove `null` from `tolerations`. `tolerations` is then empty; write it as `[]`.",
        ),
        (
            DEPLOYMENT,
            "metadata: {finalizers: [null]}".to_owned(),
            "Remove `null` from `finalizers`. `finalizers` is then empty; write it as `[]`.",
        ),
        (DEPLOYMENT, container("env: [{value: a}]"), "Add `name`."),
        // What the patch removes, the live mount uses.
        (
            DEPLOYMENT,
            pod("volumes: [{$patch: replace}, {name: conf, emptyDir: {}}]"),
            "Add the volume `data` to the list, or also remove what refers to it.",
        ),
        (
            DEPLOYMENT,
            pod("$retainKeys: [containers], containers: [{name: web, image: b}]"),
            "Add `volumes` to `$retainKeys`, or also remove what refers to `data`.",
        ),
        (
            DEPLOYMENT,
            pod("volumes: null"),
            "Keep the volume `data`, or also remove what refers to it.",
        ),
        (
            DEPLOYMENT,
            container("volumeMounts: [{name: date, mountPath: /x}]"),
            "Write the name of a volume, or add a volume `date`.",
        ),
        // The last sentence is only about one of two ways.
        (
            DEPLOYMENT,
            pod("volumes: [{name: data, $patch: delete}]"),
            "Remove the deletion of `data`, or also delete what refers to it. If you remove it, the patch is then empty; write it as `{}`.",
        ),
        (
            DEPLOYMENT,
            format!("metadata: {{labels: {{a: b}}}}\n{}", pod("containers: null")),
            "Write a value for `containers`, or remove `containers: null`: the field is required. If you remove it, also remove `spec`, which is then empty.",
        ),
        // The map is dropped, and the live list is removed.
        (
            DEPLOYMENT,
            pod("dnsPolicy: Default, containers: {$patch: replace}"),
            "Write a value for `containers`, or remove `containers` from the patch: the field is required.",
        ),
        (
            STATEFUL_SET,
            "spec: {updateStrategy: {type: Recreate}}".to_owned(),
            "Write one of `RollingUpdate`, `OnDelete` for `updateStrategy.type`.",
        ),
        (
            STATEFUL_SET,
            "spec: {updateStrategy: {type: ondelete}}".to_owned(),
            "Write `OnDelete` instead of `ondelete`.",
        ),
        (
            DEPLOYMENT,
            "metadata: {labels: {\"a b\": c, good: x}}".to_owned(),
            "Write `a b` with letters, digits, `-`, `_` and `.`. Start and end with a letter or digit.",
        ),
        (
            DEPLOYMENT,
            container("ports: [{containerPort: 80, name: \"12\"}]"),
            port,
        ),
        (
            DEPLOYMENT,
            container("securityContext: {privileged: true, allowPrivilegeEscalation: false}"),
            "Write `allowPrivilegeEscalation: true`, or `privileged: false`.",
        ),
        (
            DEPLOYMENT,
            "spec: {progressDeadlineSeconds: 0}".to_owned(),
            "Write a number greater than 0 and greater than `minReadySeconds` for `progressDeadlineSeconds`.",
        ),
        (
            DEPLOYMENT,
            "metadata: {labels: {A_b/c: d}}".to_owned(),
            "Write the prefix `A_b` with lowercase letters, digits, `-` and `.`. Start and end with a letter or digit.",
        ),
        (
            DEPLOYMENT,
            "metadata: {labels: {my.domain/a b: d}}".to_owned(),
            "Write `a b` with letters, digits, `-`, `_` and `.`. Start and end with a letter or digit.",
        ),
        (
            SECRET,
            "stringData: {\"a b\": c}".to_owned(),
            "Write the key with letters, digits, `-`, `_` and `.`.",
        ),
        (
            DEPLOYMENT,
            pod("initContainers: [{name: web, image: a}]"),
            "Give the init container a name that no other container has: `web` is used twice.",
        ),
        (
            DEPLOYMENT,
            container("volumeMounts: [{name: nope, mountPath: /x}]"),
            "Write the name of a volume, or add a volume `nope`.",
        ),
        (
            DEPLOYMENT,
            container("volumeMounts: [{mountPath: /x}]"),
            "Add `name`.",
        ),
        (
            DEPLOYMENT,
            container("ports: [{containerPort: 99999}]"),
            "Write a number from 1 to 65535 for `containerPort`.",
        ),
        (
            DEPLOYMENT,
            container("ports: [{containerPort: 80, name: a}, {containerPort: 81, name: a}]"),
            "Give each port its own name: `a` is used twice.",
        ),
        (
            DEPLOYMENT,
            container("livenessProbe: {httpGet: {path: /}}"),
            "Add `port`.",
        ),
        (
            DEPLOYMENT,
            container("livenessProbe: {httpGet: {port: web-port-of-the-pod}}"),
            "Write at most 15 bytes for `port`.",
        ),
        (
            DEPLOYMENT,
            container("resources: {limits: {gpu: 1}}"),
            "Write a standard resource such as `memory` for `gpu`, or one with a domain such as `nvidia.com/gpu`.",
        ),
        (
            DEPLOYMENT,
            pod("tolerations: [{key: a, operator: Exists, value: b}]"),
            "Remove `value`, or write `operator: Equal`.",
        ),
        (
            DEPLOYMENT,
            pod("tolerations: [{operator: Equal, value: b}]"),
            "Add `key`, or write `operator: Exists` without `value`.",
        ),
        (
            DEPLOYMENT,
            container("livenessProbe: {periodSeconds: 5}"),
            "Add one of `exec`, `httpGet`, `tcpSocket`, `grpc`.",
        ),
        (
            DEPLOYMENT,
            container("livenessProbe: {tcpSocket: {port: 80}, periodSeconds: -5}"),
            "Write 0 or a larger number for `periodSeconds`.",
        ),
        (
            DEPLOYMENT,
            container("env: [{name: A, valueFrom: {secretKeyRef: {name: s}}}]"),
            "Add `key`.",
        ),
        (
            DEPLOYMENT,
            container("securityContext: {seccompProfile: {}}"),
            "Write `type: RuntimeDefault` (or `Localhost`, `Unconfined`).",
        ),
        (
            DEPLOYMENT,
            container("securityContext: {runAsUser: -1}"),
            "Write a number from 0 to 2147483647 for `runAsUser`.",
        ),
        (
            DEPLOYMENT,
            container("imagePullPolicy: Sometime"),
            "Write one of `Always`, `IfNotPresent`, `Never` for `imagePullPolicy`.",
        ),
        (
            DEPLOYMENT,
            container("imagePullPolicy: always"),
            "Write `Always` instead of `always`.",
        ),
        (
            DEPLOYMENT,
            container("image: null"),
            "Write a value for `image`, or remove `image: null`: the field is required. If you remove it, the patch is then empty; write it as `{}`.",
        ),
        (DEPLOYMENT, container("image: ''"), "Write a value for `image`."),
        (
            DEPLOYMENT,
            container("resources: {requests: {cpu: 2}, limits: {cpu: 1}}"),
            "Write at most 1 as the request of `cpu`, or raise the limit.",
        ),
        (
            DEPLOYMENT,
            pod("volumes: [{name: v, hostPath: {path: a/../b}}]"),
            "Write a path without `..` for `path`.",
        ),
        (
            DEPLOYMENT,
            pod("volumes: [{name: v, persistentVolumeClaim: {}}]"),
            "Add `claimName`.",
        ),
        (
            DEPLOYMENT,
            pod("volumes: [{name: v, secret: {secretName: a, defaultMode: 9999}}]"),
            "Write a mode from 0 to 0777 for `defaultMode`, for example `0644`.",
        ),
        (DEPLOYMENT, pod("containers: [{name: new}]"), "Add `image`."),
        (
            DEPLOYMENT,
            pod("restartPolicy: Never"),
            "Write `Always` for `restartPolicy`.",
        ),
        (
            DEPLOYMENT,
            pod("topologySpreadConstraints: [{maxSkew: 1, topologyKey: a}]"),
            "Write one of `DoNotSchedule`, `ScheduleAnyway` for `whenUnsatisfiable`.",
        ),
        (
            DEPLOYMENT,
            "spec: {minReadySeconds: 700}".to_owned(),
            "Write less than 600, or raise `progressDeadlineSeconds`.",
        ),
        (
            DEPLOYMENT,
            "spec: {replicas: -1}".to_owned(),
            "Write 0 or a larger number for `replicas`.",
        ),
        (
            DEPLOYMENT,
            "spec: {template: {metadata: {labels: {app: x}}}}".to_owned(),
            "Keep the labels of `spec.selector` in `spec.template.metadata.labels`.",
        ),
        (
            DEPLOYMENT,
            "spec: {selector: {matchLabels: {b: c}}, template: {spec: {hostNetwork: false}}}".to_owned(),
            "Keep the live value of `spec.selector`: it is immutable.",
        ),
        (
            STATEFUL_SET,
            "spec: {replicas: 5, selector: {matchLabels: {b: c}}}".to_owned(),
            "Keep the live value of `spec.selector`: it is immutable.",
        ),
        (
            DEPLOYMENT,
            "spec: {strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}}".to_owned(),
            "Write a number greater than 0 for `maxSurge` or `maxUnavailable`.",
        ),
        (
            SERVICE,
            "spec: {ports: [{port: 80, name: a}, {port: 81, name: a}]}".to_owned(),
            "Give each port its own name: `a` is used twice.",
        ),
        (SERVICE, "spec: {ports: [{port: 81}]}".to_owned(), port_name),
        (
            DEPLOYMENT,
            container("env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.foo}}}]"),
            "Write one of `metadata.name`, `metadata.namespace`, `metadata.uid`, `spec.nodeName`, `spec.serviceAccountName`, `status.hostIP`, `status.hostIPs`, `status.podIP`, `status.podIPs` for `fieldPath`.",
        ),
        (
            DEPLOYMENT,
            container("env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodename}}}]"),
            "Write `spec.nodeName` instead of `spec.nodename`.",
        ),
        (
            DEPLOYMENT,
            pod("securityContext: {sysctls: [{name: a b, value: c}]}"),
            "Write lowercase letters, digits, `-`, `_`, `.` and `/` for `name`, for example `net.core.somaxconn`.",
        ),
        (
            BALANCED,
            "spec: {loadBalancerSourceRanges: [10.0.0.0]}".to_owned(),
            "Write an address and the number of its fixed bits for `loadBalancerSourceRanges`, for example `10.9.8.0/24`.",
        ),
        (
            BALANCED,
            "spec: {loadBalancerSourceRanges: [1.2.3.4]}".to_owned(),
            "Write `1.2.3.4/32` instead of `1.2.3.4`.",
        ),
        (
            SERVICE,
            "spec: {externalIPs: [a.b]}".to_owned(),
            "Write an IP address for `externalIPs`, for example `10.9.8.7`.",
        ),
        (
            SERVICE,
            "spec: {externalIPs: [\" 1.2.3.4\"]}".to_owned(),
            "Write `1.2.3.4` instead of ` 1.2.3.4`.",
        ),
        (
            SERVICE,
            "spec: {type: ExternalName}".to_owned(),
            "Add `externalName`, or remove `type`. If you remove it, the patch is then empty; write it as `{}`.",
        ),
        (
            SERVICE,
            "spec: {ports: [{port: 80, nodePort: 30000}]}".to_owned(),
            "Write `type: NodePort`, or remove `nodePort`.",
        ),
        (
            SERVICE,
            "spec: {externalTrafficPolicy: Local}".to_owned(),
            "Write `type: LoadBalancer` or `type: NodePort`, or remove `externalTrafficPolicy`. If you remove it, the patch is then empty; write it as `{}`.",
        ),
        (
            SECRET,
            "data: {tls.key: null}".to_owned(),
            "Write a value for `tls.key`, or remove `tls.key: null`: the field is required.",
        ),
        (
            AUTOSCALER,
            "spec: {minReplicas: 5}".to_owned(),
            "Write `minReplicas: 3` or less, or raise `maxReplicas`.",
        ),
        (
            AUTOSCALER,
            "spec: {behavior: {scaleDown: {stabilizationWindowSeconds: 7200}}}".to_owned(),
            "Write at most 3600 for `stabilizationWindowSeconds`.",
        ),
        (
            AUTOSCALER,
            "spec: {minReplicas: 2, maxReplicas: 1}".to_owned(),
            "Write at least the number of `minReplicas` for `maxReplicas`, or lower `minReplicas`.",
        ),
        (
            INGRESS,
            "spec: {rules: [{host: '*.*.com'}]}".to_owned(),
            "Write `*.` and a DNS name for `host`, for example `*.example.com`.",
        ),
        (
            INGRESS,
            "spec: {defaultBackend: {service: {port: {name: http}}}}".to_owned(),
            "Remove `name` or `number` from the `port` of the service.",
        ),
        (
            INGRESS,
            "spec: {defaultBackend: null}".to_owned(),
            "Keep `rules`, or add `defaultBackend`.",
        ),
        (
            INGRESS,
            "spec: {defaultBackend: {service: {name: web, port: {number: 70000}}}}".to_owned(),
            "Write a number from 1 to 65535 for `number`.",
        ),
        (
            DEPLOYMENT,
            pod(
                "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {}}]}}",
            ),
            "Add `topologyKey`.",
        ),
        (
            SERVICE,
            "spec: {ports: [{port: 80, targetPort: \"8081\"}]}".to_owned(),
            "Write the number without quotes: `targetPort: 8081`.",
        ),
        (
            SERVICE,
            "spec: {ports: [{port: 80, $patch: delete}]}".to_owned(),
            "Keep one port.",
        ),
        (
            AUTOSCALER,
            "spec: {minReplicas: 2, maxReplicas: 0}".to_owned(),
            "Write at least 2 (`minReplicas`) for `maxReplicas`.",
        ),
        // Only the schema of a custom resource counts characters.
        (
            SERVICE,
            format!("metadata: {{annotations: {{a: {}}}}}", "é".repeat(140_000)),
            "Write at most 262144 bytes for `annotations`.",
        ),
        (
            INGRESS,
            "spec: {rules: [{host: 10.0.0.1}]}".to_owned(),
            "Write a DNS name for `host`, for example `www.example.com`.",
        ),
    ];
    let mut wrong = Vec::new();
    for (live, patch, want) in &cases {
        let found = helps(live, Semantics::KUBERNETES, patch);
        if found.iter().any(|(_, help)| help != want) {
            wrong.push(format!("{patch}\n  want {want}\n  is {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_a_strategic_merge_patch_can_retain_keys() {
    let live = DEPLOYMENT.replace(
        "\"selector\"",
        "\"strategy\": {\"type\": \"RollingUpdate\", \"rollingUpdate\": {\"maxSurge\": 1}}, \"selector\"",
    );
    for (semantics, has_it) in [(Semantics::KUBERNETES, true), (Semantics::MERGE_PATCH, false)] {
        let merge = merged(&live, semantics, "spec: {strategy: {type: Recreate}}");
        let step = merge.steps.iter().find(|step| step.rule == Rule::Leftover);
        let help = merge.fix(step.expect("a leftover"));
        assert_eq!(help.contains("$retainKeys"), has_it, "{semantics}: {help}");
    }
}

#[test]
fn a_network_policy_needs_a_peer() {
    let live = r#"{"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "a"}, "spec": {"podSelector": {}}}"#;
    let found = helps(live, Semantics::KUBERNETES, "spec: {ingress: [{from: [{}]}]}");
    assert_eq!(
        found[0].1,
        "Add `podSelector`, `namespaceSelector` or `ipBlock` to the peer."
    );
}

#[test]
fn a_required_field_is_not_removed() {
    let live = r#"{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "a"}, "spec": {"rules": [{"http": {"paths":
        [{"path": "/", "pathType": "Prefix", "backend": {"service": {"name": "web", "port": {"number": 80}}}}]}}]}}"#;
    let patch = "- {op: remove, path: /spec/rules/0/http/paths/0/pathType}\n- {op: add, path: /metadata/labels, value: {a: b}}\n";
    let found = helps(live, Semantics::JSON_PATCH, patch);
    assert_eq!(found[0].1, "Remove the operation: the field is required.");
}

#[test]
fn a_json_merge_patch_needs_complete_items() {
    let patch = "spec: {template: {spec: {containers: [{name: web}]}}}";
    let found = helps(DEPLOYMENT, Semantics::MERGE_PATCH, patch);
    assert_eq!(
        found[0].1,
        "Write the complete items of `containers`: a JSON merge patch replaces the list."
    );
}

const FOO_CRD: &str = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "foos.example.com"}, "spec": {"group": "example.com", "scope": "Namespaced",
    "names": {"plural": "foos", "kind": "Foo"}, "versions": [{"name": "v1", "served": true, "storage": true,
    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "a": {"type": "integer", "minimum": 1, "maximum": 5}, "b": {"type": "boolean"},
        "s": {"type": "string", "minLength": 2, "maxLength": 3},
        "l": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string"}},
        "m": {"type": "object", "properties": {"x": {"type": "string"}}}}}}}}}]}}"#;

#[test]
fn the_help_of_a_custom_resource_is_that_of_its_schema() {
    let live =
        r#"{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "f"}, "spec": {"a": 1}}"#;
    let schema = crate::recorded::schema_of(FOO_CRD);
    for (patch, want) in [
        ("a: '2'", "Write the value without quotes: `a: 2`."),
        ("a: two", "Write an integer as the value of `a`."),
        ("a: 7", "Write at most 5 for `a`."),
        ("a: 0", "Write at least 1 for `a`."),
        ("b: 'true'", "Write the value without quotes: `b: true`."),
        ("b: 1", "Write `true` or `false` as the value of `b`."),
        ("s: abcd", "Write at most 3 characters for `s`."),
        ("s: a", "Write at least 2 characters for `s`."),
        ("s: 5", "Quote the value: `s: \"5\"`."),
        ("s: y", "Quote the value: `s: \"y\"`."),
        ("l: a", "Write `l` as a list with this one item."),
        ("l: [a, b, c]", "Write at most 2 items for `l`."),
        ("l: []", "Write at least 1 items for `l`."),
        ("m: a", "Write a map as the value of `m`."),
    ] {
        let merge = merged_with(
            Arc::clone(&schema),
            live,
            Semantics::MERGE_PATCH,
            &format!("spec: {{{patch}}}"),
        );
        let found = merge.steps.iter().zip(fixes(&merge));
        let help = found
            .filter(|(step, _)| step.rule == Rule::InvalidObject)
            .map(|(step, fix)| fix.map_or_else(|| merge.fix(step), |fix| fix.sentence))
            .next();
        assert_eq!(help.as_deref(), Some(want), "{patch}");
    }
}

#[test]
fn an_added_item_can_replace_the_one_with_its_key() {
    let crd = FOO_CRD.replace(
        r#""m": {"#,
        r#""k": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items":
            {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "n": {"type": "integer"}}}},
        "m": {"#,
    );
    let live = r#"{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "f"}, "spec": {"k": [{"name": "a"}, {"name": "b"}]}}"#;
    let patch = "- {op: add, path: /spec/k/-, value: {name: b, n: 1}}\n";
    let merge = merged_with(
        crate::recorded::schema_of(&crd),
        live,
        Semantics::JSON_PATCH,
        patch,
    );
    let step = merge.steps.iter().find(|it| it.rule == Rule::InvalidObject);
    assert_eq!(
        merge.fix(step.unwrap()),
        "Write `op: replace` and `path: /spec/k/1` to replace the item that has this key, or write another `name`."
    );
}

#[test]
fn the_position_is_the_field_of_the_patch_that_causes_the_rejection() {
    for (live, patch, want) in [
        (
            SERVICE,
            "spec: {sessionAffinity: None, type: ExternalName}",
            "type: ExternalName",
        ),
        (
            DEPLOYMENT,
            "spec: {paused: true, minReadySeconds: 700}",
            "minReadySeconds: 700",
        ),
        (
            DEPLOYMENT,
            "spec: {paused: true, template: {metadata: {labels: {app: x}}}}",
            "app: x",
        ),
        (
            DEPLOYMENT,
            "spec: {template: {spec: {containers: [], volumes: [{$patch: replace}, {name: conf, emptyDir: {}}]}}}",
            "$patch: replace",
        ),
        (
            DEPLOYMENT,
            "spec: {template: {spec: {$retainKeys: [containers], containers: [{name: web, image: b}]}}}",
            "$retainKeys: [containers]",
        ),
        (
            DEPLOYMENT,
            "spec: {paused: true, selector: {matchLabels: {b: c}}, template: {spec: {hostNetwork: false}}}",
            "b: c",
        ),
    ] {
        let found = helps(live, Semantics::KUBERNETES, patch);
        assert_eq!(found[0].0, want, "{patch}");
    }
}

#[test]
fn a_change_that_is_forbidden_is_at_the_patch() {
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], storageClassName: fast, volumeMode: Filesystem, resources: {requests: {storage: 1Gi}}}\nstatus: {phase: Bound}\n";
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a, uid: b}\nspec: {activeDeadlineSeconds: 100, containers: [{name: a, image: a}]}\n";
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1, template: {spec: {restartPolicy: Never, containers: [{name: a, image: i}]}}}\n";
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nimmutable: true\ndata: {A: '1'}\n";
    for (live, patch, want) in [
        (
            claim,
            "spec: {volumeMode: Filesystem, storageClassName: slow, accessModes: [ReadWriteMany]}",
            "accessModes: [ReadWriteMany]",
        ),
        (
            claim,
            "spec: {resources: {requests: {storage: 2Gi}, limits: {storage: 2Gi}}}",
            "limits: {storage: 2Gi}",
        ),
        (
            pod,
            "spec: {activeDeadlineSeconds: null, containers: [{name: a, image: b}]}",
            "activeDeadlineSeconds: null",
        ),
        (claim, "status: {phase: Pending}", "phase: Pending"),
        (map, "data: {B: '3', A: '3'}", "B: '3'"),
        // A removed field is changed, too.
        (
            BALANCED,
            "spec: {externalTrafficPolicy: Local, loadBalancerClass: null}",
            "loadBalancerClass: null",
        ),
        (
            job,
            "spec: {parallelism: 2, backoffLimitPerIndex: null}",
            "backoffLimitPerIndex: null",
        ),
    ] {
        let merge = merged(live, Semantics::KUBERNETES, patch);
        let is_it =
            |it: &&mergescope::merge::Step| matches!(it.rule, Rule::ImmutableField | Rule::StatusIgnored);
        let step = merge.steps.iter().find(is_it).expect(patch);
        let source = step.patch().filter(|source| !source.is_live()).expect(patch);
        let document = &merge.inputs.patches[0];
        let span = document.entry_span(source.node);
        assert_eq!(
            &document.text()[span.start as usize..span.end as usize],
            want,
            "{patch}"
        );
    }
}

/// No other value of an immutable field is accepted.
#[test]
fn an_immutable_field_has_one_finding() {
    for (live, patch) in [
        (BALANCED, "spec: {loadBalancerClass: ''}"),
        (DEPLOYMENT, "spec: {selector: {matchLabels: {'a b': c}}}"),
    ] {
        let merge = merged(live, Semantics::KUBERNETES, patch);
        let is_about_labels =
            |it: &&mergescope::merge::Step| merge.sentence(it).contains("template.metadata");
        let found = merge.steps.iter().filter(|it| it.rule.is_finding());
        let rules: Vec<Rule> = found
            .filter(|it| !is_about_labels(it))
            .map(|it| it.rule)
            .collect();
        assert_eq!(rules, [Rule::ImmutableField], "{patch}");
    }
}

/// These helps say what the API server accepts, not only which field to change.
#[test]
fn the_help_of_a_rarer_rule_says_what_is_accepted() {
    let object =
        |kind: &str, fields: &str| format!("{{apiVersion: {kind}, metadata: {{name: a}}, {fields}}}");
    let role = object("rbac.authorization.k8s.io/v1, kind: Role", "rules: []");
    let claim = object(
        "v1, kind: PersistentVolumeClaim",
        "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}",
    );
    let policy = object(
        "networking.k8s.io/v1, kind: NetworkPolicy",
        "spec: {podSelector: {}}",
    );
    let config_map = object("v1, kind: ConfigMap", "data: {a: b}");
    let daemon_set = DEPLOYMENT.replace("Deployment", "DaemonSet");
    let node = |terms: &str| {
        pod(&format!(
            "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}}}}}"
        ))
    };
    let port = |port: &str| format!("spec: {{ingress: [{{ports: [{port}]}}]}}");
    let path = |path: &str| {
        let backend = "backend: {service: {name: a, port: {number: 1}}}";
        format!("spec: {{rules: [{{http: {{paths: [{{path: {path}, pathType: Prefix, {backend}}}]}}}}]}}")
    };
    let cases: &[(&str, String, &str)] = &[
        (
            DEPLOYMENT,
            node("{matchExpressions: [{key: a, operator: Exists, values: [b]}]}"),
            "Remove `values`, or write `operator: In`.",
        ),
        (
            DEPLOYMENT,
            node("{matchExpressions: [{key: a, operator: Is, values: [b]}]}"),
            "Write one of `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt`, `Lt` for `operator`.",
        ),
        (
            DEPLOYMENT,
            node("{matchExpressions: [{key: a, operator: in, values: [b]}]}"),
            "Write `In` instead of `in`.",
        ),
        (
            DEPLOYMENT,
            node("{matchFields: [{key: metadata.name, operator: Is, values: [b]}]}"),
            "Write one of `In`, `NotIn` for `operator`.",
        ),
        (
            DEPLOYMENT,
            node("{matchFields: [{key: spec.name, operator: In, values: [b]}]}"),
            "Write `key: metadata.name`.",
        ),
        (
            DEPLOYMENT,
            pod("tolerations: [{key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 1}]"),
            "Write `effect: NoExecute`, or remove `tolerationSeconds`.",
        ),
        (
            DEPLOYMENT,
            pod("hostPID: true, shareProcessNamespace: true"),
            "Write `shareProcessNamespace: false` or `hostPID: false`.",
        ),
        (
            DEPLOYMENT,
            pod(
                "topologySpreadConstraints: [{maxSkew: 1, minDomains: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}]",
            ),
            "Write `whenUnsatisfiable: DoNotSchedule`, or remove `minDomains`.",
        ),
        (
            DEPLOYMENT,
            pod("initContainers: [{name: i, image: b, readinessProbe: {exec: {command: [a]}}}]"),
            "Write `restartPolicy: Always` in the init container, or remove `readinessProbe`.",
        ),
        (
            DEPLOYMENT,
            pod("dnsConfig: {nameservers: [10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4]}"),
            "Keep at most 3 addresses in `nameservers`.",
        ),
        (
            DEPLOYMENT,
            pod("activeDeadlineSeconds: 3"),
            "Remove `activeDeadlineSeconds` from the Pod template.",
        ),
        (
            DEPLOYMENT,
            container("volumeMounts: [{name: data, mountPath: /data, subPath: a, subPathExpr: b}]"),
            "Remove `subPath` or `subPathExpr`.",
        ),
        (
            DEPLOYMENT,
            container("volumeMounts: [{name: data, mountPath: /data, mountPropagation: Bidirectional}]"),
            "Write `privileged: true` in the `securityContext` of the container, or another `mountPropagation`.",
        ),
        (
            DEPLOYMENT,
            container("readinessProbe: {exec: {command: [a]}, terminationGracePeriodSeconds: 3}"),
            "Remove `terminationGracePeriodSeconds` from the `readinessProbe`.",
        ),
        (
            DEPLOYMENT,
            container("livenessProbe: {httpGet: {port: 80, httpHeaders: [{name: 'a b', value: c}]}}"),
            "Write the name of the header with letters, digits and `-`, for example `X-Header-Name`.",
        ),
        (
            DEPLOYMENT,
            container("env: [{name: 'a=b', value: c}]"),
            "Write printable ASCII characters other than `=` for `name`.",
        ),
        (
            DEPLOYMENT,
            container("env: [{name: a, valueFrom: {}}]"),
            "Add one of `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`.",
        ),
        (
            DEPLOYMENT,
            container("envFrom: [{prefix: a}]"),
            "Add `configMapRef` or `secretRef`.",
        ),
        (
            DEPLOYMENT,
            container("env: [{name: a, valueFrom: {fieldRef: {apiVersion: v2, fieldPath: metadata.name}}}]"),
            "Write `apiVersion: v1`, or remove `apiVersion`.",
        ),
        (
            DEPLOYMENT,
            container(
                "resources: {requests: {hugepages-2Mi: 2Mi, memory: 1}, limits: {hugepages-2Mi: 4Mi, memory: 1}}",
            ),
            "Write 4Mi as the request of `hugepages-2Mi`, or change the limit.",
        ),
        (
            DEPLOYMENT,
            container(
                "securityContext: {allowPrivilegeEscalation: false, capabilities: {add: [CAP_SYS_ADMIN]}}",
            ),
            "Write `allowPrivilegeEscalation: true`, or remove `CAP_SYS_ADMIN` from `capabilities.add`.",
        ),
        (
            &daemon_set,
            "spec: {updateStrategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}}"
                .to_owned(),
            "Write `maxUnavailable: 0`, or remove `maxSurge`.",
        ),
        (
            &role,
            "rules: [{verbs: [get], nonResourceURLs: [/a]}]".to_owned(),
            "Remove `nonResourceURLs`: only a ClusterRole can have them.",
        ),
        (
            &role.replace("Role", "ClusterRole"),
            "rules: [{verbs: [get], nonResourceURLs: [/a], resources: [pods]}]".to_owned(),
            "Write the resources and `nonResourceURLs` as two rules.",
        ),
        (
            &claim,
            "spec: {accessModes: [ReadWriteOnce, ReadWriteOncePod]}".to_owned(),
            "Write `accessModes: [ReadWriteOncePod]`, or the other modes without `ReadWriteOncePod`.",
        ),
        (
            &config_map,
            "data: {..: a}".to_owned(),
            "Write another key than `.` and `..`.",
        ),
        (
            &config_map,
            "metadata: {labels: {a/b/c: d}}".to_owned(),
            "Write the key with at most one `/`, for example `example.com/name`.",
        ),
        (
            &config_map,
            "metadata: {labels: {/b: d}}".to_owned(),
            "Write a domain before the `/`, or remove the `/`.",
        ),
        (
            SERVICE,
            "spec: {healthCheckNodePort: 30100}".to_owned(),
            "Remove `healthCheckNodePort`, or write `type: LoadBalancer` and `externalTrafficPolicy: Local`.",
        ),
        (
            INGRESS,
            path("/a//b"),
            "Write a path without `//`, `/./`, `/../` and `%2f` for `path`.",
        ),
        (
            INGRESS,
            path("/a/."),
            "Write a path that does not end with `/.` or `/..` for `path`.",
        ),
        (
            &policy,
            port("{port: 80, endPort: 70}"),
            "Write at least the number of `port` for `endPort`.",
        ),
        (
            &policy,
            port("{port: web, endPort: 70}"),
            "Write `port` as a number, or remove `endPort`.",
        ),
        (&policy, port("{endPort: 70}"), "Add `port`, or remove `endPort`."),
        (
            &policy,
            "spec: {policyTypes: [Egress, Ingress, Ingress]}".to_owned(),
            "Keep `Ingress` and `Egress` once each in `policyTypes`.",
        ),
    ];
    let mut wrong = Vec::new();
    for (live, patch, want) in cases {
        let helps = helps(live, Semantics::MERGE_PATCH, patch);
        let helps: Vec<String> = helps.into_iter().map(|(_, help)| help).collect();
        if !helps.iter().any(|help| help.starts_with(want)) {
            wrong.push(format!("{patch}\n  {helps:?}\n  {want}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
