//! Prints facts as the table: sorted, one fact per line, only the types that a patch can reach.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::facts::{BaseType, SchemaFacts, TypeBody, TypeFacts};
use super::table_line;

/// Kinds of requests and responses that each group has; they are never patched.
const NOT_OBJECTS: [&str; 7] = [
    "DeleteOptions",
    "WatchEvent",
    "Status",
    "APIGroup",
    "APIGroupList",
    "APIResourceList",
    "APIVersions",
];

/// Prints the table of the types that are reachable from kinds that can be patched. The first line names the
/// Kubernetes release.
pub fn print(facts: &SchemaFacts, release: &str) -> String {
    let release: String = release.chars().filter(|c| !c.is_control()).collect();
    let mut out = format!("# Kubernetes {release}: how each field of each kind merges.\n");
    out.push_str(
        "# Printed by `mergescope schema-table` from the OpenAPI document of the release; do not edit.\n\
         # A type, `= its kinds`, `: what it is` if it has no fields; below it each field, its type ([T] a list,\n\
         # {T} a map), its patch strategy (and merge key), its list-type (and keys) or map-type, `required`.\n",
    );
    for (name, facts) in reachable(facts) {
        print_type(&mut out, name, facts);
    }
    out
}

/// Prints all types, for a table that is not committed.
pub(crate) fn print_all(facts: &SchemaFacts) -> String {
    let mut out = String::new();
    for (name, facts) in &facts.types {
        print_type(&mut out, name, facts);
    }
    out
}

fn print_type(out: &mut String, name: &str, facts: &TypeFacts) {
    let home = table_line::home(name);
    out.push_str(name);
    if let TypeBody::Is(expr) = &facts.body {
        let _ = write!(out, " : {}", table_line::write_expr(expr, home));
    }
    let marks = table_line::write_marks(&facts.marks);
    for word in [marks.as_str(), facts.unknown.word()]
        .into_iter()
        .filter(|word| !word.is_empty())
    {
        let _ = write!(out, " {word}");
    }
    let kinds: Vec<&str> = facts
        .kinds
        .iter()
        .map(String::as_str)
        .filter(|kind| is_object(kind, facts))
        .collect();
    if !kinds.is_empty() {
        let _ = write!(out, " = {}", kinds.join(", "));
    }
    out.push('\n');
    if let TypeBody::Struct(fields) = &facts.body {
        let names: Vec<String> = fields
            .iter()
            .map(|field| table_line::write_name(&field.name))
            .collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).min(40);
        for (field, name) in fields.iter().zip(&names) {
            let ty = table_line::write_expr(&field.ty, home);
            let marks = table_line::write_marks(&field.marks);
            let row = format!("  {name:width$}  {ty}  {marks}");
            out.push_str(row.trim_end());
            out.push('\n');
        }
    }
}

/// Returns whether this kind can be patched: it is neither a list of objects nor a request option.
fn is_object(kind: &str, facts: &TypeFacts) -> bool {
    let kind = kind.rsplit(' ').next().unwrap_or(kind);
    let has_items = || match &facts.body {
        TypeBody::Struct(fields) => fields.iter().any(|field| &*field.name == "items"),
        TypeBody::Is(_) => false,
    };
    let is_list = kind.ends_with("List") && has_items();
    !is_list && !NOT_OBJECTS.contains(&kind)
}

fn reachable(facts: &SchemaFacts) -> BTreeMap<&str, &TypeFacts> {
    let mut todo: Vec<&str> = facts
        .types
        .iter()
        .filter(|(_, facts)| facts.kinds.iter().any(|kind| is_object(kind, facts)))
        .map(|(name, _)| name.as_str())
        .collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut out = BTreeMap::new();
    while let Some(name) = todo.pop() {
        if !seen.insert(name) {
            continue;
        }
        let Some((name, facts)) = facts.types.get_key_value(name) else {
            continue;
        };
        out.insert(name.as_str(), facts);
        let exprs: Vec<_> = match &facts.body {
            TypeBody::Struct(fields) => fields.iter().map(|field| &field.ty).collect(),
            TypeBody::Is(expr) => vec![expr],
        };
        for expr in exprs {
            if let BaseType::Named(name) = &expr.base {
                todo.push(name);
            }
        }
    }
    out
}
