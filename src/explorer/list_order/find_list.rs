//! Finds the list that contains a node, and the same list in another merge.

use crate::document::{Path, Segment, Tree, Value, ValueKind};
use crate::merge::{ResultId, ResultTree};

/// Returns the node if it is a list, else the nearest list that contains it.
pub(super) fn list_above(scene: &ResultTree, id: ResultId) -> Option<ResultId> {
    let mut node = Some(id);
    while let Some(id) = node {
        if scene.kind(id) == ValueKind::List {
            return Some(id);
        }
        node = scene.parent(id);
    }
    None
}

/// Returns the list at a path in a merge of other documents.
pub(super) fn find_list(scene: &ResultTree, path: &Path) -> Option<ResultId> {
    let mut node = scene.top();
    for segment in &path.0 {
        node = match segment {
            Segment::Key(key) => scene.all_children(node).find(|id| scene.key(*id) == Some(key))?,
            Segment::Index(index) => scene.present(node).nth(*index)?,
            Segment::Item { key, value } => scene.all_children(node).find(|id| {
                scene
                    .get(*id, key)
                    .is_some_and(|entry| is_text(scene, entry, value))
            })?,
            Segment::Value(value) => scene.all_children(node).find(|id| is_text(scene, *id, value))?,
        };
    }
    Some(node)
}

fn is_text(scene: &ResultTree, id: ResultId, expected: &str) -> bool {
    match scene.value(id) {
        Value::String(text) => text == expected,
        Value::Integer(number) => number.to_string() == expected,
        Value::Float(number) => number.to_string() == expected,
        Value::Bool(truth) => truth.to_string() == expected,
        Value::Null => expected == "null",
        Value::List | Value::Map => false,
    }
}
