//! Patches of stored objects: which layer rejects them with which message, and what is stored differently.

use std::sync::Arc;

use mergescope::create::create_object;
use mergescope::document::{Tree, read, write};
use mergescope::merge::ResultId;
use mergescope::merge::{
    Inputs, Merge, Rule, Semantics, ServerAnswer, ServerLayer, merge, server_answer, strict_rejection,
};
use mergescope::schema::Schema;
use serde_json::{Value, json};

use crate::recorded::without_system_fields;
use crate::recorded::{as_merged, differences, entries, is_same, judge_all, live, schema, text};

fn merged(case: &Value, schema: &Arc<Schema>) -> Merge {
    let patch = read("patch", case["patch"].to_string().into_bytes()).unwrap();
    let semantics = match text(&case["type"]) {
        "strategic" => Semantics::KUBERNETES,
        "merge" => Semantics::MERGE_PATCH,
        _ => Semantics::JSON_PATCH,
    };
    let inputs = Inputs {
        live: live(&case["live"]),
        patches: vec![Arc::new(patch)],
        schema: Arc::clone(schema),
        semantics,
    };
    merge(inputs, true)
}

/// Returns the layer in the words of the recording.
fn layer_name(answer: &ServerAnswer<ResultId>) -> &'static str {
    let layers: Vec<ServerLayer> = answer.objections.iter().map(|it| it.layer).collect();
    match layers.iter().find(|layer| **layer == ServerLayer::Immutable) {
        Some(layer) => layer.name(),
        None => layers[0].name(),
    }
}

/// Returns whether steps of a rule say that the API server rejects the result.
fn rejects(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::ServerType
            | Rule::ServerIdentity
            | Rule::ImmutableField
            | Rule::InvalidObject
            | Rule::Leftover
            | Rule::MutuallyExclusiveFields
            | Rule::WrongType
            | Rule::NotAString
    )
}

/// Returns the message without the parts that only a server can know: the whole patch in Go syntax, the end
/// of a value in Go syntax, a difference in Go syntax.
fn comparable(message: &str) -> &str {
    let message = match message.split_once(" \"\" is invalid: patch: Invalid value: \"map") {
        Some((_, rest)) => rest.split_once("\": ").map_or(rest, |parts| parts.1),
        None => message,
    };
    let message = message.split("\n@@").next().unwrap_or(message);
    match message.split_once("spec.template: Invalid value: {") {
        Some((before, _)) => before,
        None => message,
    }
}

fn judge(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let expect = &case["expect"];
    let merge = merged(case, schema);
    if let Some(rejection) = merge.rejection() {
        let at_merge = case["local"].get("error").is_some();
        return match at_merge && expect["verdict"] == "refused" {
            true => Ok(()),
            false => Err(format!("the merge is rejected: {}", rejection.message)),
        };
    }
    if expect["code"] == 415 {
        let reported = merge.steps.iter().any(|step| step.rule == Rule::CustomStrategic);
        return reported
            .then_some(())
            .ok_or_else(|| "the patch type is taken".to_owned());
    }
    if case["local"].get("error").is_some() {
        return Err("the merge must be rejected".to_owned());
    }
    judge_strict(&case["strict"], &merge)?;
    let answer = server_answer(&merge);
    let reported: Vec<Rule> = merge.steps.iter().map(|step| step.rule).collect();
    if expect["verdict"] == "refused" {
        return judge_rejection(expect, &answer, &reported);
    }
    if let Some(message) = answer.message() {
        return Err(format!("stored, but got {message}"));
    }
    if let Some(rule) = reported.iter().find(|rule| rejects(**rule)) {
        return Err(format!("stored, but the steps say {}", rule.name()));
    }
    let expected: Vec<String> = entries(&expect["warnings"])
        .filter_map(|warning| text(warning).split_once("unknown field \""))
        .map(|parts| parts.1.trim_end_matches('"').to_owned())
        .collect();
    let dropped: Vec<String> = answer.dropped.into_iter().map(|dropped| dropped.1).collect();
    if expected != dropped {
        return Err(format!(
            "unknown fields\n  expected {expected:?}\n  got      {dropped:?}"
        ));
    }
    for change in entries(&expect["serverChanged"]).filter(|change| change["absent"] == true) {
        if !is_reported(&merge, text(&change["path"])) {
            return Err(format!("no step says that {} is not stored", change["path"]));
        }
    }
    let got: Value = serde_json::from_str(&write::json_compact(&merge.tree)).unwrap();
    let mut got = without_system_fields(got);
    for path in dropped.iter().filter(|path| !path.contains('.')) {
        got.as_object_mut().unwrap().remove(path);
    }
    let expected = as_merged(expect, &got);
    match is_same(&got, &expected) {
        true => Ok(()),
        false => Err(format!("result: {}", differences(&expected, &got))),
    }
}

/// Returns whether a step explains a field that the API server does not store. `status` is one field.
fn is_reported(merge: &Merge, pointer: &str) -> bool {
    let tree = &merge.tree;
    let pointer = match pointer.starts_with("/status/") {
        true => "/status",
        false => pointer,
    };
    let parts = pointer.split('/').skip(1).map(|part| part.replace("~1", "/"));
    let mut parts = parts.map(|part| (part.parse().ok(), part));
    let found = parts.try_fold(tree.top(), |at, (index, key)| match index {
        Some(index) => tree.children(at).nth(index),
        None => tree.get(at, &key),
    });
    let source = found.map(|at| tree.source(at));
    let about = merge
        .steps
        .iter()
        .filter(|step| Some(step.at) == found || step.patch() == source);
    about
        .into_iter()
        .any(|step| step.rule.severity().is_some() || step.rule == Rule::StringDataEncoded)
}

/// The answer to the same request with strict field validation, where it was asked for.
fn judge_strict(strict: &Value, merge: &Merge) -> Result<(), String> {
    let unknown = |message: &str| -> Vec<String> {
        let fields = message.split("unknown field \"").skip(1);
        let mut names: Vec<String> = fields
            .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
            .collect();
        names.sort();
        names
    };
    let got = strict_rejection(merge);
    let is_rejected = match strict["code"].as_u64() {
        None => return Ok(()),
        Some(code) => code != 200,
    };
    let message = text(&strict["message"]);
    match is_rejected == got.is_some() && unknown(message) == unknown(got.as_deref().unwrap_or_default()) {
        true => Ok(()),
        false => Err(format!("strict\n  expected {message}\n  got      {got:?}")),
    }
}

fn judge_rejection(expect: &Value, answer: &ServerAnswer<ResultId>, reported: &[Rule]) -> Result<(), String> {
    let Some(message) = answer.message() else {
        return Err(format!("rejected, but no objection: {}", expect["message"]));
    };
    let wanted_layer = match text(&expect["layer"]) {
        "precondition" => "identity",
        layer => layer,
    };
    if layer_name(answer) != wanted_layer {
        return Err(format!(
            "layer: expected {wanted_layer}, got {}",
            layer_name(answer)
        ));
    }
    let (expected, got) = (comparable(text(&expect["message"])), comparable(&message));
    let is_bare = matches!(text(&expect["layer"]), "decode" | "identity" | "precondition");
    let is_decode = text(&expect["layer"]) == "decode";
    let head = "The request is invalid: patch: Invalid value: \"…\": ";
    let fits = match is_bare {
        // Kubernetes stops at a random value.
        _ if is_decode && !message.starts_with(head) => false,
        true => answer
            .objections
            .iter()
            .any(|it| expected.ends_with(&it.message.to_string())),
        false => expected == got,
    };
    if !fits {
        return Err(format!("message\n  expected {expected}\n  got      {got}"));
    }
    match reported.iter().any(|rule| rejects(*rule)) {
        true => Ok(()),
        false => Err("no step says that the API server rejects the result".to_owned()),
    }
}

#[test]
fn patches_are_answered_as_recorded() {
    let schema = schema();
    judge_all("patch.jsonl", 113, |case| judge(case, &schema));
}

/// What the API server says of a JSON merge patch of a pod (Go: `ValidatePodUpdate`); nothing if it stores the result.
fn said_of_pod(patch: &Value) -> Option<String> {
    let pod = json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "namespace": "shop", "uid": "u"},
        "spec": {
            "activeDeadlineSeconds": 100,
            "containers": [{"name": "a", "image": "i:1"}],
            "schedulingGates": [{"name": "g"}],
            "tolerations": [{"key": "k", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}],
        },
    });
    let case = json!({"live": pod, "type": "merge", "patch": {"spec": patch}});
    server_answer(&merged(&case, &schema())).message()
}

#[test]
fn little_of_a_live_pod_can_change() {
    let toleration = |key: &str, seconds: u32| json!({"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": seconds});
    let stored = [
        json!({"activeDeadlineSeconds": 50}),
        json!({"tolerations": [toleration("k", 60), toleration("l", 1)]}),
        json!({"schedulingGates": null, "nodeSelector": {"a": "b"}}),
        json!({"containers": [{"name": "a", "image": "i:2"}]}),
        // Admission has set it when the pod was created.
        json!({"serviceAccountName": "default"}),
    ];
    for patch in stored {
        assert_eq!(said_of_pod(&patch), None, "{patch}");
    }
    let deadline = "spec.activeDeadlineSeconds: Invalid value: ";
    let rejected = [
        (
            json!({"activeDeadlineSeconds": 500}),
            format!("{deadline}500: must be less than or equal to previous value"),
        ),
        (
            json!({"activeDeadlineSeconds": null}),
            format!("{deadline}null: must not update from a positive integer to nil value"),
        ),
        (
            json!({"tolerations": [toleration("l", 5)]}),
            "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds".to_owned(),
        ),
        (
            json!({"schedulingGates": [{"name": "h"}]}),
            "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'h'".to_owned(),
        ),
        // After a later deadline, nothing else is checked.
        (
            json!({"activeDeadlineSeconds": 500, "tolerations": []}),
            format!("{deadline}500: must be less than or equal to previous value"),
        ),
        (
            json!({"activeDeadlineSeconds": null, "tolerations": []}),
            format!("[{deadline}null: must not update from a positive integer to nil value, spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds]"),
        ),
        (
            json!({"containers": [{"name": "a", "image": "i:1"}, {"name": "b", "image": "i:1"}]}),
            "spec.containers: Forbidden: pod updates may not add or remove containers".to_owned(),
        ),
    ];
    for (patch, why) in rejected {
        assert_eq!(
            said_of_pod(&patch),
            Some(format!("Pod \"p\" is invalid: {why}")),
            "{patch}"
        );
    }
    for patch in [
        json!({"hostNetwork": true}),
        json!({"serviceAccountName": "other"}),
    ] {
        let forbidden = said_of_pod(&patch).unwrap_or_default();
        assert!(
            forbidden.contains("spec: Forbidden: pod updates may not change fields other than"),
            "{patch}"
        );
    }
}

/// What the API server says of a JSON merge patch of the `spec` of a gated pod that is limited to some nodes.
fn said_of_gated_pod(patch: &Value) -> Option<String> {
    let terms = json!([{"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}]}]);
    let pod = json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "namespace": "shop", "uid": "u"},
        "spec": {
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}},
            "containers": [{"name": "a", "image": "i:1"}],
            "nodeSelector": {"disk": "ssd"},
            "schedulingGates": [{"name": "g"}],
        },
    });
    let case = json!({"live": pod, "type": "merge", "patch": {"spec": patch}});
    server_answer(&merged(&case, &schema())).message()
}

