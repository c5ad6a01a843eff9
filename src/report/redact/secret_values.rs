//! Which values are secret: those of `data` and `stringData` of a Secret, and its last applied configuration, which
//! holds them once more.

use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// Where `kubectl apply` keeps the object as it was applied last.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The fields of a Secret that hold its values.
const FIELDS: [&str; 2] = ["data", "stringData"];

/// Whether there is a Secret in the document: at its top, or among its items.
pub(crate) fn has_secret(document: &Document) -> bool {
    let kind = text(document, document.root(), "kind");
    kind == "Secret"
        || kind == "SecretList"
        || objects(document)
            .iter()
            .any(|object| text(document, *object, "kind") == "Secret")
}

/// The secret scalars of a document that belongs to a Secret, in the order of the tree. What says no kind counts as
/// a part of the Secret: patches leave it out.
pub(crate) fn secret_values(document: &Document) -> Vec<NodeId> {
    let mut found = Vec::new();
    let top = document.root();
    for object in objects(document) {
        let kind = text(document, object, "kind");
        if object == top || kind.is_empty() || kind == "Secret" {
            match document.get(object, "op") {
                Some(_) => of_operation(document, object, &mut found),
                None => of_object(document, object, &mut found),
            }
        }
    }
    found
}

/// The top, and the items of a list of objects; a patch for such a list need not say that it is one.
fn objects(document: &Document) -> Vec<NodeId> {
    let top = document.root();
    let kind = text(document, top, "kind");
    let items = match document.kind(top) {
        ValueKind::List => Some(top),
        _ => document.get(top, "items").filter(|items| {
            document.kind(*items) == ValueKind::List && (kind.is_empty() || kind.ends_with("List"))
        }),
    };
    let items = items.into_iter().flat_map(|items| document.children(items));
    std::iter::once(top).chain(items).collect()
}

fn text<'d>(document: &'d Document, map: NodeId, key: &str) -> &'d str {
    match document.get(map, key).map(|node| document.value(node)) {
        Some(Value::String(text)) => text,
        _ => "",
    }
}

fn of_object(document: &Document, object: NodeId, found: &mut Vec<NodeId>) {
    for entry in document.children(object) {
        let key = document.key(entry).unwrap_or_default();
        // A directive beside a field holds values of it: `$deleteFromPrimitiveList/data`.
        let field = key.rsplit_once('/').map_or(key, |(_, field)| field);
        if FIELDS.contains(&field) {
            scalars(document, entry, found);
        } else if key == "metadata"
            && let Some(annotations) = document.get(entry, "annotations")
            && let Some(applied) = document.get(annotations, LAST_APPLIED)
        {
            scalars(document, applied, found);
        }
    }
}

/// An operation of a JSON patch: its path says what its value is.
fn of_operation(document: &Document, operation: NodeId, found: &mut Vec<NodeId>) {
    let Some(value) = document.get(operation, "value") else {
        return;
    };
    let path = text(document, operation, "path");
    let first = path.split('/').nth(1).unwrap_or_default();
    match first {
        "" => of_object(document, value, found),
        "metadata" => {
            let annotations = document.get(value, "annotations").unwrap_or(value);
            let applied = match document.kind(value).is_scalar() {
                true => Some(value).filter(|_| path.contains("last-applied-configuration")),
                false => document.get(annotations, LAST_APPLIED),
            };
            if let Some(applied) = applied {
                scalars(document, applied, found);
            }
        }
        field if FIELDS.contains(&field) => scalars(document, value, found),
        _ => {}
    }
}

/// The scalars of a subtree, without nulls, which say only that something is to go, and without what directives say.
fn scalars(document: &Document, top: NodeId, found: &mut Vec<NodeId>) {
    // A list of what is still to do instead of recursion: a manifest may be deep.
    let mut todo = vec![top];
    while let Some(node) = todo.pop() {
        match document.value(node) {
            Value::Null => {}
            Value::List | Value::Map => {
                let children: Vec<NodeId> = document.children(node).collect();
                todo.extend(
                    children
                        .into_iter()
                        .rev()
                        .filter(|child| !is_directive(document, *child)),
                );
            }
            _ => found.push(node),
        }
    }
}

/// `$patch` with a word that it knows, and `$retainKeys`, which names keys.
fn is_directive(document: &Document, node: NodeId) -> bool {
    match document.key(node) {
        Some("$patch") => matches!(
            document.value(node),
            Value::String("replace" | "delete" | "merge")
        ),
        Some("$retainKeys") => document.kind(node) == ValueKind::List,
        _ => false,
    }
}
