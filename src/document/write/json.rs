//! Formats a tree as JSON.

use super::quote::name_of_string;
use crate::document::escape::{self, is_invisible};
use crate::document::{Tree, Value, ValueKind, json_float};

/// Deeper lists and maps are written on one line: with 500 levels, most of the text would be indentation, and a
/// file of 7 MB would give 700 MB.
pub(super) const MAX_INDENTED_LEVELS: usize = 100;

/// Formats the tree as JSON with an indentation of two spaces and a newline at the end. What is deeper than
/// 100 levels is on one line.
pub fn json<T: Tree>(tree: &T) -> String {
    let mut out = String::new();
    write(tree, tree.top(), Some(2), usize::MAX, &mut out);
    out.push('\n');
    out
}

/// Formats the tree as JSON on one line without spaces and without a newline.
pub fn json_compact<T: Tree>(tree: &T) -> String {
    json_value(tree, tree.top())
}

/// Formats the value of `id` as JSON on one line without spaces.
pub fn json_value<T: Tree>(tree: &T, id: T::Id) -> String {
    let mut out = String::new();
    write(tree, id, None, usize::MAX, &mut out);
    out
}

/// Returns the value of `id` as a value of `serde_json`. Its reader rejects texts of more than 127 levels.
pub fn json_tree<T: Tree>(tree: &T, id: T::Id) -> serde_json::Value {
    match tree.kind(id) {
        ValueKind::Map => {
            let fields = tree.children(id);
            let fields = fields.map(|it| (tree.key(it).unwrap_or_default().to_owned(), json_tree(tree, it)));
            serde_json::Value::Object(fields.collect())
        }
        ValueKind::List => tree.children(id).map(|it| json_tree(tree, it)).collect(),
        _ => serde_json::from_str(&json_value(tree, id)).unwrap_or_default(),
    }
}

/// Formats the value of `id` as the name of an item for a message: as [`value_text`], but a string is in quotes if it
/// would otherwise be the name of another item.
pub(crate) fn name_text<T: Tree>(tree: &T, id: T::Id, limit: usize) -> String {
    if let Value::String(text) = tree.value(id)
        && let std::borrow::Cow::Owned(quoted) = name_of_string(text)
        && quoted.chars().count() <= limit
    {
        return quoted;
    }
    value_text(tree, id, limit)
}

/// Formats the value of `id` for a message: JSON on one line, but a string that is the whole value has no
/// quotes. Cut after `limit` characters with `…`. Escaped for a terminal.
pub fn value_text<T: Tree>(tree: &T, id: T::Id, limit: usize) -> String {
    let mut out = String::new();
    if let Value::String(text) = tree.value(id) {
        for c in text.chars().take(limit.saturating_add(1)) {
            escape::push(&mut out, c);
        }
    } else {
        write(tree, id, None, limit.saturating_mul(4), &mut out);
    }
    match out.char_indices().nth(limit) {
        Some((cut, _)) => format!("{}…", &out[..cut]),
        None => out,
    }
}

/// Appends `top` as JSON; stops soon after `limit` bytes.
fn write<T: Tree>(tree: &T, top: T::Id, indent: Option<usize>, limit: usize, out: &mut String) {
    if scalar_or_empty(tree, top, limit, out) {
        return;
    }
    out.push(opening(tree.kind(top)));
    let mut open = vec![(tree.children(top), tree.kind(top), true)];
    loop {
        let depth = open.len();
        let Some((children, kind, first)) = open.last_mut() else {
            return;
        };
        let (kind, is_first) = (*kind, std::mem::replace(first, false));
        let Some(id) = children.next() else {
            open.pop();
            line(out, indent, depth, depth - 1);
            out.push(if kind == ValueKind::List { ']' } else { '}' });
            continue;
        };
        if out.len() > limit {
            return;
        }
        if !is_first {
            out.push(',');
        }
        line(out, indent, depth, depth);
        if kind == ValueKind::Map {
            string(tree.key(id).unwrap_or(""), limit, out);
            out.push_str(if indent.is_some() { ": " } else { ":" });
        }
        if !scalar_or_empty(tree, id, limit, out) {
            out.push(opening(tree.kind(id)));
            open.push((tree.children(id), tree.kind(id), true));
        }
    }
}

fn opening(kind: ValueKind) -> char {
    if kind == ValueKind::List { '[' } else { '{' }
}

/// Starts the line of an entry that is `depth` levels below the top, or of the bracket after such entries.
fn line(out: &mut String, indent: Option<usize>, depth: usize, column: usize) {
    if let Some(indent) = indent.filter(|_| depth <= MAX_INDENTED_LEVELS) {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent * column));
    }
}

/// Appends a value without children. Returns false, and appends nothing, for other values.
fn scalar_or_empty<T: Tree>(tree: &T, id: T::Id, limit: usize, out: &mut String) -> bool {
    match tree.value(id) {
        Value::Null => out.push_str("null"),
        Value::Bool(b) => out.push_str(if b { "true" } else { "false" }),
        Value::Integer(i) => out.push_str(&i.to_string()),
        // JSON has no infinity and no NaN, and readers reject them.
        Value::Float(f) if !f.is_finite() => out.push_str("null"),
        Value::Float(f) => out.push_str(&json_float(f)),
        Value::String(text) => string(text, limit, out),
        Value::List | Value::Map if tree.children(id).next().is_some() => return false,
        Value::List => out.push_str("[]"),
        Value::Map => out.push_str("{}"),
    }
    true
}

pub(super) fn string(text: &str, limit: usize, out: &mut String) {
    // Most texts are plain, and one copy is faster than their characters one by one.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if out.len().saturating_add(text.len()) < limit && text.bytes().all(is_plain) {
        out.reserve(text.len() + 2);
        out.push('"');
        out.push_str(text);
        out.push('"');
        return;
    }
    out.push('"');
    for c in text.chars() {
        if out.len() > limit {
            break;
        }
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if !is_invisible(c) => out.push(c),
            // JSON escapes these as surrogate pairs, but kubectl reads a text that starts with a bracket as
            // YAML, which rejects them. kubectl writes the character, too.
            c if u32::from(c) > 0xffff => out.push(c),
            c => out.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    out.push('"');
}