#[test]
fn a_gated_pod_can_only_be_limited_to_fewer_nodes() {
    let required = |terms: Value| json!({"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}});
    let zone = |name: &str| json!({"key": "zone", "operator": "In", "values": [name]});
    let arm = json!({"key": "arch", "operator": "Exists"});
    let preferred = json!([{"weight": 1, "preference": {"matchExpressions": [arm]}}]);
    let stored = [
        json!({"nodeSelector": {"size": "l"}}),
        required(json!([{"matchExpressions": [zone("a"), arm]}])),
        json!({"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}}}),
    ];
    for patch in stored {
        assert_eq!(said_of_gated_pod(&patch), None, "{patch}");
    }
    let affinity =
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
    let count = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    let only = "only additions are allowed (no mutations or deletions)";
    let selector = "spec.nodeSelector: Invalid value: ";
    let labels = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
    let anti = json!({"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "zone"}]});
    let rejected = [
        (
            json!({"nodeSelector": {"disk": "hdd"}}),
            format!("{selector}{{\"disk\":\"hdd\"}}: {labels}"),
        ),
        (json!({"nodeSelector": null}), format!("{selector}null: {labels}")),
        (
            required(json!([{"matchExpressions": [arm, zone("a")]}])),
            format!("{affinity}[0]: Invalid value: "),
        ),
        (
            required(json!([{"matchExpressions": [zone("b")]}])),
            format!(": {only}"),
        ),
        (
            required(json!([])),
            format!("{affinity}: Invalid value: []: {count}"),
        ),
        (
            json!({"affinity": null}),
            format!("{affinity}: Invalid value: null: {count}"),
        ),
        (
            json!({"affinity": {"podAntiAffinity": anti}}),
            "spec: Forbidden: pod updates may not change fields other than".to_owned(),
        ),
    ];
    for (patch, why) in rejected {
        let said = said_of_gated_pod(&patch).unwrap_or_default();
        assert!(said.contains(&why), "{patch}: {said}");
    }
}

/// Go sets the default of a text that is empty, of a number that is 0 and has no pointer, and of null, before the values are
/// compared.
#[test]
fn protected_fields_are_compared_with_their_defaults() {
    let secret = json!({"type": "Opaque", "data": {"a": "YQ=="}});
    let set = json!({"spec": {
        "serviceName": "", "podManagementPolicy": "OrderedReady", "selector": {"matchLabels": {"a": "b"}},
        "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}},
    }});
    let binding = json!({"subjects": [], "roleRef": {
        "apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "x",
    }});
    let container = json!({
        "name": "c", "image": "i:1", "imagePullPolicy": "IfNotPresent",
        "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
        "ports": [{"containerPort": 80, "protocol": "TCP"}],
        "livenessProbe": {
            "httpGet": {"port": 80, "path": "/", "scheme": "HTTP"},
            "periodSeconds": 10, "timeoutSeconds": 1, "successThreshold": 1, "failureThreshold": 3,
        },
        "volumeMounts": [{"name": "v", "mountPath": "/d"}],
    });
    let pod = json!({"metadata": {"uid": "u"}, "spec": {
        "containers": [container], "volumes": [{"name": "v", "emptyDir": {}}],
        "dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler", "restartPolicy": "Always",
        "nodeName": "n",
    }});
    let job = json!({"spec": {
        "completions": 1, "parallelism": 1, "completionMode": "NonIndexed", "suspend": false,
        "selector": {"matchLabels": {"controller-uid": "u"}},
        "template": {"metadata": {"labels": {"controller-uid": "u"}}, "spec": {
            "restartPolicy": "Never", "containers": [container], "volumes": [{"name": "v", "emptyDir": {}}],
            "dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler", "terminationGracePeriodSeconds": 30,
        }},
    }});
    let claim = json!({"spec": {
        "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}},
    }});
    let rbac = "rbac.authorization.k8s.io/v1 RoleBinding";
    let said = |kind: &str, fields: &Value, patch: &Value| {
        let (version, name) = kind.split_once(' ').unwrap();
        let mut live = json!({"apiVersion": version, "kind": name, "metadata": {"name": "x"}});
        let fields = fields.as_object().unwrap().clone();
        for (field, value) in fields {
            match field.as_str() {
                "metadata" => live["metadata"]["uid"] = value["uid"].clone(),
                _ => live[field] = value,
            }
        }
        let case = json!({"live": live, "type": "strategic", "patch": patch});
        server_answer(&merged(&case, &schema())).message()
    };
    let of_container = |container: Value| json!({"spec": {"containers": [container]}});
    for (kind, live, patch) in [
        ("v1 Secret", &secret, json!({"type": ""})),
        ("v1 Secret", &secret, json!({"type": null})),
        (
            "apps/v1 StatefulSet",
            &set,
            json!({"spec": {"podManagementPolicy": ""}}),
        ),
        (rbac, &binding, json!({"roleRef": {"apiGroup": ""}})),
        (
            "v1 Pod",
            &pod,
            json!({"spec": {"dnsPolicy": "", "schedulerName": "", "restartPolicy": ""}}),
        ),
        (
            "v1 Pod",
            &pod,
            json!({"spec": {"volumes": [{"name": "v", "emptyDir": null}]}}),
        ),
        (
            "v1 Pod",
            &pod,
            of_container(json!({"name": "c", "imagePullPolicy": "", "terminationMessagePath": ""})),
        ),
        (
            "v1 Pod",
            &pod,
            of_container(json!({"name": "c", "ports": [{"containerPort": 80, "protocol": ""}]})),
        ),
        (
            "v1 Pod",
            &pod,
            of_container(json!({"name": "c", "livenessProbe": {
                "periodSeconds": 0, "failureThreshold": 0, "httpGet": {"path": "", "scheme": ""},
            }})),
        ),
        (
            "batch/v1 Job",
            &job,
            json!({"spec": {"template": {"spec": {"dnsPolicy": "", "schedulerName": ""}}}}),
        ),
        // A live object that is not complete has the same defaults.
        (
            "v1 PersistentVolumeClaim",
            &claim,
            json!({"spec": {"volumeMode": "Filesystem"}}),
        ),
        (
            "v1 Pod",
            &pod,
            json!({"spec": {"terminationGracePeriodSeconds": 30}}),
        ),
    ] {
        assert_eq!(said(kind, live, &patch), None, "{patch}");
    }
    for (kind, live, patch) in [
        ("v1 Secret", &secret, json!({"type": "Other"})),
        (
            "apps/v1 StatefulSet",
            &set,
            json!({"spec": {"podManagementPolicy": "Parallel"}}),
        ),
        // A pointer to 0 is a value, and only the scheduler sets the node.
        (
            "v1 Pod",
            &pod,
            json!({"spec": {"terminationGracePeriodSeconds": 0}}),
        ),
        ("v1 Pod", &pod, json!({"spec": {"nodeName": ""}})),
        ("v1 Pod", &pod, json!({"spec": {"nodeName": null}})),
        (
            "v1 Pod",
            &pod,
            of_container(json!({"name": "c", "imagePullPolicy": "Always"})),
        ),
        ("batch/v1 Job", &job, json!({"spec": {"selector": null}})),
        (
            "v1 PersistentVolumeClaim",
            &claim,
            json!({"spec": {"volumeMode": "Block"}}),
        ),
    ] {
        let said = said(kind, live, &patch).unwrap_or_default();
        assert!(
            said.contains("immutable") || said.contains("Forbidden"),
            "{patch}: {said}"
        );
    }
}

/// Go decodes an empty value and a missing one to the same, unless the field is a pointer. What a generated file has of
/// the fields that the API server writes into a template is the same, too.
#[test]
fn an_empty_value_of_a_protected_field_is_the_same_as_none() {
    let container = |field: &str, value: Value| {
        let mut container = json!({"name": "c", "image": "i:1"});
        container[field] = value;
        container
    };
    let pod_of = |container: Value| json!({"containers": [container]});
    let volume = |volume: Value| json!({"containers": [{"name": "c", "image": "i:1"}], "volumes": [volume]});
    let resource = |mut selector: Value, divisor: Option<&str>| {
        selector["resource"] = json!("limits.cpu");
        if let Some(divisor) = divisor {
            selector["divisor"] = json!(divisor);
        }
        selector
    };
    let env = |divisor| {
        let selector = resource(json!({}), divisor);
        pod_of(container(
            "env",
            json!([{"name": "E", "valueFrom": {"resourceFieldRef": selector}}]),
        ))
    };
    let projected = |divisor| {
        let selector = resource(json!({"containerName": "c"}), divisor);
        volume(json!({"name": "v", "projected": {"sources": [
            {"downwardAPI": {"items": [{"path": "p", "resourceFieldRef": selector}]}},
        ]}}))
    };
    let claim = json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}});
    let header = |header: Value| {
        pod_of(container(
            "livenessProbe",
            json!({"httpGet": {"port": 80, "httpHeaders": [header]}}),
        ))
    };
    let pods = [
        (
            header(json!({"name": "X", "value": ""})),
            header(json!({"name": "X"})),
        ),
        (
            volume(
                json!({"name": "v", "ephemeral": {"volumeClaimTemplate": {"metadata": {}, "spec": claim}}}),
            ),
            volume(json!({"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": claim}}})),
        ),
        (
            volume(json!({"name": "v", "ephemeral": {"volumeClaimTemplate": {
                "metadata": {"creationTimestamp": null, "labels": {}}, "spec": claim,
            }}})),
            volume(json!({"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": claim}}})),
        ),
        (
            pod_of(container("resizePolicy", json!([]))),
            pod_of(json!({"name": "c", "image": "i:1"})),
        ),
        (env(Some("0")), env(None)),
        (projected(Some("0")), projected(None)),
        (
            volume(json!({"name": "v", "image": {"reference": "r:1", "pullPolicy": "IfNotPresent"}})),
            volume(json!({"name": "v", "image": {"reference": "r:1"}})),
        ),
        (
            volume(json!({"name": "v", "image": {"reference": "r", "pullPolicy": "Always"}})),
            volume(json!({"name": "v", "image": {"reference": "r"}})),
        ),
        (
            pod_of(json!({"name": "c", "image": "i:1"})),
            json!({"containers": [{"name": "c", "image": "i:1"}], "initContainers": [], "volumes": []}),
        ),
    ];
    let said = |kind: &str, live: &Value, result: &Value| {
        let (version, kind) = kind.rsplit_once(' ').unwrap();
        let live = json!({
            "apiVersion": version, "kind": kind, "metadata": {"name": "x", "uid": "u"}, "spec": live,
        });
        let case = json!({"live": live, "type": "json", "patch": [
            {"op": "replace", "path": "/spec", "value": result},
        ]});
        server_answer(&merged(&case, &schema())).message()
    };
    for (live, result) in &pods {
        assert_eq!(said("v1 Pod", live, result), None, "{result}");
        let job = |pod: &Value| {
            let mut pod = pod.clone();
            pod["restartPolicy"] = json!("Never");
            json!({"template": {"metadata": {"labels": {}}, "spec": pod}})
        };
        assert_eq!(said("batch/v1 Job", &job(live), &job(result)), None, "{result}");
    }
    let set = |fields: Value, claim_fields: Value| {
        let mut template = json!({"metadata": {"name": "d"}, "spec": claim});
        template
            .as_object_mut()
            .unwrap()
            .extend(claim_fields.as_object().unwrap().clone());
        let mut set = json!({
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}},
            "volumeClaimTemplates": [template],
        });
        set.as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        set
    };
    let stored = set(
        json!({"serviceName": ""}),
        json!({"status": {"phase": "Pending"}}),
    );
    for result in [
        set(json!({}), json!({"status": {}})),
        set(json!({}), json!({})),
        set(json!({"serviceName": null}), json!({"status": {"phase": null}})),
    ] {
        assert_eq!(said("apps/v1 StatefulSet", &stored, &result), None, "{result}");
    }
    // A pointer to an empty value is not the same as none, and another default is another value.
    let with_value = header(json!({"name": "X", "value": "1"}));
    let of_image =
        |policy: &str| volume(json!({"name": "v", "image": {"reference": "r:1", "pullPolicy": policy}}));
    for (live, result) in [
        (env(Some("1")), env(None)),
        (with_value, header(json!({"name": "X"}))),
        (
            of_image("Always"),
            volume(json!({"name": "v", "image": {"reference": "r:1"}})),
        ),
        (
            pod_of(container("securityContext", json!({}))),
            pod_of(json!({"name": "c", "image": "i:1"})),
        ),
    ] {
        let said = said("v1 Pod", &live, &result).unwrap_or_default();
        assert!(said.contains("Forbidden"), "{result}: {said}");
    }
}

#[test]
fn equal_values_in_string_data_do_not_change_an_immutable_secret() {
    let secret = json!({
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "s"},
        "type": "Opaque",
        "data": {"a": "Yg=="},
        "immutable": true,
    });
    let said = |patch: Value| {
        let case = json!({"live": secret, "type": "merge", "patch": patch});
        server_answer(&merged(&case, &schema())).message()
    };
    assert_eq!(said(json!({"stringData": {"a": "b"}})), None);
    // `stringData` is written over `data`.
    assert_eq!(
        said(json!({"data": {"a": "eA=="}, "stringData": {"a": "b"}})),
        None
    );
    for changed in [json!({"a": "c"}), json!({"b": "b"}), json!({"a": ""})] {
        let said = said(json!({ "stringData": changed })).unwrap_or_default();
        assert!(
            said.contains("data: Forbidden: field is immutable when `immutable` is set"),
            "{said}"
        );
    }
}

/// A manifest can have both `data` and `stringData`, which a live object of a cluster never has.
#[test]
fn the_live_string_data_of_an_immutable_secret_is_compared() {
    let secret = json!({
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "s"},
        "type": "Opaque",
        "data": {"a": "eA=="},
        "stringData": {"b": "x"},
        "immutable": true,
    });
    let said = |patch: Value| {
        let case = json!({"live": secret, "type": "merge", "patch": patch});
        server_answer(&merged(&case, &schema())).message()
    };
    assert_eq!(said(json!({"metadata": {"labels": {"a": "b"}}})), None);
    let said = said(json!({"stringData": {"b": "y"}})).unwrap_or_default();
    assert!(said.contains("data: Forbidden: field is immutable"), "{said}");
}

/// The message about a container, a Service or an Ingress with these fields, if it is rejected.
fn said_of(kind: &str, live: Value, patch: Value) -> Option<String> {
    let (version, name) = kind.rsplit_once(' ').unwrap();
    let live = json!({"apiVersion": version, "kind": name, "metadata": {"name": "x"}, "spec": live});
    let case = json!({"live": live, "type": "merge", "patch": {"spec": patch}});
    server_answer(&merged(&case, &schema())).message()
}

/// The message is that of `validateValidatingWebhook`.
#[test]
fn a_webhook_has_a_url_or_a_service() {
    let service = json!({"name": "hook", "namespace": "default"});
    let config = |config: Value| json!([{"name": "a.example.com", "clientConfig": config}]);
    let needed = "webhooks[0].clientConfig: Required value: exactly one of url or service is required";
    for (given, expected) in [
        (json!({"url": "https://a.example.com"}), None),
        (json!({"service": service}), None),
        (json!({"url": "https://a.example.com", "service": null}), None),
        (
            json!({"url": "https://a.example.com", "service": service}),
            Some(needed),
        ),
        (json!({}), Some(needed)),
        (Value::Null, Some(needed)),
    ] {
        for name in ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"] {
            let live = json!({"apiVersion": "admissionregistration.k8s.io/v1", "kind": name, "metadata": {"name": "x"}});
            let case = json!({"live": live, "type": "merge", "patch": {"webhooks": config(given.clone())}});
            let said = server_answer(&merged(&case, &schema())).message();
            let said = said
                .as_deref()
                .and_then(|said| Some(said.split_once(" is invalid: ")?.1));
            assert_eq!(said, expected, "{name} {given}");
        }
    }
}

/// The messages are those of `validateValidatingWebhook` and `validateMutatingWebhook`.
#[test]
fn a_webhook_has_known_policies() {
    for (field, value, expected) in [
        ("failurePolicy", json!("Ignore"), None),
        (
            "failurePolicy",
            json!("ignore"),
            Some("Unsupported value: \"ignore\": supported values: \"Fail\", \"Ignore\""),
        ),
        (
            "matchPolicy",
            json!("exact"),
            Some("Unsupported value: \"exact\": supported values: \"Equivalent\", \"Exact\""),
        ),
        (
            "reinvocationPolicy",
            json!("Always"),
            Some("Unsupported value: \"Always\": supported values: \"IfNeeded\", \"Never\""),
        ),
        ("timeoutSeconds", json!(30), None),
        (
            "timeoutSeconds",
            json!(31),
            Some("Invalid value: 31: the timeout value must be between 1 and 30 seconds"),
        ),
        (
            "timeoutSeconds",
            json!(0),
            Some("Invalid value: 0: the timeout value must be between 1 and 30 seconds"),
        ),
    ] {
        let mut webhook = json!({"name": "a.example.com", "clientConfig": {"url": "https://a.example.com"}});
        let live = json!({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "MutatingWebhookConfiguration", "metadata": {"name": "x"},
        });
        webhook[field] = value.clone();
        let case = json!({"live": live, "type": "merge", "patch": {"webhooks": [webhook]}});
        let said = server_answer(&merged(&case, &schema())).message();
        let said = said
            .as_deref()
            .and_then(|said| Some(said.split_once(" is invalid: ")?.1));
        let expected = expected.map(|expected| format!("webhooks[0].{field}: {expected}"));
        assert_eq!(said, expected.as_deref(), "{field} {value}");
    }
}

#[test]
fn a_result_without_kind_is_rejected() {
    let live = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}});
    let patch = json!([{"op": "remove", "path": "/kind"}]);
    let case = json!({"live": live, "type": "json", "patch": patch});
    let said = server_answer(&merged(&case, &schema()))
        .message()
        .unwrap_or_default();
    assert_eq!(said, "a result of kind \"\" is not a ConfigMap");
}

