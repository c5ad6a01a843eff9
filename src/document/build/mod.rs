//! Builds documents for the readers: nodes in text order, lists and maps opened and closed.

mod alias_copy;
mod close_map;

use std::sync::OnceLock;

use super::node::{Node, Payload, TextRef, Written};
use super::{Document, Format, LineIndex, NodeId, Position, ScalarStyle, Span, Value, Warning, WarningKind};

/// Maximum nesting of lists and maps. Manifests need a few dozen levels. Code that walks a document may
/// recurse up to this depth.
pub const MAX_DEPTH: usize = 500;

/// Maximum number of warnings for duplicate keys; a text can contain any number of duplicates.
const MAX_DUPLICATE_WARNINGS: usize = 100;

/// An open list or map.
#[derive(Debug)]
pub(crate) struct OpenContainer {
    id: u32,
    /// The last child so far.
    last: u32,
    /// Whether it contains the merge key `<<`.
    merges: bool,
}

/// Two keys of one map that are equal; the later one counts.
#[derive(Debug, Clone, Copy)]
struct DuplicateKey {
    earlier: Span,
    later: Span,
}

/// The key or the dash before the next value.
#[derive(Clone, Copy)]
struct LeadingText {
    key: TextRef,
    span: Span,
    merge: bool,
}

impl LeadingText {
    const NONE: Self = Self {
        key: TextRef::NONE,
        span: Span { start: 0, end: 0 },
        merge: false,
    };
}

/// A cache of the last positions of some keys. A repeated key refers to its first text, so that the few field
/// names of many items stay in the processor cache.
struct KnownKeys([TextRef; 64]);

impl Default for KnownKeys {
    fn default() -> Self {
        Self([TextRef::NONE; 64])
    }
}

impl KnownKeys {
    /// Returns the slot of a key. Another key may have the same slot and then replaces it.
    fn slot(key: &str) -> usize {
        let key = key.as_bytes();
        let ends = [key.first(), key.last()].map(|byte| usize::from(byte.copied().unwrap_or(0)));
        (key.len() * 7 + ends[0] + ends[1] * 3) % 64
    }
}

/// Collects the nodes of one document. New nodes are added to the innermost open container, under the last
/// key if that is a map.
pub(crate) struct Builder<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    written: Vec<Written>,
    decoded: String,
    open: Vec<OpenContainer>,
    lead: LeadingText,
    known: KnownKeys,
    duplicates: Vec<DuplicateKey>,
    warnings: Vec<Warning>,
    /// Whether the side buffer was too large for 32-bit offsets.
    overflow: bool,
}

/// The result of a [`Builder`], without a reference to the text.
pub(crate) struct BuiltDocument {
    nodes: Vec<Node>,
    written: Vec<Written>,
    decoded: String,
    duplicates: Vec<DuplicateKey>,
    warnings: Vec<Warning>,
}

