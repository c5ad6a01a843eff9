//! `kubectl apply` to recorded objects: the patches that it sends, whether it converges, and which drift it
//! reports.

use std::sync::Arc;

use mergescope::create::{
    AppliedPatch, ApplyComputation, Convergence, LedgerRow, apply, create_object, ledger,
};
use mergescope::document::write;
use mergescope::merge::{Merge, Rule, server_answer};
use mergescope::schema::Schema;
use serde_json::{Value, json};

use crate::recorded::{document, entries, is_same, judge_all, live, schema, text};

fn applied(manifest: &Value, live_object: &Value, schema: &Arc<Schema>) -> ApplyComputation {
    apply(&AppliedPatch {
        live: live(live_object),
        manifest: document("manifest", manifest),
        last_applied: None,
        schema: Arc::clone(schema),
        overwrite: true,
    })
    .unwrap()
}

/// Checks kubectl's message for the first apply, and whether an apply prints `unchanged`.
fn judge_rounds(recorded: &Value, applied: &ApplyComputation) -> Result<(), String> {
    let merged = applied.merged(true);
    let verdict = match (server_answer(&merged).message(), applied.is_unchanged()) {
        (Some(_), _) => "refused",
        (None, true) => "unchanged",
        (None, false) => "configured",
    };
    if recorded["verdict"] != verdict {
        return Err(format!("expected {}, got {verdict}", recorded["verdict"]));
    }
    let convergence = applied.convergence(&merged);
    let settles = matches!(convergence, Convergence::Converges(_));
    if recorded["settles"] != settles {
        return Err(format!(
            "settles: expected {}, got {convergence:?}",
            recorded["settles"]
        ));
    }
    let patch: Value = serde_json::from_str(&write::json_compact(&*applied.created.patch.document)).unwrap();
    judge_patch(&recorded["rounds"][0], &patch)?;
    judge_next_round(recorded, applied, &merged)
}

fn judge_patch(round: &Value, patch: &Value) -> Result<(), String> {
    let expected = &round["patch"];
    match expected.is_null() || is_same(expected, patch) {
        true => Ok(()),
        false => Err(format!("patch\n  expected {expected}\n  got      {patch}")),
    }
}

/// Checks the second apply, to the object that the server stored, with the patch that kubectl sent.
fn judge_next_round(recorded: &Value, applied: &ApplyComputation, merged: &Merge) -> Result<(), String> {
    let next = applied.again(merged);
    let Some(round) = recorded["rounds"].get(1) else {
        return Ok(());
    };
    let Some(next) = next else {
        return match round["patch"].is_null() {
            true => Ok(()),
            false => Err(format!("the second apply sends {}", round["patch"])),
        };
    };
    let patch = serde_json::from_str(&write::json_compact(&*next.created.patch.document)).unwrap();
    if round["patch"].is_null() {
        return Err(format!("the second apply sends nothing, got {patch}"));
    }
    judge_patch(round, &patch).map_err(|why| format!("second {why}"))?;
    let after = &recorded["after"];
    if after.is_null() {
        return Ok(());
    }
    let stored: Value = serde_json::from_str(&write::json_compact(&**next.live())).unwrap();
    match is_same(&without_bookkeeping(after), &without_bookkeeping(&stored)) {
        true => Ok(()),
        false => Err(format!("stored\n  expected {after}\n  got      {stored}")),
    }
}

/// Removes the counters and times of the server, which are not predicted.
fn without_bookkeeping(object: &Value) -> Value {
    let mut object = object.clone();
    let metadata = object["metadata"].as_object_mut().unwrap();
    for name in ["generation", "managedFields", "resourceVersion"] {
        metadata.remove(name);
    }
    object
}

/// Returns whether a rule is drift that survives, or drift in a list that is replaced or a map that is
/// removed.
fn is_drift(fate: Rule) -> bool {
    matches!(
        fate,
        Rule::LedgerDriftKept
            | Rule::LedgerDriftReverted
            | Rule::LedgerEncodedAnew
            | Rule::LedgerRemovedWithParent
            | Rule::LedgerCleared
    )
}

