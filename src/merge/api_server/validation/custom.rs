//! Validates custom resources by their schema: lists, required fields and limits of values.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use crate::document::{Tree, Value, ValueKind};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::{LengthUnit, Objections, ServerMessage};
use crate::schema::{Field, ListType, go_quote};

/// Checks a value and its content. `field` has the list type of the value.
pub(crate) fn check_custom_resource<T: Tree>(
    at: &Cursor<'_, T>,
    field: Option<&Field<'_>>,
    out: &mut Objections<T>,
) {
    let Some(type_position) = at.type_position else {
        return;
    };
    for limits in at.schema.limits(type_position) {
        if let Ok(limits) = serde_json::from_str(limits) {
            check_limits(at, &limits, out);
        }
    }
    match at.kind() {
        ValueKind::Map => {
            for name in at.schema.required_fields(type_position) {
                // A null is dropped before the validation unless the field is nullable.
                let is_given = at.field(name).is_some()
                    || at.given(name).is_some() && at.schema.is_nullable(type_position, name)
                    || at.schema.default_value(type_position, name).is_some();
                if !is_given {
                    out.add_required(at, name);
                }
            }
            for (name, child) in at.fields() {
                // A request to the object itself does not write the status of the subresource.
                if name == "status" && at.schema.has_status_subresource(type_position) {
                    continue;
                }
                let field = at.schema.peek(type_position, name);
                check_custom_resource(&child, field.as_ref(), out);
            }
        }
        ValueKind::List => {
            let field = field.copied();
            if let Some(field) = &field {
                check_duplicates(at, field, out);
            }
            let item = at.schema.item_field(type_position);
            for child in at.items() {
                check_custom_resource(&child, Some(&item), out);
            }
        }
        _ => {}
    }
}

/// Checks a value by the keywords of its schema.
fn check_limits<T: Tree>(at: &Cursor<'_, T>, limits: &Map<String, Json>, out: &mut Objections<T>) {
    let limit = |name: &str| limits.get(name).and_then(Json::as_u64).map(|it| it as usize);
    match at.value() {
        Value::Null => return,
        Value::String(text) => {
            let length = text.chars().count();
            if let Some(most) = limit("maxLength").filter(|most| length > *most) {
                out.add(at, "", ServerMessage::TooLong(most, LengthUnit::Character));
            }
            if let Some(min) = limit("minLength").filter(|min| length < *min) {
                add_of_body(at, &format!("should be at least {min} chars long"), out);
            }
        }
        Value::List => {
            let count = at.items().count();
            if let Some(most) = limit("maxItems").filter(|most| count > *most) {
                out.add(at, "", ServerMessage::TooMany(count, most));
            }
            if let Some(min) = limit("minItems").filter(|min| count < *min) {
                let why = format!("{} in body should have at least {min} items", at.path());
                out.add_invalid(at, "", &count.to_string(), &why);
            }
        }
        Value::Integer(number) => check_range(at, number as f64, limits, out),
        Value::Float(number) => check_range(at, number, limits, out),
        _ => {}
    }
    let allowed = limits.get("enum").and_then(Json::as_array);
    if let Some(allowed) = allowed.filter(|_| at.kind().is_scalar()) {
        check_enum(at, allowed, out);
    }
}

fn check_range<T: Tree>(
    at: &Cursor<'_, T>,
    number: f64,
    limits: &Map<String, Json>,
    out: &mut Objections<T>,
) {
    for (name, exclusive, word, sign) in [
        ("maximum", "exclusiveMaximum", "less", 1.0),
        ("minimum", "exclusiveMinimum", "greater", -1.0),
    ] {
        let Some(limit) = limits.get(name).and_then(Json::as_f64) else {
            continue;
        };
        let is_exclusive = limits.get(exclusive) == Some(&Json::Bool(true));
        let beyond = (number - limit) * sign;
        if beyond > 0.0 || is_exclusive && beyond == 0.0 {
            let or_equal = if is_exclusive { "" } else { " or equal to" };
            add_of_body(at, &format!("should be {word} than{or_equal} {limit}"), out);
        }
    }
}

/// Checks that a scalar is one of the values of an `enum`. Numbers are compared by value.
fn check_enum<T: Tree>(at: &Cursor<'_, T>, allowed: &[Json], out: &mut Objections<T>) {
    let text = at.json();
    let is_same = |other: &Json| match (at.value(), other.as_f64()) {
        (Value::Integer(number), Some(other)) => number as f64 == other,
        (Value::Float(number), Some(other)) => number == other,
        _ => serde_json::from_str::<Json>(&text).is_ok_and(|value| value == *other),
    };
    if allowed.iter().any(is_same) {
        return;
    }
    let supported = allowed.iter().map(|value| match value {
        Json::String(text) => text.clone(),
        value => value.to_string(),
    });
    let supported = supported.collect();
    let value = at.text().map_or(text, go_quote);
    out.add(at, "", ServerMessage::Unsupported(value, supported));
}

/// Adds an objection in the words of the validation by a schema.
fn add_of_body<T: Tree>(at: &Cursor<'_, T>, why: &str, out: &mut Objections<T>) {
    let shown = at.text().map_or_else(|| at.json(), go_quote);
    out.add_invalid(at, "", &shown, &format!("{} in body {why}", at.path()));
}

fn check_duplicates<T: Tree>(at: &Cursor<'_, T>, field: &Field<'_>, out: &mut Objections<T>) {
    let mut seen = BTreeSet::new();
    for item in at.items() {
        let name = match field.list_type {
            Some(ListType::Set) => item.json(),
            Some(ListType::Map) => {
                let keys = field.list_map_keys.iter().filter_map(|key| {
                    // Defaults are set before lists are checked.
                    let value = match item.given(key) {
                        Some(value) => value.json(),
                        None => item.schema.default_value(item.type_position?, key)?.to_owned(),
                    };
                    Some(format!("\"{key}\":{value}"))
                });
                let mut keys: Vec<String> = keys.collect();
                keys.sort();
                format!("{{{}}}", keys.join(","))
            }
            _ => return,
        };
        if !seen.insert(name.clone()) {
            out.add_duplicate(&item, "", &name);
        }
    }
}