/// The API server validates the pod template, unless that of the stored object is invalid already.
#[test]
fn the_pods_of_a_stateful_set_are_validated_if_they_were_valid() {
    let said = |containers: Value, patch: Value| {
        let claims = json!([{"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"]}}]);
        let template = json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": containers}});
        let live = json!({
            "selector": {"matchLabels": {"a": "b"}}, "serviceName": "s", "template": template,
            "volumeClaimTemplates": claims,
        });
        let patch = json!({"template": {"spec": {"containers": patch}}});
        let (version, name) = ("apps/v1", "StatefulSet");
        let live = json!({"apiVersion": version, "kind": name, "metadata": {"name": "x"}, "spec": live});
        let case = json!({"live": live, "type": "merge", "patch": {"spec": patch}});
        server_answer(&merged(&case, &schema())).message()
    };
    let mounts = |name: &str| json!([{"name": "c", "image": "i", "volumeMounts": [{"name": name, "mountPath": "/d"}]}]);
    assert_eq!(said(mounts("data"), mounts("data")), None);
    let missing = "spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"other\"";
    assert_eq!(
        said(mounts("data"), mounts("other")),
        Some(format!("StatefulSet.apps \"x\" is invalid: {missing}"))
    );
    assert_eq!(said(mounts("more"), mounts("other")), None);
}

/// The controller sets the host names of a StatefulSet's pods, and a claim template replaces a volume of its name.
#[test]
fn host_names_and_replaced_volumes_of_a_stateful_set_are_not_validated() {
    let claims = json!([{"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"]}}]);
    let container = json!({"name": "c", "image": "i", "volumeMounts": [{"name": "data", "mountPath": "/d"}]});
    let live = json!({
        "selector": {"matchLabels": {"a": "b"}}, "serviceName": "s", "volumeClaimTemplates": claims,
        "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container]}},
    });
    let volume = json!({"name": "data", "emptyDir": {}, "configMap": {"name": "c"}});
    let pod = json!({"hostname": "Bad_Host", "subdomain": "My_Sub", "volumes": [volume]});
    let patch = json!({"template": {"spec": pod}});
    let live =
        json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "x"}, "spec": live});
    let case = json!({"live": live, "type": "merge", "patch": {"spec": patch}});
    assert_eq!(server_answer(&merged(&case, &schema())).message(), None);
}

#[test]
fn top_level_fields_of_a_kind_are_immutable() {
    for (kind, live, patch, changed) in [
        (
            "scheduling.k8s.io/v1 PriorityClass",
            json!({"value": 1, "preemptionPolicy": "Never"}),
            json!({"preemptionPolicy": null}),
            Some("preemptionPolicy"),
        ),
        (
            "scheduling.k8s.io/v1 PriorityClass",
            json!({"value": 1, "preemptionPolicy": "PreemptLowerPriority"}),
            json!({"preemptionPolicy": null}),
            None,
        ),
        (
            "discovery.k8s.io/v1 EndpointSlice",
            json!({"addressType": "IPv4", "endpoints": []}),
            json!({"addressType": "IPv6"}),
            Some("addressType"),
        ),
    ] {
        let (version, name) = kind.rsplit_once(' ').unwrap();
        let mut object = live;
        object["apiVersion"] = json!(version);
        object["kind"] = json!(name);
        object["metadata"] = json!({"name": "x"});
        let case = json!({"live": object, "type": "merge", "patch": patch});
        let said = server_answer(&merged(&case, &schema())).message();
        let is_immutable = |said: &String| said.ends_with("field is immutable");
        assert_eq!(said.is_some(), changed.is_some(), "{patch}: {said:?}");
        let names_it =
            |said: &String| changed.is_some_and(|name| said.contains(&format!(": {name}: Invalid value")));
        assert!(
            said.as_ref()
                .is_none_or(|said| is_immutable(said) && names_it(said)),
            "{said:?}"
        );
    }
}

/// JSON patches and JSON merge patches are decoded from JSON. A strategic merge patch is decoded from typed maps, where
/// Go converts a number that is too large.
#[test]
fn numbers_and_times_are_decoded_as_go_does() {
    let live = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "x", "creationTimestamp": "2026-01-01T00:00:00Z"},
        "spec": {
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}},
        },
    });
    let said = |kind: &str, patch: Value| {
        let case = json!({"live": live, "type": kind, "patch": patch});
        server_answer(&merged(&case, &schema()))
            .message()
            .unwrap_or_default()
    };
    let replicas = json!({"spec": {"replicas": 3_000_000_000_i64}});
    for (kind, patch, why) in [
        (
            "merge",
            replicas.clone(),
            "json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32",
        ),
        (
            "merge",
            json!({"spec": {"replicas": "3"}}),
            "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
        ),
        (
            "merge",
            json!({"spec": {"template": {"spec": {"containers": [{"name": "c", "image": "i", "env": [{"name": "A", "value": 1}]}]}}}}),
            "json: cannot unmarshal number into Go struct field \
             EnvVar.spec.template.spec.containers.env.value of type string",
        ),
        (
            "merge",
            json!({"metadata": {"labels": {"a": true}}}),
            "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string",
        ),
        // Go stops at the first value, in the order of the keys.
        (
            "merge",
            json!({"spec": {"template": 5, "replicas": "3", "selector": {"matchLabels": {"b": 5, "a": 6}}}}),
            "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
        ),
        // Types that read their own JSON stop it at once.
        (
            "merge",
            json!({"spec": {"replicas": "3", "strategy": {"rollingUpdate": {"maxSurge": true}}}}),
            "json: cannot unmarshal bool into Go struct field \
             RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32",
        ),
        (
            "merge",
            json!({"spec": {"template": {"spec": {"containers": {"name": "c"}}}}}),
            "json: cannot unmarshal object into Go struct field \
             PodSpec.spec.template.spec.containers of type []v1.Container",
        ),
        (
            "strategic",
            replicas,
            "spec.replicas: Invalid value: -1294967296: must be greater than or equal to 0",
        ),
        (
            "strategic",
            json!({"metadata": {"creationTimestamp": "yesterday"}}),
            "parsing time \"yesterday\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \
             \"yesterday\" as \"2006\"",
        ),
    ] {
        let said = said(kind, patch);
        let head = match why.starts_with("spec.") {
            true => "Deployment.apps \"x\" is invalid: ",
            // Kubernetes decodes the object before it knows its name.
            false => "The request is invalid: patch: Invalid value: \"…\": ",
        };
        assert_eq!(said, format!("{head}{why}"));
    }
    for valid in [json!(i32::MAX), json!(3.0)] {
        assert_eq!(said("merge", json!({"spec": {"replicas": valid}})), "");
    }
}

/// `kubectl set image --local` says the same of each value, and ` of type` with a named string type where it is omitted.
#[test]
fn types_of_undecodable_values_are_those_of_go() {
    let pod = |fields: Value| {
        let mut container = json!({"name": "c", "image": "i"});
        container
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        ("v1 Pod", json!({"spec": {"containers": [container]}}))
    };
    let scaler = |fields: Value| {
        (
            "autoscaling/v2 HorizontalPodAutoscaler",
            json!({ "spec": fields }),
        )
    };
    for ((kind, patch), why) in [
        (
            pod(json!({"imagePullPolicy": 5})),
            "number into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy",
        ),
        (
            pod(json!({"args": 5})),
            "number into Go struct field Container.spec.containers.args of type []string",
        ),
        (
            pod(json!({"securityContext": {"capabilities": {"add": "x"}}})),
            "string into Go struct field Capabilities.spec.containers.securityContext.capabilities.add of type []v1.Capability",
        ),
        (
            pod(json!({"ports": 5})),
            "number into Go struct field Container.spec.containers.ports of type []v1.ContainerPort",
        ),
        (
            pod(json!({"resources": {"limits": []}})),
            "array into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList",
        ),
        (
            pod(json!({"livenessProbe": {"httpGet": {"port": []}}})),
            "array into Go struct field HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32",
        ),
        (
            (
                "v1 Pod",
                json!({"spec": {"securityContext": {"supplementalGroups": 5}}}),
            ),
            "number into Go struct field PodSecurityContext.spec.securityContext.supplementalGroups of type []int64",
        ),
        (
            ("v1 Pod", json!({"spec": {"nodeSelector": []}})),
            "array into Go struct field PodSpec.spec.nodeSelector of type map[string]string",
        ),
        (
            (
                "v1 PersistentVolumeClaim",
                json!({"status": {"allocatedResourceStatuses": {"a": 5}}}),
            ),
            "number into Go struct field PersistentVolumeClaimStatus.status.allocatedResourceStatuses of type …",
        ),
        (
            scaler(json!({"metrics": 5})),
            "number into Go struct field HorizontalPodAutoscalerSpec.spec.metrics of type []v2.MetricSpec",
        ),
        (
            scaler(json!({"behavior": []})),
            "array into Go struct field HorizontalPodAutoscalerSpec.spec.behavior of type v2.HorizontalPodAutoscalerBehavior",
        ),
        (
            (
                "certificates.k8s.io/v1 CertificateSigningRequest",
                json!({"spec": {"extra": 5}}),
            ),
            "number into Go struct field CertificateSigningRequestSpec.spec.extra of type …",
        ),
        (
            ("v1 Secret", json!({"data": []})),
            "array into Go struct field Secret.data of type map[string][]uint8",
        ),
        (
            ("v1 Secret", json!({"data": {"k": 5}})),
            "number into Go struct field Secret.data of type []uint8",
        ),
        (
            ("v1 Event", json!({"firstTimestamp": {"a": 1}})),
            "object into Go struct field Event.firstTimestamp of type string",
        ),
    ] {
        let (version, name) = kind.rsplit_once(' ').unwrap();
        let live = json!({"apiVersion": version, "kind": name, "metadata": {"name": "x"}});
        let case = json!({"live": live, "type": "merge", "patch": patch});
        let said = server_answer(&merged(&case, &schema()))
            .message()
            .unwrap_or_default();
        assert!(
            said.ends_with(&format!(": json: cannot unmarshal {why}")),
            "{patch}: {said}"
        );
    }
}

/// The messages are those of the functions `checkName` and `Store.Update` of Kubernetes.
#[test]
fn another_object_or_version_is_not_called_invalid() {
    let live = json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "x", "namespace": "shop", "resourceVersion": "5"},
        "spec": {"podSelector": {}},
    });
    for (patch, why) in [
        (
            json!({"metadata": {"name": null}}),
            "the name of the object (x based on URL) was undeterminable: name must be provided",
        ),
        (
            json!({"metadata": null}),
            "the name of the object (x based on URL) was undeterminable: name must be provided",
        ),
        (
            json!({"metadata": {"name": "y"}}),
            "the name of the object (y) does not match the name on the URL (x)",
        ),
        (
            json!({"metadata": {"resourceVersion": "4"}}),
            "Operation cannot be fulfilled on networkpolicies.networking.k8s.io \"x\": the object has been modified; please \
             apply your changes to the latest version and try again",
        ),
        (
            json!({"metadata": {"namespace": null, "resourceVersion": null}}),
            "",
        ),
    ] {
        for kind in ["strategic", "merge"] {
            let case = json!({"live": live, "type": kind, "patch": patch});
            let merge = merged(&case, &schema());
            let said = server_answer(&merge).message().unwrap_or_default();
            assert_eq!(said, why, "{patch}");
            // The step points at the patch.
            let reported = merge
                .steps
                .iter()
                .filter(|step| step.rule == Rule::ServerIdentity);
            let in_patch = reported.map(|step| step.patch().is_some());
            let expected: Vec<bool> = (!why.is_empty()).then_some(true).into_iter().collect();
            assert_eq!(in_patch.collect::<Vec<_>>(), expected, "{patch}");
        }
    }
}

#[test]
fn fields_that_only_the_server_sets_are_kept() {
    let live = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "x", "generation": 1, "creationTimestamp": "2026-01-01T00:00:00Z"},
    });
    for (patch, count) in [
        (json!({"creationTimestamp": null}), 1),
        (
            json!({"creationTimestamp": "2025-01-01T00:00:00Z", "generation": 7}),
            2,
        ),
        (
            json!({"generation": 1, "deletionTimestamp": null, "deletionGracePeriodSeconds": null}),
            0,
        ),
    ] {
        let case = json!({"live": live, "type": "strategic", "patch": {"metadata": patch}});
        let merge = merged(&case, &schema());
        assert_eq!(server_answer(&merge).message(), None);
        let kept = merge
            .steps
            .iter()
            .filter(|step| step.rule == Rule::SystemFieldKept);
        assert_eq!(kept.count(), count, "{patch}");
    }
}

/// The rules are those of `BeforeUpdate` and `ValidateObjectMetaAccessorUpdate`.
#[test]
fn a_request_marks_no_object_as_deleted() {
    let time = json!({"deletionTimestamp": "2026-02-03T04:05:06Z"});
    let marked = json!({"deletionTimestamp": "2025-01-01T00:00:00Z", "deletionGracePeriodSeconds": 30});
    let is_immutable = Some(
        "ConfigMap \"x\" is invalid: metadata.deletionTimestamp: Invalid value: 2026-02-03 04:05:06 +0000 UTC: field is immutable",
    );
    let seconds = Some(
        "ConfigMap \"x\" is invalid: metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
    );
    let finalizer = Some(
        "ConfigMap \"x\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"x.y/b\"}",
    );
    let mut finalized = marked.clone();
    finalized["finalizers"] = json!(["x.y/a"]);
    for (live, patch, message) in [
        (finalized.clone(), json!({"finalizers": ["x.y/b"]}), finalizer),
        (finalized, json!({"finalizers": null}), None),
        (json!({}), json!({"finalizers": ["x.y/b"]}), None),
        (json!({}), time.clone(), is_immutable),
        (marked.clone(), time, None),
        (
            marked.clone(),
            json!({"deletionTimestamp": null, "deletionGracePeriodSeconds": null}),
            None,
        ),
        (marked, json!({"deletionGracePeriodSeconds": 5}), seconds),
        (json!({}), json!({"deletionGracePeriodSeconds": 5}), seconds),
    ] {
        let mut object = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": live});
        object["metadata"]["name"] = json!("x");
        let case = json!({"live": object, "type": "strategic", "patch": {"metadata": patch}});
        let merge = merged(&case, &schema());
        assert_eq!(server_answer(&merge).message().as_deref(), message, "{patch}");
    }
}

