//! The keys by which the API and the proposals identify items.

use crate::document::{Document, NodeId, Tree, Value};
use crate::merge::result_tree::path::scalar_text;
use crate::schema::Field;

/// The key field with a default value in the API server, and that default.
pub(crate) const KEY_WITH_DEFAULT: (&str, &str) = ("protocol", "TCP");

/// Returns the text of one of the keys by which the API identifies items. Missing keys have their default.
pub(crate) fn key_text(document: &Document, item: NodeId, key: &str) -> Option<String> {
    match document.get(item, key) {
        Some(value) if !is_unset(key, document.value(value)) => scalar_text(document.value(value)),
        // A null or an empty string sets the default.
        _ => (key == KEY_WITH_DEFAULT.0).then(|| KEY_WITH_DEFAULT.1.to_owned()),
    }
}

/// Returns whether the API server sets the default of a key field in place of this value.
pub(crate) fn is_unset(key: &str, value: Value<'_>) -> bool {
    value == Value::Null || key == KEY_WITH_DEFAULT.0 && value == Value::String("")
}

/// Returns whether a key field of a built-in type can have a value. The API server rejects the other values.
pub(super) fn is_key_value(key: &str, value: &str) -> bool {
    match key {
        "protocol" => ["TCP", "UDP", "SCTP"].contains(&value),
        "whenUnsatisfiable" => ["DoNotSchedule", "ScheduleAnyway"].contains(&value),
        _ => true,
    }
}

/// Returns whether two items are the same item for the API: all its keys are equal.
pub(crate) fn same_identity(
    field: &Field<'_>,
    first: (&Document, NodeId),
    second: (&Document, NodeId),
) -> bool {
    let mut keys = field.list_map_keys.iter();
    keys.all(|key| key_text(first.0, first.1, key) == key_text(second.0, second.1, key))
}

/// Returns the items of a patch list without `$patch` that have the same merge key as one of its items, in order.
pub(crate) fn duplicates_of(document: &Document, item: NodeId, merge_key: &str) -> Vec<NodeId> {
    let key = |item: NodeId| document.get(item, merge_key).map(|key| document.value(key));
    let own = key(item);
    let is_it = |other: &NodeId| key(*other) == own && document.get(*other, "$patch").is_none();
    let list = document.parent(item).into_iter();
    list.flat_map(|list| document.children(list))
        .filter(is_it)
        .collect()
}

/// Returns whether the items with the merge key of a patch item have different values of another key. A list whose items
/// have no other key is not searched.
pub(crate) fn duplicates_differ(field: &Field<'_>, document: &Document, item: NodeId) -> bool {
    let Some(merge_key) = field.merge_key else {
        return false;
    };
    let mut keys = field.list_map_keys.iter().chain(field.recommended_keys);
    keys.any(|key| **key != *merge_key)
        && are_told_apart(field, document, &duplicates_of(document, item, merge_key))
}

/// Returns whether items have different values of a key by which the API or the proposals identify items.
pub(crate) fn are_told_apart(field: &Field<'_>, document: &Document, items: &[NodeId]) -> bool {
    let mut keys = field.list_map_keys.iter().chain(field.recommended_keys);
    keys.any(|key| {
        let mut texts = items.iter().filter_map(|item| key_text(document, *item, key));
        let first = texts.next();
        texts.any(|text| Some(text) != first)
    })
}
