//! Reads the recordings, and compares objects.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mergescope::document::{Document, Numbers, read, read_live, same};
use mergescope::schema::{Schema, openapi};
use serde_json::{Value, json};

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api_server/recorded")
}

/// Returns the cases of a file with one case per line.
pub(crate) fn cases(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the built-in schema with the recorded custom resource.
pub(crate) fn schema() -> Arc<Schema> {
    schema_of(&std::fs::read_to_string(folder().join("gadget_crd.yaml")).unwrap())
}

/// Returns the built-in schema with a CustomResourceDefinition in YAML.
pub(crate) fn schema_of(crd: &str) -> Arc<Schema> {
    let crd: Value = serde_yaml::from_str(crd).unwrap();
    let mut schema = Schema::builtin();
    schema.overlay(&openapi::read(&crd.to_string()).unwrap()).unwrap();
    Arc::new(schema)
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns a live object, which is empty if it is missing.
pub(crate) fn live(object: &Value) -> Arc<Document> {
    let object = match object {
        Value::Null => json!({}),
        object => object.clone(),
    };
    Arc::new(read_live("live", object.to_string().into_bytes()).unwrap())
}

pub(crate) fn document(name: &str, value: &Value) -> Arc<Document> {
    Arc::new(read(name, value.to_string().into_bytes()).unwrap())
}

pub(crate) fn is_same(a: &Value, b: &Value) -> bool {
    let (a, b) = (document("a", a), document("b", b));
    same(&*a, a.root(), &*b, b.root(), Numbers::ByValue)
}

/// Removes the fields that the server keeps to itself in the recordings.
pub(crate) fn without_system_fields(mut object: Value) -> Value {
    if let Some(metadata) = object["metadata"].as_object_mut() {
        for name in [
            "managedFields",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
        ] {
            metadata.remove(name);
        }
    }
    object
}

/// Reverts what the server added and what it stored in another form, so that only the merge remains.
pub(crate) fn as_merged(expect: &Value, got: &Value) -> Value {
    let mut result = expect["result"].clone();
    let added: Vec<&Value> = entries(&expect["serverAdded"]).collect();
    // The last items first, so that the indices of the others stay valid.
    for pointer in added.into_iter().rev() {
        if got.pointer(text(pointer)).is_none() {
            remove(&mut result, text(pointer));
        }
    }
    for change in entries(&expect["serverChanged"]) {
        let path = text(&change["path"]);
        if got.pointer(path) != result.pointer(path) {
            set(&mut result, path, change["sent"].clone());
        }
    }
    result
}

pub(crate) fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Returns the first differences of two objects, for a message.
pub(crate) fn differences(expected: &Value, got: &Value) -> String {
    let mut out = Vec::new();
    differ(expected, got, String::new(), &mut out);
    out.truncate(8);
    out.join("; ")
}

fn differ(expected: &Value, got: &Value, at: String, out: &mut Vec<String>) {
    match (expected, got) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                differ(
                    a.get(key).unwrap_or(&Value::Null),
                    b.get(key).unwrap_or(&Value::Null),
                    format!("{at}/{key}"),
                    out,
                );
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differ(a, b, format!("{at}/{index}"), out);
            }
        }
        _ if expected == got => {}
        _ => out.push(format!("{at}: expected {expected}, got {got}")),
    }
}

fn parent<'v>(object: &'v mut Value, pointer: &str) -> Option<(&'v mut Value, String)> {
    let (above, name) = pointer.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    Some((object.pointer_mut(above)?, name))
}

pub(crate) fn remove(object: &mut Value, pointer: &str) {
    match parent(object, pointer) {
        Some((Value::Object(map), name)) => {
            map.remove(&name);
        }
        Some((Value::Array(list), name)) => {
            let index: usize = name.parse().unwrap();
            if index < list.len() {
                list.remove(index);
            }
        }
        _ => {}
    }
}

fn set(object: &mut Value, pointer: &str, value: Value) {
    match parent(object, pointer) {
        Some((Value::Object(map), name)) => {
            map.insert(name, value);
        }
        Some((Value::Array(list), name)) => {
            let index: usize = name.parse().unwrap();
            list[index] = value;
        }
        _ => {}
    }
}

/// Judges every case of a recorded file. `count` is their expected number.
pub(crate) fn judge_all(file: &str, count: usize, judge: impl Fn(&Value) -> Result<(), String>) {
    let all = cases(file);
    assert_eq!(all.len(), count, "cases were lost or added");
    let failures: Vec<(&str, String)> = all
        .iter()
        .filter_map(|case| Some((text(&case["id"]), judge(case).err()?)))
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}
