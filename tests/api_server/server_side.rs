//! Server-side applies and updates, and the takeover of client-side applies.

use std::sync::Arc;

use mergescope::document::{Numbers, Tree, same, write};
use mergescope::merge::server_side::{
    ApplyRequest, ManagerOperation, ServerSideOutcome, path_text, serve, write_managed_fields,
};
use mergescope::merge::{Inputs, Semantics, Verdict, broken_claims};
use mergescope::report::explanation::Explanation;
use mergescope::schema::Schema;
use serde_json::{Value, json};

use crate::recorded::{
    as_merged, cases, differences, document, entries, folder, is_same, judge_all, live, schema, schema_of,
    text, without_system_fields,
};

fn outcome(case: &Value, schema: &Arc<Schema>, live_object: &Value) -> ServerSideOutcome {
    let (operation, sent) = match case.get("apply") {
        Some(apply) => (ManagerOperation::Apply, apply),
        None => (ManagerOperation::Update, &case["update"]),
    };
    let request = ApplyRequest {
        manager: text(&sent["manager"]).to_owned(),
        operation,
        force: sent["force"].as_bool().unwrap_or(false),
        takeover: true,
        validates: true,
        owners: None,
    };
    let config = sent.get("config").or(sent.get("object")).unwrap();
    let inputs = Inputs {
        live: live(live_object),
        patches: vec![document("config", config)],
        schema: Arc::clone(schema),
        semantics: Semantics::KUBERNETES,
    };
    serve(inputs, &request, true)
}

/// Returns the server's message in kubectl's output.
fn message(error: &str) -> &str {
    let error = error.strip_prefix("error: ").unwrap_or(error);
    let error = error.strip_prefix("Error from server: ").unwrap_or(error);
    error.split("\nPlease review").next().unwrap_or(error)
}

fn sorted(rows: impl Iterator<Item = String>) -> Vec<String> {
    let mut rows: Vec<String> = rows.collect();
    rows.sort();
    rows
}

fn judge(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let expect = &case["expect"];
    let mut served = outcome(case, schema, &case["live"]);
    let differ = |what: &str, expected: &dyn std::fmt::Display, got: &dyn std::fmt::Display| {
        Err(format!("{what}\n  expected {expected}\n  got      {got}"))
    };
    let error = match &served.merge.verdict {
        Verdict::Merged => None,
        Verdict::Rejected(rejection) => Some(rejection.message.trim_end().to_owned()),
    };
    let verdict = match (&error, served.conflicts.is_empty()) {
        (None, _) => "applied",
        (Some(_), false) => "conflict",
        (Some(_), true) => "error",
    };
    if expect["verdict"] != verdict {
        return differ("verdict", &expect["verdict"], &format!("{verdict} {error:?}"));
    }
    if let Some(error) = error {
        let expected = message(text(&expect["error"]));
        if expect["verdict"] == "conflict" {
            let expected = sorted(entries(&expect["conflicts"]).map(|c| {
                format!(
                    "{} {} {}",
                    text(&c["manager"]),
                    text(&c["operation"]),
                    text(&c["path"])
                )
            }));
            let got = sorted(
                served
                    .conflicts
                    .iter()
                    .map(|c| format!("{} {} {}", c.manager, c.operation.name(), path_text(&c.path))),
            );
            if expected != got {
                return differ("conflicts", &format!("{expected:#?}"), &format!("{got:#?}"));
            }
        }
        return if expected == error {
            Ok(())
        } else {
            differ("message", &expected, &error)
        };
    }
    let got: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
    let got = without_system_fields(got);
    let expected = as_merged(expect, &got);
    if !is_same(&got, &expected) {
        return Err(format!("result: {}", differences(&expected, &got)));
    }
    let owner = |manager: &str, operation: &str, subresource: &str, path: &str| {
        format!("{manager} {operation} {subresource} {path}")
    };
    let expected = sorted(entries(&expect["managedFields"]).flat_map(|m| {
        let subresource = text(&m["subresource"]);
        entries(&m["fields"]).map(move |path| {
            owner(
                text(&m["manager"]),
                text(&m["operation"]),
                subresource,
                text(path),
            )
        })
    }));
    let got = sorted(served.managers.iter().flat_map(|m| {
        let paths = m.fields.paths().into_iter();
        paths.map(|path| owner(&m.name, m.operation.name(), &m.subresource, &path_text(&path)))
    }));
    if expected != got {
        let missing: Vec<&String> = expected.iter().filter(|row| !got.contains(row)).collect();
        let extra: Vec<&String> = got.iter().filter(|row| !expected.contains(row)).collect();
        return differ("owners", &format!("{missing:#?}"), &format!("{extra:#?}"));
    }
    require_written_owners_as_stored(expect, &served)?;
    require_trace_plays_back(case, &mut served)
}

