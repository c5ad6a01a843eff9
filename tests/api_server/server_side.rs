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
