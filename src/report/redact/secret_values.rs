//! Finds secret values: everything in a Secret except its identity and type. So a misspelled `stringdata` or
//! `Data` is hidden, too.

use std::sync::Arc;

use crate::document::{Document, NodeId, Tree, Value, ValueKind};

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

/// Returns whether one of the documents of a merge is or contains a Secret, or may be one: none has a kind, and one has
/// `data`.
pub(super) fn any_secret<'d>(documents: impl Iterator<Item = &'d Arc<Document>> + Clone) -> bool {
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

/// Returns the secret scalars of a document that belongs to a Secret, in tree order. A document without a
/// kind counts as part of the Secret, because patches can omit it.
pub(crate) fn secret_values(document: &Document) -> Vec<NodeId> {
    let mut found = SecretScalars {
        document,
        found: Vec::new(),
    };
    let objects = objects(document);
    let is_list = objects.len() > 1 || document.kind(document.root()) == ValueKind::List;
    for (at, object) in objects.into_iter().enumerate() {
        // The root belongs to the Secret, whatever its kind; a list of objects does not.
        let belongs = match (at, is_list) {
            (0, is_list) => !is_list,
            _ => kind(document, object).is_empty() || is_secret(document, object),
        };
        if belongs {
            found.add_object_or_operation(object);
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
    match node.map(|node| document.value(node)) {
        Some(Value::String(text)) => text,
        _ => "",
    }
}

/// A part of a Secret that determines which of its values are secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SecretPart {
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

/// Collects the secret scalars of objects.
struct SecretScalars<'d> {
    document: &'d Document,
    found: Vec<NodeId>,
}

impl SecretScalars<'_> {
    fn add_object_or_operation(&mut self, object: NodeId) {
        let document = self.document;
        let is_operation = ["op", "path"]
            .iter()
            .any(|key| document.get(object, key).is_some());
        if is_operation && document.get(object, "kind").is_none() {
            self.add_operation(object);
        } else {
            self.add(object, SecretPart::Object);
        }
    }

    /// Adds the value of a JSON patch operation, whose path determines its part, and words that no operation has.
    fn add_operation(&mut self, operation: NodeId) {
        let document = self.document;
        let path = text(document, document.get(operation, "path"));
        let (mut around, mut part, mut field) = (SecretPart::Secret, SecretPart::Object, String::new());
        for segment in path.split('/').skip(1) {
            field = segment.replace("~1", "/").replace("~0", "~");
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
                            .filter(|entry| !self.is_directive(*entry))
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

    /// Returns whether the node is a valid `$patch` or a `$retainKeys`, which contains only keys.
    fn is_directive(&self, node: NodeId) -> bool {
        match self.document.key(node) {
            Some("$patch") => matches!(
                self.document.value(node),
                Value::String("replace" | "delete" | "merge")
            ),
            Some("$retainKeys") => self.document.kind(node) == ValueKind::List,
            _ => false,
        }
    }
}
