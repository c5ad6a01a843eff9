//! `mergescope schema KIND [PATH]`: prints the merge rules of fields, which `kubectl explain` does not show.

use std::fmt::{self, Display, Write};

use anyhow::{Result, anyhow};
use serde::{Serialize, Serializer};

use super::args::SchemaFormat;
use crate::document::words::and_list;
use crate::document::{Path, Segment, escape};
use crate::schema::{Field, Pitfall, Schema, Shape, Strategy, TypePosition};

/// The merge behavior of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MergeBehavior<'s> {
    /// The items of a list are matched by this merge key.
    ByKey(&'s str),
    Set,
    Replaced,
    FieldByField,
    KeyByKey,
    /// The map is merged, but its values are replaced.
    FirstLevel,
    /// The type is unknown.
    Unknown,
}

impl<'s> MergeBehavior<'s> {
    fn new(schema: &Schema, field: &Field<'s>) -> Self {
        match (schema.shape(field.type_position), field.strategy, field.merge_key) {
            (Shape::List, Strategy::Merge, Some(key)) => Self::ByKey(key),
            (Shape::List, Strategy::Merge, None) => Self::Set,
            (_, Strategy::Replace, _) | (Shape::List | Shape::Scalar, ..) => Self::Replaced,
            (Shape::Struct, ..) => Self::FieldByField,
            (Shape::Map, ..) => Self::KeyByKey,
            (Shape::Opaque, ..) => Self::FirstLevel,
            (Shape::Unknown, ..) => Self::Unknown,
        }
    }
}

impl Display for MergeBehavior<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByKey(key) => return write!(f, "by {key}"),
            Self::Set => "as a set",
            Self::Replaced => "replaced",
            Self::FieldByField => "field by field",
            Self::KeyByKey => "key by key",
            Self::FirstLevel => "first level only",
            Self::Unknown => "maps are merged, lists are replaced",
        })
    }
}

impl Serialize for MergeBehavior<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The output for one field, or for the root of a kind.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldAnswer<'s> {
    api_version: &'s str,
    kind: &'s str,
    path: String,
    #[serde(flatten)]
    rule: FieldRule<'s>,
    fields: Vec<FieldLine<'s>>,
}

/// A field in a list of fields.
#[derive(Serialize)]
struct FieldLine<'s> {
    name: &'s str,
    #[serde(flatten)]
    rule: FieldRule<'s>,
}

/// The merge rule of a field.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldRule<'s> {
    r#type: String,
    #[serde(skip)]
    is_list: bool,
    merges: MergeBehavior<'s>,
    /// The strategy as in the schema: `merge`, `replace`, `merge,retainKeys`; null for none.
    strategy: Option<&'static str>,
    #[serde(skip)]
    retain_keys: bool,
    merge_key: Option<&'s str>,
    /// Several keys if the multi-fields merge key proposal identifies the items.
    merge_keys: Vec<&'s str>,
    /// Whether the keys are from `--merge-key`.
    declared: bool,
    list_type: Option<&'static str>,
    list_map_keys: Vec<&'s str>,
    map_type: Option<&'static str>,
    #[serde(rename = "traps")]
    pitfalls: Vec<Pitfall>,
}

/// Returns the kinds, one per line, in the form that [`fn@print`] accepts.
///
/// # Errors
/// None that is known.
pub(crate) fn kinds(schema: &Schema, format: SchemaFormat) -> Result<String> {
    let kinds = schema.kinds().into_iter().map(|kind| kind.replace(' ', "/"));
    let kinds: Vec<String> = kinds.collect();
    Ok(match format {
        SchemaFormat::Text => kinds.join("\n") + "\n",
        SchemaFormat::Json => serde_json::to_string_pretty(&kinds)? + "\n",
    })
}

