//! Decodes an object: values of the wrong type are rejected, unknown fields are dropped.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, ItemFieldCache};
use super::objection::{Constraint, DecodeCause, Objections, ServerLayer, ServerMessage};
use super::time::time_error;
use crate::document::{Tree, Value, ValueKind, decode_base64};
use crate::merge::quantity;
use crate::schema::{FieldDeclaration, Shape, TypePosition, TypeView, go_quote, last_part};

/// The format of quantities, in the words of the server.
const QUANTITY_RULE: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/// The result of decoding.
pub(crate) struct Decoded<T: Tree> {
    /// Values of the wrong type.
    pub(crate) objections: Objections<T>,
    /// The dropped fields: the node, and its path in the server's notation.
    pub(crate) dropped: Vec<(T::Id, String)>,
    /// The numbers that are too large for their type: the node, and what Go makes of it.
    pub(crate) wrapped: Vec<(T::Id, i32)>,
    /// The first objection to a value of a type that reads its own JSON. Go stops there, but goes on after others.
    first_own_json: Option<usize>,
}

/// Decodes an object. The values of custom resources are checked by their schema instead. `is_json`: from JSON,
/// and not from a merge of typed maps, where Go converts numbers that are too large (`fromUnstructured`).
pub(crate) fn decode<T: Tree>(top: &Cursor<'_, T>, is_json: bool) -> Decoded<T> {
    let is_built_in = top
        .type_position
        .and_then(|type_position| top.schema.struct_name(type_position))
        .is_some_and(|(_, is_built_in)| is_built_in);
    let mut decoded = Decoded {
        objections: Objections::new(),
        dropped: Vec::new(),
        wrapped: Vec::new(),
        first_own_json: None,
    };
    decoded.objections.layer = match is_built_in {
        true => ServerLayer::Decode,
        false => ServerLayer::Validation,
    };
    let mut source = ValueSource {
        is_built_in,
        is_json,
        is_sorted: false,
    };
    walk(top, source, &mut decoded);
    // Go stops at the first value that it cannot decode.
    if is_built_in && is_json && decoded.objections.all.len() > 1 {
        source.is_sorted = true;
        decoded.objections = Objections::new();
        decoded.objections.layer = ServerLayer::Decode;
        let dropped = std::mem::take(&mut decoded.dropped);
        walk(top, source, &mut decoded);
        decoded.dropped = dropped;
        if let Some(first) = decoded.first_own_json {
            decoded.objections.all[..=first].rotate_right(1);
        }
    }
    decoded
}

/// What decides how values are decoded.
#[derive(Clone, Copy)]
struct ValueSource {
    is_built_in: bool,
    is_json: bool,
    /// Whether maps are visited in the order of their keys: kubectl sends sorted JSON.
    is_sorted: bool,
}

fn walk<T: Tree>(at: &Cursor<'_, T>, source: ValueSource, decoded: &mut Decoded<T>) {
    if let Some(view) = at.view() {
        walk_as(at, view, &mut ItemFieldCache::None, source, decoded);
    }
}

