//! Compares our result with that of kubectl: finds the first difference.

use std::collections::HashMap;

use super::server_changes::ServerChanges;
use super::verdict::VerifyOutcome;
use crate::document::write::value_text;
use crate::document::{Document, NodeId, Numbers, Segment, Tree, Value, same_scalar};
use crate::merge::{Merge, ResultId};

/// Maximum length of a displayed value, in characters.
const MAX_VALUE_CHARS: usize = 300;

/// The changes by kubectl and the API server that are not differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tolerance {
    /// kubectl removes `metadata.managedFields`.
    Local,
    /// The API server also sets default values and its own metadata.
    Server,
    /// The API server also ignores everything in the patch except `status`.
    Status,
}

/// Compares in the order of our result. Collects the changes by the API server.
pub(crate) fn compare(ours: &Merge, theirs: &Document, tolerance: Tolerance) -> VerifyOutcome {
    let tree = &ours.tree;
    let mut by_server = Vec::new();
    let server = (tolerance != Tolerance::Local).then(|| ServerChanges::new(ours, theirs));
    let server = server.as_ref();
    let difference = |at: ResultId, key: Option<&str>, left: Option<ResultId>, right: Option<NodeId>| {
        let mut path = ours.path(at);
        if let Some(key) = key {
            path = path.join(Segment::Key(key.to_owned()));
        }
        VerifyOutcome::Differ {
            path: path.to_string(),
            ours: left.map(|id| value_text(tree, id, MAX_VALUE_CHARS)),
            theirs: right.map(|id| value_text(theirs, id, MAX_VALUE_CHARS)),
        }
    };
    let mut todo = vec![(tree.top(), theirs.top(), true)];
    while let Some((left, right, is_top)) = todo.pop() {
        match (tree.value(left), theirs.value(right)) {
            (Value::Map, Value::Map) => {
                let mut others: HashMap<&str, NodeId> = theirs
                    .children(right)
                    .filter_map(|id| Some((theirs.key(id)?, id)))
                    .collect();
                let mut pairs = Vec::new();
                let is_metadata = tree.key(left) == Some("metadata") && tree.parent(left) == Some(tree.top());
                for child in tree.children(left) {
                    let key = tree.key(child).unwrap_or("");
                    if is_passed_over(key, is_metadata, is_top, tolerance) {
                        others.remove(key);
                        continue;
                    }
                    match others.remove(key) {
                        Some(other) if is_top && tolerance == Tolerance::Status && key != "status" => {
                            by_server.extend(server.and_then(|server| server.outside_status(child, other)));
                        }
                        Some(other) => pairs.push((child, other, false)),
                        None => match server.and_then(|server| server.missing(child)) {
                            Some(why) => by_server.push(why),
                            None => return difference(child, None, Some(child), None),
                        },
                    }
                }
                let extras = theirs
                    .children(right)
                    .filter(|id| theirs.key(*id).is_some_and(|key| others.contains_key(key)))
                    .filter(|id| {
                        !is_passed_over(theirs.key(*id).unwrap_or(""), is_metadata, is_top, tolerance)
                    });
                for extra in extras {
                    match server {
                        None => return difference(left, theirs.key(extra), None, Some(extra)),
                        Some(server) => by_server.push(server.added(left, extra)),
                    }
                }
                todo.extend(pairs.into_iter().rev());
            }
            (Value::List, Value::List) => {
                let lefts: Vec<ResultId> = tree.children(left).collect();
                let rights: Vec<NodeId> = theirs.children(right).collect();
                if lefts.len() != rights.len() {
                    match server.and_then(|server| server.changed(left, right)) {
                        Some(why) => by_server.push(why),
                        None => return difference(left, None, Some(left), Some(right)),
                    }
                    continue;
                }
                let pairs = lefts
                    .into_iter()
                    .zip(rights)
                    .map(|(left, right)| (left, right, false));
                todo.extend(pairs.rev());
            }
            (a, b) if same_scalar(a, b, Numbers::ByValue) => {}
            _ => match server.and_then(|server| server.changed(left, right)) {
                Some(why) => by_server.push(why),
                None => return difference(left, None, Some(left), Some(right)),
            },
        }
    }
    match by_server.is_empty() {
        true => VerifyOutcome::Agree,
        false => VerifyOutcome::AgreeButStored { by_server },
    }
}

/// Returns whether kubectl or the API server removes or changes the field itself.
fn is_passed_over(key: &str, is_metadata: bool, is_top: bool, tolerance: Tolerance) -> bool {
    let of_server = tolerance != Tolerance::Local;
    match key {
        "managedFields" => is_metadata,
        "resourceVersion" | "generation" => is_metadata && of_server,
        "status" => is_top && tolerance == Tolerance::Server,
        _ => false,
    }
}
