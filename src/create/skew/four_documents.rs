//! A position in four documents: the object that the client read, the object that it requests, the live
//! object, the result.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::document::{Document, NodeId, Path, Segment, Tree, ValueKind, write};
use crate::merge::go_text;
use crate::schema::{Field, TypePosition};

/// Maximum length of a value in a path or a sentence, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The four documents; `None` for a missing one.
pub(crate) type FourDocuments<'d> = [Option<&'d Document>; 4];

/// Their nodes at one position.
pub(crate) type FourNodeIds = [Option<NodeId>; 4];

/// Indices of [`FourDocuments`] and [`FourNodeIds`].
pub(crate) const READ: usize = 0;
pub(crate) const REQUESTED: usize = 1;
pub(crate) const NOW: usize = 2;
pub(crate) const RESULT: usize = 3;

/// A position to compare.
#[derive(Clone, Debug)]
pub(crate) struct FourNodes {
    pub(crate) nodes: FourNodeIds,
    pub(crate) path: Path,
    pub(crate) position: Option<TypePosition>,
    /// Whether the value is compared as a whole.
    pub(crate) atomic: bool,
    /// Whether items with the same keys come before it.
    pub(crate) again: bool,
}

/// The identity of an item of a list that merges: its keys as text, and the number of equal ones before it.
type FourIdentity = (Arc<str>, usize);

/// The items of a list in all four documents.
#[derive(Debug, Default)]
pub(crate) struct FourItems {
    /// Each item once, those of the requested list first.
    pub(crate) all: Vec<(FourIdentity, FourNodeIds)>,
    /// The items of each document in order, by their index in `all`.
    pub(crate) orders: [Vec<usize>; 4],
}

/// Returns the node of a side with its document.
pub(crate) fn node_on<'d>(
    documents: &FourDocuments<'d>,
    nodes: &FourNodeIds,
    side: usize,
) -> Option<(&'d Document, NodeId)> {
    Some((documents[side]?, nodes[side]?))
}

/// Returns the type of the node of a side.
pub(crate) fn kind(documents: &FourDocuments<'_>, nodes: &FourNodeIds, side: usize) -> Option<ValueKind> {
    node_on(documents, nodes, side).map(|(document, node)| document.kind(node))
}

/// Returns the fields of the maps without duplicates: requested ones first.
pub(crate) fn fields<'d>(documents: &FourDocuments<'d>, nodes: &FourNodeIds) -> Vec<(&'d str, FourNodeIds)> {
    let mut positions: FxHashMap<&str, usize> = FxHashMap::default();
    let mut all: Vec<(&str, FourNodeIds)> = Vec::new();
    for side in [REQUESTED, NOW, READ, RESULT] {
        let Some((document, map)) = node_on(documents, nodes, side) else {
            continue;
        };
        if document.kind(map) != ValueKind::Map {
            continue;
        }
        for child in document.children(map) {
            let Some(key) = document.key(child) else { continue };
            let position = *positions.entry(key).or_insert_with(|| {
                all.push((key, FourNodeIds::default()));
                all.len() - 1
            });
            all[position].1[side] = Some(child);
        }
    }
    all
}

/// Pairs the items of the lists by their identities.
pub(crate) fn items(documents: &FourDocuments<'_>, nodes: &FourNodeIds, field: &Field<'_>) -> FourItems {
    let mut found = FourItems::default();
    let mut positions: FxHashMap<FourIdentity, usize> = FxHashMap::default();
    for side in [REQUESTED, NOW, READ, RESULT] {
        let Some((document, list)) = node_on(documents, nodes, side) else {
            continue;
        };
        let mut count: FxHashMap<Arc<str>, usize> = FxHashMap::default();
        for item in document.children(list) {
            let name: Arc<str> = name(document, item, field).into();
            let before = count.entry(Arc::clone(&name)).or_default();
            let identity = (name, *before);
            *before += 1;
            let position = *positions.entry(identity.clone()).or_insert_with(|| {
                found.all.push((identity, FourNodeIds::default()));
                found.all.len() - 1
            });
            found.all[position].1[side] = Some(item);
            found.orders[side].push(position);
        }
    }
    found
}

/// Returns the text that identifies an item: its recommended keys, its merge key, or its value.
fn name(document: &Document, item: NodeId, field: &Field<'_>) -> String {
    let text = |node| write::name_text(document, node, MAX_NAME_CHARS);
    let value = |key: &str| match document.get(item, key) {
        Some(value) => text(value),
        None => "(absent)".to_owned(),
    };
    match (field.recommended_keys, field.merge_key) {
        ([_, _, ..], _) if document.kind(item) == ValueKind::Map => {
            let values: Vec<String> = field.recommended_keys.iter().map(|key| value(key)).collect();
            values.join("/")
        }
        (_, Some(key)) if document.kind(item) == ValueKind::Map => value(key),
        _ if document.kind(item).is_scalar() => text(item),
        _ => go_text::format_value(document, item),
    }
}

/// Returns the path segment of an item.
pub(crate) fn segment(identity: &FourIdentity, field: &Field<'_>) -> Segment {
    let value = identity.0.to_string();
    match (field.recommended_keys, field.merge_key) {
        // As in the ledger: `[port=53,protocol=UDP]`. Of the values only the first can have a slash.
        ([first, others @ ..], _) if !others.is_empty() => {
            let mut values: Vec<&str> = value.rsplitn(others.len() + 1, '/').collect();
            let mut value = values.pop().unwrap_or_default().to_owned();
            for (key, other) in others.iter().zip(values.iter().rev()) {
                value.push_str(&format!(",{key}={other}"));
            }
            let key = first.to_string();
            Segment::Item { key, value }
        }
        (_, Some(key)) => Segment::Item {
            key: key.to_owned(),
            value,
        },
        _ => Segment::Value(value),
    }
}

impl FourItems {
    /// Returns the items of a side, in its order, that are also on another side.
    pub(crate) fn shared(&self, side: usize, other: usize) -> Vec<usize> {
        let mut order = self.orders[side].clone();
        order.retain(|item| self.is_on(*item, other));
        order
    }

    /// Returns whether a side has the item.
    pub(crate) fn is_on(&self, item: usize, side: usize) -> bool {
        self.all[item].1[side].is_some()
    }

    /// Returns the text that identifies an item.
    pub(crate) fn name(&self, item: usize) -> &Arc<str> {
        &self.all[item].0.0
    }
}
