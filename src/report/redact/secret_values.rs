//! Finds secret values: everything in a Secret except its identity and type. So a misspelled `stringdata` or
//! `Data` is hidden, too.

use std::sync::Arc;

use super::path_tree::PathTree;
use crate::document::{Document, NodeId, Tree, Value, ValueKind, read};
use crate::merge::decode_key;

/// The fields of a Secret without secret values.
const PLAIN_FIELDS: [&str; 4] = ["apiVersion", "kind", "type", "immutable"];

/// The fields of `metadata`. Only annotations can contain secret values; any other field in `metadata` is
/// misplaced.
const METADATA_FIELDS: [&str; 16] = [
    "annotations",
    "clusterName",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "finalizers",
    "generateName",
    "generation",
    "labels",
    "managedFields",
    "name",
    "namespace",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// The words of JSON patch operations.
const OPERATIONS: [&str; 6] = ["add", "copy", "move", "remove", "replace", "test"];

/// Annotations in which tools store the applied object, in addition to those whose name says so.
const APPLIED_ANNOTATIONS: [&str; 2] = ["kapp.k14s.io/original", "objectset.rio.cattle.io/applied"];

/// Returns whether the document is or contains a Secret.
pub(crate) fn has_secret(document: &Document) -> bool {
    let kind = kind(document, document.root());
    kind.eq_ignore_ascii_case("SecretList")
        || objects(document)
            .iter()
            .any(|object| is_secret(document, *object))
        || kind.is_empty()
            && document
                .children(document.root())
                .any(|entry| is_named(document, entry, "stringData"))
}

/// Where the Secrets of the documents of a merge are.
#[derive(Default)]
pub(crate) struct SecretPlaces {
    /// Whether the object, or an object of the list, is a Secret.
    is_object: bool,
    /// The Secrets in fields of objects.
    fields: PathTree,
}

impl SecretPlaces {
    /// The object is a Secret, whatever its kind.
    pub(super) fn object() -> Self {
        Self {
            is_object: true,
            fields: PathTree::default(),
        }
    }

    /// Finds the Secrets. Linear.
    pub(super) fn new<'d>(documents: impl Iterator<Item = &'d Arc<Document>> + Clone) -> Self {
        let mut fields = PathTree::default();
        for document in documents.clone() {
            fields.add(document, field_secrets(document), |node| target(document, node));
        }
        // A Secret that was removed from the object can be left in the annotation.
        let applied: Vec<Document> = documents
            .clone()
            .flat_map(|document| applied_objects(document))
            .collect();
        for object in &applied {
            fields.add(object, field_secrets(object), |_| None);
        }
        Self {
            is_object: is_secret_object(documents) || applied.iter().any(has_secret),
            fields,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.is_object && self.fields.is_empty()
    }
}

/// Returns the Secrets in fields of objects, as in a ManifestWork. A reference to a Secret has only its kind and name.
fn field_secrets(document: &Document) -> Vec<NodeId> {
    let is_kind = |node: &NodeId| {
        matches!(document.value(*node), Value::String(kind) if kind.eq_ignore_ascii_case("Secret"))
            && is_named(document, *node, "kind")
    };
    let is_object = |object: &NodeId| {
        let mut entries = document.children(*object);
        let names = ["metadata", "data", "stringData"];
        document.parent(*object).is_some()
            && entries.any(|entry| names.iter().any(|name| is_named(document, entry, name)))
    };
    let nodes = (0..document.node_count() as u32).map(NodeId);
    let objects = nodes.filter(is_kind).filter_map(|kind| document.parent(kind));
    objects.filter(is_object).collect()
}

/// Returns the objects in the annotations that contain the applied object. Linear.
fn applied_objects(document: &Document) -> impl Iterator<Item = Document> {
    let applied = |node| match document.value(node) {
        Value::String(text) if text.starts_with('{') => {
            let is_applied = match target(document, node) {
                Some(path) => path.last().is_some_and(|name| holds_applied_object(name)),
                None => document.key(node).is_some_and(holds_applied_object),
            };
            is_applied.then(|| read("", text.as_bytes().to_vec()).ok())?
        }
        _ => None,
    };
    (0..document.node_count() as u32).map(NodeId).filter_map(applied)
}

/// Returns whether one of the documents of a merge is or contains a Secret, or may be one: none has a kind, and one has
/// `data`.
fn is_secret_object<'d>(documents: impl Iterator<Item = &'d Arc<Document>> + Clone) -> bool {
    let has_data = |document: &Document| {
        let mut entries = document.children(document.root());
        entries.any(|entry| is_named(document, entry, "data"))
    };
    documents.clone().any(|document| has_secret(document))
        || documents
            .clone()
            .all(|document| kind(document, document.root()).is_empty())
            && documents.clone().any(|document| has_data(document))
}