/// Returns the row of a field.
fn row_of<'r>(rows: &'r [LedgerRow], path: &str) -> Option<&'r LedgerRow> {
    let holds = |row: &&LedgerRow| {
        let own = row.path.to_string();
        path == own
            || path
                .strip_prefix(&own)
                .is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    rows.iter().find(holds)
}

fn judge_rows(case: &Value, rows: &[LedgerRow], knows_managers: bool) -> Result<(), String> {
    for field in entries(&case["truth"]) {
        let path = text(&field["path"]);
        if path.contains("last-applied-configuration") {
            continue;
        }
        let is_in_manifest = field.get("manifest").is_some();
        let Some(row) = row_of(rows, path) else {
            return Err(format!("no row of {path}"));
        };
        let fits = match text(&field["truth"]) {
            "default" if is_in_manifest => row.rule == Rule::LedgerStoredDifferently,
            "default" => matches!(row.rule, Rule::LedgerDefault | Rule::LedgerEncoded),
            "drift" if field.get("removed").is_some() => {
                matches!(row.rule, Rule::LedgerRestored | Rule::LedgerDriftReverted)
            }
            "drift" if knows_managers => {
                is_drift(row.rule) && row.drift_by.iter().any(|drifter| field["by"] == *drifter.manager)
            }
            // Without owners, drift to a default value looks like a default.
            "drift" => is_drift(row.rule) || row.rule == Rule::LedgerDefault,
            _ => row.rule == Rule::LedgerServerManaged,
        };
        if !fits {
            return Err(format!(
                "{path}: expected {} by {}, got {} by {:?}",
                field["truth"],
                field["by"],
                row.rule.name(),
                row.drift_by
            ));
        }
    }
    rows.iter()
        .try_for_each(|row| judge_row(case, row, knows_managers))
}