/// Returns the output as text or JSON with a newline at the end.
///
/// # Errors
/// An unknown kind or field, with a suggestion.
pub(crate) fn print(schema: &Schema, kind: &str, path: Option<&str>, format: SchemaFormat) -> Result<String> {
    let asked = kind;
    let (api_version, kind) = schema.choose_kind(asked)?;
    let top = schema.top(api_version, kind).map_err(|unknown| {
        let advice = unknown
            .advice()
            .map_or(String::new(), |advice| format!(": {advice}"));
        anyhow::anyhow!("{unknown}{advice}")
    })?;
    schema.check_declared(top)?;
    let keys = path.map_or(Ok(Vec::new()), keys)?;
    let field_path = schema.follow(asked, top, &keys)?;
    let names: Vec<String> = keys
        .into_iter()
        .zip(&field_path)
        .map(|(key, field)| match field.name {
            "" => key,
            name => name.to_owned(),
        })
        .collect();
    let type_position = field_path.last().map_or(top, |field| field.type_position);
    let pitfalls = schema.pitfalls(&field_path, &names);
    let rules = FieldAnswer {
        api_version,
        kind,
        path: if names.is_empty() {
            String::new()
        } else {
            Path(names.into_iter().map(Segment::Key).collect()).to_string()
        },
        rule: match field_path.last() {
            Some(field) => rule(schema, field, pitfalls),
            None => top_rule(schema, top),
        },
        fields: fields(schema, type_position),
    };
    Ok(match format {
        SchemaFormat::Json => serde_json::to_string_pretty(&rules)? + "\n",
        SchemaFormat::Text => text(&rules),
    })
}

/// Returns the keys of a path as explain prints it: `spec.containers[name=web].env`,
/// `metadata.labels["a.b/c"]`. All items of a list have the same schema, so the items are ignored.
///
/// # Errors
/// An invalid path.
fn keys(path: &str) -> Result<Vec<String>> {
    let parsed = Path::parse(path).map_err(|(at, what)| {
        if path[at..].starts_with('[') {
            anyhow!("invalid path \"{path}\": {what}\nhelp: for example spec.template.spec.containers[name=web].env")
        } else {
            anyhow!("invalid path \"{path}\": empty segment\nhelp: for example spec.template.spec.containers")
        }
    })?;
    let keys = parsed.0.into_iter().filter_map(|segment| match segment {
        Segment::Key(key) => Some(key),
        _ => None,
    });
    Ok(keys.collect())
}

fn fields(schema: &Schema, type_position: TypePosition) -> Vec<FieldLine<'_>> {
    let mut inner = schema.inside_lists(type_position);
    if schema.shape(inner) == Shape::Map {
        // For a map of structs, uses the fields of the struct.
        inner = schema
            .peek(inner, "")
            .map_or(inner, |value| schema.inside_lists(value.type_position));
    }
    let lines = schema.field_names(inner).filter_map(|name| {
        let field = schema.peek(inner, name)?;
        let pitfalls = schema.field_pitfalls(&field);
        Some(FieldLine {
            name,
            rule: rule(schema, &field, pitfalls),
        })
    });
    lines.collect()
}

fn top_rule(schema: &Schema, top: TypePosition) -> FieldRule<'_> {
    FieldRule {
        r#type: type_of(schema, top),
        is_list: false,
        merges: MergeBehavior::FieldByField,
        strategy: None,
        retain_keys: false,
        merge_key: None,
        merge_keys: Vec::new(),
        declared: false,
        list_type: None,
        list_map_keys: Vec::new(),
        map_type: None,
        pitfalls: Vec::new(),
    }
}

fn rule<'s>(schema: &Schema, field: &Field<'s>, pitfalls: Vec<Pitfall>) -> FieldRule<'s> {
    let names = |keys: &'s [Box<str>]| keys.iter().map(|key| &**key).collect();
    FieldRule {
        r#type: type_of(schema, field.type_position),
        is_list: schema.shape(field.type_position) == Shape::List,
        merges: MergeBehavior::new(schema, field),
        strategy: strategy(field),
        retain_keys: field.retain_keys,
        merge_key: field.merge_key,
        merge_keys: names(field.recommended_keys),
        declared: field.declared,
        list_type: field.list_type.map(|list_type| list_type.word()),
        list_map_keys: names(field.list_map_keys),
        map_type: field.map_type.map(|map_type| map_type.word()),
        pitfalls,
    }
}