/// Returns the secret scalars of a document. A document, or a map at the path of a Secret, without a kind counts as part of
/// the Secret, because patches can omit it.
pub(crate) fn secret_values(document: &Document, places: &SecretPlaces) -> Vec<NodeId> {
    let mut found = SecretScalars {
        document,
        found: Vec::new(),
    };
    if !places.fields.is_empty() {
        found.add_fields(&places.fields);
    }
    if !places.is_object {
        return found.found;
    }
    let objects = objects(document);
    let is_list = objects.len() > 1 || document.kind(document.root()) == ValueKind::List;
    for (at, object) in objects.into_iter().enumerate() {
        // The root belongs to the Secret, whatever its kind; a list of objects does not.
        let belongs = match (at, is_list) {
            (0, is_list) => !is_list,
            _ => kind(document, object).is_empty() || is_secret(document, object),
        };
        if belongs {
            found.add_object_or_operation(object, SecretPart::Object);
        }
    }
    found.found
}

/// Returns the root and the items of a list of objects. A patch for such a list can omit its kind.
fn objects(document: &Document) -> Vec<NodeId> {
    let top = document.root();
    let kind = kind(document, top);
    let items = match document.kind(top) {
        ValueKind::List => Some(top),
        _ => document.get(top, "items").filter(|items| {
            document.kind(*items) == ValueKind::List && (kind.is_empty() || kind.ends_with("List"))
        }),
    };
    let items = items.into_iter().flat_map(|items| document.children(items));
    std::iter::once(top).chain(items).collect()
}

/// Returns whether an object has the kind Secret, in any letter case.
fn is_secret(document: &Document, object: NodeId) -> bool {
    let mut kinds = document
        .children(object)
        .filter(|entry| is_named(document, *entry, "kind"));
    kinds.any(|entry| text(document, Some(entry)).eq_ignore_ascii_case("Secret"))
}

/// Returns the kind of an object.
fn kind(document: &Document, object: NodeId) -> &str {
    text(document, document.get(object, "kind"))
}

fn is_named(document: &Document, entry: NodeId, name: &str) -> bool {
    document
        .key(entry)
        .is_some_and(|key| key.eq_ignore_ascii_case(name))
}

fn text(document: &Document, node: Option<NodeId>) -> &str {
    node.and_then(|node| document.value(node).as_str())
        .unwrap_or_default()
}

/// A part of a Secret, or of an object with a Secret in a field, that determines which of its values are secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SecretPart {
    /// An object with a Secret in a field.
    Around,
    MetadataAround,
    Object,
    Metadata,
    Annotations,
    Plain,
    Secret,
}

