//! The recorded cases of `tests/merging/smp`: the answers of kubectl, and those that the Kubernetes design
//! proposals define.
//!
//! A case contains `live`, `patch` and `expect.{kubernetes,proposal}` with a `result`, an `error`, a `panic`,
//! or `one_of` several results if kubectl's answer is random. The order of map keys is ignored.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mergescope::document::{self, Document, write};
use mergescope::merge::{Inputs, Merge, Rule, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use serde_json::Value;

struct Case {
    name: String,
    live: Arc<Document>,
    patch: Arc<Document>,
    expect: Value,
}

fn read(name: &str, value: &Value) -> Arc<Document> {
    Arc::new(document::read(name, value.to_string().into_bytes()).unwrap())
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/merging/smp");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let topic: Value = serde_yaml::from_str(&text).unwrap();
        for case in topic["cases"].as_array().unwrap() {
            cases.push(Case {
                name: format!(
                    "{}/{}",
                    topic["topic"].as_str().unwrap(),
                    case["name"].as_str().unwrap()
                ),
                live: Arc::new(document::read_live("live", case["live"].to_string().into_bytes()).unwrap()),
                patch: read("patch", &case["patch"]),
                expect: case["expect"].clone(),
            });
        }
    }
    cases
}

fn run(case: &Case, semantics: Semantics) -> Merge {
    let inputs = Inputs {
        live: Arc::clone(&case.live),
        patches: vec![Arc::clone(&case.patch)],
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    merge(inputs, true)
}

/// Converts every number to a float, because `80` and `80.0` print alike.
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

/// Returns the mistake, if there is one.
fn judge(case: &Case, semantics: Semantics) -> Option<String> {
    let expect = &case.expect[semantics.name()];
    let merge = run(case, semantics);
    let got = match &merge.verdict {
        Verdict::Merged => Ok(serde_json::from_str::<Value>(&write::json(&merge.tree)).unwrap()),
        Verdict::Rejected(refusal) => Err(refusal.message.trim_end_matches('\n').to_owned()),
    };
    let fits = |wanted: &Value| got.as_ref().is_ok_and(|result| plain(result) == plain(wanted));
    let good = if let Some(result) = expect.get("result") {
        fits(result)
    } else if let Some(results) = expect.get("one_of") {
        // The step about random order gives the other results.
        let chance = merge.steps.iter().filter(|step| step.rule == Rule::RandomOrder);
        let sentences: String = chance.map(|step| merge.sentence(step)).collect();
        let is_told = |other: &Value| {
            let mut lists = ["/metadata/finalizers", "/spec/containers/0/args"].into_iter();
            let list = lists.find_map(|place| other.pointer(place)).unwrap();
            sentences.contains(&list.to_string())
        };
        let results = results.as_array().unwrap();
        results.iter().any(fits) && results.iter().all(|result| fits(result) || is_told(result))
    } else {
        let wanted = expect
            .get("error")
            .or(expect.get("panic"))
            .unwrap()
            .as_str()
            .unwrap();
        got.as_ref().err().map(String::as_str) == Some(wanted)
    };
    (!good).then(|| {
        format!(
            "{} [{semantics}]\n  expected {expect}\n  got      {got:?}",
            case.name
        )
    })
}

fn check(semantics: Semantics) {
    let cases = cases();
    assert_eq!(cases.len(), 170, "cases were lost or added");
    let failures: Vec<String> = cases.iter().filter_map(|case| judge(case, semantics)).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

#[test]
fn kubernetes_semantics_answer_as_kubectl_did() {
    check(Semantics::KUBERNETES);
}

#[test]
fn proposal_semantics_answer_as_the_documents_define() {
    check(Semantics::PROPOSAL);
}
