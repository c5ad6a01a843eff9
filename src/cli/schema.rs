//! `mergescope schema KIND [PATH]`: how fields merge, which `kubectl explain` does not tell.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use serde::Serialize;

use super::args::SchemaFormat;
use crate::document::{Path, Segment, escape};
use crate::schema::{Field, Schema, Shape, Strategy, TypePosition};

/// The answer for one field, or for a kind's top.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldRules<'s> {
    api_version: &'s str,
    kind: &'s str,
    path: String,
    #[serde(flatten)]
    rule: FieldRule,
    fields: Vec<FieldLine>,
}

/// A field among others.
#[derive(Serialize)]
struct FieldLine {
    name: String,
    #[serde(flatten)]
    rule: FieldRule,
}

/// How a field merges.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldRule {
    r#type: String,
    /// In a few words.
    merges: String,
    /// As the schema has it: `merge`, `replace`, `merge,retainKeys`; null for none.
    strategy: Option<String>,
    merge_key: Option<String>,
    /// Several where the proposal's multi-field keys identify items.
    merge_keys: Vec<String>,
    /// Where the keys come from a person: --merge-key.
    declared: bool,
    list_type: Option<&'static str>,
    list_map_keys: Vec<String>,
    map_type: Option<&'static str>,
    traps: Vec<String>,
}

/// The answer as text or JSON, a newline at its end.
///
/// # Errors
/// No such kind or field, with a suggestion.
pub(crate) fn print(schema: &Schema, kind: &str, path: Option<&str>, format: SchemaFormat) -> Result<String> {
    let (api_version, kind) = schema.choose_kind(kind)?;
    let top = schema.top(api_version, kind).map_err(|unknown| {
        let advice = unknown
            .advice()
            .map_or(String::new(), |advice| format!(": {advice}"));
        anyhow::anyhow!("{unknown}{advice}")
    })?;
    schema.check_declared(top)?;
    let keys = path.map_or(Ok(Vec::new()), keys)?;
    let way = schema.follow(top, &keys)?;
    let names: Vec<String> = keys
        .into_iter()
        .zip(&way)
        .map(|(key, field)| match field.name {
            "" => key,
            name => name.to_owned(),
        })
        .collect();
    let place = way.last().map_or(top, |field| field.place);
    let traps = schema.traps(&way, &names);
    let told = FieldRules {
        api_version,
        kind,
        path: match names.is_empty() {
            true => String::new(),
            false => Path(names.into_iter().map(Segment::Key).collect()).to_string(),
        },
        rule: match way.last() {
            Some(field) => rule(schema, field, traps.iter().map(ToString::to_string).collect()),
            None => top_rule(schema, top),
        },
        fields: fields(schema, place),
    };
    Ok(match format {
        SchemaFormat::Json => serde_json::to_string_pretty(&told)? + "\n",
        SchemaFormat::Text => text(&told),
    })
}

/// The keys on a path as explain prints it: `spec.containers[name=web].env`, `metadata.labels["a.b/c"]`. Which item of a
/// list is meant makes no difference to a schema.
///
/// # Errors
/// What is wrong with the path.
fn keys(path: &str) -> Result<Vec<String>> {
    let parsed = Path::parse(path).map_err(|(at, what)| match path[at..].starts_with('[') {
        true => anyhow!("the path \"{path}\" cannot be read: {what}; write it as explain prints it"),
        false => {
            anyhow!("the path \"{path}\" has an empty part; write it like spec.template.spec.containers")
        }
    })?;
    let keys = parsed.0.into_iter().filter_map(|segment| match segment {
        Segment::Key(key) => Some(key),
        _ => None,
    });
    Ok(keys.collect())
}

fn fields(schema: &Schema, place: TypePosition) -> Vec<FieldLine> {
    let mut inner = schema.inside_lists(place);
    if schema.shape(inner) == Shape::Map {
        // Of a map of structs the structs' fields.
        inner = schema
            .peek(inner, "")
            .map_or(inner, |value| schema.inside_lists(value.place));
    }
    let lines = schema.field_names(inner).filter_map(|name| {
        let field = schema.peek(inner, name)?;
        let traps = schema.own_traps(&field);
        Some(FieldLine {
            name: name.to_owned(),
            rule: rule(schema, &field, traps.iter().map(ToString::to_string).collect()),
        })
    });
    lines.collect()
}

fn top_rule(schema: &Schema, top: TypePosition) -> FieldRule {
    FieldRule {
        r#type: type_of(schema, top),
        merges: "field by field".to_owned(),
        strategy: None,
        merge_key: None,
        merge_keys: Vec::new(),
        declared: false,
        list_type: None,
        list_map_keys: Vec::new(),
        map_type: None,
        traps: Vec::new(),
    }
}

fn rule(schema: &Schema, field: &Field<'_>, traps: Vec<String>) -> FieldRule {
    let owned = |keys: &[Box<str>]| keys.iter().map(|key| (**key).to_owned()).collect();
    FieldRule {
        r#type: type_of(schema, field.place),
        merges: merges(schema, field),
        strategy: strategy(field),
        merge_key: field.merge_key.map(str::to_owned),
        merge_keys: owned(field.recommended_keys),
        declared: field.declared,
        list_type: field.list_type.map(|list_type| list_type.word()),
        list_map_keys: owned(field.list_map_keys),
        map_type: field.map_type.map(|map_type| map_type.word()),
        traps,
    }
}

fn strategy(field: &Field<'_>) -> Option<String> {
    let main = match field.strategy {
        Strategy::None => "",
        Strategy::Merge => "merge",
        Strategy::Replace => "replace",
    };
    match (main, field.retain_keys) {
        ("", false) => None,
        ("", true) => Some("retainKeys".to_owned()),
        (main, false) => Some(main.to_owned()),
        (main, true) => Some(format!("{main},retainKeys")),
    }
}