/// Checks that the written `managedFields` are those of the server, except for times.
fn require_written_owners_as_stored(expect: &Value, served: &ServerSideOutcome) -> Result<(), String> {
    let rows = |list: &Value| {
        sorted(entries(list).map(|entry| {
            let mut entry = entry.clone();
            entry.as_object_mut().unwrap().remove("time");
            entry.to_string()
        }))
    };
    let (expected, got) = (
        rows(&expect["rawManagedFields"]),
        rows(&write_managed_fields(&served.managers)),
    );
    if expected == got {
        Ok(())
    } else {
        Err(format!(
            "managedFields\n  expected {expected:#?}\n  got      {got:#?}"
        ))
    }
}

fn require_trace_plays_back(case: &Value, served: &mut ServerSideOutcome) -> Result<(), String> {
    let (end, steps) = (write::json_compact(&served.merge.tree), served.merge.steps.len());
    served.merge.seek(0);
    let live = live(&case["live"]);
    let tree = &served.merge.tree;
    if !same(tree, tree.top(), &*live, live.root(), Numbers::ByType) {
        return Err(format!("back: {}", write::json_compact(tree)));
    }
    served.merge.seek(steps);
    if write::json_compact(&served.merge.tree) == end {
        Ok(())
    } else {
        Err("forward".to_owned())
    }
}

/// Whether kubectl moves the fields of client-side applies, and whether it prints that the object is applied.
fn judge_takeover(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let served = outcome(case, schema, &case["live"]);
    let moves = entries(&case["requests"]).any(|request| request["type"] == "application/json-patch+json");
    if moves == served.taken_over.is_empty() {
        return Err(format!("fields are moved: {moves}, got {:?}", served.taken_over));
    }
    let prints = entries(&case["prints"]).map(text);
    let is_applied = prints.into_iter().any(|line| line.contains("serverside-applied"));
    match is_applied == served.merge.rejection().is_none() {
        true => Ok(()),
        false => Err(format!("kubectl prints that it is applied: {is_applied}")),
    }
}

#[test]
fn client_side_applies_are_taken_over_as_recorded() {
    let schema = schema();
    judge_all("csa_to_ssa.jsonl", 40, |case| {
        judge_takeover(case, &schema)?;
        // A dry run stores nothing: its recorded result is the live object as it was.
        match text(&case["command"]).contains("--dry-run=server") {
            true => Ok(()),
            false => judge(case, &schema),
        }
    });
}

#[test]
fn list_and_map_types_are_applied_as_recorded() {
    let schema = schema();
    judge_all("ssa_marks.jsonl", 90, |case| judge(case, &schema));
}

#[test]
fn the_answer_is_the_next_live_object() {
    let schema = schema();
    for case in cases("ssa_marks.jsonl") {
        let served = outcome(&case, &schema, &case["live"]);
        if served.merge.rejection().is_some() {
            continue;
        }
        let mut next: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
        next["metadata"]["managedFields"] = write_managed_fields(&served.managers);
        if next["metadata"]["managedFields"] == json!([]) {
            continue;
        }
        let again = outcome(&case, &schema, &next);
        assert!(again.merge.rejection().is_none(), "{}", case["id"]);
        assert_eq!(again.managers.len(), served.managers.len(), "{}", case["id"]);
    }
}

/// What is stored of an applied configuration by `bob`, if it is valid.
fn stored(kind: &str, live: Value, config: Value, schema: &Arc<Schema>) -> Value {
    let served = applied(kind, live, config, schema);
    assert_eq!(served.merge.rejection().map(|it| &it.message), None);
    serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap()
}

fn applied(kind: &str, live: Value, config: Value, schema: &Arc<Schema>) -> ServerSideOutcome {
    let object = |fields: Value| {
        let (version, kind) = kind.rsplit_once(' ').unwrap();
        let mut object = json!({"apiVersion": version, "kind": kind, "metadata": {"name": "x"}});
        object
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        object
    };
    let case = json!({"apply": {"manager": "bob", "force": true, "config": object(config)}});
    outcome(&case, schema, &object(live))
}

