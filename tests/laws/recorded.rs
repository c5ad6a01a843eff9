//! The laws for all recorded cases: the lessons, the cases of the documents and of kubectl, and the pairs
//! whose explanations were wrong once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mergescope::merge::{Dialect, Semantics};
use mergescope::schema::Schema;
use serde_json::Value;

use super::judge::{Tally, Texts, judge};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

fn judge_all(live: &str, patch: &str, schema: &Arc<Schema>, tally: &mut Tally) {
    let texts = Texts {
        live,
        patches: &[patch],
    };
    for row in Dialect::NAMED {
        judge(&texts, Semantics::Strategic(row.dialect), schema, tally);
    }
}

#[test]
fn the_laws_hold_on_lessons_and_explained_pairs() {
    let schema = Arc::new(Schema::builtin());
    let mut tally = Tally::default();
    for folder in files("samples")
        .into_iter()
        .chain(files("tests/merging/explanations"))
    {
        let read = |name: &str| std::fs::read_to_string(folder.join(name));
        let (Ok(live), Ok(patch)) = (read("live.yaml"), read("patch.yaml")) else {
            continue;
        };
        let is_list = patch.trim_start().starts_with('-');
        match is_list {
            true => {
                let texts = Texts {
                    live: &live,
                    patches: &[&patch],
                };
                judge(&texts, Semantics::JSON_PATCH, &schema, &mut tally);
            }
            false => judge_all(&live, &patch, &schema, &mut tally),
        }
    }
    tally.finish();
}

#[test]
fn the_laws_hold_on_the_cases_of_documents_and_kubectl() {
    let schema = Arc::new(Schema::builtin());
    let mut tally = Tally::default();
    for file in files("tests/merging/smp") {
        let topic: Value = serde_yaml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        for case in topic["cases"].as_array().unwrap() {
            judge_all(
                &case["live"].to_string(),
                &case["patch"].to_string(),
                &schema,
                &mut tally,
            );
        }
    }
    for file in ["found.jsonl", "recorded.jsonl"] {
        let text = std::fs::read_to_string(
            files("tests/parity")
                .into_iter()
                .find(|path| path.ends_with(file))
                .unwrap(),
        );
        for line in text.unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            judge_all(
                &case["live"].to_string(),
                &case["patch"].to_string(),
                &schema,
                &mut tally,
            );
        }
    }
    tally.finish();
}
