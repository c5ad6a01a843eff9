//! Compares values as the API server stores them: with the defaults of both sides, and quantities by amount.

use std::collections::{HashMap, HashSet};

use super::cursor::Cursor;
use super::defaults::{DefaultContent, TypedMap};
use crate::document::{Document, Numbers, Tree, ValueKind, decode_base64, read_live, same};
use crate::merge::quantity;
use crate::schema::FieldDeclaration;

/// Returns whether a field has the same value on both sides, with the defaults that the API server sets.
pub(crate) fn is_same_field<T: Tree>(
    stored: &Cursor<'_, Document>,
    sent: &Cursor<'_, T>,
    name: &str,
) -> bool {
    is_same_value(stored, sent, name, (stored.field(name), sent.field(name)))
}

/// Returns whether both values of a field, which the caller has found, are the same. A null is no value.
pub(crate) fn is_same_value<T: Tree>(
    stored: &Cursor<'_, Document>,
    sent: &Cursor<'_, T>,
    name: &str,
    values: (Option<Cursor<'_, Document>>, Option<Cursor<'_, T>>),
) -> bool {
    // An unknown field is dropped before the comparison.
    if is_unknown(sent, name) {
        return true;
    }
    match values {
        (Some(old), Some(new)) => {
            is_same_when_stored(&old, &new)
                || new.is_empty() && is_generated(sent, name)
                || is_default_for(sent, name, Some(&new), &old)
                || is_default_for(stored, name, Some(&old), &new)
        }
        (None, None) => true,
        (Some(old), None) => {
            is_of_claim(stored, name)
                || is_generated(sent, name)
                || is_default_for(sent, name, None, &old)
                || is_empty_in_go(stored, name, &old)
        }
        (None, Some(new)) => is_unset(sent, name, &new) || is_default_for(stored, name, None, &new),
    }
}

fn is_unknown<T: Tree>(map: &Cursor<'_, T>, name: &str) -> bool {
    map.type_position
        .is_some_and(|owner| map.schema.child(owner, name).0 == FieldDeclaration::Unknown)
}

fn is_value<T: Tree>(field: &Cursor<'_, T>) -> bool {
    !field.is_null()
}

/// Returns whether the API server would store `sent` as the value `stored`.
pub(crate) fn is_same_when_stored<T: Tree>(stored: &Cursor<'_, Document>, sent: &Cursor<'_, T>) -> bool {
    match (stored.kind(), sent.kind()) {
        (ValueKind::Map, ValueKind::Map) => {
            // One index for each map: a search for each field would be quadratic.
            let new: HashMap<&str, Cursor<'_, T>> = sent.fields().collect();
            let old: HashSet<&str> = stored.fields().map(|(name, _)| name).collect();
            stored.fields().all(|(name, old)| {
                let values = (
                    Some(old).filter(is_value),
                    new.get(name).copied().filter(is_value),
                );
                is_same_value(stored, sent, name, values)
            }) && sent.fields().all(|(name, new)| {
                old.contains(name) || is_same_value(stored, sent, name, (None, Some(new).filter(is_value)))
            })
        }
        (ValueKind::List, ValueKind::List) => {
            let (old, new): (Vec<_>, Vec<_>) = (stored.items().collect(), sent.items().collect());
            old.len() == new.len()
                && old
                    .iter()
                    .zip(&new)
                    .all(|(old, new)| is_same_when_stored(old, new))
        }
        _ => {
            same(stored.tree, stored.id, sent.tree, sent.id, Numbers::ByValue)
                || is_same_base64(stored, sent)
                || is_quantity(stored)
                    && quantity_amount(stored).is_some()
                    && quantity_amount(stored) == quantity_amount(sent)
        }
    }
}

/// Returns whether the API server stores no value for a field that is sent.
fn is_unset<T: Tree>(sent: &Cursor<'_, T>, name: &str, field: &Cursor<'_, T>) -> bool {
    field.is_empty() || field.tree.is_zero(field.id) && sent.schema.omits_empty(sent.type_position, name)
}

/// Returns whether the field `name` of a map of a built-in type is in Go the same as a missing one.
fn is_empty_in_go<T: Tree>(map: &Cursor<'_, T>, name: &str, field: &Cursor<'_, T>) -> bool {
    if field.is_null() {
        return true;
    }
    let Some(owner) = map.type_position else {
        return false;
    };
    match field.kind() {
        ValueKind::Map if map.schema.is_struct_value(owner, name) => field
            .fields()
            .all(|(inner, value)| is_empty_in_go(field, inner, &value)),
        _ => field.tree.is_zero(field.id) && map.schema.is_empty_missing(owner, name),
    }
}

/// Returns whether the API server adds a field to the claim templates of a StatefulSet.
fn is_of_claim(stored: &Cursor<'_, Document>, name: &str) -> bool {
    stored.type_name() == "PersistentVolumeClaim" && matches!(name, "apiVersion" | "kind" | "status")
}

/// Returns whether the API server chooses or keeps the value of the field `name` of `map` if it is missing.
fn is_generated<T: Tree>(map: &Cursor<'_, T>, name: &str) -> bool {
    typed_map(map).is_some_and(|map| map.default(name) == Some(DefaultContent::Generated))
}

/// Returns whether `value` is the default of the field `name` of `map`, which is missing or, as `field`, the same as
/// missing.
fn is_default_for<M: Tree, T: Tree>(
    map: &Cursor<'_, M>,
    name: &str,
    field: Option<&Cursor<'_, M>>,
    value: &Cursor<'_, T>,
) -> bool {
    let Some(typed) = typed_map(map) else { return false };
    if field.is_some_and(|field| !typed.is_unset(name, field.id)) {
        return false;
    }
    let Some(DefaultContent::Json(json)) = typed.default(name) else {
        return false;
    };
    read_live("default", json.into_bytes()).is_ok_and(|default| {
        let default = Cursor::new(&default, map.schema, default.root(), value.type_position);
        is_same_when_stored(&default, value)
    })
}

fn typed_map<'a, T: Tree>(map: &Cursor<'a, T>) -> Option<TypedMap<'a, 'a, T>> {
    Some(TypedMap {
        tree: map.tree,
        map: map.id,
        schema: map.schema,
        type_position: map.type_position?,
        kind: Cursor::top(map.tree, map.schema, None).text_of("kind"),
    })
}

/// Returns whether both values are base64 of the same bytes, perhaps with other line breaks.
fn is_same_base64<T: Tree>(stored: &Cursor<'_, Document>, sent: &Cursor<'_, T>) -> bool {
    let is_base64 = stored
        .type_position
        .is_some_and(|position| stored.schema.holds_bytes(position));
    let bytes = |text: Option<&str>| text.and_then(decode_base64);
    is_base64 && bytes(stored.text()).is_some() && bytes(stored.text()) == bytes(sent.text())
}

fn is_quantity(at: &Cursor<'_, Document>) -> bool {
    at.type_position
        .is_some_and(|type_position| at.schema.type_name(type_position) == "Quantity")
}

/// Returns the amount of a quantity.
pub(super) fn quantity_amount<T: Tree>(at: &Cursor<'_, T>) -> Option<quantity::Amount> {
    match at.text() {
        Some(text) => quantity::parse_amount(text),
        None => quantity::parse_amount(&at.json()),
    }
}
