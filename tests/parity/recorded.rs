//! Compares mergescope with recorded answers, and with kubectl if the environment names it.
//!
//! `MERGESCOPE_KUBECTL=kubectl MERGESCOPE_PAIRS=5000 cargo test --test parity` runs kubectl on 5,000 new
//! pairs; `MERGESCOPE_SEED=70000` sets the first seed, `MERGESCOPE_TYPE=json` or `merge` the patch type,
//! `MERGESCOPE_OLDER=1` selects old versions of kinds, `MERGESCOPE_RECORD=1` records the answers to the first pairs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use serde_json::{Value, json};

use super::answer::{Answer, ours};
use super::kubectl;
use super::pairs::{Generator, Pair};

/// The number of recorded answers.
const RECORDED: usize = 400;
/// The maximum length of a recorded pair. Longer pairs are only compared with kubectl.
const MAX_RECORDED_BYTES: usize = 900;
/// The number of parallel runs of kubectl.
const WORKERS: usize = 2;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/parity/recorded.jsonl")
}

/// Pairs with a difference in the past, with kubectl's answers.
const FOUND: &str = include_str!("found.jsonl");

/// A pair with both answers.
struct Compared {
    seed: usize,
    pair: Pair,
    ours: Answer,
    theirs: Vec<Answer>,
}

pub(crate) fn to_line(pair: &Pair, answers: &[Answer]) -> String {
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let answers: Vec<Value> = answers
        .iter()
        .map(|answer| match answer {
            Answer::Result(value) => json!({ "result": value }),
            Answer::Error(text) => json!({ "error": text }),
            Answer::Panic(text) => json!({ "panic": text }),
        })
        .collect();
    json!({ "live": parse(&pair.live), "patch": parse(&pair.patch), "one_of": answers }).to_string()
}

pub(crate) fn from_line(line: &str) -> (Pair, Vec<Answer>) {
    let value: Value = serde_json::from_str(line).unwrap();
    let pair = Pair {
        live: value["live"].to_string(),
        patch: value["patch"].to_string(),
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let answers = value["one_of"].as_array().unwrap().iter().map(|answer| {
        match answer.as_object().unwrap().iter().next().unwrap() {
            (kind, value) if kind == "error" => Answer::Error(text(value)),
            (kind, value) if kind == "panic" => Answer::Panic(text(value)),
            (_, value) => Answer::Result(value.clone()),
        }
    });
    (pair, answers.collect())
}

pub(crate) fn difference(pair: &Pair, ours: &Answer, theirs: &[Answer]) -> String {
    let theirs: Vec<String> = theirs.iter().map(ToString::to_string).collect();
    format!(
        "live    {}\npatch   {}\nkubectl {}\nours    {ours}\n",
        pair.live,
        pair.patch,
        theirs.join("\n     or ")
    )
}

#[test]
fn kubernetes_semantics_give_the_recorded_answers() {
    let schema = Arc::new(Schema::builtin());
    if let Ok(program) = std::env::var("MERGESCOPE_KUBECTL") {
        ask_kubectl(&program, &schema);
    }
    let text = std::fs::read_to_string(file()).unwrap();
    let differences: Vec<String> = FOUND
        .lines()
        .chain(text.lines())
        .map(from_line)
        .filter_map(|(pair, answers)| {
            let ours = ours(&pair.live, &pair.patch, Semantics::KUBERNETES, &schema);
            (!answers.contains(&ours)).then(|| difference(&pair, &ours, &answers))
        })
        .collect();
    assert_eq!(text.lines().count(), RECORDED, "answers were lost or added");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Compares all new pairs with kubectl, and then fails if there was a difference.
fn ask_kubectl(program: &str, schema: &Arc<Schema>) {
    let number = |name: &str, otherwise: usize| {
        std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let (pairs, seed) = (number("MERGESCOPE_PAIRS", 1000), number("MERGESCOPE_SEED", 1));
    let semantics = match std::env::var("MERGESCOPE_TYPE").as_deref() {
        Ok("json") => Semantics::JSON_PATCH,
        Ok("merge") => Semantics::MERGE_PATCH,
        _ => Semantics::KUBERNETES,
    };
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Compared>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                let folder = tempfile::tempdir().unwrap();
                let mut generator = Generator::new(schema);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= pairs {
                        break;
                    }
                    let patch_type = semantics.patch_type();
                    let pair = generator.typed_pair(patch_type, (seed + at) as u64);
                    let ours = ours(&pair.live, &pair.patch, semantics, schema);
                    let theirs = kubectl::ask_until(program, folder.path(), &pair, patch_type, &ours);
                    found.lock().unwrap().push(Compared {
                        seed: seed + at,
                        pair,
                        ours,
                        theirs,
                    });
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|entry| entry.seed);
    let count = |wanted: fn(&Answer) -> bool| found.iter().filter(|entry| wanted(&entry.ours)).count();
    let differences: Vec<String> = found
        .iter()
        .filter(|entry| !entry.theirs.contains(&entry.ours))
        .map(|entry| {
            let shown = difference(&entry.pair, &entry.ours, &entry.theirs);
            format!("seed {}\n{shown}", entry.seed)
        })
        .collect();
    eprintln!(
        "{} pairs from seed {seed}: {} merged, {} refused, {} panics; {} depend on chance; {} differences",
        found.len(),
        count(|answer| matches!(answer, Answer::Result(_))),
        count(|answer| matches!(answer, Answer::Error(_))),
        count(|answer| matches!(answer, Answer::Panic(_))),
        found.iter().filter(|entry| entry.theirs.len() > 1).count(),
        differences.len(),
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    if std::env::var_os("MERGESCOPE_RECORD").is_some() {
        let lines: Vec<String> = found
            .iter()
            .filter(|entry| entry.pair.live.len() + entry.pair.patch.len() < MAX_RECORDED_BYTES)
            .map(|entry| to_line(&entry.pair, &entry.theirs))
            .take(RECORDED)
            .collect();
        std::fs::write(file(), lines.join("\n") + "\n").unwrap();
    }
}
