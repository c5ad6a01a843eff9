//! Formats values as Go prints them, for kubectl's error messages, which contain maps, lists and type names
//! in that form.

use std::fmt::Write;

use crate::document::{MAX_DEPTH, Tree, Value, ValueKind, json_float};
use crate::schema::go_quote;

/// How deep a value is printed. A little more than the depth limit of the readers.
const MAX_PRINT_DEPTH: usize = MAX_DEPTH + 8;

/// Formats a value as Go's `%v`: `map[image:b name:web]`, `[a b]`, `<nil>`.
pub(crate) fn format_value<T: Tree>(tree: &T, id: T::Id) -> String {
    let mut out = String::new();
    print(tree, id, &mut out, 0, false);
    out
}

/// Prints a value as `%v`, or as `%s` (`as_text`), which flags every scalar that is not a string.
fn print<T: Tree>(tree: &T, id: T::Id, out: &mut String, depth: usize, as_text: bool) {
    if depth > MAX_PRINT_DEPTH {
        out.push('…');
        return;
    }
    let value = tree.value(id);
    if as_text && let Some(faulty) = format_mistake(value) {
        out.push_str(&faulty);
        return;
    }
    match value {
        Value::Null => out.push_str("<nil>"),
        Value::Bool(b) => out.push_str(if b { "true" } else { "false" }),
        Value::Integer(i) => {
            let _ = write!(out, "{i}");
        }
        Value::Float(f) => out.push_str(&format_float(f)),
        Value::String(text) => out.push_str(text),
        Value::List => print_children(tree, id, out, ["[", " ", "]"], |_, child, out| {
            print(tree, child, out, depth + 1, as_text);
        }),
        Value::Map => print_map(tree, id, out, |child, out| {
            print(tree, child, out, depth + 1, as_text)
        }),
    }
}

/// Prints a map as Go does, sorted by key. `print` prints the value of an entry.
pub(crate) fn print_map<T: Tree>(tree: &T, id: T::Id, out: &mut String, print: impl Fn(T::Id, &mut String)) {
    print_children(tree, id, out, ["map[", " ", "]"], |key, child, out| {
        out.push_str(key);
        out.push(':');
        print(child, out);
    });
}

/// Prints the children, those of a map sorted by key, with texts around and between them.
fn print_children<'t, T: Tree>(
    tree: &'t T,
    id: T::Id,
    out: &mut String,
    [open, separator, close]: [&str; 3],
    print: impl Fn(&'t str, T::Id, &mut String),
) {
    let mut entries: Vec<_> = tree.children(id).map(|child| (tree.key(child), child)).collect();
    entries.sort_by_key(|entry| entry.0);
    out.push_str(open);
    for (index, (key, child)) in entries.into_iter().enumerate() {
        out.push_str(if index > 0 { separator } else { "" });
        print(key.unwrap_or_default(), child, out);
    }
    out.push_str(close);
}

/// Formats a float as Go's `%v`: shortest digits, with an exponent below 1e-4 and from 1e6 on.
fn format_float(f: f64) -> String {
    exponential(f, -4, 6).map_or_else(
        || f.to_string(),
        |(digits, sign, size)| format!("{digits}e{sign}{size:02}"),
    )
}

/// Returns the digits, and the sign and size of the exponent if it is outside `from..to`.
fn exponential(f: f64, from: i32, to: i32) -> Option<(String, char, u32)> {
    let text = format!("{f:e}");
    let (digits, exponent) = text.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let sign = if exponent < 0 { '-' } else { '+' };
    (!(from..to).contains(&exponent)).then(|| (digits.to_owned(), sign, exponent.unsigned_abs()))
}

/// Returns the name of a type in Go's JSON decoder.
pub(crate) fn json_type_name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Null => "null",
        ValueKind::Bool => "bool",
        ValueKind::Integer | ValueKind::Float => "number",
        ValueKind::String => "string",
        ValueKind::List => "array",
        ValueKind::Map => "object",
    }
}