impl SecretPart {
    /// Returns the part of a field of this part.
    fn field(self, key: &str) -> SecretPart {
        match self {
            SecretPart::Around if key == "metadata" => SecretPart::MetadataAround,
            SecretPart::MetadataAround if key == "annotations" => SecretPart::Annotations,
            SecretPart::Around | SecretPart::MetadataAround => SecretPart::Plain,
            SecretPart::Object if key == "metadata" => SecretPart::Metadata,
            SecretPart::Object if PLAIN_FIELDS.contains(&key) => SecretPart::Plain,
            SecretPart::Metadata if key == "annotations" => SecretPart::Annotations,
            SecretPart::Metadata if METADATA_FIELDS.contains(&key) => SecretPart::Plain,
            SecretPart::Annotations if !holds_applied_object(key) => SecretPart::Plain,
            SecretPart::Plain => SecretPart::Plain,
            _ => SecretPart::Secret,
        }
    }
}

/// Returns whether an annotation contains the applied object.
fn holds_applied_object(annotation: &str) -> bool {
    let annotation = annotation.to_ascii_lowercase();
    annotation.contains("last-applied")
        || annotation.contains("lastapplied")
        || APPLIED_ANNOTATIONS.contains(&annotation.as_str())
}

/// Returns whether a node is an operation of a JSON patch.
pub(super) fn is_operation(document: &Document, node: NodeId) -> bool {
    let has = |key: &&str| document.get(node, key).is_some();
    ["op", "path"].iter().any(has) && document.get(node, "kind").is_none()
}

/// Returns the path at which an operation sets a value, without the numbers of items.
pub(super) fn target(document: &Document, value: NodeId) -> Option<Vec<String>> {
    let operation = document
        .parent(value)
        .filter(|_| is_named(document, value, "value"))?;
    let is_in_patch = document.parent(operation) == Some(document.root());
    if !is_in_patch || document.key(operation).is_some() || !is_operation(document, operation) {
        return None;
    }
    let path = text(document, document.get(operation, "path"));
    let field = |segment| match is_item(segment) {
        true => String::new(),
        false => decode_key(segment).into_owned(),
    };
    Some(path.split('/').skip(1).map(field).collect())
}

/// Returns whether a segment of a JSON pointer can name an item.
fn is_item(segment: &str) -> bool {
    segment == "-" || segment.parse::<usize>().is_ok()
}

/// Collects the secret scalars of objects.
struct SecretScalars<'d> {
    document: &'d Document,
    found: Vec<NodeId>,
}

