//! The recorded cases of `tests/create/cases`: what the real library made of the documents.
//!
//! A case holds `original` (null: nothing applied before), `modified`, three-way `current`, `overwrite` and
//! `preconditions`, and `expect.{patch,error,panic}`; `applied` is the patch applied to current (two-way: to original),
//! `oldPatch` the same patch without `$setElementOrder`. The order of map keys does not count.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mergescope::create::ledger;
use mergescope::create::{
    AppliedPatch, ApplyError, ClientFeatures, CreateFailure, CreateRequest, Created, CreatedPatchType, Sides,
    apply, create,
};
use mergescope::document::{self, Document, write};
use mergescope::merge::{Inputs, PatchType, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use serde_json::Value;

fn cases(operation: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/create/cases");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let topic: Value = serde_yaml::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for case in topic["cases"].as_array().unwrap() {
            if case["operation"] == operation {
                let name = format!(
                    "{}/{}",
                    topic["topic"].as_str().unwrap(),
                    case["name"].as_str().unwrap()
                );
                cases.push((name, case.clone()));
            }
        }
    }
    cases
}

fn read(name: &str, value: &Value) -> Arc<Document> {
    Arc::new(document::read(name, value.to_string().into_bytes()).unwrap())
}

/// JSON with every number as a float, because `80` and `80.0` print alike.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect(),
        other => other.clone(),
    }
}

fn request(case: &Value) -> CreateRequest {
    let given = |name: &str| match &case[name] {
        Value::Null => None,
        value => Some(read(name, value)),
    };
    let texts = case["preconditions"].as_array().cloned().unwrap_or_default();
    CreateRequest {
        form: CreatedPatchType::Strategic,
        sides: Sides {
            original: given("original"),
            modified: read("modified", &case["modified"]),
            current: given("current"),
        },
        schema: Arc::new(Schema::builtin()),
        overwrite: case["overwrite"].as_bool().unwrap_or(true),
        preconditions: texts
            .iter()
            .map(|text| text.as_str().unwrap().to_owned())
            .collect(),
        client: ClientFeatures::Library,
    }
}

fn json(created: &Created) -> Value {
    serde_json::from_str(&write::json(&*created.patch.document)).unwrap()
}

/// What became of a patch that was wanted and one that was made.
fn judge_patch(expect: &Value, got: &Result<Created, CreateFailure>) -> Option<String> {
    let good = match got {
        Ok(created) => expect
            .get("patch")
            .is_some_and(|patch| plain(patch) == plain(&json(created))),
        Err(failure) => {
            let wanted = expect
                .get("error")
                .or(expect.get("panic"))
                .and_then(Value::as_str);
            wanted == Some(failure.message.trim_end_matches('\n'))
        }
    };
    let shown = match got {
        Ok(created) => json(created).to_string(),
        Err(failure) => failure.message.clone(),
    };
    (!good).then(|| format!("  expected {expect}\n  got      {shown}"))
}

fn judge_applied(applied: &Value, live: Option<&Arc<Document>>, created: &Created) -> Option<String> {
    let live = live?;
    let merged = merge(
        Inputs {
            live: Arc::clone(live),
            patches: vec![Arc::clone(&created.patch.document)],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::KUBERNETES,
        },
        true,
    );
    let got = match &merged.verdict {
        Verdict::Merged => Ok(serde_json::from_str::<Value>(&write::json(&merged.tree)).unwrap()),
        Verdict::Rejected(refusal) => Err(refusal.message.trim_end_matches('\n').to_owned()),
    };
    let good = match &got {
        Ok(result) => applied
            .get("result")
            .is_some_and(|wanted| plain(wanted) == plain(result)),
        Err(message) => applied.get("error").and_then(Value::as_str) == Some(message.as_str()),
    };
    (!good).then(|| format!("  expected applied {applied}\n  got {got:?}"))
}

#[test]
fn patches_are_those_of_the_real_library() {
    let cases = cases("create-patch");
    assert_eq!(cases.len(), 76, "cases were lost or added");
    let mut failures = Vec::new();
    for (name, case) in &cases {
        let request = request(case);
        let got = create(&request);
        let live = request.sides.current.as_ref().or(request.sides.original.as_ref());
        let mut found = vec![judge_patch(&case["expect"], &got)];
        if let (Ok(created), Some(applied)) = (&got, case.get("applied")) {
            found.push(judge_applied(applied, live, created));
        }
        if let Some(old) = case.get("oldPatch") {
            let without = create(&CreateRequest {
                client: ClientFeatures::Old,
                ..request.clone()
            });
            found.push(judge_patch(old, &without));
            if let (Ok(created), Some(applied)) = (&without, old.get("applied")) {
                found.push(judge_applied(applied, live, created));
            }
        }
        failures.extend(
            found
                .into_iter()
                .flatten()
                .map(|found| format!("{name}\n{found}")),
        );
    }
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn applies_are_those_of_kubectl() {
    let cases = cases("apply");
    assert_eq!(cases.len(), 13, "cases were lost or added");
    let mut failures = Vec::new();
    for (name, case) in &cases {
        let given = AppliedPatch {
            live: Arc::new(document::read_live("live", case["live"].to_string().into_bytes()).unwrap()),
            manifest: read("manifest", &case["manifest"]),
            last_applied: None,
            schema: Arc::new(Schema::builtin()),
            overwrite: case["overwrite"].as_bool().unwrap(),
        };
        let expect = &case["expect"];
        let found = match apply(&given) {
            Ok(applied) => {
                let merged = applied.merged(false);
                let result: Value = serde_json::from_str(&write::json(&merged.tree)).unwrap();
                let form = PatchType::from(applied.request.form).name();
                let good = plain(&expect["patch"]) == plain(&json(&applied.created))
                    && plain(&expect["result"]) == plain(&result)
                    && expect["annotation"] == applied.annotated.text
                    && expect["patchType"] == form;
                // Whatever fate the ledger tells, every field of the result has a row for it or above it.
                let rows = ledger(&applied, &merged);
                assert!(!rows.is_empty());
                (!good).then(|| format!("{} {result} {:?}", json(&applied.created), applied.annotated.text))
            }
            Err(ApplyError::Failed(failed)) => {
                let message = failed.0.message.trim_end_matches('\n');
                (expect["error"] != message).then(|| message.to_owned())
            }
            Err(other) => Some(format!("{other:?}")),
        };
        failures.extend(found.map(|found| format!("{name}\n  expected {expect}\n  got      {found}")));
    }
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