/// The messages are those of `validateEmbeddedResource` and of the type validator of Kubernetes.
#[test]
fn custom_resources_are_checked_by_their_schema() {
    let crd = std::fs::read_to_string(crate::recorded::folder().join("gadget_crd.yaml")).unwrap();
    let embedded = "size: {x-kubernetes-int-or-string: true}\n              pod: {type: object, \
                    x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}\n              \
                    bare: {type: object}\n              \
                    kept: {type: object, x-kubernetes-preserve-unknown-fields: true}\n              \
                    any: {x-kubernetes-preserve-unknown-fields: true}";
    let changed = crd.replace("size: {x-kubernetes-int-or-string: true}", embedded);
    assert_ne!(crd, changed);
    let schema = crate::recorded::schema_of(&changed);
    let live =
        json!({"apiVersion": "lab.example/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": {}});
    let said = |spec: Value| {
        let case = json!({"live": live, "type": "merge", "patch": {"spec": spec}});
        server_answer(&merged(&case, &schema))
            .message()
            .unwrap_or_default()
    };
    for valid in [
        json!({"size": 1}),
        json!({"size": "1"}),
        json!({"pod": {"apiVersion": "v1", "kind": "Pod"}}),
    ] {
        assert_eq!(said(valid.clone()), "", "{valid}");
    }
    let unstored = |spec: Value| {
        let case = json!({"live": live, "type": "merge", "patch": {"spec": spec}});
        let steps = merged(&case, &schema).steps;
        steps.iter().any(|step| step.rule == Rule::UnstoredField)
    };
    assert!(!unstored(json!({"bare": {}})));
    assert!(
        unstored(json!({"bare": {"a": 1}})),
        "an object without `properties` is emptied"
    );
    let invalid = |what: &str| format!("Gadget.lab.example \"g\" is invalid: {what}");
    let not_a_size = |kind: &str| {
        invalid(&format!(
            "spec.size: Invalid value: \"{kind}\": spec.size in body must be of type integer,string: \"{kind}\""
        ))
    };
    assert_eq!(said(json!({"size": true})), not_a_size("boolean"));
    assert_eq!(said(json!({"size": 1.5})), not_a_size("number"));
    for field in ["bare", "kept"] {
        let text = said(json!({field: "a"}));
        let want = format!(
            "spec.{field}: Invalid value: \"string\": spec.{field} in body must be of type object: \"string\""
        );
        assert_eq!(text, invalid(&want));
        assert_eq!(said(json!({field: {"a": 1}})), "");
    }
    assert_eq!(said(json!({"any": "a"})), "");
    let other =
        json!({"live": live, "type": "merge", "patch": {"metadata": {"name": "h"}, "spec": {"size": true}}});
    let said_of_other = server_answer(&merged(&other, &schema)).message();
    let why = "the name of the object (h) does not match the name on the URL (g)";
    assert_eq!(said_of_other.as_deref(), Some(why));
    // A value of the wrong type does not hide other errors.
    let both = said(json!({"size": true, "pod": {"kind": "Pod"}}));
    assert!(both.contains("spec.size in body must be of type"), "{both}");
    assert!(both.contains("spec.pod.apiVersion: Required value"), "{both}");
    assert_eq!(said(json!({"size": {"a": 1}})), not_a_size("object"));
    assert_eq!(
        said(json!({"pod": {"kind": "Pod"}})),
        invalid("spec.pod.apiVersion: Required value")
    );
    assert_eq!(
        said(json!({"pod": {}})),
        invalid("[spec.pod.apiVersion: Required value, spec.pod.kind: Required value]")
    );
}

/// The rule is that of `ValidateIPAddressName`.
#[test]
fn the_name_of_an_ip_address_is_an_ip_address() {
    let said = |name: &str| {
        let parent = json!({"resource": "services", "namespace": "a", "name": "b"});
        let object = json!({
            "apiVersion": "networking.k8s.io/v1", "kind": "IPAddress",
            "metadata": {"name": name}, "spec": {"parentRef": parent},
        });
        create_object(&crate::recorded::document("address", &object), &schema())
            .unwrap()
            .rejection
    };
    assert_eq!(said("2001:db8::1"), None);
    assert_eq!(said("10.0.0.1"), None);
    let canonical = said("2001:DB8::1").unwrap_or_default();
    assert!(
        canonical.ends_with("must be a canonical format IP address"),
        "{canonical}"
    );
    let no_address = said("web").unwrap_or_default();
    assert!(
        no_address.ends_with("ParseAddr(\"web\"): unable to parse IP"),
        "{no_address}"
    );
}

/// Before the validation, the API server deletes the status of the subresource (Go: `PrepareForCreate`) and the nulls of
/// fields that are not nullable (Go: `PruneNonNullableNullsWithoutDefaults`).
#[test]
fn custom_resources_are_validated_as_they_are_stored() {
    let crd = std::fs::read_to_string(crate::recorded::folder().join("gadget_crd.yaml")).unwrap();
    let crd = crd
        .replace(
            "level: {type: integer, default: 3}",
            "mode: {type: string, nullable: true}\n              name: {type: string}",
        )
        .replace(
            "          spec:\n            type: object",
            "          spec:\n            type: object\n            required: [mode, name]",
        )
        .replace(
            "properties: {phase: {type: string}, ready: {type: integer}}",
            "required: [ready]\n            properties: {ready: {type: integer}}",
        );
    let schema = crate::recorded::schema_of(&crd);
    let gadget = |spec: Value, status: Value| {
        let gadget = json!({
            "apiVersion": "lab.example/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": spec, "status": status,
        });
        create_object(&crate::recorded::document("gadget", &gadget), &schema)
            .unwrap()
            .rejection
    };
    let null_mode = json!({"mode": null, "name": "n"});
    assert_eq!(gadget(null_mode.clone(), json!({})), None);
    assert_eq!(gadget(null_mode, json!({"ready": "no"})), None);
    let rejected = |field: &str| {
        Some(format!(
            "Gadget.lab.example \"g\" is invalid: spec.{field}: Required value"
        ))
    };
    assert_eq!(
        gadget(json!({"mode": "m", "name": null}), json!({})),
        rejected("name")
    );
    assert_eq!(gadget(json!({"name": "n"}), json!({})), rejected("mode"));
}

/// The messages are those of the validation by a schema in Kubernetes 1.36.
#[test]
fn custom_resources_are_checked_by_the_limits_of_their_schema() {
    let crd = std::fs::read_to_string(crate::recorded::folder().join("gadget_crd.yaml")).unwrap();
    let limited = "size: {x-kubernetes-int-or-string: true}
              mode: {type: string, enum: [fast, 'very slow'], nullable: true}
              step: {type: integer, enum: [1, 2]}
              count: {type: integer, minimum: 1, maximum: 3}
              ratio: {type: number, minimum: 0, exclusiveMinimum: true, maximum: 1.5}
              code: {type: string, minLength: 2, maxLength: 3}
              list: {type: array, minItems: 1, maxItems: 2, items: {type: string, enum: [a, b]}}
              byName: {type: object, additionalProperties: {type: array, items: {type: integer, maximum: 5}}}
              items: {type: array, items: {type: object, properties: {port: {type: integer, minimum: 1}}}}";
    let changed = crd.replace("size: {x-kubernetes-int-or-string: true}", limited);
    assert_ne!(crd, changed);
    let schema = crate::recorded::schema_of(&changed);
    let live = json!({
        "apiVersion": "lab.example/v1", "kind": "Gadget", "metadata": {"name": "g"},
        "spec": {"list": ["old"]},
    });
    for (spec, expected) in [
        (
            json!({"mode": "fast", "step": 2, "count": 3, "ratio": 1.5, "code": "äöü"}),
            "",
        ),
        (
            json!({"mode": null, "step": 1.0, "list": ["a", "b"], "byName": {"x": [5]}}),
            "",
        ),
        // The live object already has this value.
        (json!({"title": "x"}), ""),
        (
            json!({"mode": "slow"}),
            "spec.mode: Unsupported value: \"slow\": supported values: \"fast\", \"very slow\"",
        ),
        (
            json!({"step": 3}),
            "spec.step: Unsupported value: 3: supported values: \"1\", \"2\"",
        ),
        (
            json!({"count": 0}),
            "spec.count: Invalid value: 0: spec.count in body should be greater than or equal to 1",
        ),
        (
            json!({"count": 4}),
            "spec.count: Invalid value: 4: spec.count in body should be less than or equal to 3",
        ),
        (
            json!({"ratio": 0}),
            "spec.ratio: Invalid value: 0: spec.ratio in body should be greater than 0",
        ),
        (
            json!({"ratio": 1.75}),
            "spec.ratio: Invalid value: 1.75: spec.ratio in body should be less than or equal to 1.5",
        ),
        (
            json!({"code": "a"}),
            "spec.code: Invalid value: \"a\": spec.code in body should be at least 2 chars long",
        ),
        (
            json!({"code": "abcd"}),
            "spec.code: Too long: may not be more than 3 bytes",
        ),
        (
            json!({"list": []}),
            "spec.list: Invalid value: 0: spec.list in body should have at least 1 items",
        ),
        (
            json!({"list": ["a", "b", "a"]}),
            "spec.list: Too many: 3: must have at most 2 items",
        ),
        (
            json!({"list": ["a", "c"]}),
            "spec.list[1]: Unsupported value: \"c\": supported values: \"a\", \"b\"",
        ),
        (
            json!({"byName": {"x": [5, 6]}}),
            "spec.byName.x[1]: Invalid value: 6: spec.byName.x[1] in body should be less than or equal to 5",
        ),
        (
            json!({"items": [{"port": 0}]}),
            "spec.items[0].port: Invalid value: 0: spec.items[0].port in body should be greater than or equal to 1",
        ),
    ] {
        let case = json!({"live": live, "type": "merge", "patch": {"spec": spec}});
        let found = server_answer(&merged(&case, &schema))
            .message()
            .unwrap_or_default();
        let expected = match expected {
            "" => String::new(),
            what => format!("Gadget.lab.example \"g\" is invalid: {what}"),
        };
        assert_eq!(found, expected, "{spec}");
    }
}

/// A missing struct is decoded as an empty one, so it lacks the same fields.
#[test]
fn an_object_without_spec_is_rejected_as_one_with_an_empty_spec() {
    for (kind, missing) in [
        ("v1 Pod", "spec.containers: Required value"),
        ("v1 Service", "spec.ports: Required value"),
        (
            "v1 PersistentVolumeClaim",
            "[spec.accessModes: Required value: at least 1 access mode is required, spec.resources[storage]: Required value]",
        ),
        (
            "v1 PersistentVolume",
            "[spec.accessModes: Required value, spec.capacity: Required value, spec: Required value: must specify a volume type]",
        ),
        (
            "apps/v1 Deployment",
            "[spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`, \
             spec.template.spec.containers: Required value]",
        ),
        // A DaemonSet without a selector only matches no template.
        (
            "apps/v1 DaemonSet",
            "[spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`, \
             spec.template.spec.containers: Required value]",
        ),
        (
            "apps/v1 StatefulSet",
            "[spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`, \
             spec.template.spec.containers: Required value]",
        ),
        (
            "batch/v1 Job",
            "[spec.template.spec.containers: Required value, \
             spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"]",
        ),
        (
            "batch/v1 CronJob",
            "[spec.schedule: Required value, spec.jobTemplate.spec.template.spec.containers: Required value, \
             spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"]",
        ),
        (
            "networking.k8s.io/v1 Ingress",
            "spec: Invalid value: null: either `defaultBackend` or `rules` must be specified",
        ),
        (
            "autoscaling/v2 HorizontalPodAutoscaler",
            "[spec.maxReplicas: Invalid value: 0: must be greater than 0, spec.scaleTargetRef.kind: Required value, \
             spec.scaleTargetRef.name: Required value]",
        ),
    ] {
        let (version, name) = kind.rsplit_once(' ').unwrap();
        for spec in [Value::Null, json!({"spec": null}), json!({"spec": {}})] {
            let mut object = json!({"apiVersion": version, "kind": name, "metadata": {"name": "x"}});
            object
                .as_object_mut()
                .unwrap()
                .extend(spec.as_object().cloned().unwrap_or_default());
            let case = json!({"live": null, "type": "merge", "patch": object});
            let said = server_answer(&merged(&case, &schema()))
                .message()
                .unwrap_or_default();
            let (_, said) = said.split_once(" is invalid: ").unwrap_or(("", &said));
            assert_eq!(said, missing, "{object}");
        }
    }
    let policy = json!({"podSelector": {}});
    let said = said_of("networking.k8s.io/v1 NetworkPolicy", policy, Value::Null);
    assert_eq!(said, None);
}