/// The API server completes the claim templates (Go: `SetObjectDefaults_StatefulSet`), so they are the same as before.
#[test]
fn a_stateful_set_with_claim_templates_can_be_applied_again() {
    let claim = json!({
        "metadata": {"name": "data"},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
    });
    let spec = |claim: &Value| {
        json!({
            "serviceName": "db",
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i:1"}]}},
            "volumeClaimTemplates": [claim],
        })
    };
    let mut completed = claim.clone();
    completed["apiVersion"] = json!("v1");
    completed["kind"] = json!("PersistentVolumeClaim");
    completed["spec"]["volumeMode"] = json!("Filesystem");
    completed["status"] = json!({"phase": "Pending"});
    let kind = "apps/v1 StatefulSet";
    let live = json!({"spec": spec(&completed)});
    let result = stored(kind, live.clone(), json!({"spec": spec(&claim)}), &schema());
    assert_eq!(result["spec"]["volumeClaimTemplates"][0], completed);
    let mut larger = claim;
    larger["spec"]["resources"]["requests"]["storage"] = json!("2Gi");
    let served = applied(kind, live, json!({"spec": spec(&larger)}), &schema());
    let rejected = served.merge.rejection().map(|it| it.message.clone());
    assert!(
        rejected
            .unwrap_or_default()
            .contains("updates to statefulset spec")
    );
}

/// Kubernetes: `patchAllocatedValues` copies an address only to a Service that needs one.
#[test]
fn a_service_of_an_external_name_gets_no_address_again() {
    let fields = json!({"f:spec": {"f:type": {}, "f:clusterIP": {}, "f:clusterIPs": {}}});
    let owner = json!({
        "manager": "bob", "operation": "Apply", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": fields,
    });
    for (config, address) in [
        (json!({"type": "ExternalName", "externalName": "a.b"}), None),
        (json!({"type": "ClusterIP"}), Some("10.0.0.1")),
    ] {
        let live = json!({
            "metadata": {"name": "x", "managedFields": [owner]},
            "spec": {"type": "ClusterIP", "clusterIP": "10.0.0.1", "clusterIPs": ["10.0.0.1"]},
        });
        let merge = applied("v1 Service", live, json!({"spec": config}), &schema()).merge;
        let spec = merge.tree.get(merge.tree.top(), "spec").unwrap();
        let stored = merge
            .tree
            .get(spec, "clusterIP")
            .and_then(|id| merge.tree.value(id).as_str());
        assert_eq!(stored, address);
    }
}

#[test]
fn a_removed_part_is_named_as_the_manager_owns_it() {
    let fields = json!({"f:metadata": {"f:annotations": {"f:a": {}}}, "f:spec": {"f:ports": {
        "k:{\"port\":53,\"protocol\":\"TCP\"}": {".": {}, "f:port": {}},
        "k:{\"port\":53,\"protocol\":\"UDP\"}": {".": {}, "f:port": {}},
    }}});
    let owner = json!({
        "manager": "bob", "operation": "Apply", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": fields,
    });
    let port = |protocol: &str| json!({"name": protocol.to_lowercase(), "port": 53, "protocol": protocol});
    let live = json!({
        "metadata": {"name": "x", "annotations": {"a": "b"}, "managedFields": [owner]},
        "spec": {"ports": [port("TCP"), port("UDP")]},
    });
    let config = json!({"spec": {"ports": [port("TCP")]}});
    let merge = applied("v1 Service", live, config, &schema()).merge;
    let sentences: Vec<String> = merge.steps.iter().map(|step| merge.sentence(step)).collect();
    for expected in [
        "The manager owns a part of `annotations` through an apply. Its configuration leaves `annotations` out, and no \
         other manager owns any part of it. So `annotations` is removed, with its content.",
        "The manager owns the item `port=53,protocol=UDP` through an apply. Its configuration leaves the item \
         `port=53,protocol=UDP` out, and no other manager owns any part of it. So the item `port=53,protocol=UDP` is removed, with its content.",
    ] {
        assert!(sentences.iter().any(|it| it == expected), "{sentences:#?}");
    }
}

