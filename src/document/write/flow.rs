//! Formats a value in the flow style of YAML: `{name: PORT}`.

use super::json::json_value;
use super::quote::{self, QuoteStyle};
use crate::document::{Tree, Value, ValueKind};

/// Maximum depth; deeper values are written as JSON, which is also flow style.
const MAX_DEPTH: usize = 16;

/// Formats the value on one line.
pub(crate) fn flow<T: Tree>(tree: &T, id: T::Id) -> String {
    let mut out = String::new();
    match push(tree, id, MAX_DEPTH, &mut out) {
        true => out,
        false => json_value(tree, id),
    }
}

/// Formats a key for flow style.
pub(super) fn flow_key(key: &str) -> String {
    let mut out = String::new();
    push_text(key, true, &mut out);
    out
}

/// Appends the value. Returns false if it is too deep.
fn push<T: Tree>(tree: &T, id: T::Id, depth: usize, out: &mut String) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let (open, close) = match tree.kind(id) {
        ValueKind::Map => ('{', '}'),
        ValueKind::List => ('[', ']'),
        _ => {
            match tree.value(id) {
                Value::String(text) => push_text(text, false, out),
                _ => out.push_str(&json_value(tree, id)),
            }
            return true;
        }
    };
    out.push(open);
    for (at, child) in tree.children(id).enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        if let Some(key) = tree.key(child) {
            push_text(key, true, out);
            out.push_str(": ");
        }
        if !push(tree, child, depth, out) {
            return false;
        }
    }
    out.push(close);
    true
}

fn push_text(text: &str, is_key: bool, out: &mut String) {
    let means_something = |c: char| ",[]{}?".contains(c);
    match quote::style(text, is_key) {
        QuoteStyle::Plain if !text.contains(means_something) => out.push_str(text),
        QuoteStyle::Single => quote::push(out, text, QuoteStyle::Single),
        _ => out.push_str(&quote::double_quoted(text)),
    }
}
