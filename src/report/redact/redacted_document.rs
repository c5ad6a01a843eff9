//! Copies a document with placeholders for some scalars, so that nothing made from it contains their values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::document::{
    Document, Format, NodeId, Position, Tree, Value, Warning, read_at, read_live_at, write,
};

/// The start of the placeholder of a hidden value, before its number.
pub const MASK: &str = "••••••";

/// The hidden scalars and their placeholders.
pub(crate) type Placeholders = FxHashMap<NodeId, String>;

/// Copies the document with placeholders: on the same lines, and before the first placeholder of a line in
/// the same columns. Removes comments, which may contain old passwords. `live` is whether it is read as a
/// manifest.
pub(crate) fn with_placeholders(original: &Arc<Document>, names: &Placeholders, live: bool) -> Document {
    let begin = original.lines().position(original.text(), 0);
    let again = |text: String, at: Position| {
        let bytes = text.into_bytes();
        let read = if live {
            read_live_at(original.name(), bytes, at)
        } else {
            read_at(original.name(), bytes, at)
        };
        read.ok().filter(|made| is_alike(original, made, names))
    };
    let in_place = in_place(original, names).and_then(|text| again(text, begin));
    // The original has no warnings in this case; a warning would be about the placeholders.
    let in_place = in_place.map(|made| made.with_warnings(Vec::new()));
    let made = in_place.or_else(|| {
        let tree = RenamedKeys {
            document: original,
            names,
        };
        let made = again(write::yaml(&tree), begin)?;
        Some(made.with_warnings(moved_warnings(original)))
    });
    // The output of our own writer can be parsed; otherwise nothing is shown.
    let made = made.or_else(|| read_at(original.name(), b"{}".to_vec(), begin).ok());
    match made {
        Some(made) => made.with_original(Arc::clone(original)),
        None => Document::clone(original),
    }
}

/// Replaces the scalars in the text without changing the number of lines. Returns `None` for text that does
/// not belong to a node: duplicate keys, other documents, anchors.
fn in_place(document: &Document, names: &Placeholders) -> Option<String> {
    if !document.warnings().is_empty() {
        return None;
    }
    let text = document.text();
    let mut pieces: Vec<(usize, usize, Option<NodeId>)> = Vec::new();
    for index in 0..document.node_count() as u32 {
        let node = NodeId(index);
        if let Some(key) = document.key_span(node).filter(|key| key.end > key.start) {
            pieces.push((key.start as usize, key.end as usize, None));
        }
        if document.kind(node).is_scalar() {
            let span = document.span(node);
            let hidden = Some(node).filter(|node| names.contains_key(node));
            pieces.push((span.start as usize, span.end as usize, hidden));
        }
    }
    pieces.sort_by_key(|(start, ..)| *start);
    let yaml = document.format() == Format::Yaml;
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (start, end, hidden) in pieces {
        if start < at {
            return None;
        }
        push_between(&mut out, text.get(at..start)?, yaml)?;
        let piece = text.get(start..end)?;
        match hidden.and_then(|node| Some((node, names.get(&node)?))) {
            None => out.push_str(piece),
            Some((node, name)) => match placeholder(document, node, name) {
                Value::String(name) if yaml && name.starts_with(MASK) && !piece.starts_with(['"', '\'']) => {
                    out.push_str(name);
                }
                Value::String(name) => out.push_str(&serde_json::Value::from(name).to_string()),
                Value::Bool(value) => out.push_str(&value.to_string()),
                _ => out.push('0'),
            },
        }
        if hidden.is_some() {
            out.extend(piece.matches('\n'));
        }
        at = end;
    }
    push_between(&mut out, text.get(at..)?, yaml)?;
    Some(out)
}

/// Returns the value that replaces a scalar: the placeholder, or for an empty one a value of the type of the scalar.
fn placeholder<'n>(document: &Document, node: NodeId, name: &'n str) -> Value<'n> {
    match document.value(node) {
        Value::Bool(_) if name.is_empty() => Value::Bool(false),
        Value::String(_) => Value::String(name),
        _ if name.is_empty() => Value::Integer(0),
        _ => Value::String(name),
    }
}

/// Appends the text between keys and scalars without the content of comments.
fn push_between(out: &mut String, text: &str, yaml: bool) -> Option<()> {
    if !yaml {
        out.push_str(text);
        return Some(());
    }
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let (code, comment) = match line.split_once('#') {
            Some((code, _)) => (code, true),
            None => (line, false),
        };
        if code.contains(['&', '*']) {
            return None;
        }
        out.push_str(code);
        if comment {
            out.push('#');
        }
    }
    Some(())
}

/// Returns whether both trees are equal except for the placeholders.
fn is_alike(original: &Document, made: &Document, names: &Placeholders) -> bool {
    let mut todo = vec![(original.root(), made.root())];
    while let Some((left, right)) = todo.pop() {
        let alike = match names.get(&left) {
            Some(name) => made.value(right) == placeholder(original, left, name),
            None => original.value(left) == made.value(right) && original.len(left) == made.len(right),
        };
        if !alike || original.key(left) != made.key(right) {
            return false;
        }
        todo.extend(original.children(left).zip(made.children(right)));
    }
    true
}

/// Returns the warnings for a text with other line numbers: each contains its original position.
fn moved_warnings(original: &Document) -> Vec<Warning> {
    let warnings = original.warnings().iter().map(|warning| {
        let at = original.lines().position(original.text(), warning.span.start);
        Warning {
            kind: warning.kind,
            span: crate::document::Span::new(0, 0),
            text: format!(
                "line {}, column {} of the file: {}",
                at.line, at.column, warning.text
            ),
        }
    });
    warnings.collect()
}

/// A document as a tree in which placeholders replace the hidden scalars.
struct RenamedKeys<'d> {
    document: &'d Document,
    names: &'d Placeholders,
}

impl Tree for RenamedKeys<'_> {
    type Id = NodeId;

    fn top(&self) -> NodeId {
        self.document.root()
    }

    fn value(&self, id: NodeId) -> Value<'_> {
        match self.names.get(&id) {
            Some(name) => placeholder(self.document, id, name),
            None => self.document.value(id),
        }
    }

    fn key(&self, id: NodeId) -> Option<&str> {
        self.document.key(id)
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.document.children(id)
    }
}
