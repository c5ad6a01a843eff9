//! Returns the path of a node in a document; items are named by their merge key.

use serde_json::Value as Json;

use super::line_reason::LineReason;
use super::sides::{DocumentSide, Sides};
use crate::document::write::json_tree;
use crate::document::{Document, NodeId, Path, Segment, Tree, Value};
use crate::merge::{item_by_all_keys, item_name_text};
use crate::schema::{Field, Schema, Strategy, TypePosition};

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
    let mut walk = PathWalk::new(document, schema, (top, missing));
    let ancestors: Vec<NodeId> = document.ancestors(node).collect();
    for node in ancestors.into_iter().rev() {
        walk.go_to(node);
    }
    let field = walk.field();
    (walk.path, field)
}

/// The paths of the nodes of a patch in text order: each node adds one segment to the path of its parent.
pub(crate) struct PathWalk<'d, 's> {
    document: &'d Document,
    schema: &'s Schema,
    top: Option<TypePosition>,
    missing: MissingKeys,
    /// The nodes from below the root to the current one, with their positions and fields.
    open: Vec<(NodeId, Option<TypePosition>, Option<Field<'s>>)>,
    /// The path of the current node.
    pub(crate) path: Path,
}

impl<'d, 's> PathWalk<'d, 's> {
    /// The paths of a patch for an object of the type `top`.
    pub(crate) fn of_patch(document: &'d Document, schema: &'s Schema, top: Option<TypePosition>) -> Self {
        Self::new(document, schema, (top, MissingKeys::AreUnknown))
    }

    fn new(
        document: &'d Document,
        schema: &'s Schema,
        (top, missing): (Option<TypePosition>, MissingKeys),
    ) -> Self {
        Self {
            document,
            schema,
            top,
            missing,
            open: Vec::new(),
            path: Path::default(),
        }
    }

    /// Returns the field of the current node; for an item, the field of its list.
    pub(crate) fn field(&self) -> Option<Field<'s>> {
        self.open.last().and_then(|(_, _, field)| *field)
    }

    /// Moves to a node. Nodes are visited in text order, each after its parent.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        let document = self.document;
        let Some(parent) = document.parent(node) else {
            return;
        };
        while self.open.last().is_some_and(|(open, ..)| *open != parent) {
            self.open.pop();
            self.path.0.pop();
        }
        debug_assert!(!self.open.is_empty() || parent == document.root());
        let (position, list) = match self.open.last() {
            Some((_, position, field)) => (*position, field.as_ref()),
            None => (self.top, None),
        };
        let (segment, position, field) = match document.key(node) {
            Some(key) => {
                let name = match key.split_once('/') {
                    Some((directive, name)) if directive.starts_with('$') => name,
                    _ => key,
                };
                let field = position.and_then(|position| self.schema.peek(position, name));
                let below = field.as_ref().map(|field| field.type_position);
                (Segment::Key(key.to_owned()), below, field)
            }
            None => (
                distinct_item((document, node), list, self.schema, self.missing),
                position.map(|position| self.schema.item(position)),
                list.cloned(),
            ),
        };
        self.path.0.push(segment);
        self.open.push((node, position, field));
    }
}

/// Returns the segment of a patch item with `$patchMergeKey`: all the keys that it has.
fn by_keys(document: &Document, item: NodeId, names: NodeId) -> Option<Segment> {
    let text = |node| item_name_text(document.value(node));
    let mut keys = document
        .children(names)
        .filter_map(|name| match document.value(name) {
            Value::String(name) => Some((name, document.get(item, name)?)),
            _ => None,
        });
    let (first, value) = keys.next()?;
    let mut value = text(value)?;
    for (name, other) in keys {
        value.push_str(&format!(",{name}={}", text(other)?));
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
    let text = |node| item_name_text(document.value(node));
    if let Some(names) = document.get(node, "$patchMergeKey")
        && let Some(item) = by_keys(document, node, names)
    {
        return item;
    }
    let name = match merges.map(|field| field.merge_key) {
        Some(Some(key)) => document.get(node, key).and_then(text).map(|value| Segment::Item {
            key: key.to_owned(),
            value,
        }),
        Some(None) => text(node).map(Segment::Value),
        None => None,
    };
    name.unwrap_or_else(|| Segment::Index(document.ordinal(node)))
}

/// Returns a value as JSON.
pub(crate) fn read_json(document: &Document, node: NodeId) -> Json {
    json_tree(document, node)
}
