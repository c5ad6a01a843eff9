//! Several applies and updates after one another, of types of our own: `tests/patch_types/ssa_sequences.jsonl`, one case a
//! line. Results, owners and conflicts are those of the structured-merge-diff library.

use std::collections::BTreeMap;
use std::sync::Arc;

use mergescope::document::{read, read_live, write};
use mergescope::merge::server_side::{
    ApplyRequest, ManagerEntry, ManagerOperation, ServerSideOutcome, path_text, serve, write_managed_fields,
};
use mergescope::merge::{Inputs, Semantics};
use mergescope::schema::{Schema, openapi};
use serde_json::{Map, Value, json};

fn schema(case: &Value) -> Arc<Schema> {
    let mut properties = case["properties"].clone();
    for name in ["apiVersion", "kind"] {
        properties[name] = json!({"type": "string"});
    }
    properties["metadata"] = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let mut definitions = case.get("definitions").cloned().unwrap_or(json!({}));
    definitions["thing"] = json!({
        "type": "object",
        "properties": properties,
        "x-kubernetes-group-version-kind": [{"group": "lab.example", "version": "v1", "kind": "Thing"}],
    });
    let document = json!({"swagger": "2.0", "definitions": definitions});
    let mut schema = Schema::builtin();
    schema
        .overlay(&openapi::read(&document.to_string()).unwrap())
        .unwrap();
    Arc::new(schema)
}

fn thing(fields: &Value) -> Value {
    let mut object = fields.clone();
    object["apiVersion"] = json!("lab.example/v1");
    object["kind"] = json!("Thing");
    object["metadata"] = json!({"name": "x"});
    object
}

/// The fields without what every object has, and without nulls, which the server drops.
fn fields(object: &Value) -> Value {
    let mut fields = without_nulls(object);
    for name in ["apiVersion", "kind", "metadata"] {
        fields.as_object_mut().unwrap().remove(name);
    }
    fields
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(_, value)| !value.is_null());
            let kept = kept.map(|(key, value)| (key.clone(), without_nulls(value)));
            Value::Object(kept.collect())
        }
        Value::Array(list) => list.iter().map(without_nulls).collect(),
        value => value.clone(),
    }
}

fn served(step: &Value, live: &Value, schema: &Arc<Schema>) -> ServerSideOutcome {
    let request = ApplyRequest {
        manager: step["manager"].as_str().unwrap().to_owned(),
        operation: match step.get("update").is_some() {
            true => ManagerOperation::Update,
            false => ManagerOperation::Apply,
        },
        force: step.get("force").is_some(),
        takeover: false,
        validates: false,
        owners: None,
    };
    let config = thing(&step["object"]).to_string().into_bytes();
    let inputs = Inputs {
        live: Arc::new(read_live("live", live.to_string().into_bytes()).unwrap()),
        patches: vec![Arc::new(read("config", config).unwrap())],
        schema: Arc::clone(schema),
        semantics: Semantics::KUBERNETES,
    };
    serve(inputs, &request, true)
}

fn owner(entry: &ManagerEntry) -> String {
    format!("{} {}", entry.name, entry.operation.name())
}

/// Compares what a step expects with what it gets: conflicts, or the result and the owners.
fn differences(step: &Value, served: &ServerSideOutcome, result: &Value) -> Vec<String> {
    let mut conflicts: Vec<String> = served
        .conflicts
        .iter()
        .map(|conflict| {
            let operation = conflict.operation.name();
            format!("{} {operation} {}", conflict.manager, path_text(&conflict.path))
        })
        .collect();
    conflicts.sort();
    let mut paths: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in &served.managers {
        let all = entry.fields.paths();
        let mut all: Vec<String> = all.iter().map(|path| path_text(path)).collect();
        all.sort();
        paths.insert(owner(entry), all);
    }
    let written = write_managed_fields(&served.managers);
    let managed: Map<String, Value> = served
        .managers
        .iter()
        .zip(written.as_array().unwrap())
        .map(|(entry, written)| (owner(entry), written["fieldsV1"].clone()))
        .collect();
    let got = [
        ("conflicts", json!(conflicts)),
        ("result", fields(result)),
        ("owners", json!(paths)),
        ("managed", Value::Object(managed)),
    ];
    let got = got.into_iter().filter_map(|(what, got)| {
        let wanted = step.get(what)?;
        (*wanted != got).then(|| format!("{what}\n  expected {wanted}\n  got      {got}"))
    });
    let rejection = served.merge.rejection();
    let error = step.get("error").and_then(Value::as_str);
    let is_right = match (error, rejection) {
        (Some(error), Some(rejection)) => rejection.message.ends_with(error),
        _ => rejection.is_some() == (error.is_some() || step.get("conflicts").is_some()),
    };
    let verdict = (!is_right).then(|| format!("verdict: {rejection:?}, expected error {error:?}"));
    got.chain(verdict).collect()
}

fn judge(case: &Value) -> Vec<String> {
    let schema = schema(case);
    let mut live = json!({});
    let mut found = Vec::new();
    for (number, step) in case["steps"].as_array().unwrap().iter().enumerate() {
        let served = served(step, &live, &schema);
        let result: Value = serde_json::from_str(&write::json_compact(&served.merge.tree)).unwrap();
        let differences = differences(step, &served, &result).into_iter();
        found.extend(differences.map(|difference| format!("{} step {number}: {difference}", case["id"])));
        if served.merge.rejection().is_none() {
            live = without_nulls(&result);
            live["metadata"]["managedFields"] = write_managed_fields(&served.managers);
        }
    }
    found
}

#[test]
fn sequences_end_as_in_the_library() {
    let cases: Vec<Value> = include_str!("ssa_sequences.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(cases.len(), 121, "cases were lost or added");
    let found: Vec<String> = cases.iter().flat_map(judge).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
