//! Extracts an item of a list as a document.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::document::node::{Node, Payload, TextRef, Written};
use crate::document::{Document, Format, NodeId, Position, ScalarStyle, Span, Tree, ValueKind, Warning};

/// Copies the value at `top` with its descendants, at its position in the file. The text of an alias belongs
/// to another item, so its copy gets the position of its parent. `identity` are an apiVersion and a kind that
/// are added first.
pub(crate) fn take(list: &Document, top: NodeId, identity: Option<(&str, &str)>) -> Document {
    let mut taker = ListItemReader::new(list, list.span(top));
    taker.add_all(top, identity);
    taker.finish()
}

/// Returns whether an item of a YAML list would be read as JSON if it were alone.
pub(crate) fn looks_like_json(text: &[u8]) -> bool {
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))
}

/// The text before such an item, so that it is read as YAML.
const MARK: &str = "---";

struct ListItemReader<'d> {
    list: &'d Document,
    /// The bytes of the item in the text of the list.
    span: Span,
    /// The number of bytes that are added before the text of the item.
    lead: u32,
    text: String,
    base: Position,
    decoded: String,
    /// Texts that are not in the item, mostly keys; each is stored once.
    known: FxHashMap<&'d str, TextRef>,
    nodes: Vec<Node>,
    written: Vec<Written>,
    /// The last child of each node so far.
    last: Vec<u32>,
}

impl<'d> ListItemReader<'d> {
    fn new(list: &'d Document, span: Span) -> Self {
        let piece = list
            .text()
            .get(span.start as usize..span.end as usize)
            .unwrap_or("");
        let position = list.lines().position(list.text(), span.start);
        let (lead, base) = match list.format() {
            Format::Json => (String::new(), position),
            Format::Yaml => lead(piece, position),
        };
        Self {
            list,
            span,
            lead: lead.len() as u32,
            text: lead + piece,
            base,
            decoded: String::new(),
            known: FxHashMap::default(),
            nodes: Vec::new(),
            written: Vec::new(),
            last: Vec::new(),
        }
    }

    fn add_all(&mut self, top: NodeId, identity: Option<(&'d str, &'d str)>) {
        let mut todo = vec![(top, NodeId::NONE)];
        while let Some((old, parent)) = todo.pop() {
            let id = self.copy(old, parent);
            let from = todo.len();
            let children = self.list.children(old).map(|child| (child, id));
            match identity {
                Some((api_version, kind)) if old == top && self.list.kind(top) == ValueKind::Map => {
                    self.add_text(id, "apiVersion", api_version);
                    self.add_text(id, "kind", kind);
                    let is_other =
                        |child: NodeId| !matches!(self.list.key(child), Some("apiVersion" | "kind"));
                    todo.extend(children.filter(|(child, _)| is_other(*child)));
                }
                _ => todo.extend(children),
            }
            todo[from..].reverse();
        }
    }

    /// Copies a node of the list.
    fn copy(&mut self, old: NodeId, parent: u32) -> u32 {
        let node = self.list.nodes[old.index()];
        let written = self.list.written[old.index()];
        let payload = match node.payload {
            Payload::List(..) => Payload::List(NodeId::NONE, 0),
            Payload::Map(..) => Payload::Map(NodeId::NONE, 0),
            Payload::String(text) => Payload::String(self.store(self.list.slice(text))),
            other => other,
        };
        let is_top = parent == NodeId::NONE;
        let key = match node.key {
            key if key.is_none() || is_top => TextRef::NONE,
            key => self.key(self.list.slice(key), written.lead),
        };
        let near = self
            .written
            .get(parent as usize)
            .map_or(self.lead, |parent| parent.span.start);
        let lead = if is_top {
            Span::default()
        } else {
            self.moved(written.lead, near)
        };
        let span = self.moved(written.span, lead.end.max(near));
        self.push(payload, key, parent, (span, lead, written.style))
    }

    /// Adds a field that is not in the text.
    fn add_text(&mut self, parent: u32, key: &'d str, value: &'d str) {
        let near = self.written[parent as usize].span.start;
        let (key, value) = (self.store(key), self.store(value));
        let at = Span::new(near, near);
        self.push(Payload::String(value), key, parent, (at, at, ScalarStyle::Plain));
    }

