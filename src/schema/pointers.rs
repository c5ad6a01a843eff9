//! Which fields the Kubernetes program holds as pointers: a fact that OpenAPI lacks and two refusals depend on.

use super::facts::FieldFacts;

/// The facts about pointers that go with a table.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    text: &'static str,
}

impl Pointers {
    /// Those of the built-in table.
    pub(super) fn builtin() -> Self {
        Self { text: "" }
    }

    /// For each of the fields (sorted by name) of the type: whether it is a pointer.
    pub(super) fn of(&self, _type_name: &str, fields: &[FieldFacts]) -> Vec<bool> {
        let _ = self.text;
        vec![false; fields.len()]
    }
}
