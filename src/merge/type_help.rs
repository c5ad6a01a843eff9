//! The type of the field at a path, for sentences about it.

use super::trace::Merge;
use crate::document::{Path, Segment};
use crate::schema::{Shape, TypePosition};

impl Merge {
    /// Returns the type and the merge key of the field at a path.
    pub(super) fn type_at(&self, path: &Path) -> Option<(TypePosition, Option<&str>)> {
        let schema = &self.inputs.schema;
        let enter = |(at, _): (TypePosition, _), segment: &Segment| match segment {
            Segment::Key(key) => schema
                .peek(at, key)
                .map(|field| (field.type_position, field.merge_key)),
            _ => Some((schema.item(at), None)),
        };
        path.0.iter().try_fold((self.top_type()?, None), enter)
    }

    /// Returns the help of a value that must be a map.
    pub(crate) fn as_map(&self, name: &str, path: &Path) -> String {
        let schema = &self.inputs.schema;
        let holds_strings = self.type_at(path).is_some_and(|(at, _)| {
            let value = schema.peek(at, "").map(|field| field.type_position);
            schema.shape(at) == Shape::Map
                && value.and_then(|value| schema.scalar_kind(value)) == Some("string")
        });
        match holds_strings {
            true => format!("Write `{name}` as a map of strings, for example `{name}: {{app: web}}`."),
            false => format!("Write `{name}` as a map."),
        }
    }
}
