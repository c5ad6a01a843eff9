//! Reading agrees with kubectl, on recorded texts (`reading/record.py` says how they were made).

use mergescope::document::{Document, NodeId, Tree, Value, read, write};

/// What stood before each text when kubectl read it.
const HEADER: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

/// Numbers beyond 64 bits as floats, whatever Python and serde_json made of them.
fn settle(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) if !number.is_i64() => *value = number.as_f64().into(),
        serde_json::Value::Array(items) => items.iter_mut().for_each(settle),
        serde_json::Value::Object(map) => map.values_mut().for_each(settle),
        _ => {}
    }
}

/// A document's value for comparing.
fn value(document: &Document, id: NodeId) -> serde_json::Value {
    match document.value(id) {
        Value::Null => serde_json::Value::Null,
        Value::Bool(b) => b.into(),
        Value::Integer(i) => i.into(),
        Value::Float(f) => f.into(),
        Value::String(text) => text.into(),
        Value::List => document
            .children(id)
            .map(|child| value(document, child))
            .collect(),
        Value::Map => document
            .children(id)
            .map(|child| (document.key(child).unwrap().to_owned(), value(document, child)))
            .collect(),
    }
}

#[test]
fn recorded_texts_read_as_kubectl_reads_them() {
    let path = std::env::var("READING_CASES").unwrap_or_else(|_| "tests/reading/recorded.jsonl".to_owned());
    let cases = std::fs::read_to_string(path).unwrap();
    let mut wrong = String::new();
    for case in cases.lines() {
        let mut case: serde_json::Value = serde_json::from_str(case).unwrap();
        settle(&mut case["value"]);
        let text = case["text"].as_str().unwrap();
        let answer = read("case", format!("{HEADER}{text}").into_bytes());
        let problem = match (&answer, case["refused"].as_str()) {
            (Err(_), Some(_)) => continue,
            (Err(error), None) => format!("refused: {error}, kubectl: {}", case["value"]),
            (Ok(document), None) => {
                let mut got = value(document, document.root());
                for key in ["apiVersion", "kind", "metadata"] {
                    got.as_object_mut().map(|map| map.remove(key));
                }
                if got == case["value"] {
                    continue;
                }
                format!("{got}\nkubectl: {}", case["value"])
            }
            (Ok(document), Some(refused)) => format!("{}\nkubectl: {refused}", write::json_compact(document)),
        };
        wrong.push_str(&format!("-----\n{text}\nours: {problem}\n"));
    }
    assert!(wrong.is_empty(), "{wrong}");
}