/// The messages are those of the functions `ValidateDeploymentSpec`, `ValidateDaemonSetUpdateStrategy` and
/// `ValidateStatefulSetSpec` of Kubernetes.
#[test]
fn controllers_have_limits() {
    let spec = json!({
        "selector": {"matchLabels": {"a": "b"}},
        "template": {
            "metadata": {"labels": {"a": "b"}},
            "spec": {"containers": [{"name": "c", "image": "i"}]},
        },
    });
    let said_of_controller =
        |kind: &str, fields: &Value| said_of(&format!("apps/v1 {kind}"), spec.clone(), fields.clone());
    let rolling = |fields: Value| json!({"strategy": {"type": "RollingUpdate", "rollingUpdate": fields}});
    let updating =
        |fields: Value| json!({"updateStrategy": {"type": "RollingUpdate", "rollingUpdate": fields}});
    for (kind, valid) in [
        ("Deployment", rolling(json!({"maxUnavailable": 0}))),
        (
            "Deployment",
            rolling(json!({"maxUnavailable": "0%", "maxSurge": 1})),
        ),
        (
            "Deployment",
            rolling(json!({"maxUnavailable": "100%", "maxSurge": "300%"})),
        ),
        ("Deployment", json!({"minReadySeconds": 599})),
        ("Deployment", json!({"strategy": {"type": "Recreate"}})),
        ("DaemonSet", updating(json!({"maxUnavailable": 0, "maxSurge": 1}))),
        ("DaemonSet", updating(json!({"maxUnavailable": "10%"}))),
        ("StatefulSet", updating(json!({"partition": 1}))),
        ("StatefulSet", json!({"podManagementPolicy": "Parallel"})),
    ] {
        // The object is new, because an update of a StatefulSet may change little.
        let mut spec = spec.clone();
        spec.as_object_mut()
            .unwrap()
            .extend(valid.as_object().unwrap().clone());
        let object = json!({"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": "x"}, "spec": spec});
        let case = json!({"live": null, "type": "merge", "patch": object});
        assert_eq!(
            server_answer(&merged(&case, &schema())).message(),
            None,
            "{valid}"
        );
    }
    let both = "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: ";
    for (kind, invalid, why) in [
        (
            "Deployment",
            rolling(json!({"maxUnavailable": 0, "maxSurge": 0})),
            format!("{both}0: may not be 0 when `maxSurge` is 0"),
        ),
        (
            "Deployment",
            rolling(json!({"maxUnavailable": "0%", "maxSurge": 0})),
            format!("{both}\"0%\": may not be 0 when `maxSurge` is 0"),
        ),
        (
            "Deployment",
            rolling(json!({"maxUnavailable": "101%"})),
            format!("{both}\"101%\": must not be greater than 100%"),
        ),
        (
            "Deployment",
            rolling(json!({"maxUnavailable": "half"})),
            format!(
                "{both}\"half\": a valid percent string must be a numeric string followed by an ending '%'"
            ),
        ),
        (
            "Deployment",
            rolling(json!({"maxSurge": -1})),
            "maxSurge: Invalid value: -1: must be greater than or equal to 0".to_owned(),
        ),
        (
            "Deployment",
            json!({"progressDeadlineSeconds": 5, "minReadySeconds": 5}),
            "spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds".to_owned(),
        ),
        (
            "Deployment",
            json!({"minReadySeconds": 600}),
            "spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds"
                .to_owned(),
        ),
        (
            "Deployment",
            json!({"template": {"spec": {"activeDeadlineSeconds": 5}}}),
            "activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported"
                .to_owned(),
        ),
        (
            "DaemonSet",
            updating(json!({"maxUnavailable": 0})),
            "rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0".to_owned(),
        ),
        (
            "DaemonSet",
            updating(json!({"maxSurge": 1})),
            "maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero".to_owned(),
        ),
        (
            "StatefulSet",
            updating(json!({"partition": -1})),
            "partition: Invalid value: -1: must be greater than or equal to 0".to_owned(),
        ),
        (
            "StatefulSet",
            json!({"podManagementPolicy": "parallel"}),
            "spec.podManagementPolicy: Invalid value: \"parallel\": must be 'OrderedReady' or 'Parallel'"
                .to_owned(),
        ),
        (
            "Deployment",
            json!({"selector": {"matchExpressions": [{"key": "a", "operator": "In"}]}}),
            "values: Required value: must be specified when `operator` is 'In' or 'NotIn'".to_owned(),
        ),
        (
            "Deployment",
            json!({"selector": {"matchExpressions": [{"key": "a", "operator": "in", "values": ["b"]}]}}),
            "operator: Invalid value: \"in\": not a valid selector operator".to_owned(),
        ),
    ] {
        let said = said_of_controller(kind, &invalid).unwrap_or_default();
        assert!(said.contains(&why), "{invalid}: {said}");
    }
}

/// The messages are those of the functions `ValidateTolerations`, `validateEnvVarValueFrom`, `ValidateEnvFrom`,
/// `validateTopologySpreadConstraints` and `ValidateContainerResourceRequirements` of Kubernetes.
#[test]
fn fields_of_pods_have_limits() {
    let container = |fields: Value| {
        let mut container = json!({"name": "c", "image": "i"});
        container
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        json!({"containers": [container]})
    };
    let resources = |limits: Value, requests: Value| {
        container(json!({"resources": {"limits": limits, "requests": requests}}))
    };
    let spread = |fields: Value| json!({"topologySpreadConstraints": [fields]});
    let said_of_pod = |fields: &Value| {
        let live = json!({"containers": [{"name": "c", "image": "i"}]});
        said_of("v1 Pod", live, fields.clone())
    };
    for valid in [
        json!({"tolerations": [{"operator": "Exists"}, {"key": "a", "value": "b"}]}),
        json!({"tolerations": [{"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}]}),
        json!({"tolerations": [{"key": "a", "operator": "Gt", "value": "5"}]}),
        container(
            json!({"env": [{"name": "A", "valueFrom": null}, {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}]}),
        ),
        resources(
            json!({"cpu": 1, "hugepages-2Mi": "4Mi"}),
            json!({"cpu": "0.5", "hugepages-2Mi": "4Mi"}),
        ),
        resources(json!({"example.com/gpu": 1}), json!({"example.com/gpu": "1"})),
        json!({"initContainers": [{"name": "d", "image": "i", "restartPolicy": "Always", "startupProbe": {"tcpSocket": {"port": 1}}}]}),
        spread(json!({"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"})),
    ] {
        assert_eq!(said_of_pod(&valid), None, "{valid}");
    }
    for (invalid, why) in [
        (
            json!({"tolerations": [{"key": "a", "operator": "Exists", "value": "b"}]}),
            "spec.tolerations[0].operator: Invalid value: {\"Key\":\"a\",\"Operator\":\"Exists\",\"Value\":\"b\",\"Effect\":\"\",\
             \"TolerationSeconds\":null}: value must be empty when `operator` is 'Exists'",
        ),
        (
            json!({"tolerations": [{"operator": "Equal"}]}),
            "operator: Invalid value: \"Equal\": operator must be Exists when `key` is empty",
        ),
        (
            json!({"tolerations": [{"key": "a", "tolerationSeconds": 5}]}),
            "effect: Invalid value: \"\": effect must be 'NoExecute' when `tolerationSeconds` is set",
        ),
        (
            json!({"tolerations": [{"key": "a", "operator": "exists"}]}),
            "operator: Unsupported value: \"exists\": supported values: \"Equal\", \"Exists\"",
        ),
        (
            json!({"tolerations": [{"key": "a", "effect": "NoRun"}]}),
            "effect: Unsupported value: \"NoRun\"",
        ),
        (
            container(json!({"env": [{"name": "A", "valueFrom": {}}]})),
            "env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
        ),
        (
            container(json!({"env": [{"name": "A", "value": "b", "valueFrom": {}}]})),
            "env[0].valueFrom: Invalid value: \"\": must specify one of",
        ),
        (
            container(json!({"envFrom": [{"prefix": "A"}]})),
            "Invalid value: \"\": must specify one of: `configMapRef` or `secretRef`",
        ),
        (
            resources(json!({"memroy": "1Gi"}), json!({})),
            "resources.limits[memroy]: Invalid value: \"memroy\": must be a standard resource type or fully qualified, \
             spec.containers[0].resources.limits[memroy]: Invalid value: \"memroy\": must be a standard resource for containers",
        ),
        (
            resources(json!({}), json!({"storage": 1})),
            "is invalid: spec.containers[0].resources.requests[storage]: Invalid value: \"storage\": must be a standard resource for containers",
        ),
        (
            resources(json!({"cpu": -1}), json!({})),
            "limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
        ),
        (
            resources(json!({}), json!({"example.com/gpu": 1})),
            "resources.limits: Required value: Limit must be set for non overcommitable resources",
        ),
        (
            resources(json!({"example.com/gpu": 2}), json!({"example.com/gpu": 1})),
            "resources.requests: Invalid value: \"1\": must be equal to example.com/gpu limit of 2",
        ),
        (
            json!({"initContainers": [{"name": "d", "image": "i", "readinessProbe": {"tcpSocket": {"port": 1}}}]}),
            "initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
        ),
        (
            spread(json!({"topologyKey": "zone", "whenUnsatisfiable": "Never"})),
            "maxSkew: Invalid value: 0: must be greater than zero",
        ),
        (
            spread(json!({"maxSkew": 1, "topologyKey": "zone"})),
            "whenUnsatisfiable: Unsupported value: \"\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"",
        ),
        (
            spread(json!({"maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"})),
            "topologyKey: Required value: can not be empty",
        ),
        (
            json!({"nodeSelector": {"a": "not allowed!"}}),
            "spec.nodeSelector: Invalid value: \"not allowed!\"",
        ),
        (
            json!({"dnsPolicy": "None"}),
            "spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None",
        ),
    ] {
        let said = said_of_pod(&invalid).unwrap_or_default();
        assert!(said.contains(why), "{invalid}: {said}");
    }
}

/// The messages are those of the functions `ValidateRoleBinding`, `validatePolicyRule` and `ValidateService` of
/// Kubernetes.
#[test]
fn roles_and_services_have_limits() {
    let said = |version: &str, kind: &str, fields: Value| {
        let mut object = json!({"apiVersion": version, "kind": kind, "metadata": {"name": "x"}});
        object
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        let case = json!({"live": null, "type": "merge", "patch": object});
        let said = server_answer(&merged(&case, &schema()))
            .message()
            .unwrap_or_default();
        said.split_once(" is invalid: ")
            .map_or(said.clone(), |parts| parts.1.to_owned())
    };
    let rbac = |kind: &str, fields: Value| said("rbac.authorization.k8s.io/v1", kind, fields);
    let bound = |kind: &str, subject: Value| {
        rbac(
            kind,
            json!({"roleRef": {"kind": "ClusterRole", "name": "r"}, "subjects": [subject]}),
        )
    };
    let account = json!({"kind": "ServiceAccount", "name": "a"});
    assert_eq!(bound("RoleBinding", account.clone()), "");
    assert_eq!(
        bound("ClusterRoleBinding", account),
        "subjects[0].namespace: Required value"
    );
    assert_eq!(bound("RoleBinding", json!({"kind": "User", "name": "a"})), "");
    assert_eq!(
        bound("RoleBinding", json!({"kind": "user", "name": "a"})),
        "subjects[0].kind: Unsupported value: \"user\": supported values: \"ServiceAccount\", \"User\", \"Group\""
    );
    assert_eq!(
        rbac("ClusterRoleBinding", json!({"roleRef": {"kind": "Role"}})),
        "[roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\", roleRef.name: Required value]"
    );
    let urls = json!({"rules": [{"verbs": ["get"], "nonResourceURLs": ["/x"]}]});
    assert_eq!(rbac("ClusterRole", urls.clone()), "");
    assert_eq!(
        rbac("Role", urls),
        "rules[0].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to non-resource URLs"
    );
    let service = |kind: &str| {
        said(
            "v1",
            "Service",
            json!({"spec": {"type": kind, "clusterIP": "None", "ports": [{"port": 80}]}}),
        )
    };
    assert_eq!(service("ClusterIP"), "");
    assert_eq!(
        service("NodePort"),
        "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services"
    );
}

#[test]
fn config_maps_and_secrets_have_limits() {
    let said = |kind: &str, patch: Value| {
        let live = json!({"apiVersion": "v1", "kind": kind, "metadata": {"name": "x"}});
        let case = json!({"live": live, "type": "merge", "patch": patch});
        server_answer(&merged(&case, &schema())).message()
    };
    let long = "a".repeat(1024 * 1024);
    let too_long = "Too long: may not be more than 1048576 bytes";
    assert_eq!(said("ConfigMap", json!({"data": {"a": long}})), None);
    assert_eq!(said("Secret", json!({"stringData": {"a": long}})), None);
    assert_eq!(
        said("ConfigMap", json!({"data": {"a": long, "b": "a"}})),
        Some(format!("ConfigMap \"x\" is invalid: []: {too_long}"))
    );
    assert_eq!(
        said(
            "Secret",
            json!({"data": {"b": "YQ=="}, "stringData": {"a": long}})
        ),
        Some(format!("Secret \"x\" is invalid: data: {too_long}"))
    );
    assert_eq!(
        said(
            "Secret",
            json!({"data": {"a": "YQ=="}, "stringData": {"a": long}})
        ),
        None
    );
    assert_eq!(
        said("Secret", json!({"stringData": {"b/c": "a"}})).map(|said| said
            .split(": Inv")
            .next()
            .unwrap()
            .to_owned()),
        Some("Secret \"x\" is invalid: data[b/c]".to_owned())
    );
    assert_eq!(
        said("ConfigMap", json!({"data": {"a": "b"}, "binaryData": {"a": "YQ=="}})),
        Some(
            "ConfigMap \"x\" is invalid: data[a]: Invalid value: \"a\": duplicate of key present in binaryData"
                .to_owned()
        )
    );
}

/// The messages are those of the functions `validateProbe`, `validateHandler`, `ValidatePortNumOrName` and
/// `validateIngressBackend` of Kubernetes.
#[test]
fn ports_and_probes_have_limits() {
    let range = "must be between 1 and 65535, inclusive";
    let said_of_container = |fields: Value| {
        let mut container = json!({"name": "c", "image": "i"});
        for (name, value) in fields.as_object().unwrap() {
            container[name] = value.clone();
        }
        let live = json!({"containers": [{"name": "c", "image": "i"}]});
        said_of("v1 Pod", live, json!({"containers": [container]}))
    };
    for valid in [
        json!({"ports": [{"containerPort": 80, "hostPort": 0, "name": "http-1"}]}),
        json!({"livenessProbe": {"httpGet": {"port": "http"}, "successThreshold": 0}}),
        json!({"readinessProbe": {"tcpSocket": {"port": 65535}, "successThreshold": 3}}),
        json!({"lifecycle": {"preStop": {"sleep": {"seconds": 5}}}}),
        json!({"lifecycle": {"postStart": {"sleep": {"seconds": 5}}, "preStop": null}}),
    ] {
        assert_eq!(said_of_container(valid.clone()), None, "{valid}");
    }
    let invalid = [
        (json!({"livenessProbe": {"httpGet": {"port": 0}}}), format!("livenessProbe.httpGet.port: Invalid value: 0: {range}")),
        (json!({"livenessProbe": {"httpGet": {"path": "/"}}}), format!("livenessProbe.httpGet.port: Invalid value: 0: {range}")),
        (json!({"startupProbe": {"tcpSocket": {"port": 65536}}}), format!("startupProbe.tcpSocket.port: Invalid value: 65536: {range}")),
        (json!({"readinessProbe": {"grpc": {"port": 0}}}), format!("readinessProbe.grpc.port: Invalid value: 0: {range}")),
        (json!({"lifecycle": {"preStop": {"httpGet": {"port": -1}}}}), format!("preStop.httpGet.port: Invalid value: -1: {range}")),
        (json!({"livenessProbe": {"exec": {}}}), "livenessProbe.exec.command: Required value".to_owned()),
        (json!({"livenessProbe": {"exec": {"command": ["x"]}, "successThreshold": 2}}), "successThreshold: Invalid value: 2: must be 1".to_owned()),
        (json!({"readinessProbe": {"exec": {"command": ["x"]}, "terminationGracePeriodSeconds": 5}}), "Invalid value: 5: must not be set for readinessProbes".to_owned()),
        (json!({"livenessProbe": {"exec": {"command": ["x"]}, "terminationGracePeriodSeconds": 0}}), "Invalid value: 0: must be greater than 0".to_owned()),
        (json!({"livenessProbe": {"httpGet": {"port": "HTTP"}}}), "port: Invalid value: \"HTTP\": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)".to_owned()),
        (json!({"ports": [{"containerPort": 1, "name": "a-name-that-is-too-long"}]}), "must be no more than 15 bytes".to_owned()),
        (json!({"ports": [{"containerPort": 0}]}), "containerPort: Required value".to_owned()),
        (json!({"livenessProbe": {"httpGet": {"port": true}}}), "cannot unmarshal bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32".to_owned()),
        (json!({"livenessProbe": {"httpGet": {"port": 1.5}}}), "cannot unmarshal number 1.5 into Go struct field HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32".to_owned()),
        (json!({"resources": {"limits": {"cpu": true}}}), "quantities must match".to_owned()),
    ];
    for (fields, why) in invalid {
        let said = said_of_container(fields.clone()).unwrap_or_default();
        assert!(said.contains(&why), "{fields}: {said}");
    }

    let deadline = |seconds: i64| {
        let live = json!({"containers": [{"name": "c", "image": "i"}]});
        said_of("v1 Pod", live, json!({ "activeDeadlineSeconds": seconds }))
    };
    assert_eq!(deadline(1), None);
    assert!(
        deadline(0)
            .unwrap()
            .contains("Invalid value: 0: must be between 1 and 2147483647, inclusive")
    );

    let service = |target: Value| {
        let live = json!({"ports": [{"port": 80}], "selector": {"a": "b"}});
        said_of(
            "v1 Service",
            live,
            json!({"ports": [{"port": 80, "targetPort": target}]}),
        )
    };
    assert_eq!(
        [service(json!(0)), service(json!("")), service(json!("http"))],
        [None, None, None]
    );
    assert!(
        service(json!(70000))
            .unwrap()
            .contains(&format!("targetPort: Invalid value: 70000: {range}"))
    );

    let ingress = |port: Value| {
        let backend = |port: Value| json!({"service": {"name": "s", "port": port}});
        let live = json!({"defaultBackend": backend(json!({"number": 80}))});
        said_of(
            "networking.k8s.io/v1 Ingress",
            live,
            json!({"defaultBackend": backend(port)}),
        )
    };
    assert_eq!(ingress(json!({"number": 81})), None);
    let path = |path: &str, kind: &str| {
        let backend = json!({"service": {"name": "s", "port": {"number": 80}}});
        let paths = json!([{"path": path, "pathType": kind, "backend": backend}]);
        let live = json!({"rules": [{"host": "a"}]});
        said_of(
            "networking.k8s.io/v1 Ingress",
            live,
            json!({"rules": [{"http": {"paths": paths}}]}),
        )
    };
    assert_eq!(
        [path("/", "Exact"), path("", "ImplementationSpecific")],
        [None, None]
    );
    for kind in ["Prefix", "ImplementationSpecific"] {
        let said = path("a", kind).unwrap_or_default();
        assert!(
            said.contains("path: Invalid value: \"a\": must be an absolute path"),
            "{kind}: {said}"
        );
    }
    for (port, why) in [
        (
            json!({"number": 0}),
            "spec.defaultBackend: Required value: port name or number is required",
        ),
        (
            json!({"number": 65536}),
            "port.number: Invalid value: 65536: must be between",
        ),
        (
            json!({"number": 81, "name": "a"}),
            "cannot set both port name & port number",
        ),
    ] {
        let said = ingress(port.clone()).unwrap_or_default();
        assert!(said.contains(why), "{port}: {said}");
    }
}

/// The rules are those of `ValidatePersistentVolumeClaimUpdate`, `ValidateStatefulSetUpdate` and
/// `validatePodTemplateUpdate`.
#[test]
fn claims_are_bound_once_and_jobs_are_scheduled_before_they_start() {
    let claim_spec = json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}});
    let claim = |class: Value, volume: Value| {
        let mut spec = claim_spec.clone();
        for (name, value) in [("storageClassName", class), ("volumeName", volume)] {
            if !value.is_null() {
                spec[name] = value;
            }
        }
        json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "x"}, "spec": spec})
    };
    let free = || claim(Value::Null, Value::Null);
    let mut old = free();
    old["metadata"]["annotations"] = json!({"volume.beta.kubernetes.io/storage-class": "slow"});
    let labels = json!({"labels": {"a": "b"}});
    let pod = json!({"restartPolicy": "Never", "containers": [{"name": "c", "image": "i:1"}]});
    let mut set_spec = claim_spec.clone();
    set_spec["storageClassName"] = json!("fast");
    let set = json!({
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "metadata": {"name": "x"},
        "spec": {
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": labels, "spec": {"containers": [{"name": "c", "image": "i:1"}]}},
            "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": set_spec}],
        },
    });
    let job = |suspend: bool, status: Value| {
        let spec = json!({"suspend": suspend, "template": {"metadata": labels, "spec": pod}});
        json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "x"}, "spec": spec, "status": status})
    };
    let waiting = || job(true, json!({}));
    let started = json!({"startTime": "2026-01-01T00:00:00Z"});
    let template = |template: Value| json!({"suspend": false, "template": template});
    let on_nodes = template(json!({"spec": {"nodeSelector": {"a": "b"}}}));
    let nodes = json!({"preferredDuringSchedulingIgnoredDuringExecution": []});
    let pods = json!({"preferredDuringSchedulingIgnoredDuringExecution": [
        {"weight": 1, "podAffinityTerm": {"topologyKey": "zone"}}
    ]});
    let all = json!({
        "metadata": {"labels": {"c": "d"}, "annotations": {"a": "b"}},
        "spec": {
            "tolerations": [{"operator": "Exists"}],
            "schedulingGates": [{"name": "g"}],
            "affinity": {"nodeAffinity": nodes},
        },
    });
    let class_less = json!([{"metadata": {"name": "data"}, "spec": claim_spec}]);
    let bound = || claim(json!("fast"), json!("pv-1"));
    // An expansion to 10Gi has failed.
    let expanded = || {
        let mut claim = bound();
        claim["spec"]["resources"]["requests"]["storage"] = json!("10Gi");
        claim["status"] = json!({"phase": "Bound", "capacity": {"storage": "8Gi"}});
        claim
    };
    let pending = || {
        let mut claim = bound();
        claim["status"] = json!({"phase": "Pending"});
        claim
    };
    let size = |size: &str| json!({"resources": {"requests": {"storage": size}}});
    let why_size = "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity";
    let why_claim = "spec: Forbidden: spec is immutable after creation";
    let why_set = "spec: Forbidden: updates to statefulset spec";
    let why_job = "spec.template: Invalid value: ";
    for (live, spec, why) in [
        (free(), json!({"volumeName": "pv-1"}), None),
        (free(), json!({"storageClassName": "fast"}), None),
        (bound(), json!({"volumeName": "pv-2"}), Some(why_claim)),
        (bound(), size("2Gi"), None),
        (bound(), size("1Mi"), Some(why_claim)),
        (pending(), size("2Gi"), Some(why_claim)),
        (expanded(), size("11Gi"), None),
        (expanded(), size("9Gi"), None),
        (expanded(), size("8Gi"), Some(why_size)),
        (expanded(), size("7Gi"), Some(why_size)),
        (
            expanded(),
            json!({"resources": {"limits": {"storage": "20Gi"}}}),
            Some(why_claim),
        ),
        (bound(), json!({"volumeName": null}), Some(why_claim)),
        (bound(), json!({"storageClassName": "slow"}), Some(why_claim)),
        (bound(), json!({"storageClassName": null}), Some(why_claim)),
        (
            claim(json!(""), Value::Null),
            json!({"storageClassName": "fast"}),
            Some(why_claim),
        ),
        (old, json!({"storageClassName": "fast"}), Some(why_claim)),
        (set, json!({"volumeClaimTemplates": class_less}), Some(why_set)),
        (waiting(), on_nodes.clone(), None),
        (waiting(), template(all), None),
        (
            waiting(),
            template(json!({"spec": {"containers": [
                {"name": "c", "image": "i:1", "resources": {"limits": {"cpu": "2"}}}
            ]}})),
            None,
        ),
        (
            waiting(),
            template(json!({"spec": {"containers": [{"name": "c", "image": "i:2"}]}})),
            Some(why_job),
        ),
        (
            waiting(),
            template(json!({"spec": {"affinity": {"podAffinity": pods}}})),
            Some(why_job),
        ),
        (
            waiting(),
            template(json!({"spec": {"hostNetwork": true}})),
            Some(why_job),
        ),
        (
            waiting(),
            template(json!({"metadata": {"finalizers": ["a/b"]}})),
            Some(why_job),
        ),
        (job(true, started), on_nodes.clone(), Some(why_job)),
        (job(false, json!({})), on_nodes, Some(why_job)),
    ] {
        let case = json!({"live": live, "type": "merge", "patch": {"spec": spec}});
        let said = server_answer(&merged(&case, &schema())).message();
        let fits = match (&said, why) {
            (None, None) => true,
            (Some(said), Some(why)) => said.contains(why),
            _ => false,
        };
        assert!(fits, "{live} {spec}: {said:?}");
    }
}