/// Returns the name of a type as Go's `%T` prints it, in messages of the form `received a T`.
pub(crate) fn type_name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Null => "%!s(<nil>)",
        ValueKind::Bool => "bool",
        ValueKind::Integer => "int64",
        ValueKind::Float => "float64",
        ValueKind::String => "string",
        ValueKind::List => "[]interface {}",
        ValueKind::Map => "map[string]interface {}",
    }
}

/// Formats the value of a `$patch` as `%s`: strings bare, everything else as a formatting mistake.
pub(crate) fn format_patch_type<T: Tree>(tree: &T, id: T::Id) -> String {
    if tree.value(id) == Value::Null {
        return "%!s(<nil>)".to_owned();
    }
    let mut out = String::new();
    print(tree, id, &mut out, 0, true);
    out
}

/// Formats a number or boolean as `%s` does; `None` for other values.
fn format_mistake(value: Value<'_>) -> Option<String> {
    match value {
        Value::Bool(b) => Some(format!("%!s(bool={b})")),
        Value::Integer(i) => Some(format!("%!s(int64={i})")),
        Value::Float(f) => Some(format!("%!s(float64={})", format_float(f))),
        _ => None,
    }
}

/// Formats a value in Go syntax, as `%#v`: `map[string]interface {}{"a":1}`.
pub(crate) fn format_syntax<T: Tree>(tree: &T, id: T::Id) -> String {
    let mut out = String::new();
    print_syntax(tree, id, &mut out, 0);
    out
}

fn print_syntax<T: Tree>(tree: &T, id: T::Id, out: &mut String, depth: usize) {
    if depth > MAX_PRINT_DEPTH {
        out.push('…');
        return;
    }
    match tree.value(id) {
        Value::Null => out.push_str("interface {}(nil)"),
        Value::String(text) => out.push_str(&go_quote(text)),
        Value::List => print_children(tree, id, out, ["[]interface {}{", ", ", "}"], |_, child, out| {
            print_syntax(tree, child, out, depth + 1);
        }),
        Value::Map => {
            let parts = ["map[string]interface {}{", ", ", "}"];
            print_children(tree, id, out, parts, |key, child, out| {
                let _ = write!(out, "{}:", go_quote(key));
                print_syntax(tree, child, out, depth + 1);
            });
        }
        Value::Float(_) | Value::Bool(_) | Value::Integer(_) => print(tree, id, out, depth, false),
    }
}

/// Formats a tree as Go's JSON encoder does: compact, keys sorted.
pub(crate) fn to_json<T: Tree>(tree: &T, id: T::Id) -> String {
    to_json_with(tree, id, &|_| None)
}

/// Formats a tree as [`to_json`] does, but prints the JSON text that `raw` returns for a scalar.
pub(crate) fn to_json_with<T: Tree>(tree: &T, id: T::Id, raw: &dyn Fn(T::Id) -> Option<String>) -> String {
    let mut out = String::new();
    print_json(tree, id, raw, &mut out, 0);
    out
}

fn print_json<T: Tree>(
    tree: &T,
    id: T::Id,
    raw: &dyn Fn(T::Id) -> Option<String>,
    out: &mut String,
    depth: usize,
) {
    if depth > MAX_PRINT_DEPTH {
        out.push('…');
        return;
    }
    if let Some(text) = raw(id) {
        out.push_str(&text);
        return;
    }
    match tree.value(id) {
        Value::String(text) => json_string(text, out),
        Value::Null => out.push_str("null"),
        Value::List => print_children(tree, id, out, ["[", ",", "]"], |_, child, out| {
            print_json(tree, child, raw, out, depth + 1);
        }),
        Value::Map => print_children(tree, id, out, ["{", ",", "}"], |key, child, out| {
            json_string(key, out);
            out.push(':');
            print_json(tree, child, raw, out, depth + 1);
        }),
        Value::Float(f) => out.push_str(&json_float(f)),
        Value::Bool(_) | Value::Integer(_) => print(tree, id, out, depth, false),
    }
}

/// Escapes the signs of HTML in JSON, as Go's encoder does.
pub(crate) fn escape_html(json: &str) -> String {
    let mut out = String::new();
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

fn json_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\x1f' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
