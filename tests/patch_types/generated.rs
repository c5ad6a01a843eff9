//! Generated patches over one live object: the trace holds its laws for each, and kubectl gives the same where one is
//! asked (`MERGESCOPE_KUBECTL=kubectl MERGESCOPE_PAIRS=300 cargo test --test patch_types -- --nocapture`).

use std::process::Command;
use std::sync::{Arc, LazyLock};

use mergescope::document::{Numbers, Tree, read, read_live, same, write};
use mergescope::merge::{Inputs, Merge, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use serde_json::{Value, json};

/// The built-in table, read once.
fn schema() -> Arc<Schema> {
    static SCHEMA: LazyLock<Arc<Schema>> = LazyLock::new(|| Arc::new(Schema::builtin()));
    Arc::clone(&SCHEMA)
}

/// Small numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }
}

fn live() -> Value {
    json!({
        "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "x"},
        "spec": {
            "a": [1, 2, {"b": null, "c": [null, {"d": null}]}], "b": {"c": 1, "f": 1.5, "g": {"h": "i"}},
            "s": "text", "z": null, "e": [], "o": {}, "a/b": 1, "m~n": true
        }
    })
}

fn value(dice: &mut Dice, depth: usize) -> Value {
    match dice.roll(if depth > 2 { 7 } else { 10 }) {
        0 | 1 => Value::Null,
        2 => json!(dice.roll(4)),
        3 => json!("text"),
        4 => json!(1.5),
        5 => json!(true),
        6 => json!("1"),
        7 => (0..dice.roll(4)).map(|_| value(dice, depth + 1)).collect(),
        _ => object(dice, depth),
    }
}

fn object(dice: &mut Dice, depth: usize) -> Value {
    let keys = [
        "a", "b", "c", "d", "e", "f", "g", "h", "o", "s", "z", "$patch", "new",
    ];
    let count = dice.roll(5);
    Value::Object(
        (0..count)
            .map(|_| (dice.pick(&keys).to_owned(), value(dice, depth + 1)))
            .collect(),
    )
}

fn merge_patch(dice: &mut Dice) -> Value {
    match dice.roll(30) {
        0 => value(dice, 0),
        1 => json!({"kind": null}),
        _ => json!({"spec": object(dice, 0)}),
    }
}

fn path(dice: &mut Dice) -> String {
    let heads = [
        "/spec",
        "/spec",
        "/spec",
        "/spec",
        "/spec/a",
        "/spec/b",
        "/spec/a/2",
        "/spec/a/2/c",
        "",
        "x/spec",
        "spec",
    ];
    let tails = [
        "a",
        "b",
        "c",
        "e",
        "o",
        "s",
        "z",
        "new",
        "0",
        "1",
        "2",
        "3",
        "-",
        "-1",
        "-4",
        "01",
        "+1",
        "x",
        "",
        "a~1b",
        "m~0n",
        "99999999999999999999",
        "f",
        "g",
        "h",
    ];
    let mut path = dice.pick(&heads).to_owned();
    for _ in 0..=dice.roll(2) {
        path = format!("{path}/{}", dice.pick(&tails));
    }
    path
}

fn operation(dice: &mut Dice) -> Value {
    let kinds = [
        "add", "add", "add", "remove", "replace", "replace", "move", "copy", "test",
    ];
    let mut operation = json!({"op": dice.pick(&kinds), "path": path(dice)});
    if dice.roll(40) == 0 {
        operation["op"] = dice.pick(&[json!("Add"), json!(3), Value::Null]);
    }
    let members = operation.as_object_mut().unwrap();
    if dice.roll(25) == 0 {
        members.remove("path");
    }
    if matches!(members["op"].as_str(), Some("move" | "copy")) && dice.roll(25) != 0 {
        members.insert("from".to_owned(), json!(path(dice)));
    } else if dice.roll(15) != 0 {
        members.insert("value".to_owned(), value(dice, 1));
    }
    operation
}

fn json_patch(dice: &mut Dice) -> Value {
    match dice.roll(30) {
        0 => value(dice, 0),
        _ => (0..1 + dice.roll(3)).map(|_| operation(dice)).collect(),
    }
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

fn made(semantics: Semantics, dice: &mut Dice) -> Value {
    match semantics {
        Semantics::MERGE_PATCH | Semantics::MERGE_PATCH_RFC => merge_patch(dice),
        _ => json_patch(dice),
    }
}

const ALL: [Semantics; 4] = [
    Semantics::MERGE_PATCH,
    Semantics::MERGE_PATCH_RFC,
    Semantics::JSON_PATCH,
    Semantics::JSON_PATCH_RFC,
];

#[test]
fn traces_lead_to_the_result_and_back_to_live() {
    let mut dice = Dice(7);
    let mut merged = 0;
    for round in 0..1500 {
        let semantics = ALL[round % ALL.len()];
        let patch = made(semantics, &mut dice);
        let mut told = run(&patch, semantics, true);
        let plain = run(&patch, semantics, false);
        assert_eq!(
            write::json(&told.scene),
            write::json(&plain.scene),
            "untraced differs: {semantics} {patch}"
        );
        let end = write::json(&told.scene);
        let steps = told.steps.len();
        for at in (0..=steps).rev() {
            told.seek(at);
        }
        let live = read_live("live", live().to_string().into_bytes()).unwrap();
        let back = same(&told.scene, told.scene.top(), &live, live.root(), Numbers::ByType);
        assert!(
            back,
            "back is not live: {semantics} {patch}\n{}",
            write::json(&told.scene)
        );
        told.seek(steps);
        assert_eq!(
            write::json(&told.scene),
            end,
            "forward differs: {semantics} {patch}"
        );
        for step in &told.steps {
            let says = told.sentence(step);
            assert!(!says.contains('{') || patch.to_string().contains('{'), "{says}");
            told.step_path(step);
        }
        merged += usize::from(matches!(told.verdict, Verdict::Merged));
    }
    assert!(
        (400..1300).contains(&merged),
        "{merged} of 1500 merged: the generator is off"
    );
}

#[test]
fn kubectl_agrees_where_it_is_asked() {
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
        let patch = made(semantics, &mut dice);
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
        let told = run(&patch, semantics, true);
        let same = match (&told.verdict, &theirs) {
            (Verdict::Merged, Ok(theirs)) => {
                let theirs = read("kubectl", theirs.to_string().into_bytes()).unwrap();
                same(
                    &told.scene,
                    told.scene.top(),
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
            let ours = match &told.verdict {
                Verdict::Merged => write::json_compact(&told.scene),
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