/// As [`walk`], if the view of the type is known.
fn walk_as<'a, T: Tree>(
    at: &Cursor<'a, T>,
    view: TypeView<'a>,
    known: &mut ItemFieldCache<'a>,
    source: ValueSource,
    decoded: &mut Decoded<T>,
) {
    if let Some(why) = mismatch(at, view, source) {
        if source.is_sorted && reads_own_json(at, view) {
            decoded.first_own_json.get_or_insert(decoded.objections.all.len());
        }
        decoded.objections.add(at, "", why);
        if !source.is_built_in {
            decoded.objections.mark(Constraint::CustomType);
        }
        return;
    }
    match at.kind() {
        ValueKind::Map if !source.is_built_in => {
            let has_subresource = at
                .type_position
                .is_some_and(|position| at.schema.has_status_subresource(position));
            for (name, declaration, field) in at.declared_fields_in(Some(view)) {
                if declaration == FieldDeclaration::Unknown {
                    decoded.dropped.push((field.id, field.path()));
                    continue;
                }
                let before = decoded.objections.all.len();
                walk(&field, source, decoded);
                // A request to the object itself does not write the status of the subresource.
                if has_subresource && name == "status" {
                    decoded.objections.all.truncate(before);
                }
            }
        }
        ValueKind::Map if source.is_sorted => {
            let mut fields: Vec<_> = at.declared_fields_in(Some(view)).collect();
            fields.sort_by_key(|(name, ..)| *name);
            for (_, declaration, field) in fields {
                match declaration {
                    FieldDeclaration::Unknown => decoded.dropped.push((field.id, field.path())),
                    _ => walk(&field, source, decoded),
                }
            }
        }
        ValueKind::Map => at.for_each_field(view, known, |declaration, field, view| {
            match (declaration, view) {
                (FieldDeclaration::Unknown, _) => decoded.dropped.push((field.id, field.path())),
                (_, Some(view)) => walk_as(field, view, &mut ItemFieldCache::None, source, decoded),
                (_, None) => {}
            }
        }),
        // All items have the same type.
        ValueKind::List => {
            let mut item_view = None;
            let mut known = ItemFieldCache::OfItems(Vec::new());
            at.items().for_each(|item| {
                if let Some(view) = *item_view.get_or_insert_with(|| item.view()) {
                    walk_as(&item, view, &mut known, source, decoded);
                }
            });
        }
        // A custom resource has no Go type.
        ValueKind::Integer if source.is_built_in => {
            if let Some(number) = at.wrapped() {
                decoded.wrapped.push((at.id, number));
            }
        }
        _ => {}
    }
}

/// Returns whether the Go type has a method `UnmarshalJSON`.
fn reads_own_json<T: Tree>(at: &Cursor<'_, T>, view: TypeView<'_>) -> bool {
    view.shape() == Shape::Scalar && view.scalar_kind().is_none() && !holds_bytes(at, view)
}

fn holds_bytes<T: Tree>(at: &Cursor<'_, T>, view: TypeView<'_>) -> bool {
    at.type_position
        .is_some_and(|position| view.holds_bytes(position))
}

/// Returns why a value cannot be decoded, with the server's message.
fn mismatch<T: Tree>(at: &Cursor<'_, T>, view: TypeView<'_>, source: ValueSource) -> Option<ServerMessage> {
    let shape = view.shape();
    let value = at.tree.value_as_read(at.id);
    let is_any_map = || {
        !source.is_built_in
            && at
                .type_position
                .is_some_and(|position| at.schema.is_map_of_any(position))
    };
    let is_any = matches!(shape, Shape::Opaque) || shape == Shape::Unknown && !is_any_map();
    if value == Value::Null || is_any {
        return None;
    }
    if !source.is_built_in {
        return schema_mismatch(at, shape);
    }
    go_mismatch(at, view, source, value)
}

/// Returns why a value cannot be decoded to its Go type, with the server's message.
fn go_mismatch<T: Tree>(
    at: &Cursor<'_, T>,
    view: TypeView<'_>,
    source: ValueSource,
    value: Value<'_>,
) -> Option<ServerMessage> {
    let shape = view.shape();
    if source.is_json && matches!(shape, Shape::Struct | Shape::Map | Shape::List | Shape::Scalar) {
        return match reads_own_json(at, view) {
            true => own_json_type(at, value),
            false => json_type(at, view, value),
        };
    }
    let actual = go_kind(value);
    match (shape, value) {
        (Shape::Struct | Shape::Map, Value::Map) | (Shape::List, Value::List) => None,
        (Shape::List, _) => undecodable(format!("cannot restore slice from {actual}")),
        (Shape::Struct, _) => undecodable(format!("cannot restore struct from: {actual}")),
        (Shape::Map, _) => undecodable(format!("cannot restore map from {actual}")),
        (Shape::Scalar, _) => match (view.scalar_kind(), value) {
            (Some(expected), _) => scalar_mismatch(expected, value),
            (None, _) => own_json_mismatch(at, value),
        },
        (Shape::Opaque | Shape::Unknown, _) => None,
    }
}

