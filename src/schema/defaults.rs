//! The default values that the API server sets for missing fields: those of a schema, and those of the
//! built-in types.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
pub const OTHERS: &str = "others";

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

type TypeDefaults = BTreeMap<&'static str, Vec<DefaultRule<'static>>>;

static BUILT_IN: LazyLock<BTreeMap<&'static str, TypeDefaults>> = LazyLock::new(|| {
    let mut all: BTreeMap<&str, TypeDefaults> = BTreeMap::new();
    for line in include_str!("defaults.txt").lines() {
        if let Some((owner, field, rule)) = read_line(line) {
            let rules = all.entry(owner).or_default().entry(field).or_default();
            rules.push(rule);
        }
    }
    all
});

/// Parses one line of the table; returns `None` for comments.
fn read_line(line: &'static str) -> Option<(&'static str, &'static str, DefaultRule<'static>)> {
    if line.starts_with('#') {
        return None;
    }
    let (line, kind) = match line.rsplit_once(" in ") {
        Some((line, kind)) => (line, Some(kind)),
        None => (line, None),
    };
    let (line, at) = match line.rsplit_once(" at ") {
        Some((line, at)) => (line, Some(at)),
        None => (line, None),
    };
    let (line, when) = match (line.split_once(" when "), line.split_once(" unless ")) {
        (Some((line, when)), _) => (line, when.split_once('=')),
        (None, Some((line, other))) => (line, Some((other, MISSING))),
        (None, None) => (line, None),
    };
    let mut words = line.splitn(3, ' ');
    let (owner, field, value) = (words.next()?, words.next()?, words.next()?);
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
    let rule = DefaultRule {
        default,
        when,
        kind,
        at,
    };
    Some((owner, field, rule))
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
        owner
            .and_then(|fields| fields.get(name))
            .into_iter()
            .flatten()
            .filter(|rule| rule.at.is_none_or(|at| self.field_name(position) == Some(at)))
            .copied()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_field_of_the_built_in_schema() {
        let facts = crate::schema::table::read(include_str!("builtin.txt")).unwrap();
        for (owner, fields) in BUILT_IN.iter() {
            let Some(crate::schema::facts::TypeBody::Struct(known)) =
                facts.types.get(*owner).map(|facts| &facts.body)
            else {
                panic!("no type {owner}");
            };
            for (field, rules) in fields {
                assert!(known.iter().any(|it| &*it.name == *field), "{owner}.{field}");
                for rule in rules {
                    if let FieldDefault::Value(value) = rule.default {
                        let read: Result<serde_json::Value, _> = serde_json::from_str(value);
                        assert!(read.is_ok(), "{owner}.{field}: {value}");
                    }
                }
            }
        }
    }
}