/// A row says of no field that it is drift or a default that is not recorded as such.
fn judge_row(case: &Value, row: &LedgerRow, knows_managers: bool) -> Result<(), String> {
    let own = row.path.to_string();
    let covers = |whole: &str, part: &str| {
        part.strip_prefix(whole)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let mut truths = entries(&case["truth"]).filter(|field| {
        let path = text(&field["path"]);
        covers(&own, path) || covers(path, &own)
    });
    let fits = match row.rule {
        fate if is_drift(fate) => truths.any(|field| field["truth"] == "drift"),
        Rule::LedgerDefault => truths.any(|field| {
            let truth = text(&field["truth"]);
            truth == "default" || truth == "drift" && !knows_managers
        }),
        _ => true,
    };
    match fits {
        true => Ok(()),
        false => Err(format!("{own}: not recorded as {}", row.rule.name())),
    }
}

fn judge(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let manifest = &case["manifest"];
    let again = applied(manifest, &case["created"], schema);
    judge_rounds(&case["again"], &again).map_err(|why| format!("again: {why}"))?;
    let onto_live = applied(manifest, &case["live"], schema);
    judge_rounds(&case["reapply"], &onto_live).map_err(|why| format!("reapply: {why}"))?;
    let merged = onto_live.merged(true);
    judge_rows(case, &ledger(&onto_live, &merged), true)
}

/// Without `managedFields`, which kubectl hides, a table of known defaults decides.
fn judge_without_managers(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let mut object = case["live"].clone();
    object["metadata"]
        .as_object_mut()
        .unwrap()
        .remove("managedFields");
    let applied = applied(&case["manifest"], &object, schema);
    let merged = applied.merged(true);
    judge_rows(case, &ledger(&applied, &merged), false)
}

#[test]
fn applies_match_the_recordings() {
    let schema = schema();
    judge_all("apply_ledger.jsonl", 33, |case| judge(case, &schema));
}

#[test]
fn known_defaults_are_no_drift_without_owners() {
    let schema = schema();
    judge_all("apply_ledger.jsonl", 33, |case| {
        judge_without_managers(case, &schema)
    });
}

/// Older API servers write `creationTimestamp: null` into templates; all add a label to a Namespace, the labels of the
/// template to a ReplicationController, and a token to a Pod.
#[test]
fn what_every_server_adds_is_no_drift() {
    let pod = json!({"containers": [{"name": "c", "image": "i:1"}]});
    let template = json!({"metadata": {"labels": {"a": "b"}}, "spec": pod});
    let selector = json!({"matchLabels": {"a": "b"}});
    let deployment = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"selector": selector, "template": template},
    });
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "n1"}});
    let controller = json!({
        "apiVersion": "v1",
        "kind": "ReplicationController",
        "metadata": {"name": "web"},
        "spec": {"selector": {"a": "b"}, "template": template},
    });
    let token_of = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": pod});
    let schema = schema();
    for (manifest, pointer, name, value) in [
        (
            deployment,
            "/spec/template/metadata",
            "creationTimestamp",
            Value::Null,
        ),
        (
            namespace,
            "/metadata",
            "labels",
            json!({"kubernetes.io/metadata.name": "n1"}),
        ),
        (controller, "/metadata", "labels", json!({"a": "b"})),
        (
            token_of.clone(),
            "/spec",
            "volumes",
            json!([{"name": "kube-api-access-x7k2p", "projected": {"sources": [], "defaultMode": 420}}]),
        ),
        (
            token_of,
            "/spec/containers/0",
            "volumeMounts",
            json!([{"name": "kube-api-access-x7k2p", "readOnly": true, "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}]),
        ),
    ] {
        let mut live = manifest.clone();
        live.pointer_mut(pointer).unwrap()[name] = value;
        let applied = applied(&manifest, &live, &schema);
        let rows = ledger(&applied, &applied.merged(true));
        let defaults = rows.iter().filter(|row| row.rule == Rule::LedgerDefault);
        assert_eq!(defaults.count(), 1, "{manifest}");
        assert!(!rows.iter().any(|row| is_drift(row.rule)), "{manifest}");
    }
}

/// The same file is applied again directly after it created its object.
#[test]
fn applies_after_a_create_converge_as_recorded() {
    let schema = schema();
    judge_all("apply_ledger.jsonl", 33, |case| {
        let manifest = document("manifest", &case["manifest"]);
        let created = create_object(&manifest, &schema).unwrap();
        let settles = matches!(created.convergence, Convergence::Converges(0));
        match case["again"]["settles"] == settles && created.rejection.is_none() {
            true => Ok(()),
            false => Err(format!(
                "expected {}, got {:?}",
                case["again"]["settles"],
                created.convergence.sentence()
            )),
        }
    });
}

const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Returns the paths of the drift that an apply of the manifest keeps in an object with these differences, which has
/// been applied before.
fn kept_drift(manifest: &Value, changes: &Value, managers: &[Value]) -> Vec<String> {
    let mut live = manifest.clone();
    for (pointer, value) in changes.as_object().unwrap() {
        let (map, name) = pointer.rsplit_once('/').unwrap();
        live.pointer_mut(map).unwrap()[name] = value.clone();
    }
    live["metadata"]["annotations"] = json!({LAST_APPLIED: manifest.to_string()});
    live["metadata"]["creationTimestamp"] = json!("2026-11-22T15:46:17Z");
    if !managers.is_empty() {
        live["metadata"]["managedFields"] = json!(managers);
    }
    let applied = applied(manifest, &live, &schema());
    let rows = ledger(&applied, &applied.merged(true));
    let kept = rows.iter().filter(|row| is_drift(row.rule));
    kept.map(|row| row.path.to_string()).collect()
}

fn manager(name: &str, time: &str, fields: &Value) -> Value {
    json!({
        "manager": name,
        "operation": "Update",
        "apiVersion": "v1",
        "time": format!("2026-11-22T{time}Z"),
        "fieldsType": "FieldsV1",
        "fieldsV1": fields,
    })
}

/// The fields of the entry that owns the annotation, with other fields.
fn applied_fields(others: &Value) -> Value {
    let mut fields = json!({"f:metadata": {"f:annotations": {format!("f:{LAST_APPLIED}"): {}}}});
    for (name, set) in others.as_object().unwrap() {
        fields[name] = set.clone();
    }
    fields
}

/// An object that `kubectl create` made, and that `kubectl apply` later gave its annotation.
#[test]
fn defaults_of_a_create_are_no_drift() {
    let manifest = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web"},
        "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]},
    });
    let changes = json!({"/spec/sessionAffinity": "None", "/spec/publishNotReadyAddresses": true});
    let spec = json!({"f:spec": {"f:sessionAffinity": {}, "f:publishNotReadyAddresses": {}}});
    // The second one has changed the object after its creation.
    for time in ["15:46:17", "16:30:00"] {
        let managers = [
            manager(
                "kubectl-client-side-apply",
                "16:00:00",
                &applied_fields(&json!({})),
            ),
            manager("kubectl-create", time, &spec),
        ];
        let drift = kept_drift(&manifest, &changes, &managers);
        assert_eq!(drift, ["spec.publishNotReadyAddresses"], "{time}");
    }
    // A value that others set is drift, also if it is the default.
    for (created, time) in [("15:46:17", "16:30:00"), ("16:20:00", "16:30:00")] {
        let defaults = json!({"f:spec": {"f:type": {}, "f:internalTrafficPolicy": {}}});
        let managers = [
            manager("kubectl-client-side-apply", created, &applied_fields(&defaults)),
            manager("ops", time, &json!({"f:spec": {"f:sessionAffinity": {}}})),
        ];
        let changes = json!({
            "/spec/sessionAffinity": "None", "/spec/type": "ClusterIP", "/spec/internalTrafficPolicy": "Cluster",
        });
        let drift = kept_drift(&manifest, &changes, &managers);
        assert_eq!(drift, ["spec.sessionAffinity"], "{created}");
    }
}

