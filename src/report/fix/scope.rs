//! Where a fix is allowed to change the result.

use rustc_hash::FxHashMap;

use super::candidate::{Subject, directed};
use crate::document::{Numbers, Path, Segment, Tree, ValueKind, same};
use crate::merge::ResultTree;

/// Returns the keys of the map that contains the finding: nothing outside of it may change.
pub(super) fn scope(subject: &Subject<'_>) -> Vec<String> {
    let path = subject.path();
    let mut keys = keys(&path);
    if matches!(path.0.last(), Some(Segment::Key(_))) {
        keys.pop();
    }
    keys
}

/// Paths of keys below which a result may change.
#[derive(Default)]
pub(super) struct Scopes {
    is_free: bool,
    below: FxHashMap<String, Scopes>,
}

impl Scopes {
    pub(super) fn of(path: &[String]) -> Self {
        let mut scopes = Self::default();
        scopes.add(path);
        scopes
    }

    pub(super) fn add(&mut self, path: &[String]) {
        let mut at = self;
        for key in path {
            at = at.below.entry(key.clone()).or_default();
        }
        at.is_free = true;
    }
}

/// Returns whether two results differ only below some paths.
pub(super) fn differs_only_in(one: &ResultTree, other: &ResultTree, scopes: &Scopes) -> bool {
    let mut todo = vec![(one.top(), other.top(), scopes)];
    while let Some((left, right, scopes)) = todo.pop() {
        if scopes.is_free || same(one, left, other, right, Numbers::ByType) {
            continue;
        }
        match (one.kind(left), other.kind(right)) {
            (ValueKind::Map, ValueKind::Map) => {
                let entries = |tree: &ResultTree, map| -> FxHashMap<String, _> {
                    let entries = tree.present(map);
                    entries
                        .map(|id| (tree.key(id).unwrap_or_default().to_owned(), id))
                        .collect()
                };
                let (lefts, mut rights) = (entries(one, left), entries(other, right));
                for (key, left) in lefts {
                    let on_way = scopes.below.get(&key);
                    match (rights.remove(&key), on_way) {
                        (Some(right), Some(below)) => todo.push((left, right, below)),
                        (Some(right), None) if same(one, left, other, right, Numbers::ByType) => {}
                        (None, Some(_)) => {}
                        _ => return false,
                    }
                }
                if rights.keys().any(|key| !scopes.below.contains_key(key)) {
                    return false;
                }
            }
            (ValueKind::List, ValueKind::List) => {
                let (lefts, rights): (Vec<_>, Vec<_>) =
                    (one.present(left).collect(), other.present(right).collect());
                if lefts.len() != rights.len() {
                    return false;
                }
                todo.extend(
                    lefts
                        .into_iter()
                        .zip(rights)
                        .map(|(left, right)| (left, right, scopes)),
                );
            }
            _ => return false,
        }
    }
    true
}

pub(super) fn keys(path: &Path) -> Vec<String> {
    let keys = path.0.iter().filter_map(|segment| match segment {
        Segment::Key(key) => Some(directed(key).unwrap_or(key).to_owned()),
        _ => None,
    });
    keys.collect()
}