/// How a field merges, in a few words.
fn merges(schema: &Schema, field: &Field<'_>) -> String {
    match (schema.shape(field.place), field.strategy, field.merge_key) {
        (Shape::List, Strategy::Merge, Some(key)) => format!("by {key}"),
        (Shape::List, Strategy::Merge, None) => "as a set".to_owned(),
        (_, Strategy::Replace, _) | (Shape::List | Shape::Scalar, ..) => "replaced".to_owned(),
        (Shape::Struct, ..) => "field by field".to_owned(),
        (Shape::Map, ..) => "key by key".to_owned(),
        (Shape::Opaque, ..) => "first level only".to_owned(),
        (Shape::Unknown, ..) => "maps are merged, lists are replaced".to_owned(),
    }
}

/// A type as people say it: `list of Container`.
fn type_of(schema: &Schema, mut place: TypePosition) -> String {
    let mut out = String::new();
    loop {
        match schema.shape(place) {
            Shape::List if out.len() < 64 => {
                out.push_str("list of ");
                place = schema.item(place);
            }
            Shape::Map if out.len() < 64 => {
                out.push_str("map of ");
                match schema.peek(place, "") {
                    Some(value) => place = value.place,
                    None => return out + "anything",
                }
            }
            Shape::Unknown => return out + "anything",
            _ if schema.holds_bytes(place) => return out + "bytes (base64)",
            _ => {
                let name = schema.type_name(place);
                return out + if name.is_empty() { "anything" } else { name };
            }
        }
    }
}

fn text(told: &FieldRules<'_>) -> String {
    let mut out = String::new();
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "{name:<11}{}", escape::visible(value));
        }
    };
    row("KIND", &format!("{} {}", told.api_version, told.kind));
    row("PATH", &told.path);
    row("TYPE", &told.rule.r#type);
    row("MERGES", &sentence(&told.rule));
    if let Some(strategy) = &told.rule.strategy {
        let key = told
            .rule
            .merge_key
            .as_deref()
            .map_or(String::new(), |key| format!(", merge key {key}"));
        let whence = if told.rule.declared {
            " (declared with --merge-key)"
        } else {
            ""
        };
        row("STRATEGY", &format!("{strategy}{key}{whence}"));
    }
    row("SSA", &server_side(&told.rule));
    for trap in &told.rule.traps {
        row("TRAP", trap);
    }
    if !told.fields.is_empty() {
        let _ = writeln!(out, "\nFIELDS");
        let width = |of: fn(&FieldLine) -> &str| {
            told.fields
                .iter()
                .map(|line| of(line).chars().count())
                .max()
                .unwrap_or(0)
        };
        let names = width(|line| &line.name).min(40);
        let types = width(|line| &line.rule.r#type).min(40);
        for line in &told.fields {
            let traps: String = line
                .rule
                .traps
                .iter()
                .map(|trap| format!("  ! {}", brief(trap)))
                .collect();
            let line = format!(
                "  {:<names$}  {:<types$}  {}{traps}",
                line.name,
                line.rule.r#type,
                listed(&line.rule)
            );
            let _ = writeln!(out, "{}", escape::visible(line.trim_end()));
        }
        if told.fields.iter().any(|line| !line.rule.traps.is_empty()) {
            out.push_str("\nFields marked with ! have a pitfall; run `schema KIND PATH` for it.\n");
        }
    }
    out
}

/// A trap up to its first stop.
fn brief(trap: &str) -> &str {
    trap.split([':', ';']).next().unwrap_or(trap)
}

/// The rule for a line of the table; a scalar's is not worth saying.
fn listed(rule: &FieldRule) -> String {
    match rule.strategy.as_deref() {
        Some(strategy) if strategy.contains("retainKeys") => format!("{}, {strategy}", rule.merges),
        _ if rule.merges == "replaced" && !rule.r#type.starts_with("list") && rule.strategy.is_none() => {
            String::new()
        }
        _ => rule.merges.clone(),
    }
}

fn sentence(rule: &FieldRule) -> String {
    let is_list = rule.r#type.starts_with("list");
    match (rule.merges.as_str(), rule.merge_key.as_deref()) {
        (_, Some(key)) => {
            let several = match &rule.merge_keys[..] {
                [_, _, ..] => format!(" (proposal semantics: by {})", rule.merge_keys.join(" and ")),
                _ => String::new(),
            };
            format!(
                "item by item: items with the same {key} are merged, new items are added{several}; \
                 {{\"$patch\": \"delete\", \"{key}\": ...}} deletes an item"
            )
        }
        ("as a set", _) => {
            "as a set: new values are added; $deleteFromPrimitiveList deletes values".to_owned()
        }
        ("replaced", _) if is_list => "not merged: the patch list replaces the live one".to_owned(),
        ("replaced", _) => "not merged: the patch value replaces the live one".to_owned(),
        ("field by field" | "key by key", _) => format!("{}; null removes a field", rule.merges),
        (other, _) => other.to_owned(),
    }
}

/// What server-side apply goes by; a strategic merge patch does not.
fn server_side(rule: &FieldRule) -> String {
    let keys = match rule.list_map_keys.is_empty() {
        true => String::new(),
        false => format!(" by {}", rule.list_map_keys.join(" and ")),
    };
    match (rule.list_type, rule.map_type) {
        (Some(list_type), _) => {
            format!("list-type {list_type}{keys} (server-side apply only)")
        }
        (None, Some(map_type)) => format!("map-type {map_type} (server-side apply only)"),
        (None, None) => String::new(),
    }
}