fn deployment(pod: &Value) -> Value {
    json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": pod},
        },
    })
}

/// A value is a default only if the API server sets this value with the other fields of the object.
#[test]
fn other_values_than_the_default_are_drift() {
    let containers = json!([{"name": "c", "image": "i:1", "ports": [{"containerPort": 80}]}]);
    let plain = deployment(&json!({"containers": containers}));
    let with_account = deployment(&json!({"containers": containers, "serviceAccount": "web"}));
    let with_name = deployment(&json!({"containers": containers, "serviceAccountName": "web"}));
    let on_host = deployment(&json!({"containers": containers, "hostNetwork": true}));
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": containers},
    });
    let account = "/spec/template/spec/serviceAccount";
    let name = "/spec/template/spec/serviceAccountName";
    let port = "/spec/template/spec/containers/0/ports/0/hostPort";
    let policy = |egress: Value| {
        let mut policy = json!({
            "apiVersion": "networking.k8s.io/v1",
            "kind": "NetworkPolicy",
            "metadata": {"name": "p"},
            "spec": {"podSelector": {}},
        });
        if !egress.is_null() {
            policy["spec"]["egress"] = egress;
        }
        policy
    };
    let job = json!({
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "j"},
        "spec": {
            "backoffLimitPerIndex": 1,
            "template": {"spec": {"containers": containers, "restartPolicy": "Never"}},
        },
    });
    let claim = json!({
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "c"},
        "spec": {"dataSource": {"kind": "PersistentVolumeClaim", "name": "d"}},
    });
    let both = [
        "spec.template.spec.serviceAccount",
        "spec.template.spec.serviceAccountName",
    ];
    let host_port = ["spec.template.spec.containers[name=c].ports[containerPort=80].hostPort"];
    let types = ["spec.policyTypes"];
    let cases: [(&Value, Value, &[&str]); 15] = [
        (&plain, json!({account: "web", name: "web"}), &both),
        (&with_account, json!({name: "web"}), &[]),
        (&with_account, json!({name: "other"}), &both[1..]),
        (&with_name, json!({account: "web"}), &[]),
        (
            &pod,
            json!({"/spec/serviceAccount": "default", "/spec/serviceAccountName": "default"}),
            &[],
        ),
        (&plain, json!({port: 80}), &host_port),
        (&on_host, json!({port: 80}), &[]),
        (
            &policy(json!(null)),
            json!({"/spec/policyTypes": ["Ingress"]}),
            &[],
        ),
        (
            &policy(json!(null)),
            json!({"/spec/policyTypes": ["Ingress", "Egress"]}),
            &types,
        ),
        (
            &policy(json!([])),
            json!({"/spec/policyTypes": ["Ingress", "Egress"]}),
            &types,
        ),
        (
            &policy(json!([{}])),
            json!({"/spec/policyTypes": ["Ingress", "Egress"]}),
            &[],
        ),
        (
            &policy(json!([{}])),
            json!({"/spec/policyTypes": ["Ingress"]}),
            &types,
        ),
        (&job, json!({"/spec/backoffLimit": i32::MAX}), &[]),
        (&job, json!({"/spec/backoffLimit": 6}), &["spec.backoffLimit"]),
        (
            &claim,
            json!({"/spec/dataSourceRef": {"kind": "PersistentVolumeClaim", "name": "d"}}),
            &[],
        ),
    ];
    for (manifest, changes, drift) in cases {
        assert_eq!(kept_drift(manifest, &changes, &[]), drift, "{manifest} {changes}");
    }
}

