//! The laws of this target.
use std::fmt::Write as _;

use mergescope::document::{Document, Numbers, Tree, Value, read, same, write};

/// Panics where a law is broken.
pub(crate) fn check(text: &str) {
    let line = text.lines().next().unwrap_or_default();
    for manifest in [
        format!("a: {line}"),
        format!("{line}: a"),
        format!("- {line}\n- {line}"),
        format!("[{line}]"),
    ] {
        let (first, second) = (
            read("fuzz", manifest.clone().into_bytes()),
            read("fuzz", manifest.into_bytes()),
        );
        match (first, second) {
            (Ok(first), Ok(second)) => {
                assert!(equal(&first, &second, Numbers::ByType), "read twice, two values");
                survives(&first);
            }
            (Err(first), Err(second)) => assert_eq!(first.report(), second.report()),
            _ => panic!("read once, rejected once"),
        }
    }
    let quoted = quoted(text);
    let json = read(
        "json",
        format!("{{\"first\":{quoted},\"more\":{{{quoted}:0}}}}").into_bytes(),
    );
    let json = json.unwrap_or_else(|error| panic!("{}", error.report()));
    let first = json.get(json.root(), "first");
    assert_eq!(first.map(|id| json.value(id)), Some(Value::String(text)));
    survives(&json);
}

fn equal(a: &Document, b: &Document, numbers: Numbers) -> bool {
    same(a, a.root(), b, b.root(), numbers)
}

fn survives(document: &Document) {
    for text in [write::yaml(document), write::json_compact(document)] {
        match read("back", text.clone().into_bytes()) {
            Ok(back) => assert!(
                equal(document, &back, Numbers::ByValue),
                "reads back differently: {text}"
            ),
            Err(error) => panic!("{}\n{text}", error.report()),
        }
    }
}

/// JSON's own spelling of a string, made without the program's writer.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if c.is_control() || matches!(c, '"' | '\\' | '\u{feff}') {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.push('"');
    out
}
