//! Finds the hidden values that a fix moves to fields that are not hidden, for example from `annotations` to
//! `metadata.annotations`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::secret_values::{SecretPlaces, is_directive, is_operation, secret_values, target};
use crate::document::{Document, NodeId, Tree, Value};

/// What the documents show and hide before a fix.
#[derive(Default)]
pub(super) struct ValuesBefore {
    shown: FxHashSet<String>,
    hidden: FxHashSet<String>,
    /// The fields of shown values, and these fields with their values.
    fields: FxHashSet<u64>,
    in_fields: FxHashSet<(u64, String)>,
}

impl ValuesBefore {
    pub(super) fn new<'d>(documents: impl Iterator<Item = &'d Arc<Document>>, places: &SecretPlaces) -> Self {
        let mut before = Self::default();
        for document in documents {
            let hidden: FxHashSet<NodeId> = secret_values(document, places).into_iter().collect();
            for (node, field) in scalars(document) {
                let text = text_of(document.value(node));
                if hidden.contains(&node) {
                    before.hidden.insert(text);
                } else {
                    before.fields.insert(field);
                    before.in_fields.insert((field, text.clone()));
                    before.shown.insert(text);
                }
            }
        }
        before
    }

    /// Returns the values of a changed document that stay hidden: those that were hidden, and new ones in new fields, which
    /// can be made from them.
    pub(super) fn stay_hidden(&self, document: &Document) -> Vec<NodeId> {
        let is_hidden = |(node, field): &(NodeId, u64)| {
            let text = text_of(document.value(*node));
            let is_known = self.fields.contains(field) || self.shown.contains(&text);
            (self.hidden.contains(&text) || !is_known) && !self.in_fields.contains(&(*field, text))
        };
        let hidden = scalars(document).into_iter().filter(is_hidden);
        hidden.map(|(node, _)| node).collect()
    }
}

/// Returns the text of a scalar, with or without quotes.
fn text_of(value: Value<'_>) -> String {
    match value {
        Value::String(text) => text.to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Null | Value::List | Value::Map => String::new(),
    }
}

/// Returns the scalars that can have a value of the user, with the paths of their fields in the object as numbers. Linear.
fn scalars(document: &Document) -> Vec<(NodeId, u64)> {
    let below = |path: u64, field: &str| {
        let mut hasher = FxHasher::default();
        (path, field).hash(&mut hasher);
        hasher.finish()
    };
    let mut scalars = Vec::new();
    let mut todo = vec![(document.root(), 0)];
    while let Some((node, path)) = todo.pop() {
        let is_in_operation = is_operation(document, node);
        for child in document.children(node) {
            let key = document.key(child).unwrap_or_default();
            let path = match target(document, child) {
                Some(fields) => fields.iter().fold(0, |path, field| below(path, field)),
                None if is_in_operation && matches!(key, "op" | "path" | "from") => continue,
                None => below(path, key),
            };
            if !is_directive(document, child) {
                todo.push((child, path));
            }
        }
        if document.kind(node).is_scalar() && document.value(node) != Value::Null {
            scalars.push((node, path));
        }
    }
    scalars
}
