//! Names and types of the patch's fields: what the type does not have, and values that YAML made something else of.

use super::linter::{LintHit, Linter};
use super::walk::{KnownField, PatchAndLive};
use crate::document::{ScalarStyle, Tree, Value, ValueKind};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::schema::{Field, LookupError, Shape};

/// Fields that hold file modes: there an octal number is meant.
const MODES: [&str; 2] = ["mode", "defaultMode"];

/// Whether a key is a directive but for its dollar sign.
fn lacks_dollar(key: &str) -> bool {
    key == "patch"
        || key == "retainKeys"
        || ["setElementOrder/", "deleteFromPrimitiveList/"]
            .iter()
            .any(|head| key.starts_with(head))
}

impl Linter<'_, '_> {
    /// A field that the type does not have, or has in other letters.
    pub(crate) fn check_name(
        &self,
        meeting: PatchAndLive,
        entry: NodeRef,
        key: &str,
        field: Option<&Field<'_>>,
    ) -> Option<LintHit> {
        let is_declared = field.is_some_and(|field| !field.name.is_empty());
        let is_of_struct = || {
            meeting
                .place
                .is_none_or(|place| self.schema.shape(place) != Shape::Map)
        };
        if !is_declared && lacks_dollar(key) && is_of_struct() {
            return Some(LintHit::in_patch(Rule::MissingDollar, meeting.near, entry));
        }
        let detail = match field {
            // A field of another letter case merges under Kubernetes' rules, and is yet another key of the map.
            Some(field) if !field.name.is_empty() && field.name != key => {
                format!("The type has no field `{key}`; it has `{}`", field.name)
            }
            Some(_) => return None,
            None => {
                let place = meeting.place?;
                if self.schema.shape(place) != Shape::Struct {
                    return None;
                }
                let type_name = self.schema.type_name(place);
                let near = match self.schema.field(place, key) {
                    Err(LookupError::NoSuchField { near: Some(near), .. }) => {
                        format!("; it has `{near}`")
                    }
                    _ => String::new(),
                };
                format!("{type_name} has no field `{key}`{near}")
            }
        };
        let found = LintHit::in_patch(Rule::NoSuchField, meeting.near, entry);
        Some(found.detail(detail))
    }

    /// A value that the field cannot hold. `at` is asked for the field's own node, else for the nearest above it.
    pub(crate) fn check_type(
        &self,
        at: impl Fn() -> Result<ResultId, ResultId>,
        entry: NodeRef,
        known: &KnownField<'_>,
    ) -> Option<LintHit> {
        let value = self.value(entry);
        let kind = self.written_kind(entry);
        let name = self.key(entry).unwrap_or_default();
        let found = |rule| match at() {
            Ok(own) => LintHit::new(rule, own).with(|note| note.patch(entry)),
            Err(near) => LintHit::in_patch(rule, near, entry),
        };
        let wrong = |wanted: &str| {
            let text = format!("`{name}` must be {wanted}, but it is {}", kind.with_article());
            Some(found(Rule::WrongType).detail(text))
        };
        // Bytes come as text in base64; Go takes a list of numbers too.
        if known.holds_bytes {
            return match kind {
                ValueKind::Null | ValueKind::String | ValueKind::List => None,
                _ => wrong("a base64 string"),
            };
        }
        match (known.shape, kind) {
            (_, ValueKind::Null) => None,
            (Shape::List, ValueKind::List) | (Shape::Struct | Shape::Map, ValueKind::Map) => None,
            // Such a map is dropped: it never becomes the value.
            (_, ValueKind::Map) if self.entry(entry, "$patch").is_some() => None,
            (Shape::List, _) => wrong("a list"),
            (Shape::Struct | Shape::Map, _) => wrong("a map"),
            (Shape::Scalar, _) => match (known.scalar_kind?, kind) {
                ("string", ValueKind::String) | ("bool", ValueKind::Bool) => None,
                ("string", ValueKind::List | ValueKind::Map) => wrong("a string"),
                ("string", _) => Some(found(Rule::NotAString).detail(kind.with_article().to_owned())),
                ("bool", _) => wrong("a boolean"),
                ("float64", ValueKind::Integer | ValueKind::Float) => None,
                (_, ValueKind::Integer) if !MODES.contains(&name) => self
                    .odd_number(entry)
                    .map(|written| found(Rule::YamlNumber).detail(format!("`{written}`"))),
                (_, ValueKind::Integer) => None,
                (_, ValueKind::Float) if matches!(value, Value::Float(float) if float.fract() == 0.0) => None,
                ("int32" | "int64" | "float64", _) => wrong("a number"),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a value is in its file, also where another text stands for it so that it is not read.
    fn written_kind(&self, entry: NodeRef) -> ValueKind {
        let document = self.document(entry);
        let written = document.original().filter(|original| {
            original.node_count() == document.node_count()
                && original.key(entry.node) == document.key(entry.node)
                && original.kind(entry.node).is_scalar()
        });
        written.map_or_else(|| document.kind(entry.node), |original| original.kind(entry.node))
    }

    /// How a whole number is written, where that is not how it reads.
    fn odd_number(&self, entry: NodeRef) -> Option<String> {
        let document = self.document(entry);
        let Value::Integer(value) = self.value(entry) else {
            return None;
        };
        if document.style(entry.node) != ScalarStyle::Plain {
            return None;
        }
        let span = document.span(entry.node);
        let written = document.text().get(span.start as usize..span.end as usize)?;
        let digits = written.trim_start_matches(['+', '-']);
        let is_odd = digits.starts_with('0') && digits.len() > 1 || digits.contains(['_', 'x']);
        (is_odd && written.parse() != Ok(value)).then(|| written.to_owned())
    }
}
