//! Reads and writes `metadata.managedFields`, and lists the paths that it never contains.

use super::field_set::{FieldSet, PathElement};
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// The operation of an entry. A manager can have one entry for each, and they conflict with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ManagerOperation {
    /// A server-side apply.
    Apply,
    /// A create, update or patch.
    Update,
}

impl ManagerOperation {
    /// Returns the word in `managedFields`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apply => "Apply",
            Self::Update => "Update",
        }
    }
}

/// An entry of `managedFields`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagerEntry {
    /// The name of the manager.
    pub name: String,
    /// The operation.
    pub operation: ManagerOperation,
    /// The apiVersion of the object that was written.
    pub version: String,
    /// The time; empty if it is not known.
    pub time: String,
    /// The subresource that was written (`status`, `scale`); empty for the object itself.
    pub subresource: String,
    /// The owned fields.
    pub fields: FieldSet,
}

/// An error in the `managedFields` of an object.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("metadata.managedFields: {what}")]
pub struct ManagedFieldsError {
    /// The error, with its entry.
    pub what: String,
    /// The node with the error.
    pub at: NodeId,
}

/// Returns the node of an object's `metadata.managedFields`.
pub fn managed_fields(document: &Document) -> Option<NodeId> {
    let metadata = document.get(document.root(), "metadata")?;
    document.get(metadata, "managedFields")
}

/// Returns the managers of an object; empty if it has no `managedFields`.
///
/// # Errors
/// An entry that Kubernetes would not write.
pub fn managers(document: &Document) -> Result<Vec<ManagerEntry>, ManagedFieldsError> {
    let Some(list) = managed_fields(document) else {
        return Ok(Vec::new());
    };
    let mut managers: Vec<ManagerEntry> = Vec::new();
    for (index, entry) in document.children(list).enumerate() {
        let wrong = |what: &str, at| ManagedFieldsError {
            what: format!("entry {index} {what}"),
            at,
        };
        let field = |name| document.get(entry, name).map(|node| document.value(node));
        let text = |name| field(name).and_then(Value::as_str).unwrap_or_default();
        let operation = match text("operation") {
            "Apply" => ManagerOperation::Apply,
            "Update" => ManagerOperation::Update,
            _ => return Err(wrong("has no operation Apply or Update", entry)),
        };
        let mut fields = FieldSet::default();
        if let Some(node) = document.get(entry, "fieldsV1") {
            read_fields(document, node, &mut fields).map_err(|(what, at)| wrong(&what, at))?;
        }
        fields.remove_empty();
        managers.push(ManagerEntry {
            name: text("manager").to_owned(),
            operation,
            version: text("apiVersion").to_owned(),
            time: text("time").to_owned(),
            subresource: text("subresource").to_owned(),
            fields,
        });
    }
    Ok(managers)
}

fn read_fields(document: &Document, node: NodeId, set: &mut FieldSet) -> Result<(), (String, NodeId)> {
    match document.kind(node) {
        ValueKind::Map | ValueKind::Null => {}
        kind => {
            let key = document.key(node).unwrap_or_default();
            let what = format!("has {} at {key:?}, but fields are maps", kind.with_article());
            return Err((what, node));
        }
    }
    if document.is_empty(node) {
        set.member = true;
        return Ok(());
    }
    for entry in document.children(node) {
        let key = document.key(entry).unwrap_or_default();
        if key == "." {
            set.member = true;
            continue;
        }
        let unknown = || (format!("has the unknown field path {key:?}"), entry);
        let element = parse_element(key).ok_or_else(unknown)?;
        read_fields(document, entry, set.child_mut(element))?;
    }
    Ok(())
}

/// Parses `f:name`, `k:{"name":"web"}`, `v:"x"` or `i:0`.
fn parse_element(key: &str) -> Option<PathElement> {
    let (sort, rest) = key.split_once(':')?;
    let parsed = |text: &str| {
        let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
        let document = is_json.then(|| crate::document::read("", text.as_bytes().to_vec()));
        document?.ok()
    };
    match sort {
        "f" => Some(PathElement::Field(rest.into())),
        "i" => rest.parse().ok().map(PathElement::Index),
        "v" => {
            let value = parsed(rest)?;
            Some(PathElement::Value(json_value(&value, value.root()).into()))
        }
        "k" => {
            let keys = parsed(rest).filter(|keys| keys.kind(keys.root()) == ValueKind::Map)?;
            let pairs = keys.children(keys.root());
            let mut pairs: Vec<(Box<str>, Box<str>)> = pairs
                .map(|pair| {
                    (
                        keys.key(pair).unwrap_or_default().into(),
                        json_value(&keys, pair).into(),
                    )
                })
                .collect();
            pairs.sort_unstable();
            Some(PathElement::Keys(pairs.into()))
        }
        _ => None,
    }
}

/// Returns `metadata.managedFields` as JSON in the format of the API server. Omits unknown times.
pub fn write_managed_fields(managers: &[ManagerEntry]) -> serde_json::Value {
    let entries = managers.iter().map(|entry| {
        let mut out = serde_json::json!({
            "manager": entry.name,
            "operation": entry.operation.name(),
            "apiVersion": entry.version,
            "fieldsType": "FieldsV1",
            "fieldsV1": fields_v1(&entry.fields, true),
        });
        for (name, text) in [("subresource", &entry.subresource), ("time", &entry.time)] {
            if !text.is_empty() {
                out[name] = text.as_str().into();
            }
        }
        out
    });
    entries.collect()
}

fn fields_v1(set: &FieldSet, is_top: bool) -> serde_json::Value {
    let mut out = serde_json::Map::new();
    if set.member && !set.below.is_empty() && !is_top {
        out.insert(".".to_owned(), serde_json::json!({}));
    }
    for (element, below) in &set.below {
        let key = match element {
            PathElement::Field(name) => format!("f:{name}"),
            PathElement::Value(value) => format!("v:{value}"),
            PathElement::Index(index) => format!("i:{index}"),
            PathElement::Keys(keys) => {
                let pairs = keys
                    .iter()
                    .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(&**name)));
                format!("k:{{{}}}", pairs.collect::<Vec<_>>().join(","))
            }
        };
        out.insert(key, fields_v1(below, false));
    }
    serde_json::Value::Object(out)
}

/// The fields of the metadata that no manager owns: the identity of the object, and fields that only the server writes.
pub(crate) const UNOWNED_METADATA: [&str; 9] = [
    "name",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "managedFields",
    "selfLink",
    "clusterName",
];

/// Returns the paths that no manager owns.
pub(crate) fn unowned_paths() -> FieldSet {
    let field = |name: &str| PathElement::Field(name.into());
    let mut set = FieldSet::default();
    for name in ["apiVersion", "kind", "metadata"] {
        set.add_path(&[field(name)]);
    }
    for name in UNOWNED_METADATA {
        set.add_path(&[field("metadata"), field(name)]);
    }
    set
}
