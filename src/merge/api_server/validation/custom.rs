//! Validates custom resources by their schema: lists and required fields.

use std::collections::BTreeSet;

use crate::document::{Tree, ValueKind};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::schema::{Field, ListType};

/// Checks a value and its content. `field` has the list type of the value.
pub(crate) fn check_custom_resource<T: Tree>(
    at: &Cursor<'_, T>,
    field: Option<&Field<'_>>,
    out: &mut Objections<T::Id>,
) {
    let Some(type_position) = at.type_position else {
        return;
    };
    match at.kind() {
        ValueKind::Map => {
            for name in at.schema.required_fields(type_position) {
                if at.given(name).is_none() && at.schema.default_value(type_position, name).is_none() {
                    out.add_required(at, name);
                }
            }
            for (name, child) in at.fields() {
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

fn check_duplicates<T: Tree>(at: &Cursor<'_, T>, field: &Field<'_>, out: &mut Objections<T::Id>) {
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