impl SecretScalars<'_> {
    fn add_object_or_operation(&mut self, object: NodeId, part: SecretPart) {
        if is_operation(self.document, object) {
            let path = text(self.document, self.document.get(object, "path"));
            let fields = path.split('/').skip(1);
            self.add_operation(object, part, fields);
        } else {
            self.add(object, part);
        }
    }

    /// Adds the secret values of Secrets in fields, and the applied objects in the annotations around them.
    fn add_fields(&mut self, fields: &PathTree) {
        let document = self.document;
        for object in objects(document) {
            self.add_object_or_operation(object, SecretPart::Around);
        }
        let mut todo = vec![(document.root(), PathTree::TOP)];
        if document.kind(document.root()) == ValueKind::List {
            // A JSON patch, or a list of objects.
            todo.clear();
            for item in document.children(document.root()) {
                match is_operation(document, item) {
                    true => todo.extend(self.add_operation_in(item, fields)),
                    false => todo.extend(fields.below(PathTree::TOP, "").map(|at| (item, at))),
                }
            }
        }
        while let Some((node, at)) = todo.pop() {
            let is_other = || !kind(document, node).is_empty() && !is_secret(document, node);
            if fields.is_secret(at) && !(document.kind(node) == ValueKind::Map && is_other()) {
                self.add(node, SecretPart::Object);
                continue;
            }
            let below = |child| Some((child, fields.below(at, document.key(child).unwrap_or_default())?));
            todo.extend(document.children(node).filter_map(below));
        }
    }

    /// Adds the value of an operation below a Secret in a field; for one at or above it, returns its value and place.
    fn add_operation_in(&mut self, operation: NodeId, fields: &PathTree) -> Option<(NodeId, usize)> {
        let document = self.document;
        let path = text(document, document.get(operation, "path"));
        let (mut segments, mut at) = (path.split('/').skip(1).peekable(), PathTree::TOP);
        while segments.peek().is_none() || !fields.is_secret(at) {
            let Some(segment) = segments.next() else {
                return Some((document.get(operation, "value")?, at));
            };
            let below = fields.below(at, &decode_key(segment));
            at = below.or_else(|| fields.below(at, "").filter(|_| is_item(segment)))?;
        }
        self.add_operation(operation, SecretPart::Object, segments);
        None
    }

    /// Adds the value of a JSON patch operation, whose path in the object determines its part, and words that no operation
    /// has.
    fn add_operation<'p>(
        &mut self,
        operation: NodeId,
        mut part: SecretPart,
        fields: impl Iterator<Item = &'p str>,
    ) {
        let document = self.document;
        let (mut around, mut field) = (SecretPart::Secret, String::new());
        for segment in fields {
            field = decode_key(segment).into_owned();
            around = part;
            part = part.field(&field);
        }
        for entry in document.children(operation) {
            let part = match (document.key(entry), document.value(entry)) {
                (Some("op"), Value::String(word)) if OPERATIONS.contains(&word) => SecretPart::Plain,
                (Some("path" | "from"), Value::String(_)) => SecretPart::Plain,
                (Some("op" | "path" | "from"), _) => SecretPart::Secret,
                _ if around == SecretPart::Object && self.is_misused(&field, entry) => SecretPart::Secret,
                _ => part,
            };
            self.add(entry, part);
        }
    }

    /// Returns whether a field of the object that is not secret has a value of a wrong type, which may be secret.
    fn is_misused(&self, field: &str, node: NodeId) -> bool {
        match field {
            "immutable" => !matches!(self.document.value(node), Value::Bool(_) | Value::Null),
            "apiVersion" | "kind" | "type" => !self.document.kind(node).is_scalar(),
            _ => false,
        }
    }

    /// Adds the secret scalars of a subtree, except nulls, which only remove values, and the words of
    /// directives.
    fn add(&mut self, top: NodeId, part: SecretPart) {
        // A stack instead of recursion: a manifest can be deep.
        let mut todo = vec![(top, part)];
        while let Some((node, part)) = todo.pop() {
            if part == SecretPart::Plain {
                continue;
            }
            match self.document.value(node) {
                Value::Null => {}
                Value::Map => {
                    let entries: Vec<NodeId> = self.document.children(node).collect();
                    let entries = entries.into_iter().rev();
                    todo.extend(
                        entries
                            .filter(|entry| !is_directive(self.document, *entry))
                            .map(|entry| (entry, self.part_of(entry, part))),
                    );
                }
                Value::List => {
                    let items: Vec<NodeId> = self.document.children(node).collect();
                    todo.extend(items.into_iter().rev().map(|item| (item, part)));
                }
                // A scalar instead of a map can contain anything.
                _ => self.found.push(node),
            }
        }
    }

    /// Returns the part of an entry. A directive for a list names its field: `$setElementOrder/finalizers`.
    fn part_of(&self, entry: NodeId, part: SecretPart) -> SecretPart {
        let key = self.document.key(entry).unwrap_or_default();
        let field = match key
            .strip_prefix('$')
            .and_then(|directive| directive.split_once('/'))
        {
            Some((_, field)) => field,
            None => key,
        };
        match part == SecretPart::Object && self.is_misused(field, entry) {
            true => SecretPart::Secret,
            false => part.field(field),
        }
    }
}

/// Returns whether the node is a valid `$patch` or a `$retainKeys`, which contains only keys.
pub(super) fn is_directive(document: &Document, node: NodeId) -> bool {
    match document.key(node) {
        Some("$patch") => matches!(
            document.value(node),
            Value::String("replace" | "delete" | "merge")
        ),
        Some("$retainKeys") => document.kind(node) == ValueKind::List,
        _ => false,
    }
}
