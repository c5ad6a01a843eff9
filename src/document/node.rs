//! The document: one arena of small nodes in the order of the text, scalars as slices of the text.

use std::sync::OnceLock;

use super::{LineIndex, Position};

/// A node of a [`Document`]. Nodes are numbered in the order of the text, parents before children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    pub(crate) const NONE: u32 = u32::MAX;

    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Half-open range of bytes in the document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// From `start` up to, without, `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }
}

/// The type of a JSON value; integers and floats are different types, as in kubectl's JSON reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    Null,
    Bool,
    Integer,
    Float,
    String,
    List,
    Map,
}

impl ValueKind {
    /// How messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Integer => "integer",
            Self::Float => "float",
            Self::String => "string",
            Self::List => "list",
            Self::Map => "map",
        }
    }

    /// The name with its article, for sentences.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Integer => "an integer",
            Self::Float => "a float",
            Self::String => "a string",
            Self::List => "a list",
            Self::Map => "a map",
        }
    }

    /// Neither list nor map.
    pub fn is_scalar(self) -> bool {
        !matches!(self, Self::List | Self::Map)
    }
}

/// A node's value; containers are walked by [`super::Tree::children`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    String(&'a str),
    List,
    Map,
}

impl<'a> Value<'a> {
    /// The text of a string.
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value's type.
    pub fn kind(&self) -> ValueKind {
        match self {
            Self::Null => ValueKind::Null,
            Self::Bool(_) => ValueKind::Bool,
            Self::Integer(_) => ValueKind::Integer,
            Self::Float(_) => ValueKind::Float,
            Self::String(_) => ValueKind::String,
            Self::List => ValueKind::List,
            Self::Map => ValueKind::Map,
        }
    }
}

/// How the text wrote a scalar, as far as anybody asks later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ScalarStyle {
    #[default]
    Plain,
    Quoted,
    Block,
}

/// Which reader took the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Yaml,
    Json,
}

/// A warning: something that the reader accepted, as kubectl does, and that the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where: the bytes concerned.
    pub span: Span,
    /// One sentence.
    pub text: String,
}

/// A piece of text: of the source, or of the side buffer for what the source writes with escapes or otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextRef {
    start: u32,
    /// The length with [`TextRef::DECODED`] and [`TextRef::LINES`]: a node is a good deal smaller without fields for
    /// them.
    len: u32,
}

impl TextRef {
    /// No text at all; not the same as an empty one.
    pub(crate) const NONE: Self = Self {
        start: u32::MAX,
        len: u32::MAX,
    };
    /// Longest piece, in bytes.
    pub(crate) const MAX_SPAN: usize = (Self::LINES - 2) as usize;
    /// The bit of `len` that says: in the side buffer.
    const DECODED: u32 = 1 << 31;
    /// The bit of `len` that says: it holds a line feed, and takes more than one row.
    const LINES: u32 = 1 << 30;

    /// The bytes of `text`, at most [`Self::MAX_SPAN`], which begin at `start`.
    pub(crate) fn new(start: u32, text: &str, decoded: bool) -> Self {
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        let lines = memchr::memchr(b'\n', text.as_bytes()).is_some();
        Self {
            start,
            len: text.len() as u32 | flag(decoded, Self::DECODED) | flag(lines, Self::LINES),
        }
    }

    fn len(self) -> u32 {
        if self.is_none() {
            0
        } else {
            self.len & !(Self::DECODED | Self::LINES)
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Neither no text nor an empty one.
    pub(crate) fn has_text(self) -> bool {
        self.len() > 0
    }

    /// The text; empty for none.
    pub(crate) fn slice<'a>(self, source: &'a str, decoded: &'a str) -> &'a str {
        let from = if self.len & Self::DECODED > 0 {
            decoded
        } else {
            source
        };
        let start = self.start as usize;
        from.get(start..start + self.len() as usize).unwrap_or("")
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Payload {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    String(TextRef),
    /// First child or `NodeId::NONE`, and how many there are.
    List(u32, u32),
    Map(u32, u32),
}

impl Payload {
    pub(crate) fn is_scalar(self) -> bool {
        !matches!(self, Self::List(..) | Self::Map(..))
    }

    pub(crate) fn kind(self) -> ValueKind {
        match self {
            Self::Null => ValueKind::Null,
            Self::Bool(_) => ValueKind::Bool,
            Self::Integer(_) => ValueKind::Integer,
            Self::Float(_) => ValueKind::Float,
            Self::String(_) => ValueKind::String,
            Self::List(..) => ValueKind::List,
            Self::Map(..) => ValueKind::Map,
        }
    }

    /// The first child, or `NodeId::NONE`.
    pub(crate) fn first(self) -> u32 {
        match self {
            Self::List(first, _) | Self::Map(first, _) => first,
            _ => NodeId::NONE,
        }
    }

    /// The value; `slice` gives the text of a string.
    pub(crate) fn value<'t>(self, slice: impl FnOnce(TextRef) -> &'t str) -> Value<'t> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(b) => Value::Bool(b),
            Self::Integer(i) => Value::Integer(i),
            Self::Float(f) => Value::Float(f),
            Self::String(text) => Value::String(slice(text)),
            Self::List(..) => Value::List,
            Self::Map(..) => Value::Map,
        }
    }
}

/// What a node is. Two of them fit into a cache line, and a merge walks them many times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) payload: Payload,
    /// The key under a map; none in a list and at the root.
    pub(crate) key: TextRef,
    /// `NodeId::NONE` at the root.
    pub(crate) parent: u32,
    pub(crate) next: u32,
}