    fn push(
        &mut self,
        payload: Payload,
        key: TextRef,
        parent: u32,
        (span, lead, style): (Span, Span, ScalarStyle),
    ) -> u32 {
        let id = self.nodes.len() as u32;
        let mut ordinal = 0;
        if let Some(above) = self.nodes.get_mut(parent as usize)
            && let Payload::List(first, len) | Payload::Map(first, len) = &mut above.payload
        {
            if *len == 0 {
                *first = id;
            }
            ordinal = *len;
            *len += 1;
            let previous = std::mem::replace(&mut self.last[parent as usize], id);
            if let Some(previous) = self.nodes.get_mut(previous as usize) {
                previous.next = id;
            }
        }
        self.nodes.push(Node {
            payload,
            key,
            parent,
            next: NodeId::NONE,
        });
        self.written.push(Written {
            span,
            lead,
            ordinal,
            style,
            merge: false,
            alias: false,
        });
        self.last.push(NodeId::NONE);
        id
    }

    fn covers(&self, span: Span) -> bool {
        self.span.start <= span.start && span.end <= self.span.end
    }

    /// Converts a span of the list to a span of the item. Text outside of the item becomes an empty span at
    /// `near`.
    fn moved(&self, span: Span, near: u32) -> Span {
        if !self.covers(span) {
            return Span::new(near, near);
        }
        let moved = |at: u32| at - self.span.start + self.lead;
        Span::new(moved(span.start), moved(span.end))
    }

    /// Stores a key. Most keys are written as they read, so that `position` in the text is enough.
    fn key(&mut self, key: &'d str, position: Span) -> TextRef {
        let written = self
            .list
            .text()
            .get(position.start as usize..position.end as usize);
        if written == Some(key) && self.covers(position) {
            return TextRef::new(self.moved(position, 0).start, key, false);
        }
        self.store(key)
    }

    fn store(&mut self, text: &'d str) -> TextRef {
        let source = self.list.text();
        let offset = (text.as_ptr() as usize).wrapping_sub(source.as_ptr() as usize);
        if offset <= source.len() && source.len() - offset >= text.len() {
            let span = Span::new(offset as u32, (offset + text.len()) as u32);
            if self.covers(span) {
                return TextRef::new(self.moved(span, 0).start, text, false);
            }
        }
        let decoded = &mut self.decoded;
        *self.known.entry(text).or_insert_with(|| {
            let start = decoded.len() as u32;
            decoded.push_str(text);
            TextRef::new(start, text, true)
        })
    }

    fn finish(self) -> Document {
        let is_in_item = |warning: &&Warning| self.covers(warning.span);
        let warnings = self.list.warnings().iter().filter(is_in_item);
        let moved = warnings.map(|warning| Warning {
            kind: warning.kind,
            span: self.moved(warning.span, 0),
            text: warning.text.clone(),
        });
        let warnings = moved.collect();
        Document {
            name: self.list.name().to_owned(),
            text: self.text,
            decoded: self.decoded,
            nodes: self.nodes,
            written: self.written,
            lines: OnceLock::new(),
            order: OnceLock::new(),
            large_maps: OnceLock::new(),
            base: self.base,
            warnings,
            format: self.list.format(),
            is_of_manifest: false,
            original: None,
            original_nodes: Vec::new(),
        }
    }
}

/// Returns the text to add before an item at `position`, and the position where the result starts, so that the
/// item alone is read as in its list. Redaction reads the text again.
fn lead(piece: &str, position: Position) -> (String, Position) {
    let indent = position.column.saturating_sub(1);
    let base = Position {
        column: 1,
        ..position
    };
    if !looks_like_json(piece.as_bytes()) {
        return (" ".repeat(indent as usize), base);
    }
    let mark = format!("{MARK} ");
    let width = mark.len() as u32;
    if indent >= width {
        // The line can be as long as the list: do not pad it.
        let column = position.column - width;
        return (mark, Position { column, ..position });
    }
    let line = position.line.saturating_sub(1).max(1);
    let lead = format!("{MARK}\n{}", " ".repeat(indent as usize));
    (lead, Position { line, column: 1 })
}
