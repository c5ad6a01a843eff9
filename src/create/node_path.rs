//! Where a node of one of the documents stands, as people say it: list items by their merge key.

use super::line_reason::LineReason;
use super::sides::{DocumentSide, Sides};
use crate::document::{Document, NodeId, Path, Segment, Tree, Value, write};
use crate::schema::{Field, Schema, Strategy, TypePosition};

/// How much of a value stands in a path.
const NAME_LIMIT: usize = 80;

/// The way to what a reason is about: in modified if it is there, else in what that was compared with.
pub(crate) fn of_reason(sides: &Sides, schema: &Schema, reason: &LineReason) -> Path {
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
        Some((document, node)) => of_node(document, node, schema, schema.top(api_version, kind).ok()).0,
        None => Path::default(),
    }
}

/// The way to a node of a manifest or patch for an object of the type `top`, and what is known of the field that holds
/// the node (the list's own field for an item).
pub(crate) fn of_node<'s>(
    document: &Document,
    node: NodeId,
    schema: &'s Schema,
    top: Option<TypePosition>,
) -> (Path, Option<Field<'s>>) {
    let mut way = vec![node];
    while let Some(parent) = way.last().and_then(|node| document.parent(*node)) {
        way.push(parent);
    }
    let (mut place, mut field, mut path) = (top, None::<Field<'s>>, Path::default());
    for pair in way.windows(2).rev() {
        let node = pair[0];
        match document.key(node) {
            Some(key) => {
                let name = match key.split_once('/') {
                    Some((directive, name)) if directive.starts_with('$') => name,
                    _ => key,
                };
                field = place.and_then(|place| schema.peek(place, name));
                place = field.as_ref().map(|field| field.place);
                path.0.push(Segment::Key(key.to_owned()));
            }
            None => {
                path.0.push(item(document, node, field.as_ref()));
                place = place.map(|place| schema.item(place));
            }
        }
    }
    (path, field)
}

/// An item of a patch that says by which keys it is found: all those that it has.
fn by_keys(document: &Document, item: NodeId, names: NodeId) -> Option<Segment> {
    let text = |node| write::value_text(document, node, NAME_LIMIT);
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

pub(crate) fn item(document: &Document, node: NodeId, field: Option<&Field<'_>>) -> Segment {
    let merges = field.filter(|field| field.strategy == Strategy::Merge);
    let text = |node| write::value_text(document, node, NAME_LIMIT);
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
