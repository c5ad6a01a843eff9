//! Compares values as the API server stores them: with defaults, and quantities by amount.

use super::cursor::Cursor;
use super::defaults::{DefaultContent, TypedMap};
use crate::document::{Document, Numbers, Tree, ValueKind, read_live, same};
use crate::merge::quantity;

/// Returns whether a field has the same value on both sides. A difference that is only a default is ignored.
pub(super) fn is_same_field<T: Tree>(
    stored: &Cursor<'_, Document>,
    sent: &Cursor<'_, T>,
    name: &str,
) -> bool {
    match (stored.field(name), sent.field(name)) {
        (Some(old), Some(new)) => is_same_when_stored(&old, &new),
        (None, None) => true,
        (Some(old), None) => is_completed(stored, &old, sent, name),
        (None, Some(new)) => is_unset(sent, name, &new),
    }
}

/// Returns whether the API server would store `sent` as the value `stored`.
pub(crate) fn is_same_when_stored<T: Tree>(stored: &Cursor<'_, Document>, sent: &Cursor<'_, T>) -> bool {
    match (stored.kind(), sent.kind()) {
        (ValueKind::Map, ValueKind::Map) => {
            stored.fields().all(|(name, _)| is_same_field(stored, sent, name))
                && sent
                    .fields()
                    .all(|(name, field)| is_unset(sent, name, &field) || stored.given(name).is_some())
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

/// Returns whether the API server adds the stored value of a field that is not sent: its default, or a field
/// of the claim template of a StatefulSet.
fn is_completed<T: Tree>(
    stored: &Cursor<'_, Document>,
    value: &Cursor<'_, Document>,
    sent: &Cursor<'_, T>,
    name: &str,
) -> bool {
    let is_claim = stored.type_name() == "PersistentVolumeClaim";
    if is_claim && matches!(name, "apiVersion" | "kind" | "status") {
        return true;
    }
    let Some(type_position) = sent.type_position else {
        return false;
    };
    let map = TypedMap {
        tree: sent.tree,
        map: sent.id,
        schema: sent.schema,
        type_position,
        kind: Cursor::top(sent.tree, sent.schema, None).text_of("kind"),
    };
    match map.default(name) {
        None => false,
        Some(DefaultContent::Generated) => true,
        Some(DefaultContent::Json(json)) => read_live("default", json.into_bytes()).is_ok_and(|default| {
            let default = Cursor::new(&default, sent.schema, default.root(), value.type_position);
            is_same_when_stored(value, &default)
        }),
    }
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