/// Returns the mismatch of a value in JSON of a type that reads its own JSON.
fn own_json_type<T: Tree>(at: &Cursor<'_, T>, value: Value<'_>) -> Option<ServerMessage> {
    match (at.schema.type_name(at.type_position?), value) {
        ("Quantity", Value::List | Value::Map) => Some(no_quantity()),
        ("IntOrString", Value::List | Value::Map) => {
            Some(cannot_unmarshal(at, value, Some("int32".to_owned())))
        }
        ("Time" | "MicroTime", Value::List | Value::Map) => {
            Some(cannot_unmarshal(at, value, Some("string".to_owned())))
        }
        // Go adds the field to the error of the type.
        (name, _) => json_mismatch(at, name, value, &json_place(at)),
    }
}

/// Returns the message about a value with a message of its own.
fn undecodable(message: String) -> Option<ServerMessage> {
    Some(ServerMessage::Undecodable(message, DecodeCause::Other))
}

fn no_quantity() -> ServerMessage {
    ServerMessage::Undecodable(QUANTITY_RULE.to_owned(), DecodeCause::Quantity)
}

/// Returns the mismatch of bytes, or of a type that reads its own JSON.
fn own_json_mismatch<T: Tree>(at: &Cursor<'_, T>, value: Value<'_>) -> Option<ServerMessage> {
    let type_position = at.type_position?;
    let actual = go_kind(value);
    match value {
        Value::String(text) if at.schema.holds_bytes(type_position) => {
            let why = base64_error(text, at.tree.value(at.id) != value)?;
            let message = format!("error decoding from json: {why}");
            Some(ServerMessage::Undecodable(message, DecodeCause::Base64))
        }
        Value::List if at.schema.holds_bytes(type_position) => None,
        _ if at.schema.holds_bytes(type_position) => {
            undecodable(format!("cannot restore slice from {actual}"))
        }
        Value::List | Value::Map => undecodable(format!("unrecognized type: {actual}")),
        _ => json_mismatch(at, at.schema.type_name(type_position), value, GO_VALUE),
    }
}

/// Returns the mismatch of a value that is decoded from JSON, with the message of Go (`json.UnmarshalTypeError`).
fn json_type<T: Tree>(at: &Cursor<'_, T>, view: TypeView<'_>, value: Value<'_>) -> Option<ServerMessage> {
    let type_position = at.type_position?;
    let (shape, scalar) = (view.shape(), view.scalar_kind());
    if view.holds_bytes(type_position) {
        match value {
            Value::String(text) => {
                let message = base64_error(text, at.tree.value(at.id) != value)?;
                return Some(ServerMessage::Undecodable(message, DecodeCause::Base64));
            }
            Value::List => return None,
            _ => {}
        }
    }
    let is_valid = match (scalar, value) {
        (None, Value::Map) => matches!(shape, Shape::Struct | Shape::Map),
        (None, Value::List) => shape == Shape::List,
        (Some("string"), Value::String(_)) | (Some("bool"), Value::Bool(_)) => true,
        (Some("float64"), Value::Integer(_) | Value::Float(_)) => true,
        (Some("int32"), Value::Integer(number)) => i32::try_from(number).is_ok(),
        (Some("int64"), Value::Integer(_)) => true,
        // kubectl sends a whole number without its fraction.
        (Some("int32"), Value::Float(number)) => {
            number.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number)
        }
        (Some("int64"), Value::Float(number)) => number.fract() == 0.0 && number.abs() < 1e18,
        _ => false,
    };
    if is_valid {
        return None;
    }
    Some(cannot_unmarshal(at, value, go_type(at, type_position)))
}

/// Returns the message of Go about a value in JSON of the wrong type, with `…` for the type if its name is not known.
fn cannot_unmarshal<T: Tree>(at: &Cursor<'_, T>, value: Value<'_>, go_type: Option<String>) -> ServerMessage {
    let is_number = matches!(go_type.as_deref(), Some("int32" | "int64" | "float64"));
    let what = match value {
        Value::Integer(_) | Value::Float(_) if is_number => format!("number {}", at.json()),
        Value::Integer(_) | Value::Float(_) => "number".to_owned(),
        Value::Map => "object".to_owned(),
        Value::List => "array".to_owned(),
        Value::Bool(_) => "bool".to_owned(),
        Value::String(_) | Value::Null => "string".to_owned(),
    };
    let go_type = go_type.unwrap_or_else(|| "…".to_owned());
    unmarshal_error(&what, &json_place(at), go_type)
}

