//! Returns the path of a node in a document; items are named by their merge key.

use serde_json::Value as Json;

use super::line_reason::LineReason;
use super::sides::{DocumentSide, Sides};
use crate::document::write::json_tree;
use crate::document::{Document, NodeId, Path, Segment, Tree, Value, write};
use crate::merge::item_by_all_keys;
use crate::schema::{Field, Schema, Strategy, TypePosition};

/// Maximum length of a value in a path, in characters.
const MAX_NAME_CHARS: usize = 80;

/// Maximum number of items that are compared with an item to name it.
const MAX_COMPARED: usize = 1000;

/// Returns the path of the node of a reason: in modified if it has a node there, else in the compared
/// document.
pub(crate) fn from_reason(sides: &Sides, schema: &Schema, reason: &LineReason) -> Path {
    and_field_from_reason(sides, schema, reason).0
}

/// Returns the same path, and the field of the node.
pub(crate) fn and_field_from_reason<'s>(
    sides: &Sides,
    schema: &'s Schema,
    reason: &LineReason,
) -> (Path, Option<Field<'s>>) {
    let sides_of = [
        DocumentSide::Modified,
        reason.left,
        DocumentSide::Current,
        DocumentSide::Original,
    ];
    let found = sides_of
        .into_iter()
        .find_map(|side| Some((sides.document(side)?, reason.node(side)?)));
    let (api_version, kind) = sides.identity();
    match found {
        Some((document, node)) => {
            let top = schema.known_top(api_version, kind);
            path_in(document, node, schema, (top, MissingKeys::AreDefaults))
        }
        None => (Path::default(), None),
    }
}

/// Returns the path of a node of a manifest or patch for an object of the type `top`, and the field of the
/// node (for an item, the field of its list).
pub(crate) fn of_node<'s>(
    document: &Document,
    node: NodeId,
    schema: &'s Schema,
    top: Option<TypePosition>,
) -> (Path, Option<Field<'s>>) {
    path_in(document, node, schema, (top, MissingKeys::AreUnknown))
}

/// What a missing key of an item means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MissingKeys {
    /// In a whole object, it has its default value.
    AreDefaults,
    /// In a patch, it has the live value.
    AreUnknown,
}

fn path_in<'s>(
    document: &Document,
    node: NodeId,
    schema: &'s Schema,
    (top, missing): (Option<TypePosition>, MissingKeys),
) -> (Path, Option<Field<'s>>) {
    let ancestors: Vec<NodeId> = document.ancestors(node).collect();
    let (mut position, mut field, mut path) = (top, None::<Field<'s>>, Path::default());
    for pair in ancestors.windows(2).rev() {
        let node = pair[0];
        match document.key(node) {
            Some(key) => {
                let name = match key.split_once('/') {
                    Some((directive, name)) if directive.starts_with('$') => name,
                    _ => key,
                };
                field = position.and_then(|position| schema.peek(position, name));
                position = field.as_ref().map(|field| field.type_position);
                path.0.push(Segment::Key(key.to_owned()));
            }
            None => {
                path.0
                    .push(distinct_item((document, node), field.as_ref(), schema, missing));
                position = position.map(|position| schema.item(position));
            }
        }
    }
    (path, field)
}

/// Returns the segment of a patch item with `$patchMergeKey`: all the keys that it has.
fn by_keys(document: &Document, item: NodeId, names: NodeId) -> Option<Segment> {
    let text = |node| write::value_text(document, node, MAX_NAME_CHARS);
    let mut keys = document
        .children(names)
        .filter_map(|name| match document.value(name) {
            Value::String(name) => Some((name, document.get(item, name)?)),
            _ => None,
        });
    let (first, value) = keys.next()?;
    let mut value = text(value);
    for (name, other) in keys {
        value.push_str(&format!(",{name}={}", text(other)));
    }
    let key = first.to_owned();
    Some(Segment::Item { key, value })
}

/// Returns the segment of an item: with all keys of its list if another item has the same merge key.
fn distinct_item<'s>(
    (document, node): (&Document, NodeId),
    field: Option<&Field<'s>>,
    schema: &'s Schema,
    missing: MissingKeys,
) -> Segment {
    let name = item(document, node, field);
    let siblings = document
        .parent(node)
        .into_iter()
        .flat_map(|list| document.children(list));
    let mut siblings = siblings.take(MAX_COMPARED).filter(|sibling| *sibling != node);
    match field.filter(|field| field.list_map_keys.len() > 1) {
        Some(known) if siblings.any(|sibling| item(document, sibling, field) == name) => {
            let by_keys = || item_by_all_keys(document, node, known, schema);
            let is_named = missing == MissingKeys::AreDefaults
                || known
                    .list_map_keys
                    .iter()
                    .all(|key| document.get(node, key).is_some());
            is_named.then(by_keys).flatten().unwrap_or(name)
        }
        _ => name,
    }
}

pub(crate) fn item(document: &Document, node: NodeId, field: Option<&Field<'_>>) -> Segment {
    let merges = field.filter(|field| field.strategy == Strategy::Merge);
    let text = |node| write::value_text(document, node, MAX_NAME_CHARS);
    if let Some(names) = document.get(node, "$patchMergeKey")
        && let Some(item) = by_keys(document, node, names)
    {
        return item;
    }
    match merges.map(|field| field.merge_key) {
        Some(Some(key)) => match document.get(node, key) {
            Some(name) => Segment::Item {
                key: key.to_owned(),
                value: text(name),
            },
            None => Segment::Index(document.ordinal(node)),
        },
        Some(None) if document.kind(node).is_scalar() => Segment::Value(text(node)),
        _ => Segment::Index(document.ordinal(node)),
    }
}

/// Returns a value as JSON.
pub(crate) fn read_json(document: &Document, node: NodeId) -> Json {
    json_tree(document, node)
}
