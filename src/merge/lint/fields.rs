//! Names and types of the patch's fields: fields that the type does not have, and values that YAML converted.

use super::linter::{LintHit, Linter};
use super::walk::{KnownField, PatchAndLive};
use crate::document::{ScalarStyle, Tree, Value, ValueKind};
use crate::merge::detail::{Detail, Reason};
use crate::merge::expected::Expected;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::schema::{Field, Shape};

/// Fields with file modes, in which an octal number is intended.
const MODES: [&str; 2] = ["mode", "defaultMode"];

/// Returns whether a key is a directive without its dollar sign.
fn is_missing_dollar(key: &str) -> bool {
    key == "patch"
        || key == "retainKeys"
        || ["setElementOrder/", "deleteFromPrimitiveList/"]
            .iter()
            .any(|head| key.starts_with(head))
}

impl Linter<'_, '_> {
    /// Checks for a field that the type does not have, or has with a different letter case.
    pub(crate) fn check_name(
        &self,
        pair: PatchAndLive,
        entry: NodeRef,
        key: &str,
        field: Option<&Field<'_>>,
    ) -> Option<LintHit> {
        let is_declared = field.is_some_and(|field| !field.name.is_empty());
        let is_of_struct = || {
            pair.type_position
                .is_none_or(|type_position| self.schema.shape(type_position) != Shape::Map)
        };
        if !is_declared && is_missing_dollar(key) && is_of_struct() {
            return Some(LintHit::in_patch(Rule::MissingDollar, pair.near, entry));
        }
        let (detail, near) = match field {
            // Kubernetes merges a field with a different letter case by the rules of the declared one, but
            // stores it under its own key.
            Some(field) if field.name.is_empty() || field.name == key => return None,
            Some(_) => self.schema.missing_field(pair.type_position?, key),
            None => {
                let type_position = pair.type_position?;
                if self.schema.shape(type_position) != Shape::Struct {
                    return None;
                }
                self.schema.missing_field(type_position, key)
            }
        };
        let found = LintHit::in_patch(Rule::NoSuchField, pair.near, entry);
        // A null stores no field.
        let detail = match self.value(entry) {
            Value::Null => detail,
            _ => format!(
                "{detail}. The API server drops it with a warning, or rejects the request if field validation is strict"
            ),
        };
        Some(found.detail((detail, near)))
    }

    /// Checks for a value that the field cannot have. `at` returns the field's own node, or the nearest
    /// parent as `Err`.
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
        let wrong = |wanted: Expected| {
            let given = match value {
                Value::Float(number) if wanted == Expected::Integer => number.to_string(),
                _ => kind.with_article().to_owned(),
            };
            let text = format!("`{name}` must be {}, but it is {given}", wanted.with_article());
            Some(found(Rule::WrongType).detail(Detail::because(text, Reason::WrongType(wanted))))
        };
        // Bytes are base64 strings; Go also accepts a list of numbers.
        if known.holds_bytes {
            return match kind {
                ValueKind::Null | ValueKind::String | ValueKind::List => None,
                _ => wrong(Expected::Base64),
            };
        }
        match (known.shape, kind) {
            (_, ValueKind::Null) => None,
            (Shape::List, ValueKind::List) | (Shape::Struct | Shape::Map, ValueKind::Map) => None,
            // Such a map is dropped, so it does not become the value.
            (_, ValueKind::Map) if self.entry(entry, "$patch").is_some() => None,
            (Shape::List, _) => wrong(Expected::List),
            (Shape::Struct | Shape::Map, _) => wrong(Expected::Map),
            (Shape::Scalar, _) => match (known.scalar_kind?, kind) {
                ("string", ValueKind::String) | ("bool", ValueKind::Bool) => None,
                ("string", ValueKind::List | ValueKind::Map) => wrong(Expected::String),
                ("string", _) => {
                    let read = self.bool_key_text(entry).unwrap_or_default();
                    Some(found(Rule::NotAString).detail(format!("{}{read}", kind.with_article())))
                }
                ("bool", _) => wrong(Expected::Boolean),
                ("float64", ValueKind::Integer | ValueKind::Float) => None,
                (_, ValueKind::Integer) if !MODES.contains(&name) => self
                    .unusual_number_text(entry)
                    .map(|written| found(Rule::YamlNumber).detail(format!("`{written}`"))),
                (_, ValueKind::Integer) => None,
                (_, ValueKind::Float) if matches!(value, Value::Float(float) if float.fract() == 0.0) => None,
                ("int32" | "int64", _) => wrong(Expected::Integer),
                ("float64", _) => wrong(Expected::Number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the type of a value as written in its file. A placeholder of a hidden value has the type of
    /// the original.
    fn written_kind(&self, entry: NodeRef) -> ValueKind {
        let document = self.document(entry);
        let written = document.original().filter(|original| {
            original.node_count() == document.node_count()
                && original.key(entry.node) == document.key(entry.node)
                && original.kind(entry.node).is_scalar()
        });
        written.map_or_else(|| document.kind(entry.node), |original| original.kind(entry.node))
    }

    /// Says that YAML 1.1 reads an unquoted key as a boolean.
    fn bool_key_text(&self, entry: NodeRef) -> Option<String> {
        let document = self.document(entry);
        let key = document.key(entry.node)?;
        let span = document.key_span(entry.node)?;
        let lead = document.text().get(span.start as usize..span.end as usize)?;
        let written = lead.trim_end().trim_end_matches(':').trim_end();
        let is_read = matches!(key, "true" | "false") && written != key && !written.starts_with(['"', '\'']);
        is_read.then(|| format!(" (YAML 1.1 reads the key `{written}` as the boolean `{key}`)"))
    }

    /// Returns how an integer is written, if that differs from its value.
    fn unusual_number_text(&self, entry: NodeRef) -> Option<String> {
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
        let is_unusual = digits.starts_with('0') && digits.len() > 1 || digits.contains(['_', 'x']);
        (is_unusual && written.parse() != Ok(value)).then(|| written.to_owned())
    }
}