impl<'t> Builder<'t> {
    /// Creates a builder for `text`, which must be shorter than 4 GiB.
    pub(crate) fn new(text: &'t str) -> Self {
        // Typically one node for every 24 bytes; growing later costs a copy.
        let capacity = (text.len() / 24 + 8).min(1 << 20);
        Self {
            text,
            nodes: Vec::with_capacity(capacity),
            written: Vec::with_capacity(capacity),
            decoded: String::new(),
            open: Vec::new(),
            lead: LeadingText::NONE,
            known: KnownKeys::default(),
            duplicates: Vec::new(),
            warnings: Vec::new(),
            overflow: false,
        }
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// Sets the key of the next value. `span` includes quotes.
    pub(crate) fn key(&mut self, key: &str, span: Span) {
        let at = KnownKeys::slot(key);
        let known = self.known.0[at];
        let key = if !known.is_none() && self.slice(known) == key {
            known
        } else {
            self.store(key)
        };
        self.known.0[at] = key;
        self.lead = LeadingText {
            key,
            span,
            merge: false,
        };
    }

    /// Marks the next value as the value of the merge key `<<`: its keys are merged into the open map when
    /// that closes.
    pub(crate) fn merge_key(&mut self, span: Span) {
        let key = self.store("<<");
        self.lead = LeadingText {
            key,
            span,
            merge: true,
        };
        if let Some(top) = self.open.last_mut() {
            top.merges = true;
        }
    }

    /// Sets the dash of the next value in a block list.
    pub(crate) fn dash(&mut self, span: Span) {
        self.lead.span = span;
    }

    /// Appends a scalar; `span` includes quotes. `Value::List` and `Value::Map` append empty containers.
    pub(crate) fn scalar(&mut self, value: Value<'_>, span: Span, style: ScalarStyle) -> NodeId {
        let payload = self.payload(value);
        self.push(payload, span, style)
    }

    /// Appends a scalar outside of any container: an anchored key that aliases copy.
    pub(crate) fn detached(&mut self, value: Value<'_>, span: Span, style: ScalarStyle) -> NodeId {
        let payload = self.payload(value);
        self.add(payload, NodeId::NONE, 0, span, LeadingText::NONE, style)
    }

    /// Opens a list that starts at byte `start`.
    pub(crate) fn open_list(&mut self, start: u32) -> NodeId {
        self.open(Payload::List(NodeId::NONE, 0), Span::new(start, start))
    }

    /// Opens a map that starts at byte `start`.
    pub(crate) fn open_map(&mut self, start: u32) -> NodeId {
        self.open(Payload::Map(NodeId::NONE, 0), Span::new(start, start))
    }

    fn open(&mut self, payload: Payload, span: Span) -> NodeId {
        let id = self.push(payload, span, ScalarStyle::Plain);
        self.open.push(OpenContainer {
            id: id.0,
            last: NodeId::NONE,
            merges: false,
        });
        id
    }

    /// Closes the innermost open container, which ends at byte `end`.
    pub(crate) fn close(&mut self, end: u32) {
        let Some(open) = self.open.pop() else { return };
        self.written[open.id as usize].span.end = end;
        self.finish_keys(&open);
    }

    /// Returns the value of a node as far as it is known.
    pub(crate) fn value(&self, id: NodeId) -> Value<'_> {
        self.nodes[id.index()].payload.value(|text| self.slice(text))
    }

    /// Returns whether container `id` is still open.
    pub(crate) fn is_open(&self, id: NodeId) -> bool {
        self.open.binary_search_by_key(&id.0, |open| open.id).is_ok()
    }

    /// Ends a document. If its root is null, discards it and returns false.
    pub(crate) fn discard_null_root(&mut self) -> bool {
        let empty = matches!(
            self.nodes.first(),
            None | Some(Node {
                payload: Payload::Null,
                ..
            })
        );
        if empty {
            self.nodes.clear();
            self.written.clear();
        }
        !empty
    }

    /// Returns the result, or `None` without a value or with too much text.
    pub(crate) fn finish(mut self) -> Option<BuiltDocument> {
        if self.nodes.is_empty() || self.overflow {
            return None;
        }
        self.nodes.shrink_to_fit();
        self.written.shrink_to_fit();
        Some(BuiltDocument {
            nodes: self.nodes,
            written: self.written,
            decoded: self.decoded,
            duplicates: self.duplicates,
            warnings: self.warnings,
        })
    }

    pub(crate) fn slice(&self, text: TextRef) -> &str {
        text.slice(self.text, &self.decoded)
    }

    fn first(&self, container: u32) -> u32 {
        self.nodes[container as usize].payload.first()
    }

    fn payload(&mut self, value: Value<'_>) -> Payload {
        match value {
            Value::Null => Payload::Null,
            Value::Bool(b) => Payload::Bool(b),
            Value::Integer(i) => Payload::Integer(i),
            Value::Float(f) => Payload::Float(f),
            Value::String(text) => Payload::String(self.store(text)),
            Value::List => Payload::List(NodeId::NONE, 0),
            Value::Map => Payload::Map(NodeId::NONE, 0),
        }
    }

