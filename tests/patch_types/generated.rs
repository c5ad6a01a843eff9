//! Generated patches of one live object: the laws of the trace hold, and kubectl gives the same result if it
//! is available (`MERGESCOPE_KUBECTL=kubectl MERGESCOPE_PAIRS=300 cargo test --test patch_types --
//! --nocapture`).

use std::process::Command;
use std::sync::{Arc, LazyLock};

use mergescope::document::{Numbers, Tree, read, read_live, same, write};
use mergescope::merge::{Inputs, Merge, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use serde_json::Value;

use super::random_patches::{Dice, live, random_patch};

/// Returns the built-in schema, which is read once.
fn schema() -> Arc<Schema> {
    static SCHEMA: LazyLock<Arc<Schema>> = LazyLock::new(|| Arc::new(Schema::builtin()));
    Arc::clone(&SCHEMA)
}

fn run(patch: &Value, semantics: Semantics, traced: bool) -> Merge {
    let inputs = Inputs {
        live: Arc::new(read_live("live", live().to_string().into_bytes()).unwrap()),
        patches: vec![Arc::new(read("patch", patch.to_string().into_bytes()).unwrap())],
        schema: schema(),
        semantics,
    };
    merge(inputs, traced)
}

const ALL: [Semantics; 4] = [
    Semantics::MERGE_PATCH,
    Semantics::MERGE_PATCH_RFC,
    Semantics::JSON_PATCH,
    Semantics::JSON_PATCH_RFC,
];

#[test]
fn traces_play_to_the_result_and_back() {
    let mut dice = Dice(7);
    let mut merged = 0;
    for round in 0..1500 {
        let semantics = ALL[round % ALL.len()];
        let patch = random_patch(semantics, &mut dice);
        let mut shown = run(&patch, semantics, true);
        let plain = run(&patch, semantics, false);
        assert_eq!(
            write::json(&shown.tree),
            write::json(&plain.tree),
            "untraced differs: {semantics} {patch}"
        );
        let end = write::json(&shown.tree);
        let steps = shown.steps.len();
        for at in (0..=steps).rev() {
            shown.seek(at);
        }
        let live = read_live("live", live().to_string().into_bytes()).unwrap();
        let back = same(&shown.tree, shown.tree.top(), &live, live.root(), Numbers::ByType);
        assert!(
            back,
            "back is not live: {semantics} {patch}\n{}",
            write::json(&shown.tree)
        );
        shown.seek(steps);
        assert_eq!(
            write::json(&shown.tree),
            end,
            "forward differs: {semantics} {patch}"
        );
        for step in &shown.steps {
            let sentence = shown.sentence(step);
            assert!(
                !sentence.contains('{') || patch.to_string().contains('{'),
                "{sentence}"
            );
            shown.step_path(step);
        }
        merged += usize::from(matches!(shown.verdict, Verdict::Merged));
    }
    assert!(
        (400..1300).contains(&merged),
        "{merged} of 1500 merged: the generator is off"
    );
}

#[test]
fn results_match_kubectl_if_it_is_available() {
    let Ok(kubectl) = std::env::var("MERGESCOPE_KUBECTL") else {
        println!("kubectl was not asked: set MERGESCOPE_KUBECTL");
        return;
    };
    let number = |name: &str, usual| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let mut dice = Dice(number("MERGESCOPE_SEED", 1));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("live.json");
    std::fs::write(&file, live().to_string()).unwrap();
    let mut differences = Vec::new();
    for round in 0..number("MERGESCOPE_PAIRS", 100) {
        let semantics = [Semantics::MERGE_PATCH, Semantics::JSON_PATCH][round as usize % 2];
        let patch = random_patch(semantics, &mut dice);
        let answer = Command::new(&kubectl)
            .args(["patch", "--local", "-o", "json", "-f"])
            .arg(&file)
            .arg(format!("--type={}", semantics.patch_type().name()))
            .arg("-p")
            .arg(patch.to_string())
            .output()
            .unwrap();
        let theirs = if answer.status.success() {
            Ok(serde_json::from_slice::<Value>(&answer.stdout).unwrap())
        } else {
            Err(String::from_utf8_lossy(&answer.stderr).trim_end().to_owned())
        };
        let shown = run(&patch, semantics, true);
        let same = match (&shown.verdict, &theirs) {
            (Verdict::Merged, Ok(theirs)) => {
                let theirs = read("kubectl", theirs.to_string().into_bytes()).unwrap();
                same(
                    &shown.tree,
                    shown.tree.top(),
                    &theirs,
                    theirs.root(),
                    Numbers::ByValue,
                )
            }
            (Verdict::Rejected(refusal), Err(theirs)) => {
                theirs.strip_prefix("error: ") == Some(refusal.message.trim_end())
                    || refusal.rule.name() == "kubernetes-panics" && theirs.starts_with("panic:")
            }
            _ => false,
        };
        if !same {
            let ours = match &shown.verdict {
                Verdict::Merged => write::json_compact(&shown.tree),
                Verdict::Rejected(refusal) => refusal.message.clone(),
            };
            let theirs = theirs.map_or_else(
                |error| error.lines().next().unwrap_or("").to_owned(),
                |v| v.to_string(),
            );
            differences.push(format!("{semantics} {patch}\n  ours   {ours}\n  theirs {theirs}"));
        }
    }
    assert!(
        differences.is_empty(),
        "{}:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
