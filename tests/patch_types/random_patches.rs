//! Random JSON patches and JSON merge patches for one live object, from a seed.

use mergescope::merge::Semantics;
use serde_json::{Value, json};

/// Generates small numbers from a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }
}

/// Returns the live object of all patches.
pub(crate) fn live() -> Value {
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

/// Returns a patch of the type that a semantics reads.
pub(crate) fn random_patch(semantics: Semantics, dice: &mut Dice) -> Value {
    match semantics {
        Semantics::MERGE_PATCH | Semantics::MERGE_PATCH_RFC => merge_patch(dice),
        _ => json_patch(dice),
    }
}
