//! Items of a result that have the same keys. The API server accepts some of them, but a later patch or apply then changes
//! only one.

use rustc_hash::FxHashMap;

use crate::document::write::json_value;
use crate::document::{Tree, ValueKind};
use crate::merge::{KEY_WITH_DEFAULT, Merge, is_unset};
use crate::schema::{Field, TypePosition};

/// The number of items by the path to their list, with the keys of the items on it, and by their own keys.
type Counts = FxHashMap<(String, Vec<String>), usize>;

/// Returns whether a merge gives more items with the same keys than the one before it, and than the live object has.
pub(super) fn adds_equal_items(before: &Merge, after: &Merge) -> bool {
    // The tree of a rejected merge is not complete.
    if after.rejection().is_some() {
        return false;
    }
    let new = counts(after, &after.tree);
    if new.values().all(|count| *count < 2) {
        return false;
    }
    let live = counts(before, &*before.inputs.live);
    let old = match before.rejection() {
        None => counts(before, &before.tree),
        Some(_) => Counts::default(),
    };
    let is_known = |item, count| {
        [&live, &old]
            .into_iter()
            .any(|all| all.get(item).is_some_and(|own| own >= count))
    };
    new.iter()
        .any(|(item, count)| *count > 1 && !is_known(item, count))
}

fn counts<T: Tree>(merge: &Merge, tree: &T) -> Counts {
    let mut counts = Counts::default();
    let schema = &*merge.inputs.schema;
    let mut todo: Vec<(T::Id, TypePosition, String)> = Vec::new();
    todo.extend(merge.top_type().map(|top| (tree.top(), top, String::new())));
    while let Some((id, position, path)) = todo.pop() {
        match tree.kind(id) {
            ValueKind::Map => {
                for entry in tree.children(id).filter(|entry| !tree.kind(*entry).is_scalar()) {
                    let key = tree.key(entry).unwrap_or_default();
                    let Some(field) = schema.peek(position, key) else {
                        continue;
                    };
                    let path = format!("{path}.{key}");
                    if tree.kind(entry) != ValueKind::List {
                        todo.push((entry, field.type_position, path));
                        continue;
                    }
                    for (index, item) in tree.children(entry).enumerate() {
                        let keys = keys_of(tree, item, &field);
                        let name = keys
                            .as_ref()
                            .map_or_else(|| index.to_string(), |keys| keys.join(","));
                        todo.push((item, schema.item(field.type_position), format!("{path}[{name}]")));
                        if let Some(keys) = keys {
                            *counts.entry((path.clone(), keys)).or_default() += 1;
                        }
                    }
                }
            }
            ValueKind::List => {
                let item = schema.item(position);
                todo.extend(tree.children(id).map(|child| (child, item, path.clone())));
            }
            _ => {}
        }
    }
    counts
}

/// Returns the keys of an item with their types, if it has all of them.
fn keys_of<T: Tree>(tree: &T, item: T::Id, field: &Field<'_>) -> Option<Vec<String>> {
    let merge_key = field.merge_key.filter(|_| field.list_map_keys.is_empty());
    let keys: Vec<&str> = field
        .list_map_keys
        .iter()
        .map(|key| &**key)
        .chain(merge_key)
        .collect();
    let own = |key: &&str| {
        let value = tree.children(item).find(|entry| tree.key(*entry) == Some(key));
        let value = value.filter(|value| !is_unset(key, tree.value(*value)));
        let default = (*key == KEY_WITH_DEFAULT.0).then(|| format!("\"{}\"", KEY_WITH_DEFAULT.1));
        value.map(|value| json_value(tree, value)).or(default)
    };
    let is_keyed = !keys.is_empty() && tree.kind(item) == ValueKind::Map;
    is_keyed.then(|| keys.iter().map(own).collect())?
}