    fn push(&mut self, payload: Payload, span: Span, style: ScalarStyle) -> NodeId {
        let id = self.nodes.len() as u32;
        let (mut parent, mut ordinal) = (NodeId::NONE, 0);
        if let Some(open) = self.open.last_mut() {
            parent = open.id;
            let previous = std::mem::replace(&mut open.last, id);
            if previous != NodeId::NONE {
                self.nodes[previous as usize].next = id;
            }
            if let Payload::List(first, len) | Payload::Map(first, len) =
                &mut self.nodes[parent as usize].payload
            {
                if previous == NodeId::NONE {
                    *first = id;
                }
                ordinal = *len;
                *len += 1;
            }
        }
        let lead = std::mem::replace(&mut self.lead, LeadingText::NONE);
        self.add(payload, parent, ordinal, span, lead, style)
    }

    fn add(
        &mut self,
        payload: Payload,
        parent: u32,
        ordinal: u32,
        span: Span,
        lead: LeadingText,
        style: ScalarStyle,
    ) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            payload,
            key: lead.key,
            parent,
            next: NodeId::NONE,
        });
        self.written.push(Written {
            span,
            lead: lead.span,
            ordinal,
            style,
            merge: lead.merge,
            alias: false,
        });
        id
    }

    /// Returns a reference to `text`: into the source if it is a slice of it, else to a copy in the side
    /// buffer.
    fn store(&mut self, text: &str) -> TextRef {
        if text.len() > TextRef::MAX_SPAN {
            self.overflow = true;
            return TextRef::NONE;
        }
        let offset = (text.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if offset <= self.text.len() && self.text.len() - offset >= text.len() {
            return TextRef::new(offset as u32, text, false);
        }
        let start = self.decoded.len();
        if start + text.len() >= u32::MAX as usize {
            self.overflow = true;
            return TextRef::NONE;
        }
        self.decoded.push_str(text);
        TextRef::new(start as u32, text, true)
    }
}

impl BuiltDocument {
    /// Adds a warning about the whole text.
    pub(crate) fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// Combines the nodes with their text, which starts at `base` in its file.
    pub(crate) fn into_document(self, name: &str, text: String, base: Position, format: Format) -> Document {
        let lines = OnceLock::new();
        let mut warnings = self.warnings;
        let more = self.duplicates.len().saturating_sub(MAX_DUPLICATE_WARNINGS);
        warnings.extend(
            self.duplicates
                .iter()
                .take(MAX_DUPLICATE_WARNINGS)
                .map(|duplicate| {
                    let line = |span: Span| {
                        lines
                            .get_or_init(|| LineIndex::new_at(&text, base))
                            .position(&text, span.start)
                            .line
                    };
                    let key = text
                        .get(duplicate.later.start as usize..duplicate.later.end as usize)
                        .unwrap_or("");
                    let lines = match (line(duplicate.earlier), line(duplicate.later)) {
                        (earlier, later) if earlier == later => format!("twice in line {later}"),
                        (earlier, later) => format!("lines {earlier} and {later}"),
                    };
                    let key = super::escape::visible(key);
                    Warning {
                        kind: WarningKind::DuplicateKey,
                        span: duplicate.later,
                        text: format!("duplicate key {key} ({lines}); the last one is used"),
                    }
                }),
        );
        if let Some(next) = self.duplicates.get(MAX_DUPLICATE_WARNINGS) {
            warnings.push(Warning {
                kind: WarningKind::DuplicateKey,
                span: next.later,
                text: format!("{more} more duplicate keys"),
            });
        }
        warnings.sort_by_key(|warning| warning.span.start);
        Document {
            name: name.to_owned(),
            text,
            decoded: self.decoded,
            nodes: self.nodes,
            written: self.written,
            lines,
            order: OnceLock::new(),
            large_maps: OnceLock::new(),
            base,
            warnings,
            format,
            is_of_manifest: false,
            original: None,
            original_nodes: Vec::new(),
        }
    }
}

/// Returns a document with an empty text and a null root, for a value that is not in a file.
pub fn null_document() -> Document {
    named_null_document("")
}

/// Returns a document as [`null_document`] does, with a name.
pub(crate) fn named_null_document(name: &str) -> Document {
    let mut builder = Builder::new("");
    builder.scalar(Value::Null, Span::default(), ScalarStyle::Plain);
    let built = BuiltDocument {
        nodes: builder.nodes,
        written: builder.written,
        decoded: String::new(),
        duplicates: Vec::new(),
        warnings: Vec::new(),
    };
    built.into_document(name, String::new(), Position::START, Format::Yaml)
}