/// The message is that of `kubectl apply`.
#[test]
fn an_added_item_is_named_by_all_keys() {
    let pod = |ports: Value| json!({"spec": {"containers": [{"name": "a", "image": "b", "ports": ports}]}});
    let live = pod(json!([{"containerPort": 80, "protocol": "TCP"}]));
    let config = pod(json!([{"containerPort": 80, "protocol": "UDP"}]));
    let merge = applied("v1 Pod", live, config, &schema()).merge;
    let sentences: Vec<String> = merge.steps.iter().map(|step| merge.sentence(step)).collect();
    let expected = "The live list has no item containerPort=80,protocol=UDP, so the item is added.";
    assert!(sentences.iter().any(|it| it == expected), "{sentences:?}");
}

#[test]
fn a_generated_name_cannot_be_applied() {
    let config = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"generateName": "x-"}});
    let sent = json!({"apply": {"manager": "bob", "force": true, "config": config}});
    let served = outcome(&sent, &schema(), &json!({}));
    assert_eq!(
        served.merge.rejection().map(|it| it.message.as_str()),
        Some("from x-: cannot use generate name with apply")
    );
}

/// Nulls are owned, but not stored: built-in fields are omitted, strings become empty, fields of custom resources are
/// dropped unless they are `nullable`.
#[test]
fn nulls_are_stored_as_the_api_server_stores_them() {
    let result = stored(
        "v1 ConfigMap",
        json!({"data": {"a": "1"}}),
        json!({"data": {"a": null, "b": null}, "immutable": null}),
        &schema(),
    );
    assert_eq!(result["data"], json!({"a": "", "b": ""}));
    assert_eq!(result.get("immutable"), None);
    let crd = std::fs::read_to_string(folder().join("gadget_crd.yaml")).unwrap();
    let nullable = crd.replace("title: {type: string}", "title: {type: string, nullable: true}");
    let nullable = nullable.replace(
        "additionalProperties: {type: string}",
        "additionalProperties: {type: string, nullable: true}",
    );
    assert_ne!(crd, nullable);
    let spec = json!({"title": null, "level": null, "settings": {"a": null, "b": "c"}, "groups": {"x": null}, "free": {"q": null}});
    let live = json!({"spec": {"title": "t", "level": 3}});
    let dropped = json!({"level": 3, "settings": {"b": "c"}, "groups": {}, "free": {"q": null}});
    let mut kept = dropped.clone();
    kept["title"] = Value::Null;
    kept["settings"]["a"] = Value::Null;
    for (crd, expected) in [(crd, dropped), (nullable, kept)] {
        let gadget = schema_of(&crd);
        let result = stored(
            "lab.example/v1 Gadget",
            live.clone(),
            json!({"spec": spec}),
            &gadget,
        );
        assert_eq!(result["spec"], expected);
    }
}

/// The values are those of `kubectl set image --local`, which decodes the Pod into the Go types. Only the
/// default of `path` is from the API server.
#[test]
fn nulls_that_cannot_be_omitted_become_zero_values() {
    let container = json!({
        "name": "c",
        "image": "i",
        "args": [null, "x"],
        "command": null,
        "resources": {"limits": {"cpu": null}},
        "livenessProbe": {"httpGet": {"port": null, "path": null}},
        "env": [{"name": "A", "valueFrom": {"resourceFieldRef": {"resource": null, "divisor": null}}}],
    });
    let config = json!({"spec": {
        "containers": [container],
        "securityContext": {"supplementalGroups": [null, 5]},
        "volumes": [{"name": "e", "emptyDir": {"sizeLimit": null}}],
    }});
    let live = json!({"spec": {"containers": [{"name": "c", "image": "i"}]}});
    let mut served = applied("v1 Pod", live, config, &schema());
    let result: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
    let expected = json!({
        "name": "c",
        "image": "i",
        "args": ["", "x"],
        "resources": {"limits": {"cpu": "0"}},
        "livenessProbe": {"httpGet": {"port": 0, "path": "/"}},
        "env": [{"name": "A", "valueFrom": {"resourceFieldRef": {"resource": "", "divisor": "0"}}}],
    });
    let spec = &result["spec"];
    assert_eq!(spec["containers"], json!([expected]));
    assert_eq!(spec["securityContext"], json!({"supplementalGroups": [0, 5]}));
    assert_eq!(spec["volumes"], json!([{"name": "e", "emptyDir": {}}]));

    let steps: Vec<_> = served
        .merge
        .steps
        .iter()
        .filter(|step| step.rule.name().starts_with("stored-"))
        .collect();
    let nulls: Vec<_> = steps.iter().filter_map(|step| step.patch()).collect();
    assert_eq!(nulls.len(), steps.len());
    // The defaults are set last.
    let defaults = steps.iter().filter(|step| step.rule.name() == "stored-default");
    let (of_nulls, of_defaults) = nulls.split_at(nulls.len() - defaults.count());
    for nulls in [of_nulls, of_defaults] {
        assert!(nulls.is_sorted_by_key(|null| null.node));
    }
    let sentences: Vec<String> = steps.iter().map(|step| served.merge.sentence(step)).collect();
    for sentence in [
        "`cpu` is null, so the API server stores \"0\".",
        "`port` is null, so the API server stores 0.",
        "`divisor` is null, so the API server stores \"0\".",
        "`command` is null, so the API server does not store it.",
    ] {
        assert!(
            sentences.iter().any(|it| it == sentence),
            "{sentence}: {sentences:#?}"
        );
    }
    let broken = broken_claims(&mut served.merge);
    assert!(broken.is_empty(), "{broken:?}");
}

