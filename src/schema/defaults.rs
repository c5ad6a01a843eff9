//! The default values that the API server sets for missing fields: those of a schema, and those of the
//! built-in types.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Schema;
use super::field::TypePosition;

/// The default of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldDefault<'s> {
    /// A value as JSON.
    Value(&'s str),
    /// The value of another field of the same map.
    SameAs(&'s str),
    /// The value of another field of the same map in lower case.
    LowerCaseOf(&'s str),
    /// The value of another field of the same map with `List` after it.
    ListOf(&'s str),
    /// `{}`, which Kubernetes always writes.
    Written,
    /// `Always` for an image with the tag `latest` or without a tag, else `IfNotPresent`.
    ByImage,
    /// A value that only an API server can choose.
    Generated,
    /// A value that only an API server can choose, and that it sets only when the object is created.
    Created,
}

/// The condition that the other field has any value, except an empty one.
pub const NOT_EMPTY: &str = "*";

/// The condition that the other field is missing.
pub const MISSING: &str = "";

/// All other fields apart from the name, for [`MISSING`].
pub const ALL_OTHER_FIELDS: &str = "others";

/// A default value, and the condition on another field of the same map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultRule<'s> {
    /// The default value.
    pub default: FieldDefault<'s>,
    /// The other field and its required value as JSON, [`NOT_EMPTY`] or [`MISSING`]; `None` if the default value is always set.
    pub when: Option<(&'s str, &'s str)>,
    /// The kind of object that has the default value; `None` for all kinds.
    pub kind: Option<&'s str>,
    /// The field whose type has the default value; `None` for all fields of the type.
    pub at: Option<&'s str>,
}

/// The lines of the table by type, without the type. A line is parsed when its field is looked up.
static BUILT_IN: LazyLock<FxHashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut all: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let lines = include_str!("defaults.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    for (owner, line) in lines.filter_map(|line| line.split_once(' ')) {
        all.entry(owner).or_default().push(line);
    }
    all
});

/// Parses a line of the table, if it is about the field.
fn read_line(field: &str, line: &'static str) -> Option<DefaultRule<'static>> {
    let mut words = line.strip_prefix(field)?.strip_prefix(' ')?.split(' ');
    let value = words.next()?;
    let (mut when, mut kind, mut at) = (None, None, None);
    while let Some(word) = words.next() {
        match word {
            "when" => when = Some(words.next()?.split_once('=')?),
            "unless" => when = Some((words.next()?, MISSING)),
            "at" => at = words.next(),
            "in" => kind = words.next(),
            _ => return None,
        }
    }
    let default = match value {
        "generated" => FieldDefault::Generated,
        "created" => FieldDefault::Created,
        "image" => FieldDefault::ByImage,
        "written" => FieldDefault::Written,
        value => match value.split_once('=') {
            Some(("", field)) => FieldDefault::SameAs(field),
            Some(("lower", field)) => FieldDefault::LowerCaseOf(field),
            Some(("list", field)) => FieldDefault::ListOf(field),
            _ => FieldDefault::Value(value),
        },
    };
    Some(DefaultRule {
        default,
        when,
        kind,
        at,
    })
}

impl Schema {
    /// Returns whether the default values of all fields of a built-in struct are known.
    pub fn knows_defaults(&self, position: TypePosition) -> bool {
        self.struct_name(position)
            .is_some_and(|(owner, is_built_in)| is_built_in && BUILT_IN.contains_key(owner))
    }

    /// Returns the default values of the field `name` of a struct. If there are several, the first whose
    /// condition is true counts.
    pub fn defaults(&self, position: TypePosition, name: &str) -> Vec<DefaultRule<'_>> {
        if let Some(value) = self.default_value(position, name) {
            return vec![DefaultRule {
                default: FieldDefault::Value(value),
                when: None,
                kind: None,
                at: None,
            }];
        }
        let owner = self
            .struct_name(position)
            .and_then(|(owner, _)| BUILT_IN.get(owner));
        let rules = owner
            .into_iter()
            .flatten()
            .filter_map(|line| read_line(name, line));
        rules
            .filter(|rule| rule.at.is_none_or(|at| self.field_name(position) == Some(at)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_field_of_the_built_in_schema() {
        let facts = crate::schema::table::read(include_str!("builtin.txt")).unwrap();
        for (owner, lines) in BUILT_IN.iter() {
            let Some(crate::schema::facts::TypeBody::Struct(known)) =
                facts.types.get(*owner).map(|facts| &facts.body)
            else {
                panic!("no type {owner}");
            };
            for line in lines {
                let (field, _) = line.split_once(' ').unwrap();
                assert!(known.iter().any(|it| &*it.name == field), "{owner}.{field}");
                let rule = read_line(field, line).unwrap_or_else(|| panic!("{owner} {line}"));
                if let FieldDefault::Value(value) = rule.default {
                    let read: Result<serde_json::Value, _> = serde_json::from_str(value);
                    assert!(read.is_ok(), "{owner}.{field}: {value}");
                }
            }
        }
    }
}
