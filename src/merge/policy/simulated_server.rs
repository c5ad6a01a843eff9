//! Predicts the verdict of a server that stores exactly what it gets: an unchanged object or a changed one.

use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::LAST_APPLIED;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::ResultId;

/// Returns whether the result equals the live object, except for the parts that the controller does not
/// compare: managed fields, generation, and the last-applied annotation.
pub(crate) fn is_unchanged(tree: &ResultTree) -> bool {
    let Some(live) = tree.documents().first() else {
        return false;
    };
    let mut theirs: rustc_hash::FxHashMap<Option<&str>, NodeId> = live
        .children(live.root())
        .map(|child| (live.key(child), child))
        .collect();
    let same_keys = tree.present(tree.top()).all(|child| {
        let key = tree.key(child);
        let Some(other) = theirs.remove(&key) else {
            return false;
        };
        match key {
            Some("metadata") => same_metadata(tree, child, live, other),
            _ => same(tree, child, &**live, other, Numbers::ByType),
        }
    });
    same_keys && theirs.is_empty()
}

fn same_metadata(tree: &ResultTree, ours: ResultId, live: &Document, theirs: NodeId) -> bool {
    let fields = |key: Option<&str>| !matches!(key, Some("managedFields" | "generation"));
    let mut other: rustc_hash::FxHashMap<&str, NodeId> = live
        .children(theirs)
        .filter(|child| fields(live.key(*child)))
        .filter(|child| live.key(*child) != Some("annotations") || has_annotations(live, *child))
        .filter_map(|child| Some((live.key(child)?, child)))
        .collect();
    let same_fields = tree.present(ours).all(|child| {
        let Some(key) = tree.key(child) else { return false };
        if !fields(Some(key)) || key == "annotations" && !has_annotations(tree, child) {
            return true;
        }
        let Some(live_node) = other.remove(key) else {
            return false;
        };
        match key {
            "annotations" => annotations(tree, child) == annotations(live, live_node),
            _ => same(tree, child, live, live_node, Numbers::ByType),
        }
    });
    same_fields && other.is_empty()
}

fn has_annotations<T: Tree>(tree: &T, id: T::Id) -> bool {
    tree.kind(id) != ValueKind::Map
        || tree
            .children(id)
            .any(|entry| tree.key(entry) != Some(LAST_APPLIED))
}

fn annotations<T: Tree>(tree: &T, id: T::Id) -> std::collections::BTreeMap<String, String> {
    tree.children(id)
        .filter(|entry| tree.key(*entry) != Some(LAST_APPLIED))
        .map(|entry| {
            (
                tree.key(entry).unwrap_or_default().to_owned(),
                super::go_print::print_plain(tree, entry),
            )
        })
        .collect()
}
