//! Walking a schema by a written path.

use mergescope::schema::{Field, Schema};

/// The field at the end of a path; `[]` enters a list.
pub(crate) fn walk<'s>(schema: &'s Schema, kind: &str, path: &str) -> Field<'s> {
    let (api_version, kind) = kind.split_once(' ').expect("apiVersion and kind");
    let mut place = schema.top(api_version, kind).expect("a known kind");
    let mut found = None;
    for part in path.split('.') {
        let name = part.trim_end_matches("[]");
        let field = schema
            .field(place, name)
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        place = if part.ends_with("[]") {
            schema.item(field.type_position)
        } else {
            field.type_position
        };
        found = Some(field);
    }
    found.expect("a path")
}