/// The words are those of `ValidateJobSpecUpdate` and `validateCompletions`.
#[test]
fn fields_of_a_job_cannot_change() {
    let job = |fields: Value| {
        let mut job = json!({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "x"},
            "spec": {"template": {"spec": {
                "restartPolicy": "Never", "containers": [{"name": "c", "image": "i:1"}],
            }}},
        });
        for (name, value) in fields.as_object().unwrap() {
            job["spec"][name] = value.clone();
        }
        job
    };
    let indexed = || json!({"completionMode": "Indexed", "completions": 3, "parallelism": 3});
    let rules = |action: &str| json!({"rules": [{"action": action, "onExitCodes": {"operator": "In", "values": [1]}}]});
    let success = json!({"rules": [{"succeededCount": 1}]});
    let immutable =
        |name: &str, value: &str| format!("spec.{name}: Invalid value: {value}: field is immutable");
    for (live, spec, why) in [
        (
            json!({"completions": 3, "parallelism": 1}),
            json!({"completions": 4}),
            immutable("completions", "4"),
        ),
        (
            json!({"completions": 3, "parallelism": 1}),
            json!({"completions": null}),
            immutable("completions", "null"),
        ),
        (
            json!({"parallelism": 2}),
            json!({"completions": 1}),
            immutable("completions", "1"),
        ),
        (
            indexed(),
            json!({"completions": 4}),
            "spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism"
                .to_owned(),
        ),
        (
            indexed(),
            json!({"completions": 4, "parallelism": 4}),
            String::new(),
        ),
        (
            indexed(),
            json!({"completionMode": null}),
            immutable("completionMode", "null"),
        ),
        (
            json!({}),
            json!({"completions": 1, "parallelism": 1, "completionMode": "NonIndexed"}),
            String::new(),
        ),
        (json!({}), json!({"parallelism": 5}), String::new()),
        (
            json!({"completions": 1, "parallelism": 1}),
            json!({"parallelism": 5}),
            String::new(),
        ),
        (
            json!({}),
            json!({"podFailurePolicy": rules("FailJob")}),
            "spec.podFailurePolicy: Invalid value: ".to_owned(),
        ),
        (
            json!({"podFailurePolicy": rules("FailJob")}),
            json!({"podFailurePolicy": rules("Ignore")}),
            "spec.podFailurePolicy: Invalid value: ".to_owned(),
        ),
        (
            json!({"podFailurePolicy": rules("FailJob")}),
            json!({"podFailurePolicy": null}),
            immutable("podFailurePolicy", "null"),
        ),
        (
            json!({"podFailurePolicy": rules("FailJob")}),
            json!({"backoffLimit": 3}),
            String::new(),
        ),
        (
            indexed(),
            json!({"backoffLimitPerIndex": 2}),
            immutable("backoffLimitPerIndex", "2"),
        ),
        (
            indexed(),
            json!({"successPolicy": success}),
            "spec.successPolicy: Invalid value: ".to_owned(),
        ),
        (
            json!({}),
            json!({"managedBy": "example.com/a"}),
            immutable("managedBy", "\"example.com/a\""),
        ),
        (
            json!({"managedBy": "example.com/a"}),
            json!({"managedBy": "example.com/b"}),
            immutable("managedBy", "\"example.com/b\""),
        ),
    ] {
        let case = json!({"live": job(live), "type": "merge", "patch": {"spec": spec}});
        let said = server_answer(&merged(&case, &schema()))
            .message()
            .unwrap_or_default();
        let fits = said.contains(&why) && why.is_empty() == said.is_empty();
        assert!(fits, "{}: {said}, not {why}", case["patch"]);
    }
}

/// The words are those of `ValidateDeploymentStrategy`, `validateInitContainers` and
/// `ValidateStorageClassUpdate`.
#[test]
fn rejections_have_the_place_and_the_words_of_the_server() {
    let labels = json!({"a": "b"});
    let container = json!({"name": "c", "image": "i:1"});
    let deployment = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "x"},
        "spec": {
            "selector": {"matchLabels": labels},
            "strategy": {"rollingUpdate": {"maxSurge": 1}},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": [container]}},
        },
    });
    let class = json!({
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "x"},
        "provisioner": "p",
        "parameters": {"a": "b"},
    });
    let recreate =
        "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'";
    let rolling = "spec.strategy: Unsupported value: {\"rollingUpdate\":{\"maxSurge\":1},\"type\":\"Rolling\"}: supported values: \"Recreate\", \"RollingUpdate\"";
    let of_kind = |kind: &str| {
        let mut object = deployment.clone();
        object["kind"] = json!(kind);
        object["spec"].as_object_mut().unwrap().remove("strategy");
        object
    };
    let stateful =
        "spec.updateStrategy: Invalid value: {\"type\":\"Recreate\"}: must be 'RollingUpdate' or 'OnDelete'";
    let daemon = "spec.updateStrategy: Unsupported value: {\"type\":\"Recreate\"}: supported values: \"RollingUpdate\", \"OnDelete\"";
    let twice = "spec.template.spec.initContainers[0].name: Duplicate value: \"c\"";
    let balanced = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "x"},
        "spec": {"type": "LoadBalancer", "ports": [{"port": 80}], "loadBalancerClass": "a.b/c"},
    });
    for (live, patch, words) in [
        (
            &deployment,
            json!({"spec": {"strategy": {"type": "Recreate"}}}),
            recreate,
        ),
        (
            &deployment,
            json!({"spec": {"strategy": {"type": "Rolling"}}}),
            rolling,
        ),
        (
            &of_kind("StatefulSet"),
            json!({"spec": {"updateStrategy": {"type": "Recreate"}}}),
            stateful,
        ),
        (
            &of_kind("DaemonSet"),
            json!({"spec": {"updateStrategy": {"type": "Recreate"}}}),
            daemon,
        ),
        (
            &deployment,
            json!({"spec": {"template": {"spec": {"initContainers": [container]}}}}),
            twice,
        ),
        (
            &balanced,
            json!({"spec": {"loadBalancerClass": "a.b/d"}}),
            "spec.loadBalancerClass: Invalid value: \"a.b/d\": may not change once set",
        ),
        (
            &balanced,
            json!({"spec": {"loadBalancerClass": null}}),
            "spec.loadBalancerClass: Invalid value: null: may not change once set",
        ),
        (
            &class,
            json!({"parameters": {"a": "c"}}),
            "parameters: Forbidden: updates to parameters are forbidden.",
        ),
    ] {
        let case = json!({"live": live, "type": "merge", "patch": patch});
        let merge = merged(&case, &schema());
        let said = server_answer(&merge).message().unwrap_or_default();
        assert!(said.ends_with(&format!("is invalid: {words}")), "{patch}: {said}");
        let mut steps = merge.steps.iter().map(|step| merge.sentence(step));
        assert!(!steps.any(|said| said.ends_with("..")), "{patch}");
    }
}

