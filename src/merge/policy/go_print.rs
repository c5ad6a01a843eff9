//! Formats values as the controller does for its comparisons: values with the same text are equal.

use crate::document::{Tree, Value, ValueKind};
use crate::merge::go_text;

/// Formats a value as Go's `%v`.
pub(crate) fn print_plain<T: Tree>(tree: &T, id: T::Id) -> String {
    match tree.value(id) {
        Value::String(text) => text.to_owned(),
        _ => go_text::format_value(tree, id),
    }
}

/// Formats a value as [`print_plain`] does, with all lists sorted by the text of their items.
pub(crate) fn print_sorted<T: Tree>(tree: &T, id: T::Id) -> String {
    let mut out = String::new();
    push_sorted(tree, id, &mut out);
    out
}

fn push_sorted<T: Tree>(tree: &T, id: T::Id, out: &mut String) {
    match tree.kind(id) {
        ValueKind::List => {
            let mut items: Vec<String> = tree.children(id).map(|item| print_sorted(tree, item)).collect();
            items.sort();
            out.push('[');
            out.push_str(&items.join(" "));
            out.push(']');
        }
        ValueKind::Map => go_text::print_map(tree, id, out, |child, out| push_sorted(tree, child, out)),
        _ => out.push_str(&print_plain(tree, id)),
    }
}

/// Returns whether a value prints as `text`.
pub(crate) fn prints_as<T: Tree>(tree: &T, id: T::Id, text: &str) -> bool {
    match tree.value(id) {
        Value::String(string) => string == text,
        // A string can look like a whole map.
        Value::Map if !text.starts_with("map[") => false,
        Value::List if !text.starts_with('[') => false,
        _ => print_plain(tree, id) == text,
    }
}
