//! The cases of `tests/patch_types/{alternatives,version-skew,multi-key}`: rejected alternatives of the
//! proposals, old clients and servers, and items that are matched by several keys.

use std::path::Path;
use std::sync::Arc;

use mergescope::document::{read, read_live, write};
use mergescope::merge::{Inputs, Merge, Semantics, Verdict, merge};
use mergescope::schema::{Schema, openapi};
use serde_json::{Value, json};

fn cases(folder: &str) -> Vec<(String, Value)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/patch_types")
        .join(folder);
    let mut cases: Vec<(String, Value)> = std::fs::read_dir(path)
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .map(|text| serde_yaml::from_str::<Value>(&text).unwrap())
        .map(|case| (format!("{folder}/{}", case["name"].as_str().unwrap()), case))
        .collect();
    cases.sort_by(|left, right| left.0.cmp(&right.0));
    cases
}

/// Returns the schema of a case, with its list declared as a user would.
fn schema(options: &Value) -> Result<Arc<Schema>, String> {
    let mut schema = Schema::builtin();
    if let (Some(path), Some(key)) = (options["path"].as_str(), options["mergeKey"].as_str()) {
        let keys = match options["recommendedMergeKeys"].as_array() {
            Some(keys) => keys
                .iter()
                .map(|key| key.as_str().unwrap())
                .collect::<Vec<_>>()
                .join(","),
            None => key.to_owned(),
        };
        if keys.starts_with(key) {
            schema.declare(path, &keys).map_err(|error| error.to_string())?;
        } else {
            // A manual declaration begins with the default key; an OpenAPI document need not.
            let facts = openapi::read(&marked(path, key, &keys)).map_err(|error| error.to_string())?;
            schema.overlay(&facts).unwrap();
        }
    }
    schema.take_first_for_null_keys(options["nullKeyMatch"] == "first");
    Ok(Arc::new(schema))
}

/// Returns an OpenAPI document in which the list at `path` (`spec.NAME`) of a Widget has these keys.
fn marked(path: &str, key: &str, recommended: &str) -> String {
    let list = json!({"type": "array", "items": {"type": "object"}, "x-kubernetes-patch-strategy": "merge",
        "x-kubernetes-patch-merge-key": key, "x-kubernetes-recommended-patch-merge-key": recommended});
    let spec = json!({"type": "object", "properties": {path.strip_prefix("spec.").unwrap(): list}});
    let kind = json!([{"group": "example.com", "version": "v1", "kind": "Widget"}]);
    let widget =
        json!({"type": "object", "properties": {"spec": spec}, "x-kubernetes-group-version-kind": kind});
    json!({"swagger": "2.0", "definitions": {"com.example.v1.Widget": widget}}).to_string()
}

fn run(case: &Value, patches: &[&Value], semantics: Semantics, schema: &Arc<Schema>) -> Merge {
    let patches = patches
        .iter()
        .map(|patch| Arc::new(read("patch", patch.to_string().into_bytes()).unwrap()));
    let inputs = Inputs {
        live: Arc::new(read_live("live", case["live"].to_string().into_bytes()).unwrap()),
        patches: patches.collect(),
        schema: Arc::clone(schema),
        semantics,
    };
    merge(inputs, true)
}

fn end(merge: &Merge) -> Value {
    match &merge.verdict {
        Verdict::Merged => {
            json!({"result": serde_json::from_str::<Value>(&write::json(&merge.tree)).unwrap()})
        }
        Verdict::Rejected(refusal) => json!({"error": refusal.message}),
    }
}

/// Returns the mistake in a case, if there is one.
fn judge(name: &str, case: &Value) -> Option<String> {
    let options = &case["options"];
    let semantics = match (options["strategy"].as_str(), case["truth"].as_str()) {
        (Some("patch-list-sets-order"), _) => Semantics::PATCH_LIST,
        (Some("position"), _) => Semantics::POSITION,
        (Some("old-server"), _) => Semantics::OLD_SERVER,
        (_, Some("kubectl-1.32-strategic")) => Semantics::KUBERNETES,
        _ => Semantics::PROPOSAL,
    };
    let expect = &case["expect"];
    let schema = match schema(options) {
        Ok(schema) => schema,
        Err(error) => {
            // Mistakes in a document are reported when it is read, with their own messages.
            let is_told =
                error.contains("must list the default merge key first") && !expect["error"].is_null();
            let is_expected = is_told || expect["error"] == json!(error);
            return (!is_expected).then(|| format!("{name}: {error}"));
        }
    };
    let patches: Vec<&Value> = match case.get("patches") {
        Some(patches) => patches
            .as_array()
            .unwrap()
            .iter()
            .map(|writer| &writer["patch"])
            .collect(),
        None => vec![&case["patch"]],
    };
    let shown = run(case, &patches, semantics, &schema);
    let got = end(&shown);
    let wanted = match expect.get("error") {
        Some(error) => json!({"error": error}),
        None => json!({"result": expect["result"]}),
    };
    if got != wanted {
        return Some(format!(
            "{name} [{semantics}]\n  expected {wanted}\n  got      {got}"
        ));
    }
    for (at, step) in expect
        .get("steps")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        let got = end(&run(case, &patches[..=at], semantics, &schema));
        if got["result"] != *step {
            return Some(format!(
                "{name}, after writer {at}\n  expected {step}\n  got      {got}"
            ));
        }
    }
    None
}

fn check(folder: &str, count: usize) {
    let cases: Vec<(String, Value)> = cases(folder)
        .into_iter()
        .filter(|(_, case)| case.get("operation").is_none() && case["options"].get("operation").is_none())
        .collect();
    assert_eq!(cases.len(), count, "cases were lost or added");
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|(name, case)| judge(name, case))
        .collect();
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn rejected_alternatives_match_the_documents() {
    check("alternatives", 27);
}

#[test]
fn version_skew_matches_the_documents_and_kubectl() {
    check("version-skew", 20);
}

#[test]
fn items_match_by_several_keys() {
    check("multi-key", 38);
}
