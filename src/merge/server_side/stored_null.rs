//! What the API server stores for a null.

use super::structure::HandledPosition;
use crate::schema::{FieldDefault, Shape};

/// What the API server stores for a null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredNull {
    /// No field.
    Nothing,
    /// The zero value of the Go type, as JSON.
    Zero(&'static str),
}

impl HandledPosition<'_> {
    /// Returns what the API server stores for a null that an operation sets in a container of this type, or `None` if
    /// it keeps the null or the type is not known. `name` is `None` for an item of a list.
    pub(crate) fn stored_null(
        &self,
        name: Option<&str>,
        value: &HandledPosition<'_>,
        is_built_in: bool,
    ) -> Option<StoredNull> {
        let type_position = self.type_position()?;
        let schema = self.schema;
        let zero = || value.zero_value().map(StoredNull::Zero);
        let has_other_default = |name: &str| {
            let rules = schema.defaults(type_position, name);
            rules.iter().any(|rule| match rule.default {
                FieldDefault::Value(json) => value.zero_value() != Some(json),
                _ => true,
            })
        };
        let Some(name) = name else {
            return is_built_in.then(zero).flatten();
        };
        let is_named = self.is_named_field(name);
        if !is_built_in {
            let is_known = is_named || value.shape() != Shape::Unknown;
            let is_dropped = is_known && !schema.is_nullable(type_position, name);
            return is_dropped.then_some(StoredNull::Nothing);
        }
        let is_pointer = value.type_position().is_some_and(|at| schema.is_pointer(at));
        let is_required = schema.is_required(type_position, name);
        match (is_named, is_required) {
            (false, _) => zero(),
            (true, true) if is_pointer => None,
            (true, true) => zero(),
            // Go omits no structs.
            (true, false) if !is_pointer && value.is_scalar_struct() && !has_other_default(name) => zero(),
            (true, false) => Some(StoredNull::Nothing),
        }
    }
}