fn unmarshal_error(what: &str, place: &str, go_type: String) -> ServerMessage {
    let message = format!("json: cannot unmarshal {what} into {place} of type {go_type}");
    ServerMessage::Undecodable(message, DecodeCause::GoType(go_type))
}

/// The place of a value of which Go does not know the field.
const GO_VALUE: &str = "Go value";

fn json_place<T: Tree>(at: &Cursor<'_, T>) -> String {
    match at.struct_field_path() {
        Some(path) => format!("Go struct field {path}"),
        None => GO_VALUE.to_owned(),
    }
}

/// Returns the name of the Go type. `None` if it is not known: OpenAPI does not have it.
fn go_type<T: Tree>(at: &Cursor<'_, T>, position: TypePosition) -> Option<String> {
    let schema = at.schema;
    let owner = at.owner();
    // The only map of strings in the API with a named type.
    let has_named_strings = owner == "core.v1.PersistentVolumeClaimStatus";
    match schema.shape(position) {
        Shape::Struct => {
            let (full_name, _) = schema.struct_name(position)?;
            let (package, name) = full_name.rsplit_once('.')?;
            Some(format!("{}.{name}", last_part(package)))
        }
        Shape::List if schema.scalar_kind(schema.item(position)) == Some("string") => {
            let named = named_strings(at, position)?;
            Some(format!("[]{}", named.unwrap_or("string")))
        }
        Shape::List => go_type(at, schema.item(position)).map(|item| format!("[]{item}")),
        Shape::Map => {
            let value = schema.child(position, "").1?;
            match schema.type_name(value) {
                _ if schema.shape(value) != Shape::Scalar => None,
                _ if schema.holds_bytes(value) => Some("map[string][]uint8".to_owned()),
                "string" if !has_named_strings => Some("map[string]string".to_owned()),
                "Quantity" if !owner.starts_with("resource.") => Some("v1.ResourceList".to_owned()),
                _ => None,
            }
        }
        _ if schema.holds_bytes(position) => Some("[]uint8".to_owned()),
        _ => match schema.scalar_kind(position)? {
            "string" if at.is_map_value() => (!has_named_strings).then(|| "string".to_owned()),
            "string" => Some(named_strings(at, position)?.unwrap_or("string").to_owned()),
            scalar => Some(scalar.to_owned()),
        },
    }
}

/// The strings and lists of strings with a named type: the struct, the field, and the type. `?`: not known.
static NAMED_STRINGS: LazyLock<FxHashMap<(&str, &str), &str>> = LazyLock::new(|| {
    let lines = include_str!("named_strings.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split(' ');
        Some(((words.next()?, words.next()?), words.next()?))
    });
    rows.collect()
});

