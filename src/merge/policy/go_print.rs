//! Values as the controller prints them to compare: what looks alike is alike.

use crate::document::{Tree, Value, ValueKind};
use crate::merge::go_text;

/// A value as Go's `%v` prints it.
pub(crate) fn plain<T: Tree>(tree: &T, id: T::Id) -> String {
    match tree.value(id) {
        Value::String(text) => text.to_owned(),
        _ => go_text::value(tree, id),
    }
}

/// The same with every list below it in the order of its items' own forms.
pub(crate) fn sorted<T: Tree>(tree: &T, id: T::Id) -> String {
    let mut out = String::new();
    push_sorted(tree, id, &mut out);
    out
}

fn push_sorted<T: Tree>(tree: &T, id: T::Id, out: &mut String) {
    match tree.kind(id) {
        ValueKind::List => {
            let mut items: Vec<String> = tree.children(id).map(|item| sorted(tree, item)).collect();
            items.sort();
            out.push('[');
            out.push_str(&items.join(" "));
            out.push(']');
        }
        ValueKind::Map => go_text::map(tree, id, out, |child, out| push_sorted(tree, child, out)),
        _ => out.push_str(&plain(tree, id)),
    }
}

/// Whether a value prints as `text` does.
pub(crate) fn prints_as<T: Tree>(tree: &T, id: T::Id, text: &str) -> bool {
    match tree.value(id) {
        Value::String(own) => own == text,
        // A text can look like a whole map.
        Value::Map if !text.starts_with("map[") => false,
        Value::List if !text.starts_with('[') => false,
        _ => plain(tree, id) == text,
    }
}