/// `kubectl set image --local` prints the same for the Pod: Go omits what is neither a pointer nor a struct.
#[test]
fn an_empty_value_is_stored_only_in_a_pointer_or_struct() {
    let container = json!({
        "name": "c", "image": "i", "args": [], "tty": false, "resources": {"limits": {}},
        "securityContext": {"privileged": false}, "env": [{"name": "A", "value": ""}],
    });
    let config = json!({"spec": {
        "containers": [container],
        "hostNetwork": false, "automountServiceAccountToken": false, "nodeSelector": {}, "securityContext": {},
    }});
    let live = json!({"spec": {"containers": [{"name": "c", "image": "i"}]}});
    let mut served = applied("v1 Pod", live, config, &schema());
    let result: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
    let stored = json!({
        "name": "c", "image": "i", "resources": {}, "securityContext": {"privileged": false},
        "env": [{"name": "A"}],
    });
    let expected = json!({
        "containers": [stored], "automountServiceAccountToken": false, "securityContext": {},
    });
    assert_eq!(result["spec"], expected);
    let broken = broken_claims(&mut served.merge);
    assert!(broken.is_empty(), "{broken:?}");
}

/// `kubectl set image --local` prints the same for the Pod.
#[test]
fn a_null_in_a_list_of_maps_becomes_an_empty_map() {
    let container = json!({"name": "c", "image": "i"});
    let config = json!({"spec": {
        "containers": [container],
        "tolerations": [null],
        "volumes": [{"name": "a", "projected": {"sources": [null]}}],
    }});
    let live = json!({"spec": {"containers": [container]}});
    let mut served = applied("v1 Pod", live, config, &schema());
    let result: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
    assert_eq!(result["spec"]["tolerations"], json!([{}]));
    assert_eq!(result["spec"]["volumes"][0]["projected"]["sources"], json!([{}]));
    let steps: Vec<_> = served.merge.steps.iter().collect();
    let sentences = steps.iter().map(|step| served.merge.sentence(step));
    let sentences: Vec<String> = sentences.filter(|it| it.contains("null")).collect();
    assert_eq!(sentences[0], "`[0]` is null, so the API server stores {}.");
    let broken = broken_claims(&mut served.merge);
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn a_null_with_a_default_becomes_the_default() {
    let crd = std::fs::read_to_string(folder().join("gadget_crd.yaml")).unwrap();
    let with_default = crd.replace("title: {type: string}", "title: {type: string, default: dd}");
    assert_ne!(crd, with_default);
    let served = applied(
        "lab.example/v1 Gadget",
        json!({"spec": {"level": 3}}),
        json!({"spec": {"title": null}}),
        &schema_of(&with_default),
    );
    let result: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
    assert_eq!(result["spec"]["title"], json!("dd"));
    let explanation = Explanation::new(&served.merge);
    assert_eq!(explanation.files, ["live", "config"]);
    let step = explanation
        .steps
        .iter()
        .find(|step| step.rule == "stored-default")
        .unwrap();
    assert_eq!(step.patch.as_ref().map(|at| at.file.as_str()), Some("config"));
}

/// The owners and the result follow from `structuredMergeManager`, which compares an apply as it is written and an
/// update after it is decoded, and from `Convert_v1_Secret_To_core_Secret`.
#[test]
fn string_data_becomes_data() {
    let schema = schema();
    let secret = |fields: Value| {
        let mut secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}});
        secret
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        secret
    };
    let client_side = secret(json!({
        "data": {"a": "b25l", "b": "dHdv"},
        "metadata": {
            "name": "s",
            "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}"},
            "managedFields": [{
                "manager": "kubectl-client-side-apply",
                "operation": "Update",
                "apiVersion": "v1",
                "fieldsType": "FieldsV1",
                "fieldsV1": {
                    "f:data": {".": {}, "f:a": {}, "f:b": {}},
                    "f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/last-applied-configuration": {}}},
                },
            }],
        },
    }));
    let live = secret(json!({"data": {"a": "b25l", "b": "dHdv"}}));
    let ci = |fields: &[&str]| {
        fields
            .iter()
            .map(|field| format!("ci {field}"))
            .collect::<Vec<_>>()
    };
    for (live, sent, data, owned) in [
        (
            Value::Null,
            json!({"apply": {"manager": "ci", "config": secret(json!({"stringData": {"a": "two"}}))}}),
            json!({"a": "dHdv"}),
            ci(&[".stringData.a"]),
        ),
        // A key that the manager leaves out stays.
        (
            live.clone(),
            json!({"apply": {"manager": "ci", "config": secret(json!({"stringData": {"a": "two", "c": null}}))}}),
            json!({"a": "dHdv", "b": "dHdv", "c": ""}),
            ci(&[".stringData.a", ".stringData.c"]),
        ),
        // The takeover of a client-side apply removes it.
        (
            client_side,
            json!({"apply": {"manager": "ci", "config": secret(json!({"stringData": {"a": "one"}}))}}),
            json!({"a": "b25l"}),
            ci(&[".stringData.a"]),
        ),
        (
            live,
            json!({"update": {"manager": "ci", "object": secret(json!({"data": {"b": "dHdv"}, "stringData": {"a": "two"}}))}}),
            json!({"b": "dHdv", "a": "dHdv"}),
            ci(&[".data.a"]),
        ),
        (
            Value::Null,
            json!({"update": {"manager": "ci", "object": secret(json!({"stringData": {"a": "two"}}))}}),
            json!({"a": "dHdv"}),
            ci(&[".data", ".data.a"]),
        ),
    ] {
        let mut served = outcome(&sent, &schema, &live);
        assert_eq!(served.merge.rejection().map(|it| &it.message), None, "{sent}");
        let result: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
        assert_eq!(
            (&result["data"], result.get("stringData")),
            (&data, None),
            "{sent}"
        );
        let own = served.managers.iter().filter(|manager| manager.name == "ci");
        let got = own
            .flat_map(|manager| manager.fields.paths())
            .map(|path| format!("ci {}", path_text(&path)));
        assert_eq!(sorted(got), owned, "{sent}");
        let broken = broken_claims(&mut served.merge);
        assert!(broken.is_empty(), "{broken:?}");
    }
}