/// Returns the named type of a string field, or of the strings in a list, or `Some(None)` if they are plain strings;
/// `None` if it is not known.
fn named_strings<T: Tree>(at: &Cursor<'_, T>, position: TypePosition) -> Option<Option<&'static str>> {
    let field = at.schema.field_name(TypePosition { depth: 0, ..position })?;
    let of = |field| NAMED_STRINGS.get(&(at.owner(), field));
    match of(field).or_else(|| of("*")) {
        Some(&"?") => None,
        found => Some(found.copied()),
    }
}

/// Returns the mismatch of a type that reads its own JSON (Go: the methods `UnmarshalJSON`).
fn json_mismatch<T: Tree>(
    at: &Cursor<'_, T>,
    type_name: &str,
    value: Value<'_>,
    place: &str,
) -> Option<ServerMessage> {
    let cannot = |what: &str, go_type: &str| Some(unmarshal_error(what, place, go_type.to_owned()));
    match (type_name, value) {
        ("Quantity", Value::String(text)) if quantity::parse_amount(text).is_some() => None,
        ("Quantity", Value::String(_) | Value::Bool(_)) => Some(no_quantity()),
        ("IntOrString", Value::Bool(_)) => cannot("bool", "int32"),
        ("IntOrString", Value::Float(number)) if number.fract() != 0.0 => {
            cannot(&format!("number {}", at.json()), "int32")
        }
        ("IntOrString", Value::Integer(number)) if i32::try_from(number).is_err() => {
            cannot(&format!("number {number}"), "int32")
        }
        ("Time" | "MicroTime", Value::String(text)) => {
            undecodable(time_error(text, type_name == "MicroTime")?)
        }
        ("Time" | "MicroTime", Value::Bool(_)) => cannot("bool", "string"),
        ("Time" | "MicroTime", Value::Integer(_) | Value::Float(_)) => cannot("number", "string"),
        _ => None,
    }
}

/// Returns the mismatch of a scalar. Go converts between integer types and rejects everything else (Go:
/// `fromUnstructured`).
fn scalar_mismatch(expected: &str, value: Value<'_>) -> Option<ServerMessage> {
    let is_number = matches!(expected, "int32" | "int64" | "float64");
    match (expected, value) {
        ("string", Value::String(_)) | ("bool", Value::Bool(_)) => None,
        ("string", Value::Integer(_)) => undecodable("cannot convert int64 to string".to_owned()),
        ("float64", Value::Integer(_) | Value::Float(_)) => None,
        (_, Value::Integer(_)) if is_number => None,
        (_, Value::Float(number)) if is_number && number.fract() == 0.0 => None,
        (_, Value::Float(_)) if is_number => undecodable(format!("cannot convert float64 to {expected}")),
        _ => undecodable(format!("unrecognized type: {expected}")),
    }
}

fn go_kind(value: Value<'_>) -> &'static str {
    match value {
        Value::Map => "map",
        Value::List => "slice",
        Value::String(_) => "string",
        Value::Integer(_) => "int64",
        Value::Float(_) => "float64",
        Value::Bool(_) => "bool",
        Value::Null => "invalid",
    }
}

/// Returns the error of a base64 string. The position is omitted for a hidden value, because it tells the
/// length.
fn base64_error(text: &str, is_hidden: bool) -> Option<String> {
    // The placeholder of a hidden value says nothing about the value.
    let is_placeholder = text.starts_with('•');
    (!is_placeholder && decode_base64(text).is_none()).then(|| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=\r\n".contains(&byte);
        let at = text
            .bytes()
            .position(|byte| !is_plain(byte))
            .unwrap_or(text.len());
        let position = match is_hidden {
            true => String::new(),
            false => format!(" at input byte {at}"),
        };
        format!("illegal base64 data{position}")
    })
}

/// Returns the mismatch of a value of a custom resource, with the message of schema validation.
fn schema_mismatch<T: Tree>(at: &Cursor<'_, T>, shape: Shape) -> Option<ServerMessage> {
    let type_position = at.type_position?;
    let (expected, is_valid) = match shape {
        Shape::Struct | Shape::Map | Shape::Unknown => ("object", at.kind() == ValueKind::Map),
        Shape::List => ("array", at.kind() == ValueKind::List),
        _ if at.schema.is_int_or_string(type_position) => (
            "integer,string",
            match at.value() {
                Value::Float(number) => number.fract() == 0.0,
                value => matches!(value, Value::Integer(_) | Value::String(_)),
            },
        ),
        _ => match (at.schema.scalar_kind(type_position)?, at.value()) {
            ("string", value) => ("string", matches!(value, Value::String(_))),
            ("bool", value) => ("boolean", matches!(value, Value::Bool(_))),
            ("float64", value) => ("number", matches!(value, Value::Integer(_) | Value::Float(_))),
            (_, Value::Float(number)) => ("integer", number.fract() == 0.0),
            (_, value) => ("integer", matches!(value, Value::Integer(_))),
        },
    };
    let actual = match at.value() {
        Value::Map => "object",
        Value::List => "array",
        Value::String(_) => "string",
        Value::Integer(_) => "integer",
        Value::Float(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    };
    (!is_valid).then(|| {
        ServerMessage::Invalid(
            go_quote(actual),
            format!("{} in body must be of type {expected}: \"{actual}\"", at.path()),
        )
    })
}