fn strategy(field: &Field<'_>) -> Option<&'static str> {
    match (field.strategy, field.retain_keys) {
        (Strategy::None, false) => None,
        (Strategy::None, true) => Some("retainKeys"),
        (Strategy::Merge, false) => Some("merge"),
        (Strategy::Merge, true) => Some("merge,retainKeys"),
        (Strategy::Replace, false) => Some("replace"),
        (Strategy::Replace, true) => Some("replace,retainKeys"),
    }
}

/// Formats a type for readers: `list of Container`.
fn type_of(schema: &Schema, mut type_position: TypePosition) -> String {
    let mut out = String::new();
    loop {
        match schema.shape(type_position) {
            Shape::List if out.len() < 64 => {
                out.push_str("list of ");
                type_position = schema.item(type_position);
            }
            Shape::Map if out.len() < 64 => {
                out.push_str("map of ");
                match schema.peek(type_position, "") {
                    Some(value) => type_position = value.type_position,
                    None => return out + "anything",
                }
            }
            Shape::Unknown => return out + "anything",
            _ if schema.holds_bytes(type_position) => return out + "bytes (base64)",
            _ => {
                let name = schema.type_name(type_position);
                return out + if name.is_empty() { "anything" } else { name };
            }
        }
    }
}

fn text(rules: &FieldAnswer<'_>) -> String {
    let mut out = String::new();
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "{name:<11}{}", escape::visible(value));
        }
    };
    row("KIND", &format!("{} {}", rules.api_version, rules.kind));
    row("PATH", &rules.path);
    row("TYPE", &rules.rule.r#type);
    row("MERGES", &sentence(&rules.rule));
    if let Some(strategy) = rules.rule.strategy {
        let key = rules.rule.merge_key;
        let key = key.map_or(String::new(), |key| format!("; merge key: {key}"));
        let whence = if rules.rule.declared {
            " (declared with --merge-key)"
        } else {
            ""
        };
        row("STRATEGY", &format!("{strategy}{key}{whence}"));
    }
    row("SSA", &server_side(&rules.rule));
    for trap in &rules.rule.pitfalls {
        row("TRAP", &trap.to_string());
    }
    if !rules.fields.is_empty() {
        let _ = writeln!(out, "\nFIELDS");
        let width = |of: fn(&FieldLine<'_>) -> usize| rules.fields.iter().map(of).max().unwrap_or(0).min(40);
        let names = width(|line| line.name.chars().count());
        let types = width(|line| line.rule.r#type.chars().count());
        for line in &rules.fields {
            let pitfalls = line.rule.pitfalls.iter();
            let pitfalls: String = pitfalls.map(|trap| format!("  ! {}", trap.brief())).collect();
            let line = format!(
                "  {:<names$}  {:<types$}  {}{pitfalls}",
                line.name,
                line.rule.r#type,
                listed(&line.rule)
            );
            let _ = writeln!(out, "{}", escape::visible(line.trim_end()));
        }
        if rules.fields.iter().any(|line| !line.rule.pitfalls.is_empty()) {
            out.push_str("\nFields marked with ! have a trap; `mergescope schema KIND PATH` explains it.\n");
        }
    }
    out
}

/// Returns the rule for a row of the table; empty for a value that is replaced.
fn listed(rule: &FieldRule<'_>) -> String {
    match rule.strategy {
        Some(strategy) if rule.retain_keys => format!("{}, {strategy}", rule.merges),
        None if rule.merges == MergeBehavior::Replaced && !rule.is_list => String::new(),
        _ => rule.merges.to_string(),
    }
}

fn sentence(rule: &FieldRule<'_>) -> String {
    match rule.merges {
        MergeBehavior::ByKey(key) => {
            let several = match &rule.merge_keys[..] {
                [_, _, ..] => format!(
                    " (with `$patchMergeKey` and proposal semantics: with the same {})",
                    and_list(&rule.merge_keys)
                ),
                _ => String::new(),
            };
            format!(
                "item by item: items with the same {key} are merged{several}, new items are added; \
                 {{\"$patch\": \"delete\", \"{key}\": ...}} deletes all items with that {key}"
            )
        }
        MergeBehavior::Set => {
            "as a set: new values are added; $deleteFromPrimitiveList deletes values".to_owned()
        }
        MergeBehavior::Replaced if rule.is_list => {
            "not merged: the patch list replaces the live one".to_owned()
        }
        MergeBehavior::Replaced => "not merged: the patch value replaces the live one".to_owned(),
        MergeBehavior::FieldByField | MergeBehavior::KeyByKey => {
            format!("{}; null removes a field", rule.merges)
        }
        MergeBehavior::FirstLevel | MergeBehavior::Unknown => rule.merges.to_string(),
    }
}

/// Returns the rule of server-side apply, which a strategic merge patch ignores.
fn server_side(rule: &FieldRule<'_>) -> String {
    let keys = if rule.list_map_keys.is_empty() {
        String::new()
    } else {
        format!(" by {}", and_list(&rule.list_map_keys))
    };
    match (rule.list_type, rule.map_type) {
        (Some(list_type), _) => {
            format!("list-type {list_type}{keys} (server-side apply only)")
        }
        (None, Some(map_type)) => format!("map-type {map_type} (server-side apply only)"),
        (None, None) => String::new(),
    }
}
