//! Finds the list of a node, and the same list in another merge.

use crate::document::{Path, Segment, Tree, Value, ValueKind};
use crate::merge::{ResultId, ResultTree};

/// The nearest list that a node is or is in.
pub(super) fn list_above(scene: &ResultTree, id: ResultId) -> Option<ResultId> {
    let mut at = Some(id);
    while let Some(id) = at {
        if scene.kind(id) == ValueKind::List {
            return Some(id);
        }
        at = scene.parent(id);
    }
    None
}

/// The list at a path in a merge of other documents.
pub(super) fn find_list(scene: &ResultTree, path: &Path) -> Option<ResultId> {
    let mut at = scene.top();
    for segment in &path.0 {
        at = match segment {
            Segment::Key(key) => scene.all_children(at).find(|id| scene.key(*id) == Some(key))?,
            Segment::Index(index) => scene.present(at).nth(*index)?,
            Segment::Item { key, value } => scene.all_children(at).find(|id| {
                scene
                    .get(*id, key)
                    .is_some_and(|entry| is_text(scene, entry, value))
            })?,
            Segment::Value(value) => scene.all_children(at).find(|id| is_text(scene, *id, value))?,
        };
    }
    Some(at)
}

fn is_text(scene: &ResultTree, id: ResultId, wanted: &str) -> bool {
    match scene.value(id) {
        Value::String(text) => text == wanted,
        Value::Integer(number) => number.to_string() == wanted,
        Value::Float(number) => number.to_string() == wanted,
        Value::Bool(truth) => truth.to_string() == wanted,
        Value::Null => wanted == "null",
        Value::List | Value::Map => false,
    }
}
