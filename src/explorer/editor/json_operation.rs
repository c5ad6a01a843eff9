//! The operation of a JSON patch under the cursor of the text area: what it does, and the completions in it.

use super::text_position::{CursorPathPart, TextPosition, entries_around};
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::{decode_key, escape_key};

/// The operations, what each does, and its fields besides `op` and `path`.
const OPERATIONS: [(&str, &str, &[&str]); 6] = [
    (
        "add",
        "adds the value at `path`; in a list, before that position",
        &["value"],
    ),
    ("remove", "removes the value at `path`", &[]),
    ("replace", "replaces the value at `path`", &["value"]),
    (
        "move",
        "removes the value at `from` and adds it at `path`",
        &["from"],
    ),
    ("copy", "copies the value from `from` to `path`", &["from"]),
    (
        "test",
        "rejects the patch if `path` has another value",
        &["value"],
    ),
];

/// The fields of an operation, and what each is.
const FIELDS: [(&str, &str); 4] = [
    ("op", "the operation"),
    ("path", "a JSON pointer to the value that the operation is for"),
    ("from", "a JSON pointer to the value to move or copy"),
    ("value", "the new or the expected value"),
];

/// Returns the fields of the operation around a position, with their values; `None` outside of an operation.
fn fields_around(text: &str, position: &TextPosition) -> Option<Vec<(String, String)>> {
    match position.around.first()? {
        CursorPathPart::Item { line, column } => Some(entries_around(text, *line, *column)),
        CursorPathPart::FlowItem(entries) => Some(entries.clone()),
        CursorPathPart::Key(_) => None,
    }
}

fn value<'e>(entries: &'e [(String, String)], name: &str) -> Option<&'e str> {
    let mut found = entries.iter().filter(|(key, _)| key == name);
    found.next().map(|(_, value)| &**value)
}

/// Returns what the operation around a position does as a sentence without full stop, not escaped. Returns `None`
/// outside of an operation.
pub(super) fn sentence(text: &str, position: &TextPosition) -> Option<String> {
    let entries = fields_around(text, position)?;
    let name = value(&entries, "op").unwrap_or_default();
    let found = OPERATIONS.iter().find(|(operation, ..)| *operation == name);
    Some(match found {
        Some((name, does, _)) => format!("`{name}`: {does}"),
        None => {
            let names = OPERATIONS.map(|(name, ..)| name).join(", ");
            format!("`op` is one of {names}")
        }
    })
}

/// Returns the completions at a position, each with its description: the missing fields of the operation, the names of
/// the operations, or the pointers to live values.
pub(super) fn candidates(text: &str, position: &TextPosition, live: &Document) -> Vec<(String, String)> {
    let [CursorPathPart::Item { .. }] = position.around[..] else {
        return Vec::new();
    };
    let entries = fields_around(text, position).unwrap_or_default();
    let name = value(&entries, "op").unwrap_or_default();
    if !position.in_value {
        let found = OPERATIONS.iter().find(|(operation, ..)| *operation == name);
        let is_needed = |field: &str| match found {
            Some((.., fields)) => ["op", "path"].contains(&field) || fields.contains(&field),
            None => true,
        };
        let missing = FIELDS
            .iter()
            .filter(|(field, _)| is_needed(field) && value(&entries, field).is_none());
        return missing
            .map(|(field, about)| (format!("{field}: "), (*about).to_owned()))
            .collect();
    }
    match position.key.as_deref() {
        Some("op") => {
            let named = OPERATIONS.iter();
            named
                .map(|(name, does, _)| ((*name).to_owned(), (*does).to_owned()))
                .collect()
        }
        Some("path") => pointers(&position.typed, live, ["add", "copy", "move"].contains(&name)),
        Some("from") => pointers(&position.typed, live, false),
        _ => Vec::new(),
    }
}

/// Returns the pointers to the children of the live value whose pointer has been typed, and to the values next to it.
/// With `inserts`, also those to the end of a list.
fn pointers(typed: &str, live: &Document, inserts: bool) -> Vec<(String, String)> {
    let parent = typed.rsplit_once('/').map_or("", |(parent, _)| parent);
    let mut starts = vec![parent];
    starts.extend(Some(typed).filter(|typed| *typed != parent));
    let mut found = Vec::new();
    for start in starts {
        let Some(container) = live_value(start, live) else {
            continue;
        };
        let is_list = live.kind(container) == ValueKind::List;
        for (index, child) in live.children(container).enumerate() {
            let part = match live.key(child) {
                Some(key) => escape_key(key),
                None => index.to_string(),
            };
            let name = live.get(child, "name").filter(|_| is_list);
            let about = match name.and_then(|name| live.value(name).as_str()) {
                Some(name) => format!("name: {name}"),
                None => live.kind(child).with_article().to_owned(),
            };
            found.push((format!("{start}/{part}"), about));
        }
        if inserts && is_list {
            found.push((format!("{start}/-"), "the end of the list".to_owned()));
        }
    }
    found
}

/// Returns the live value at a pointer.
fn live_value(pointer: &str, live: &Document) -> Option<NodeId> {
    let mut parts = pointer.split('/');
    // The text before the first slash.
    parts.next().filter(|start| start.is_empty())?;
    parts.try_fold(live.root(), |container, part| match live.kind(container) {
        ValueKind::List => live.children(container).nth(part.parse().ok()?),
        _ => live.get(container, &decode_key(part)),
    })
}