/// An update is decoded from JSON, as `kubectl set image --local` decodes it. An apply is converted from typed maps (Go:
/// `fromUnstructured`), where a number that is too large overflows.
#[test]
fn numbers_of_updates_and_applies_are_decoded_differently() {
    let schema = schema();
    let object = |replicas: Value| {
        json!({
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "x", "namespace": "shop"},
            "spec": {
                "replicas": replicas,
                "selector": {"matchLabels": {"a": "b"}},
                "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}},
            },
        })
    };
    let of_json = |number: &str| {
        Some(format!(
            "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal number {number} into Go \
             struct field DeploymentSpec.spec.replicas of type int32"
        ))
    };
    let of_maps = |why: &str| Some(why.to_owned());
    for (replicas, updated, applied) in [
        (json!(4_294_967_297_i64), of_json("4294967297"), None),
        (
            json!(3_000_000_000_i64),
            of_json("3000000000"),
            of_maps(
                "The Deployment \"x\" is invalid: spec.replicas: Invalid value: -1294967296: must be greater than or equal to 0",
            ),
        ),
        (
            json!(3.5),
            of_json("3.5"),
            of_maps(
                "failed to convert new object (shop/x; apps/v1, Kind=Deployment) to proper version: unable to convert \
                 unstructured object to apps/v1, Kind=Deployment: cannot convert float64 to int32",
            ),
        ),
        (json!(3.0), None, None),
    ] {
        let live = object(json!(1));
        let update = json!({"update": {"manager": "ci", "object": object(replicas.clone())}});
        let apply = json!({"apply": {"manager": "ci", "force": true, "config": object(replicas)}});
        for (sent, message) in [(update, updated), (apply, applied)] {
            let served = outcome(&sent, &schema, &live);
            assert_eq!(
                served.merge.rejection().map(|it| it.message.clone()),
                message,
                "{sent}"
            );
        }
    }
}

