//! Checks the metadata of a live object, which kubectl decodes before it patches a file.

use super::api_server::time_error;
use super::go_text::json_type_name;
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// The type of a field (Go: `ObjectMeta` and the types in it).
enum FieldType {
    /// A string; the name of its Go type.
    Text(&'static str),
    Integer,
    Bool,
    Time,
    /// A map from strings to strings.
    TextMap,
    /// A list of strings.
    TextList,
    /// A struct; the name of its Go type without its package.
    Struct(&'static str, &'static [(&'static str, FieldType)]),
    /// A list of such structs.
    StructList(&'static str, &'static [(&'static str, FieldType)]),
}

use FieldType::{Bool, Integer, Struct, StructList, Text, TextList, TextMap, Time};

const STRING: FieldType = Text("string");

/// The fields of `metadata` that only the API server sets: it ignores other values in a request, if the live object has
/// the field.
pub const SET_BY_SERVER: [&str; 3] = ["creationTimestamp", "deletionTimestamp", "generation"];

/// A time, for a message.
const TIME: &str = "a time such as 2006-01-02T15:04:05Z";

/// The fields of an object that kubectl decodes. In alphabetic order, as kubectl reads the fields of a YAML file.
const OBJECT: &[(&str, FieldType)] = &[
    ("apiVersion", STRING),
    ("metadata", Struct("ObjectMeta", OBJECT_META)),
];

const OBJECT_META: &[(&str, FieldType)] = &[
    ("annotations", TextMap),
    ("creationTimestamp", Time),
    ("deletionGracePeriodSeconds", Integer),
    ("deletionTimestamp", Time),
    ("finalizers", TextList),
    ("generateName", STRING),
    ("generation", Integer),
    ("labels", TextMap),
    (
        "managedFields",
        StructList("ManagedFieldsEntry", MANAGED_FIELDS_ENTRY),
    ),
    ("name", STRING),
    ("namespace", STRING),
    ("ownerReferences", StructList("OwnerReference", OWNER_REFERENCE)),
    ("resourceVersion", STRING),
    ("selfLink", STRING),
    ("uid", Text("types.UID")),
];

const MANAGED_FIELDS_ENTRY: &[(&str, FieldType)] = &[
    ("apiVersion", STRING),
    ("fieldsType", STRING),
    ("manager", STRING),
    ("operation", Text("v1.ManagedFieldsOperationType")),
    ("subresource", STRING),
    ("time", Time),
];

const OWNER_REFERENCE: &[(&str, FieldType)] = &[
    ("apiVersion", STRING),
    ("blockOwnerDeletion", Bool),
    ("controller", Bool),
    ("kind", STRING),
    ("name", STRING),
    ("uid", Text("types.UID")),
];

/// A value of the metadata that kubectl cannot decode.
pub struct MetadataError {
    /// The value.
    pub at: NodeId,
    /// Its path: `metadata.labels.tier`.
    pub path: String,
    /// The type that it must have, with its article.
    pub expected: &'static str,
    /// The value as a string, if a string is expected and it is a number or a boolean.
    pub quoted: Option<String>,
    /// kubectl's message, without the name of the file.
    pub message: String,
}

/// Returns the first value of the metadata of an object that kubectl cannot decode, or `None`.
pub fn metadata_error(live: &Document) -> Option<MetadataError> {
    struct_error(live, live.root(), ("metadataOnlyObject", OBJECT), "")
}

/// Returns a scalar as the text has it: YAML reads `n` as false.
fn as_written(live: &Document, at: NodeId) -> String {
    let span = live.span(at);
    let written = live.text().get(span.start as usize..span.end as usize);
    let is_plain =
        |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
    written
        .filter(is_plain)
        .map_or_else(|| json_value(live, at), str::to_owned)
}

fn struct_error(
    live: &Document,
    at: NodeId,
    (struct_name, fields): (&str, &'static [(&'static str, FieldType)]),
    above: &str,
) -> Option<MetadataError> {
    fields.iter().find_map(|(name, field_type)| {
        let path = match above {
            "" => (*name).to_owned(),
            above => format!("{above}.{name}"),
        };
        field_error(live, live.get(at, name)?, field_type, struct_name, &path)
    })
}

fn field_error(
    live: &Document,
    at: NodeId,
    field_type: &FieldType,
    struct_name: &str,
    path: &str,
) -> Option<MetadataError> {
    let error = |at, expected, message| {
        Some(MetadataError {
            at,
            path: path.to_owned(),
            expected,
            quoted: None,
            message,
        })
    };
    let mismatch = |at, expected, go_type: &str| {
        let number = match (go_type, live.value(at)) {
            ("int64", Value::Float(number)) => format!(" {number}"),
            _ => String::new(),
        };
        let actual = json_type_name(live.kind(at));
        let message = format!(
            "json: cannot unmarshal {actual}{number} into Go struct field {struct_name}.{path} of type {go_type}"
        );
        error(at, expected, message)
    };
    let text = |at, go_type: &str| match live.kind(at) {
        ValueKind::String | ValueKind::Null => None,
        kind => mismatch(at, "a string", go_type).map(|error| MetadataError {
            quoted: kind.is_scalar().then(|| format!("\"{}\"", as_written(live, at))),
            ..error
        }),
    };
    // The path in kubectl's message has no index.
    let in_item = |index: usize, error: MetadataError| MetadataError {
        path: format!("{path}[{index}]{}", &error.path[path.len()..]),
        ..error
    };
    match (field_type, live.value(at)) {
        (_, Value::Null) => None,
        (Text(go_type), _) => text(at, go_type),
        (Time, Value::String(word)) => time_error(word, false).and_then(|why| error(at, TIME, why)),
        (Time, _) => mismatch(at, TIME, "string"),
        (Integer, Value::Integer(_)) => None,
        (Integer, Value::Float(number)) if number.fract() == 0.0 && number.abs() < i64::MAX as f64 => None,
        (Integer, _) => mismatch(at, "an integer", "int64"),
        (Bool, Value::Bool(_)) => None,
        (Bool, _) => mismatch(at, "a boolean", "bool"),
        (TextMap, Value::Map) => live.children(at).find_map(|child| {
            let key = live.key(child).unwrap_or_default();
            let path = format!("{path}.{key}");
            text(child, "string").map(|error| MetadataError { path, ..error })
        }),
        (TextList, Value::List) => live
            .children(at)
            .enumerate()
            .find_map(|(index, child)| Some(in_item(index, text(child, "string")?))),
        (TextMap, _) => mismatch(at, "a map", "map[string]string"),
        (TextList, _) => mismatch(at, "a list", "[]string"),
        (Struct(name, fields), Value::Map) => struct_error(live, at, (name, fields), path),
        (Struct(name, _), _) => mismatch(at, "a map", &format!("v1.{name}")),
        (StructList(name, fields), Value::List) => {
            let item_error = |item| match live.kind(item) {
                ValueKind::Map => struct_error(live, item, (name, fields), path),
                ValueKind::Null => None,
                _ => mismatch(item, "a map", &format!("v1.{name}")),
            };
            live.children(at)
                .enumerate()
                .find_map(|(index, item)| Some(in_item(index, item_error(item)?)))
        }
        (StructList(name, _), _) => mismatch(at, "a list", &format!("[]v1.{name}")),
    }
}
