//! Finds the list that contains a node, and the same list in another merge.

use crate::document::{Path, Segment, Tree, ValueKind};
use crate::merge::{ResultId, ResultTree, item_name_text};

/// Returns the node if it is a list, else the nearest list that contains it.
pub(super) fn list_above(tree: &ResultTree, id: ResultId) -> Option<ResultId> {
    let mut node = Some(id);
    while let Some(id) = node {
        if tree.kind(id) == ValueKind::List {
            return Some(id);
        }
        node = tree.parent(id);
    }
    None
}

/// Returns the list at a path in a merge of other documents.
pub(super) fn find_list(tree: &ResultTree, path: &Path) -> Option<ResultId> {
    let mut node = tree.top();
    for segment in &path.0 {
        node = match segment {
            Segment::Key(key) => tree.all_children(node).find(|id| tree.key(*id) == Some(key))?,
            Segment::Index(index) => tree.present(node).nth(*index)?,
            Segment::Item { key, value } => tree.all_children(node).find(|id| {
                tree.get(*id, key)
                    .is_some_and(|entry| is_text(tree, entry, value))
            })?,
            Segment::Value(value) => tree.all_children(node).find(|id| is_text(tree, *id, value))?,
        };
    }
    Some(node)
}

fn is_text(tree: &ResultTree, id: ResultId, expected: &str) -> bool {
    item_name_text(tree.value(id)).is_some_and(|text| text == expected)
}