/// Where and how a node is written in the text, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    /// Of the value alone.
    pub(crate) span: Span,
    /// Of the key in a map, of the dash in a block list; empty otherwise.
    pub(crate) lead: Span,
    /// Position among its siblings, from 0.
    pub(crate) ordinal: u32,
    pub(crate) style: ScalarStyle,
    /// While reading: is under the merge key `<<`.
    pub(crate) merge: bool,
    /// While reading: the root of the copy that replaces an alias.
    pub(crate) alias: bool,
}

/// One manifest: its text, its nodes, and what the reader had to say.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) decoded: String,
    pub(crate) nodes: Vec<Node>,
    /// As many as there are nodes.
    pub(crate) written: Vec<Written>,
    /// Made when the first place is asked for: a merge that has nothing to complain of never does.
    pub(crate) lines: OnceLock<LineIndex>,
    /// Where the text begins in its file.
    pub(crate) base: Position,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) format: Format,
    /// The document as it was read, if this one is a redacted copy.
    pub(crate) original: Option<std::sync::Arc<Document>>,
    /// For each node of a redacted copy the node that was read.
    pub(crate) original_nodes: Vec<NodeId>,
}

impl Document {
    /// The document as it was read, if this one is a redacted copy.
    pub fn original(&self) -> Option<&std::sync::Arc<Document>> {
        self.original.as_ref()
    }

    /// The text as it was read, also of a redacted copy.
    pub fn original_text(&self) -> &str {
        self.original
            .as_ref()
            .map_or(&self.text, |original| &original.text)
    }

    /// What messages call the document: a path as the user gave it, `<stdin>`, `--patch`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a value or key may hold `needle`: it stands somewhere in the text, comments included, or in what the
    /// text writes with escapes. At the speed of memory, for leaving out a closer look.
    pub fn may_hold(&self, needle: &str) -> bool {
        let texts = [&self.text, &self.decoded];
        texts
            .into_iter()
            .any(|text| memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some())
    }

    /// Which reader took the text.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The line table of [`Self::text`].
    pub fn lines(&self) -> &LineIndex {
        self.lines
            .get_or_init(|| LineIndex::new_at(&self.text, self.base))
    }

    /// The warnings, in the order of the text.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The document with other warnings.
    pub fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings = warnings;
        self
    }

    /// Makes integers of whole floats (`80.0`). kubectl passes the live file through JSON, which does this; a patch
    /// written in JSON keeps its floats, and a float equals no integer when merge keys are compared. YAML needs
    /// nothing: its whole floats are integers in both.
    pub fn with_live_numbers(mut self) -> Self {
        for node in &mut self.nodes {
            if let Payload::Float(float) = node.payload
                && let Some(whole) = super::number::whole(float)
            {
                node.payload = Payload::Integer(whole);
            }
        }
        self
    }

    /// The top node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The container that holds `id`; none at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes[id.index()].parent;
        (parent != NodeId::NONE).then_some(NodeId(parent))
    }

    /// The next node of the same container.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        let next = self.nodes[id.index()].next;
        (next != NodeId::NONE).then_some(NodeId(next))
    }

    /// Position among its siblings, from 0.
    pub fn ordinal(&self, id: NodeId) -> usize {
        self.written[id.index()].ordinal as usize
    }

    /// The value's own bytes. A block list or map goes from its first entry to the end of its last line.
    pub fn span(&self, id: NodeId) -> Span {
        self.written[id.index()].span
    }

    /// The key's bytes under a map.
    pub fn key_span(&self, id: NodeId) -> Option<Span> {
        let is_under_map = !self.nodes[id.index()].key.is_none();
        is_under_map.then_some(self.written[id.index()].lead)
    }

    /// From the key or the dash to the end of the value.
    pub fn entry_span(&self, id: NodeId) -> Span {
        let Written { span, lead, .. } = self.written[id.index()];
        if lead.end > lead.start && lead.start <= span.start {
            Span::new(lead.start, span.end)
        } else {
            span
        }
    }

    /// Whether the value is text that holds a line feed; told without a look at the text.
    pub fn has_lines(&self, id: NodeId) -> bool {
        let payload = self.nodes[id.index()].payload;
        matches!(payload, Payload::String(text) if text.len & TextRef::LINES > 0)
    }

    /// Bytes of the key; 0 where there is none.
    pub fn key_len(&self, id: NodeId) -> usize {
        self.nodes[id.index()].key.len() as usize
    }

    /// How the text wrote a scalar.
    pub fn style(&self, id: NodeId) -> ScalarStyle {
        self.written[id.index()].style
    }

    /// Line and column where the entry begins (its key, its dash, else its value).
    pub fn position(&self, id: NodeId) -> Position {
        self.lines().position(&self.text, self.entry_span(id).start)
    }

    pub(crate) fn slice(&self, text: TextRef) -> &str {
        text.slice(&self.text, &self.decoded)
    }
}
