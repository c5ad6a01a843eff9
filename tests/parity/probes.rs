//! One pair for every field that has a patch strategy, with kubectl's recorded answer.
//!
//! `MERGESCOPE_KUBECTL=kubectl MERGESCOPE_RECORD=1 cargo test --test parity` generates and records them
//! again.

use std::path::PathBuf;
use std::sync::Arc;

use mergescope::merge::{PatchType, Semantics};
use mergescope::schema::Schema;

use super::answer::{Answer, ours};
use super::kubectl;
use super::pairs::Generator;
use super::recorded::{difference, from_line, to_line};

/// The number of pairs that are tried until kubectl merges one.
const ATTEMPTS: u64 = 60;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/parity/probes.jsonl")
}

/// Records a pair for every field that kubectl merges and that changes something.
fn record(program: &str, schema: &Schema) {
    let folder = tempfile::tempdir().unwrap();
    let mut generator = Generator::new(schema);
    let mut lines = Vec::new();
    for target in generator.targets() {
        let line = (1..=ATTEMPTS).find_map(|seed| {
            let pair = generator.probe(&target, seed);
            let answer = kubectl::ask(program, folder.path(), &pair, PatchType::Strategic);
            let live = Answer::Result(serde_json::from_str(&pair.live).unwrap());
            let tells = matches!(answer, Answer::Result(_)) && answer != live;
            tells.then(|| to_line(&pair, &[answer]))
        });
        lines.push(line.unwrap_or_else(|| panic!("no pair for {}", target.name)));
    }
    std::fs::write(file(), lines.join("\n") + "\n").unwrap();
}

#[test]
fn every_field_with_a_strategy_merges_as_kubectl_recorded() {
    let schema = Arc::new(Schema::builtin());
    if let (Ok(program), Ok(_)) = (
        std::env::var("MERGESCOPE_KUBECTL"),
        std::env::var("MERGESCOPE_RECORD"),
    ) {
        record(&program, &schema);
    }
    let text = std::fs::read_to_string(file()).unwrap();
    let targets = Generator::new(&schema).targets();
    assert_eq!(
        text.lines().count(),
        targets.len(),
        "record the probes anew: fields came or went"
    );
    for (line, target) in text.lines().zip(targets) {
        let (pair, answers) = from_line(line);
        let ours = ours(&pair.live, &pair.patch, Semantics::KUBERNETES, &schema);
        assert!(
            answers.contains(&ours),
            "{}\n{}",
            target.name,
            difference(&pair, &ours, &answers)
        );
    }
}