/// The spec of a pod with an affinity.
/// Manifests that the API server does not create, and similar ones that it does. The messages are those of
/// `pkg/apis/core/validation`, `pkg/apis/batch/validation` and `pkg/apis/networking/validation`.
#[test]
fn rarer_rules_have_the_words_of_the_server() {
    let pod = |spec: Value, container: Value| {
        let mut spec = spec;
        let mut all = json!({"name": "c", "image": "i"});
        all.as_object_mut()
            .unwrap()
            .extend(container.as_object().unwrap().clone());
        spec["containers"] = json!([all]);
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}, "spec": spec})
    };
    let of_pod = |spec: Value| pod(spec, json!({}));
    let context = |context: Value| pod(json!({}), json!({"securityContext": context}));
    let mount = |mount: Value| {
        let mut all = json!({"name": "v", "mountPath": "/d"});
        all.as_object_mut()
            .unwrap()
            .extend(mount.as_object().unwrap().clone());
        pod(
            json!({"volumes": [{"name": "v", "emptyDir": {}}]}),
            json!({"volumeMounts": [all]}),
        )
    };
    let item = |path: &str| {
        let items = json!([{"key": "a", "path": path}]);
        of_pod(json!({"volumes": [{"name": "v", "configMap": {"name": "m", "items": items}}]}))
    };
    let object = |version: &str, kind: &str, spec: Value| json!({"apiVersion": version, "kind": kind, "metadata": {"name": "x"}, "spec": spec});
    let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}});
    let job = |fields: Value| {
        let mut spec = fields;
        spec["template"] = template.clone();
        object("batch/v1", "Job", spec)
    };
    let reference = |path: &str| json!({"fieldPath": path});
    let variable = |path: &str| {
        let env = json!([{"name": "A", "valueFrom": {"fieldRef": reference(path)}}]);
        pod(json!({}), json!({"env": env}))
    };
    let file = |path: &str| {
        let items = json!([{"path": "a", "fieldRef": reference(path)}]);
        of_pod(json!({"volumes": [{"name": "v", "downwardAPI": {"items": items}}]}))
    };
    let sysctl = |name: &str| of_pod(json!({"securityContext": {"sysctls": [{"name": name, "value": "1"}]}}));
    let block = |cidr: &str, except: &str| {
        let peers = json!([{"ipBlock": {"cidr": cidr, "except": [except]}}]);
        let spec = json!({"podSelector": {}, "ingress": [{"from": peers}]});
        object("networking.k8s.io/v1", "NetworkPolicy", spec)
    };
    let zone = |zone: &str| {
        let job = json!({"spec": {"template": template}});
        let spec = json!({"schedule": "@daily", "timeZone": zone, "jobTemplate": job});
        object("batch/v1", "CronJob", spec)
    };
    let utilization = |number: i64| {
        let target = json!({"type": "Utilization", "averageUtilization": number});
        let metrics = json!([{"type": "Resource", "resource": {"name": "cpu", "target": target}}]);
        let target = json!({"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"});
        let spec = json!({"maxReplicas": 3, "scaleTargetRef": target, "metrics": metrics});
        object("autoscaling/v2", "HorizontalPodAutoscaler", spec)
    };
    let metric = |kind: &str| {
        let mut object = utilization(50);
        object["spec"]["metrics"][0]["type"] = json!(kind);
        object
    };
    let cron = |fields: Value, schedule: &str| {
        let job = job(fields);
        object(
            "batch/v1",
            "CronJob",
            json!({"schedule": schedule, "jobTemplate": {"spec": job["spec"]}}),
        )
    };
    let ingress = |host: &str| {
        object(
            "networking.k8s.io/v1",
            "Ingress",
            json!({"rules": [{"host": host}]}),
        )
    };
    let service = |fields: Value| {
        let mut spec = fields;
        spec["ports"] = json!([{"port": 80}]);
        object("v1", "Service", spec)
    };
    let external = |name: &str| {
        object(
            "v1",
            "Service",
            json!({"type": "ExternalName", "externalName": name}),
        )
    };
    let class = |fields: Value| {
        let mut object =
            json!({"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "x"}});
        object
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        object
    };
    let budget = |amount: Value| {
        object(
            "policy/v1",
            "PodDisruptionBudget",
            json!({"minAvailable": amount, "selector": {}}),
        )
    };
    let eviction = |policy: &str| {
        object(
            "policy/v1",
            "PodDisruptionBudget",
            json!({"minAvailable": 1, "selector": {}, "unhealthyPodEvictionPolicy": policy}),
        )
    };
    let node_port = |port: Value| {
        let first = json!({"name": "a", "port": 80, "nodePort": 30080});
        object(
            "v1",
            "Service",
            json!({"type": "NodePort", "ports": [first, port]}),
        )
    };
    let seccomp = |profile: Value| of_pod(json!({"securityContext": {"seccompProfile": profile}}));
    let app_armor = |profile: Value| of_pod(json!({"securityContext": {"appArmorProfile": profile}}));
    let servers = |servers: Value| of_pod(json!({"dnsConfig": {"nameservers": servers}}));
    let host_ports = |ports: [&str; 2]| {
        let port = |protocol| json!({"containerPort": 80, "hostPort": 80, "protocol": protocol});
        let container = |name: &str, protocol| json!({"name": name, "image": "i", "ports": [port(protocol)]});
        object(
            "v1",
            "Pod",
            json!({"containers": [container("a", ports[0]), container("b", ports[1])]}),
        )
    };
    for (valid, invalid, why) in [
        (
            mount(json!({"subPath": "", "subPathExpr": "b"})),
            mount(json!({"subPath": "a", "subPathExpr": "b"})),
            "subPathExpr: Invalid value: \"b\": subPathExpr and subPath are mutually exclusive",
        ),
        (
            context(json!({"allowPrivilegeEscalation": false, "privileged": false})),
            context(json!({"allowPrivilegeEscalation": false, "privileged": true})),
            "cannot set `allowPrivilegeEscalation` to false and `privileged` to true",
        ),
        (
            context(json!({"allowPrivilegeEscalation": false, "capabilities": {"add": ["SYS_ADMIN"]}})),
            context(json!({"allowPrivilegeEscalation": false, "capabilities": {"add": ["CAP_SYS_ADMIN"]}})),
            "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN",
        ),
        (
            seccomp(json!({"type": "RuntimeDefault", "localhostProfile": null})),
            seccomp(json!({"type": "RuntimeDefault", "localhostProfile": "a"})),
            "localhostProfile: Invalid value: {\"Type\":\"RuntimeDefault\",\"LocalhostProfile\":\"a\"}: can only be set when seccomp type is Localhost",
        ),
        (
            app_armor(json!({"type": "Localhost", "localhostProfile": "a"})),
            app_armor(json!({"type": "RuntimeDefault", "localhostProfile": "a"})),
            "appArmorProfile.localhostProfile: Invalid value: \"a\": can only be set",
        ),
        (
            servers(json!(["1.1.1.1", "010.0.0.1", "::1"])),
            servers(json!(["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"])),
            "spec.dnsConfig.nameservers: Invalid value: [\"1.1.1.1\",\"1.1.1.2\",\"1.1.1.3\",\"1.1.1.4\"]: must not have more than 3 nameservers",
        ),
        (
            servers(json!([])),
            servers(json!(["1.1.1"])),
            "nameservers[0]: Invalid value: \"1.1.1\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
        ),
        (
            item("a/..b"),
            item("..b"),
            "items[0].path: Invalid value: \"..b\": must not start with '..'",
        ),
        (
            host_ports(["TCP", "UDP"]),
            host_ports(["TCP", "TCP"]),
            "spec.containers[1].ports[0].hostPort: Duplicate value: \"TCP//80\"",
        ),
        (
            ingress("*.foo.com"),
            ingress("Foo.com"),
            "spec.rules[0].host: Invalid value: \"Foo.com\": a lowercase RFC 1123 subdomain",
        ),
        (
            ingress(""),
            ingress("*foo.com"),
            "host: Invalid value: \"*foo.com\": a wildcard DNS-1123 subdomain must start with '*.'",
        ),
        // A Job without both numbers has the default 1. The template of a CronJob has none.
        (
            job(json!({"completionMode": "Indexed"})),
            job(json!({"completionMode": "Indexed", "parallelism": 2})),
            "spec.completions: Required value: when completion mode is Indexed",
        ),
        (
            cron(
                json!({"completionMode": "Indexed", "completions": 1}),
                "* * * * *",
            ),
            cron(json!({"completionMode": "Indexed"}), "* * * * *"),
            "spec.jobTemplate.spec.completions: Required value: when completion mode is Indexed",
        ),
        (
            job(json!({"completionMode": "Indexed", "backoffLimitPerIndex": 1})),
            job(json!({"backoffLimitPerIndex": 1})),
            "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        ),
        (
            cron(json!({"selector": null, "manualSelector": false}), "@daily"),
            cron(json!({"selector": {"matchLabels": {"a": "b"}}}), "@daily"),
            "spec.jobTemplate.spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\"}}: `selector` will be auto-generated",
        ),
        (
            external("api.example.com."),
            external("https://api.example.com"),
            "spec.externalName: Invalid value: \"https://api.example.com\": a lowercase RFC 1123 subdomain",
        ),
        (
            service(json!({"type": "LoadBalancer", "loadBalancerClass": "example.com/lb"})),
            service(json!({"type": "LoadBalancer", "loadBalancerClass": "example.com/"})),
            "spec.loadBalancerClass: Invalid value: \"example.com/\": name part must be non-empty",
        ),
        (
            cron(json!({}), "@daily"),
            cron(json!({}), "TZ=UTC 0 0 * * *"),
            "cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
        ),
        (
            service(json!({"type": "LoadBalancer", "loadBalancerSourceRanges": ["10.0.0.0/8"]})),
            service(json!({"loadBalancerSourceRanges": ["10.0.0.0/8"]})),
            "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        ),
        (
            node_port(json!({"name": "b", "port": 80, "protocol": "UDP", "nodePort": 30080})),
            node_port(json!({"name": "b", "port": 81, "nodePort": 30080})),
            "spec.ports[1].nodePort: Duplicate value: 30080",
        ),
        // Another range is an option of the API server.
        (
            node_port(json!({"name": "b", "port": 81, "nodePort": 20000})),
            node_port(json!({"name": "b", "port": 81, "nodePort": 99999})),
            "spec.ports[1].nodePort: Invalid value: 99999: provided port is not in the valid range. The range of valid ports is 30000-32767",
        ),
        (
            variable("metadata.labels['app']"),
            variable("spec.foo"),
            "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"spec.foo\": error converting fieldPath: field label not supported: spec.foo",
        ),
        (
            variable("spec.host"),
            variable("status.phase"),
            "fieldPath: Unsupported value: \"status.phase\": supported values: \"metadata.name\", \"metadata.namespace\", \"metadata.uid\", \"spec.nodeName\", \"spec.serviceAccountName\", \"status.hostIP\", \"status.hostIPs\", \"status.podIP\", \"status.podIPs\"",
        ),
        (
            variable("metadata.annotations['A/b']"),
            variable("spec.nodeName['a']"),
            "fieldPath: Invalid value: \"spec.nodeName['a']\": error converting fieldPath: field label does not support subscript: spec.nodeName['a']",
        ),
        (
            variable("metadata.labels['a.b/c']"),
            variable("metadata.labels['a b']"),
            "valueFrom.fieldRef: Invalid value: \"a b\": name part must consist of",
        ),
        (
            file("metadata.labels"),
            file("spec.nodeName"),
            "spec.volumes[0].downwardAPI.items[0].fieldRef.fieldPath: Unsupported value: \"spec.nodeName\": supported values: \"metadata.annotations\", \"metadata.labels\", \"metadata.name\", \"metadata.namespace\", \"metadata.uid\"",
        ),
        (
            sysctl("net/core.some-max_conn"),
            sysctl("a b"),
            "spec.securityContext.sysctls[0].name: Invalid value: \"a b\": must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?",
        ),
        (
            block("010.0.0.0/08", "10.1.2.3/9"),
            block("10.0.0.0/40", "10.0.0.0/8"),
            "spec.ingress[0].from[0].ipBlock.cidr: Invalid value: \"10.0.0.0/40\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
        ),
        (
            block("::/0", "2001:db8::/64"),
            block("::/0", "10.0.0.0/8"),
            "ipBlock.except[0]: Invalid value: \"10.0.0.0/8\": must be a strict subset of `cidr`",
        ),
        (
            block("10.0.0.0/8", "10.0.0.0/9"),
            block("10.0.0.0/8", "10.0.0.0/8"),
            "ipBlock.except[0]: Invalid value: \"10.0.0.0/8\": must be a strict subset of `cidr`",
        ),
        (
            service(json!({"type": "LoadBalancer", "loadBalancerSourceRanges": [" 10.0.0.0/8 "]})),
            service(json!({"type": "LoadBalancer", "loadBalancerSourceRanges": ["1.2.3.4"]})),
            "spec.LoadBalancerSourceRanges[0]: Invalid value: \"1.2.3.4\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
        ),
        (
            service(json!({"externalIPs": ["1.2.3.4", "2001:db8::1"]})),
            service(json!({"externalIPs": ["+1.2.3.4"]})),
            "spec.externalIPs[0]: Invalid value: \"+1.2.3.4\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
        ),
        (
            zone("Etc/GMT+5"),
            zone("Europe/Berlin "),
            "spec.timeZone: Invalid value: \"Europe/Berlin \": unknown time zone Europe/Berlin ",
        ),
        (
            zone("UTC"),
            zone("local"),
            "spec.timeZone: Invalid value: \"local\": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
        ),
        (
            utilization(1),
            utilization(0),
            "spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0",
        ),
        (
            metric("Resource"),
            metric("Cpu"),
            "spec.metrics[0].type: Unsupported value: \"Cpu\": supported values: \"ContainerResource\", \"External\", \"Object\", \"Pods\", \"Resource\"",
        ),
        (
            metric("Resource"),
            metric(""),
            "spec.metrics[0].type: Required value: must specify a metric source type",
        ),
        (
            metric("Resource"),
            metric("Pods"),
            "spec.metrics[0].pods: Required value: must populate information for the given metric source",
        ),
        (
            eviction("AlwaysAllow"),
            eviction("alwaysAllow"),
            "spec.unhealthyPodEvictionPolicy: Unsupported value: \"alwaysAllow\": supported values: \"AlwaysAllow\", \"IfHealthyBudget\"",
        ),
        (
            budget(json!("50%")),
            budget(json!("150%")),
            "spec.minAvailable: Invalid value: \"150%\": must not be greater than 100%",
        ),
        (
            class(json!({"provisioner": "a.b/c", "reclaimPolicy": "Retain"})),
            class(json!({"provisioner": "a.b/c", "reclaimPolicy": "Recycle"})),
            "reclaimPolicy: Unsupported value: \"Recycle\": supported values: \"Delete\", \"Retain\"",
        ),
    ] {
        let said = |object: &Value| {
            let document = crate::recorded::document("object", object);
            let rejection = create_object(&document, &schema()).unwrap().rejection;
            rejection.unwrap_or_default()
        };
        assert_eq!(said(&valid), "", "{valid}");
        let said = said(&invalid);
        assert!(said.contains(why), "{invalid}: {said}");
    }
}

fn with_affinity(kind: &str, field: &str, terms: Value) -> Value {
    json!({"affinity": {kind: {format!("{field}DuringSchedulingIgnoredDuringExecution"): terms}}})
}

/// The fields and messages are those of the validation in Kubernetes 1.36.
#[test]
fn affinities_host_ports_network_policies_and_schedules_have_limits() {
    let pod = json!({"containers": [{"name": "c", "image": "i"}]});
    let required = |kind: &str, term: Value| with_affinity(kind, "required", json!([term]));
    let nodes = |expression: Value| {
        let terms = json!({"nodeSelectorTerms": [{"matchExpressions": [expression]}]});
        with_affinity("nodeAffinity", "required", terms)
    };
    let node_values = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0]";
    let term = "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]";
    let preferred = "spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]";
    let weighted = |weight: i64, key: &str| {
        let term = json!({"weight": weight, "podAffinityTerm": {"topologyKey": key}});
        with_affinity("podAffinity", "preferred", json!([term]))
    };
    let ports = |ports: Value| json!({"hostNetwork": true, "containers": [{"name": "c", "image": "i", "ports": [ports]}]});
    let service = json!({"type": "ClusterIP", "ports": [{"port": 80}]});
    let balancer = json!({"type": "LoadBalancer", "externalTrafficPolicy": "Local", "ports": [{"port": 80}]});
    let checked = json!({"type": "LoadBalancer", "externalTrafficPolicy": "Local", "healthCheckNodePort": 32000, "ports": [{"port": 80}]});
    let only_local = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    let policy = json!({"podSelector": {}});
    let port = |port: Value| json!({"ingress": [{"ports": [port]}]});
    let peer = |peer: Value| json!({"egress": [{"to": [peer]}]});
    let job = json!({
        "schedule": "0 0 * * *",
        "jobTemplate": {"spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}},
    });
    let schedule = |schedule: &str| json!({"schedule": schedule});
    let of_policy = "networking.k8s.io/v1 NetworkPolicy";
    let name_part = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                     alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                     '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    let cron = |schedule: &str, why: &str| format!("spec.schedule: Invalid value: \"{schedule}\": {why}");
    let of_job = "batch/v1 CronJob";
    let of_scaler = "autoscaling/v2 HorizontalPodAutoscaler";
    let scaler = json!({"maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}});
    let scaling = |policy: Value| json!({"behavior": {"scaleUp": {"policies": [policy]}}});
    let window = |seconds: i64| json!({"behavior": {"scaleDown": {"stabilizationWindowSeconds": seconds}}});
    for (kind, live, patch, expected) in [
        ("v1 Pod", &pod, required("podAntiAffinity", json!({"topologyKey": "kubernetes.io/hostname"})), String::new()),
        (
            "v1 Pod",
            &pod,
            required("podAntiAffinity", json!({"labelSelector": {"matchLabels": {"a": "b"}}})),
            format!(
                "[{term}.topologyKey: Required value: can not be empty, \
                 {term}.topologyKey: Invalid value: \"\": name part must be non-empty, \
                 {term}.topologyKey: Invalid value: \"\": {name_part}]"
            ),
        ),
        ("v1 Pod", &pod, weighted(100, "zone"), String::new()),
        (
            "v1 Pod",
            &pod,
            weighted(0, "zone"),
            format!("{preferred}.weight: Invalid value: 0: must be in the range 1-100"),
        ),
        ("v1 Pod", &pod, nodes(json!({"key": "a", "operator": "In", "values": ["b"]})), String::new()),
        ("v1 Pod", &pod, nodes(json!({"key": "a", "operator": "Gt", "values": ["1"]})), String::new()),
        (
            "v1 Pod",
            &pod,
            nodes(json!({"key": "a", "operator": "In"})),
            format!("{node_values}.values: Required value: must be specified when `operator` is 'In' or 'NotIn'"),
        ),
        (
            "v1 Pod",
            &pod,
            nodes(json!({"key": "a", "operator": "Exists", "values": ["b"]})),
            format!("{node_values}.values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        ),
        (
            "v1 Pod",
            &pod,
            nodes(json!({"key": "a", "operator": "equals", "values": ["b"]})),
            format!("{node_values}.operator: Invalid value: \"equals\": not a valid selector operator"),
        ),
        (
            "v1 Pod",
            &pod,
            with_affinity("nodeAffinity", "required", json!({"nodeSelectorTerms": []})),
            "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: \
             must have at least one node selector term"
                .to_owned(),
        ),
        ("v1 Pod", &pod, ports(json!({"containerPort": 80})), String::new()),
        ("v1 Pod", &pod, ports(json!({"containerPort": 80, "hostPort": 80})), String::new()),
        (
            "v1 Pod",
            &pod,
            ports(json!({"containerPort": 80, "hostPort": 8080})),
            "spec.containers[0].ports[0].hostPort: Invalid value: 8080: must match `containerPort` when `hostNetwork` is true"
                .to_owned(),
        ),
        ("v1 Service", &balancer, json!({"type": "ClusterIP"}), String::new()),
        ("v1 Service", &checked, json!({"externalTrafficPolicy": "Cluster"}), String::new()),
        (
            "v1 Service",
            &checked,
            json!({"externalTrafficPolicy": "Cluster", "healthCheckNodePort": 32001}),
            format!("spec.healthCheckNodePort: Invalid value: 32001: {only_local}"),
        ),
        (
            "v1 Service",
            &balancer,
            json!({"type": "NodePort", "healthCheckNodePort": 32000}),
            format!("spec.healthCheckNodePort: Invalid value: 32000: {only_local}"),
        ),
        ("v1 Service", &service, json!({"externalIPs": ["192.0.2.1"], "externalTrafficPolicy": "Local"}), String::new()),
        (
            "v1 Service",
            &service,
            json!({"externalTrafficPolicy": "Local"}),
            "spec.externalTrafficPolicy: Invalid value: \"Local\": may only be set for externally-accessible services".to_owned(),
        ),
        (
            "v1 Service",
            &balancer,
            json!({"type": "ClusterIP", "externalTrafficPolicy": "Cluster"}),
            "spec.externalTrafficPolicy: Invalid value: \"Cluster\": may only be set for externally-accessible services".to_owned(),
        ),
        (
            "v1 Service",
            &balancer,
            json!({"externalTrafficPolicy": "local"}),
            "spec.externalTrafficPolicy: Unsupported value: \"local\": supported values: \"Cluster\", \"Local\"".to_owned(),
        ),
        (of_policy, &policy, port(json!({"port": 80, "endPort": 80})), String::new()),
        (of_policy, &policy, port(json!({"port": "http"})), String::new()),
        (
            of_policy,
            &policy,
            port(json!({"port": 80, "endPort": 79})),
            "spec.ingress[0].ports[0].endPort: Invalid value: 79: must be greater than or equal to `port`".to_owned(),
        ),
        (
            of_policy,
            &policy,
            port(json!({"port": "http", "endPort": 90})),
            "spec.ingress[0].ports[0].endPort: Invalid value: 90: may not be specified when `port` is non-numeric".to_owned(),
        ),
        (
            of_policy,
            &policy,
            port(json!({"endPort": 90})),
            "spec.ingress[0].ports[0].endPort: Invalid value: 90: may not be specified when `port` is not specified".to_owned(),
        ),
        (
            of_policy,
            &policy,
            port(json!({"port": 80, "protocol": "tcp"})),
            "spec.ingress[0].ports[0].protocol: Unsupported value: \"tcp\": supported values: \"TCP\", \"UDP\", \"SCTP\"".to_owned(),
        ),
        (of_policy, &policy, peer(json!({"podSelector": {}})), String::new()),
        (of_policy, &policy, peer(json!({})), "spec.egress[0].to[0]: Required value: must specify a peer".to_owned()),
        (
            of_policy,
            &policy,
            peer(json!({"podSelector": {}, "ipBlock": {"cidr": "192.0.2.0/24"}})),
            "spec.egress[0].to[0]: Forbidden: may not specify both ipBlock and another peer".to_owned(),
        ),
        (
            of_policy,
            &policy,
            json!({"policyTypes": ["egress"]}),
            "spec.policyTypes[0]: Unsupported value: \"egress\": supported values: \"Ingress\", \"Egress\"".to_owned(),
        ),
        (of_scaler, &scaler, window(3600), String::new()),
        (
            of_scaler,
            &scaler,
            window(3601),
            "spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600".to_owned(),
        ),
        (
            of_scaler,
            &scaler,
            window(-1),
            "spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero".to_owned(),
        ),
        (of_scaler, &scaler, scaling(json!({"type": "Percent", "value": 50, "periodSeconds": 1800})), String::new()),
        (
            of_scaler,
            &scaler,
            scaling(json!({"type": "percent", "value": 50, "periodSeconds": 60})),
            "spec.behavior.scaleUp.policies[0].type: Unsupported value: \"percent\": supported values: \"Percent\", \"Pods\"".to_owned(),
        ),
        (
            of_scaler,
            &scaler,
            scaling(json!({"type": "Pods", "value": 0, "periodSeconds": 60})),
            "spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero".to_owned(),
        ),
        (
            of_scaler,
            &scaler,
            scaling(json!({"type": "Pods", "value": 1, "periodSeconds": 1801})),
            "spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800".to_owned(),
        ),
        (
            of_scaler,
            &scaler,
            json!({"behavior": {"scaleUp": {"selectPolicy": "max"}}}),
            "spec.behavior.scaleUp.selectPolicy: Unsupported value: \"max\": supported values: \"Disabled\", \"Max\", \"Min\"".to_owned(),
        ),
        (
            of_scaler,
            &scaler,
            json!({"metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization"}}}]}),
            "spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization".to_owned(),
        ),
        (
            of_scaler,
            &scaler,
            json!({"metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Percent", "averageUtilization": 70}}}]}),
            "spec.metrics[0].resource.target.type: Invalid value: \"Percent\": must be either Utilization, Value, or AverageValue".to_owned(),
        ),
        (
            "v1 Service",
            &service,
            json!({"ipFamilyPolicy": "Dual"}),
            "spec.ipFamilyPolicy: Unsupported value: \"Dual\": supported values: \"PreferDualStack\", \"RequireDualStack\", \"SingleStack\"".to_owned(),
        ),
        (of_job, &job, schedule("*/15 0-6,22 1 jan-mar MON"), String::new()),
        (of_job, &job, schedule("@hourly"), String::new()),
        (of_job, &job, schedule("? * * * 6/2"), String::new()),
        (of_job, &job, schedule("0 0 * *"), cron("0 0 * *", "expected exactly 5 fields, found 4: [0 0 * *]")),
        (of_job, &job, schedule("60 0 * * *"), cron("60 0 * * *", "end of range (60) above maximum (59): 60")),
        (of_job, &job, schedule("0 0 * * 7"), cron("0 0 * * 7", "end of range (7) above maximum (6): 7")),
        (of_job, &job, schedule("0 0 0 * *"), cron("0 0 0 * *", "beginning of range (0) below minimum (1): 0")),
        (of_job, &job, schedule("0 5-3 * * *"), cron("0 5-3 * * *", "beginning of range (5) beyond end of range (3): 5-3")),
        (of_job, &job, schedule("*/0 * * * *"), cron("*/0 * * * *", "step of range should be a positive number: */0")),
        (of_job, &job, schedule("@reboot"), cron("@reboot", "unrecognized descriptor: @reboot")),
        (
            of_job,
            &job,
            schedule("x * * * *"),
            "spec.schedule: Invalid value: \"x * * * *\": failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"
                .to_owned(),
        ),
    ] {
        let found = said_of(kind, live.clone(), patch.clone()).unwrap_or_default();
        let found = found.split_once(" is invalid: ").map_or(&*found, |parts| parts.1);
        assert_eq!(found, expected, "{kind} {patch}");
    }
}

/// The number comes from typed maps, which Go converts to the type of the field (`FromUnstructured`).
#[test]
fn a_number_that_is_cut_to_32_bits_is_reported() {
    let live = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "x"},
        "spec": {
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}},
        },
    });
    for (kind, replicas, stored) in [
        ("strategic", json!(4_294_967_297_i64), Some("1")),
        ("strategic", json!(i32::MAX), None),
        ("merge", json!(4_294_967_297_i64), None),
    ] {
        let case = json!({"live": live, "type": kind, "patch": {"spec": {"replicas": replicas}}});
        let merged = merged(&case, &schema());
        let step = merged.steps.iter().find(|step| step.rule == Rule::WrappedNumber);
        let sentence = step.map(|step| merged.sentence(step));
        assert_eq!(sentence.is_some(), stored.is_some(), "{kind} {replicas}");
        if let (Some(sentence), Some(stored)) = (sentence, stored) {
            assert!(sentence.ends_with(&format!("stores {stored}.")), "{sentence}");
        }
    }
}
