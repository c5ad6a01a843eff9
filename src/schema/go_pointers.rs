//! Which fields are pointers in Go: OpenAPI does not contain it, and two rejections depend on it.

use std::sync::LazyLock;

use super::facts::{BaseType, FieldFacts, ScalarType};

/// The measured types, sorted by name: the type, then its pointer fields.
static MEASURED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    include_str!("go_pointers.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
});

/// How to find the pointers of a table's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoPointers {
    /// As measured. A field that is too new to be measured is a pointer if newer fields of its type usually
    /// are.
    MeasuredOrLikely,
    /// As measured. All other fields are not pointers.
    Measured,
}

impl GoPointers {
    /// Returns for each field of the type whether it is a pointer.
    pub(crate) fn find_pointers(self, type_name: &str, fields: &[FieldFacts]) -> Vec<bool> {
        let guess = |field: &FieldFacts| self == Self::MeasuredOrLikely && is_likely(field);
        let name = |line: &&'static str| line.split(' ').next().unwrap_or(line);
        let Ok(found) = MEASURED.binary_search_by_key(&type_name, name) else {
            return fields.iter().map(guess).collect();
        };
        let words: Vec<&str> = MEASURED
            .get(found)
            .map_or(Vec::new(), |line| line.split(' ').skip(1).collect());
        let is_pointer = |field: &FieldFacts| {
            let measured = |word: &&str| word.strip_prefix('?').unwrap_or(word) == &*field.name;
            words
                .iter()
                .find(|word| measured(word))
                .is_some_and(|word| !word.starts_with('?') || guess(field))
        };
        fields.iter().map(is_pointer).collect()
    }
}

/// Returns whether newer fields of this type are usually pointers: optional structs, numbers and booleans
/// are, strings are not. `metadata`, `spec` and `status` are not.
fn is_likely(field: &FieldFacts) -> bool {
    let is_part = matches!(&*field.name, "metadata" | "spec" | "status");
    let is_text = matches!(
        field.ty.base,
        BaseType::Any | BaseType::Scalar(ScalarType::String | ScalarType::Bytes)
    );
    field.ty.wrappers.is_empty() && !is_part && !is_text
}

#[cfg(test)]
mod tests {
    use super::MEASURED;

    #[test]
    fn the_measured_types_are_sorted_and_in_the_table() {
        let names: Vec<&str> = MEASURED
            .iter()
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert!(names.is_sorted() && names.len() > 300);
        let facts = crate::schema::table::read(include_str!("builtin.txt")).expect("a table");
        for name in names {
            assert!(
                facts.types.contains_key(name),
                "{name}: drop its line once no release has the type"
            );
        }
    }
}