/// The manager that applies owns the defaults, but not everything that it owns is a default.
#[test]
fn values_of_the_applying_manager_are_defaults_only_if_the_api_server_can_set_them() {
    let config =
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "1"}});
    let container = json!({"name": "c", "image": "i:1"});
    let plain = deployment(&json!({"containers": [container]}));
    let widget = json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": {"a": 1}});
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [container]},
    });
    let template = |fields: Value| json!({"f:spec": {"f:template": {"f:spec": fields}}});
    let tolerations = json!([{"key": "node.kubernetes.io/not-ready", "operator": "Exists"}]);
    let cases = [
        (
            &config,
            json!({"/data/zz": "2"}),
            json!({"f:data": {"f:zz": {}}}),
            &["data.zz"][..],
        ),
        (
            &config,
            json!({"/metadata/labels": {"team": "a"}}),
            json!({"f:metadata": {"f:labels": {".": {}, "f:team": {}}}}),
            &[],
        ),
        (
            &plain,
            json!({"/spec/paused": true}),
            json!({"f:spec": {"f:paused": {}}}),
            &["spec.paused"],
        ),
        (
            &plain,
            json!({"/spec/replicas": 1}),
            json!({"f:spec": {"f:replicas": {}}}),
            &[],
        ),
        (
            &plain,
            json!({"/spec/replicas": 3}),
            json!({"f:spec": {"f:replicas": {}}}),
            &["spec.replicas"],
        ),
        (
            &plain,
            json!({"/spec/template/spec/securityContext": {"runAsUser": 1}}),
            template(json!({"f:securityContext": {".": {}, "f:runAsUser": {}}})),
            &["spec.template.spec.securityContext"],
        ),
        (
            &plain,
            json!({"/spec/template/spec/initContainers": [{"name": "i", "image": "i:1", "imagePullPolicy": "IfNotPresent"}]}),
            template(json!({"f:initContainers": {".": {}, "k:{\"name\":\"i\"}": {
                ".": {}, "f:name": {}, "f:image": {}, "f:imagePullPolicy": {},
            }}})),
            &["spec.template.spec.initContainers"],
        ),
        (
            &pod,
            json!({"/spec/tolerations": tolerations}),
            json!({"f:spec": {"f:tolerations": {}}}),
            &[],
        ),
        (
            &widget,
            json!({"/spec/b": 2}),
            json!({"f:spec": {"f:b": {}}}),
            &[],
        ),
    ];
    for (manifest, changes, fields, drift) in &cases {
        let mut all = applied_fields(&json!({}));
        for (name, set) in fields.as_object().unwrap() {
            for (inner, set) in set.as_object().unwrap() {
                all[name][inner] = match (name.as_str(), inner.as_str()) {
                    ("f:metadata", "f:annotations") => continue,
                    _ => set.clone(),
                };
            }
        }
        for time in ["15:46:17", "16:00:00"] {
            let managers = [
                manager("kubectl-client-side-apply", time, &all),
                manager("kubectl-create", "15:46:17", &json!({})),
            ];
            assert_eq!(
                kept_drift(manifest, changes, &managers),
                *drift,
                "{manifest} {changes}"
            );
        }
    }
}