/// An update is decoded before its fields are compared, and kubectl asks for an error about unknown fields.
#[test]
fn an_update_that_cannot_be_decoded_is_rejected_in_the_words_of_the_decoder() {
    let schema = schema();
    let config = |data: Value| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": data});
    let gadget = |spec: Value| json!({"apiVersion": "lab.example/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": spec});
    let deployment = |replicas: Value| {
        json!({
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "x"},
            "spec": {
                "replicas": replicas,
                "selector": {"matchLabels": {"a": "b"}},
                "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}},
            },
        })
    };
    let mut unknown = config(json!({}));
    unknown["dat"] = json!({});
    for (live, object, message) in [
        (
            deployment(json!(1)),
            deployment(json!("2")),
            "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field \
             DeploymentSpec.spec.replicas of type int32",
        ),
        (
            config(json!({})),
            config(json!({"a": 1})),
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field \
             ConfigMap.data of type string",
        ),
        (
            config(json!({})),
            unknown,
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown field \"dat\"",
        ),
        (
            gadget(json!({})),
            gadget(json!({"level": "high"})),
            "The Gadget \"g\" is invalid: spec.level: Invalid value: \"string\": spec.level in body must be of type integer: \"string\"",
        ),
    ] {
        let sent = json!({"update": {"manager": "ci", "object": object}});
        let served = outcome(&sent, &schema, &live);
        let rejection = served.merge.rejection().map(|it| &*it.message);
        assert_eq!(rejection, Some(message), "{sent}");
    }
}

/// The messages are those of `structuredMergeManager`, `patcher.applyPatch` and `Store.Update` of Kubernetes.
#[test]
fn other_rejections_than_those_of_validation_keep_their_form() {
    let schema = schema();
    let object = |fields: Value| {
        let mut metadata = json!({"name": "x", "namespace": "shop"});
        metadata
            .as_object_mut()
            .unwrap()
            .extend(fields["metadata"].as_object().cloned().unwrap_or_default());
        let mut object = json!({"apiVersion": "v1", "kind": "Secret"});
        object
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        object["metadata"] = metadata;
        object
    };
    let live = object(json!({"metadata": {"uid": "u1", "resourceVersion": "5"}}));
    let apply = |fields: Value| json!({"apply": {"manager": "ci", "config": object(fields)}});
    let update = |fields: Value| json!({"update": {"manager": "ci", "object": object(fields)}});
    let modified = "Operation cannot be fulfilled on secrets \"x\": the object has been modified; please apply your changes \
                    to the latest version and try again";
    for (live, sent, message) in [
        (
            live.clone(),
            apply(json!({"metadata": {"resourceVersion": "4"}})),
            modified,
        ),
        (
            live.clone(),
            update(json!({"metadata": {"resourceVersion": "4"}})),
            modified,
        ),
        (
            live.clone(),
            apply(json!({"metadata": {"uid": "u2"}})),
            "The Secret \"x\" is invalid: metadata.uid: Invalid value: \"u2\": field is immutable",
        ),
        (
            live.clone(),
            update(json!({"metadata": {"uid": "u2"}})),
            "Operation cannot be fulfilled on secrets \"x\": Precondition failed: UID in precondition: u2, UID in object meta: u1",
        ),
        (
            Value::Null,
            apply(json!({"metadata": {"uid": "u2"}})),
            "Operation cannot be fulfilled on secrets \"x\": uid mismatch: the provided object specified uid u2, and no existing \
             object was found",
        ),
        (
            live.clone(),
            apply(json!({"data": {"a": "!"}})),
            "failed to convert new object (shop/x; /v1, Kind=Secret) to proper version: unable to convert unstructured object \
             to /v1, Kind=Secret: error decoding from json: illegal base64 data at input byte 0",
        ),
        (
            live,
            update(json!({"data": {"a": "!"}})),
            "Secret in version \"v1\" cannot be handled as a Secret: illegal base64 data at input byte 0",
        ),
    ] {
        let served = outcome(&sent, &schema, &live);
        let got = served.merge.rejection().map(|it| it.message.as_str());
        assert_eq!(got, Some(message), "{sent}");
    }
}
