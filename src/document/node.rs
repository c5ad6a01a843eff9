//! The document: one arena of small nodes in text order; scalars are slices of the text.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::{LineIndex, Position};

/// The id of a node of a [`Document`]. Ids are in text order, parents before children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    pub(crate) const NONE: u32 = u32::MAX;

    /// Returns the id as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A half-open range of bytes in the text of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// Creates the range from `start` up to, but not including, `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }
}

named_enum! {
    /// The type of a JSON value; integers and floats are different types, as in kubectl's JSON reader.
    pub enum ValueKind {
        Null = "null",
        Bool = "bool",
        Integer = "integer",
        Float = "float",
        String = "string",
        List = "list",
        Map = "map",
    }
}

impl ValueKind {
    /// Returns the name with its article, for sentences.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Integer => "an integer",
            Self::Float => "a number",
            Self::String => "a string",
            Self::List => "a list",
            Self::Map => "a map",
        }
    }

    /// Returns whether the type is neither list nor map.
    pub fn is_scalar(self) -> bool {
        !matches!(self, Self::List | Self::Map)
    }
}

/// The value of a node. [`super::Tree::children`] returns the content of a list or map.
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
    /// Returns the text of a string, or `None` for other types.
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the type of the value.
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

/// How a scalar is written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ScalarStyle {
    #[default]
    Plain,
    Quoted,
    Block,
}

/// The syntax of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Yaml,
    Json,
}

/// What is unusual about a text that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningKind {
    DuplicateKey,
    SeveralDocuments,
    /// A document of a patch that kubectl uses, but that is null.
    EmptyFirstDocument,
    Empty,
    /// JSON that is only valid as YAML.
    InvalidJson,
    InvalidUtf8,
    /// Invalid UTF-8 that kubectl accepts in the live object but not in a patch.
    InvalidUtf8Yaml,
}

/// A warning: input that the reader accepts, as kubectl does, but that may be a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What is unusual.
    pub kind: WarningKind,
    /// The bytes that the warning is about.
    pub span: Span,
    /// One sentence.
    pub text: String,
}

/// A reference to text: a slice of the source, or of the side buffer for text whose source form differs
/// (escapes, folded lines).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextRef {
    start: u32,
    /// The length, with the flags [`TextRef::DECODED`] and [`TextRef::LINES`]. Separate fields would make
    /// nodes much larger.
    len: u32,
}

impl TextRef {
    /// No text; different from an empty text.
    pub(crate) const NONE: Self = Self {
        start: u32::MAX,
        len: u32::MAX,
    };
    /// Maximum length in bytes.
    pub(crate) const MAX_SPAN: usize = (Self::LINES - 2) as usize;
    /// Flag in `len`: the text is in the side buffer.
    const DECODED: u32 = 1 << 31;
    /// Flag in `len`: the text contains a line feed, so it needs more than one row.
    const LINES: u32 = 1 << 30;

    /// Creates a reference to `text`, which starts at `start` and has at most [`Self::MAX_SPAN`] bytes.
    pub(crate) fn new(start: u32, text: &str, decoded: bool) -> Self {
        let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
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

    /// Returns whether there is a text that is not empty.
    pub(crate) fn has_text(self) -> bool {
        self.len() > 0
    }

    /// Returns the text; empty for [`Self::NONE`].
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
    /// The first child or `NodeId::NONE`, and the number of children.
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

    /// Returns the first child or `NodeId::NONE`.
    pub(crate) fn first(self) -> u32 {
        match self {
            Self::List(first, _) | Self::Map(first, _) => first,
            _ => NodeId::NONE,
        }
    }

    /// Returns the value; `slice` resolves the text of a string.
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

/// The data of a node that merging needs. Two nodes fit into a cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) payload: Payload,
    /// The key in a map; [`TextRef::NONE`] in a list and at the root.
    pub(crate) key: TextRef,
    /// `NodeId::NONE` at the root.
    pub(crate) parent: u32,
    pub(crate) next: u32,
}

/// The position and style of a node in the text, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    /// The bytes of the value.
    pub(crate) span: Span,
    /// The bytes of the key in a map or of the dash in a block list; else empty.
    pub(crate) lead: Span,
    /// The index among the siblings, from 0.
    pub(crate) ordinal: u32,
    pub(crate) style: ScalarStyle,
    /// Used while reading: whether the node is below the merge key `<<`.
    pub(crate) merge: bool,
    /// Used while reading: whether the node is the root of a copy that replaces an alias.
    pub(crate) alias: bool,
}

/// The children of all nodes, one node after the other.
#[derive(Clone, Debug)]
pub(crate) struct ChildOrder {
    /// Where the children of each node begin, and the end.
    pub(crate) starts: Vec<u32>,
    pub(crate) children: Vec<NodeId>,
}

/// One manifest: its text, its nodes and the warnings of the reader.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) decoded: String,
    pub(crate) nodes: Vec<Node>,
    /// One for each node.
    pub(crate) written: Vec<Written>,
    /// Created for the first position that is requested: a merge without messages never requests one.
    pub(crate) lines: OnceLock<LineIndex>,
    /// Created for the first fix.
    pub(crate) order: OnceLock<ChildOrder>,
    /// The first child with each key, by the hash of map and key. Created for the first search in a large map.
    pub(crate) large_maps: OnceLock<FxHashMap<u64, NodeId>>,
    /// The position of the text in its file.
    pub(crate) base: Position,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) format: Format,
    /// Whether it is a patch that is computed from a manifest.
    pub(crate) is_of_manifest: bool,
    /// The original document if this one is a redacted copy.
    pub(crate) original: Option<std::sync::Arc<Document>>,
    /// For each node of a redacted copy, the node of the original.
    pub(crate) original_nodes: Vec<NodeId>,
}

impl Document {
    /// Returns the original document if this one is a redacted copy.
    pub fn original(&self) -> Option<&std::sync::Arc<Document>> {
        self.original.as_ref()
    }

    /// Returns the original text, also for a redacted copy.
    pub fn original_text(&self) -> &str {
        self.original
            .as_ref()
            .map_or(&self.text, |original| &original.text)
    }

    /// Returns the name of the document for messages: a path as the user wrote it, `<stdin>` or `--patch`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text of the document.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether a key or value may contain `needle`: false only if neither the text (with its
    /// comments) nor the decoded texts contain it. Runs at memory speed; callers use it to skip a search of
    /// the tree.
    pub fn may_hold(&self, needle: &str) -> bool {
        let texts = [&self.text, &self.decoded];
        texts
            .into_iter()
            .any(|text| memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some())
    }

    /// Returns the syntax of the text.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the line index of [`Self::text`].
    pub fn lines(&self) -> &LineIndex {
        self.lines
            .get_or_init(|| LineIndex::new_at(&self.text, self.base))
    }

    /// Returns the warnings in text order.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Replaces the warnings.
    pub fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings = warnings;
        self
    }

    /// Converts whole floats (`80.0`) to integers. kubectl passes the live file through JSON, which does the
    /// same. A patch written in JSON keeps its floats, and a float equals no integer when merge keys are
    /// compared. YAML needs no conversion: its whole floats are integers in both.
    pub fn with_live_numbers(mut self) -> Self {
        for node in &mut self.nodes {
            if let Payload::Float(float) = node.payload
                && let Some(whole) = super::number::to_integer(float)
            {
                node.payload = Payload::Integer(whole);
            }
        }
        self
    }

    /// Returns the root node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the list or map that contains `id`, or `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes[id.index()].parent;
        (parent != NodeId::NONE).then_some(NodeId(parent))
    }

    /// Returns the node and its ancestors, up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |id| self.parent(*id))
    }

    /// Returns the next sibling.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        let next = self.nodes[id.index()].next;
        (next != NodeId::NONE).then_some(NodeId(next))
    }

    /// Returns the index among the siblings, from 0.
    pub fn ordinal(&self, id: NodeId) -> usize {
        self.written[id.index()].ordinal as usize
    }

    /// Returns the bytes of the value. For a block list or map, they are from its first entry to the end of
    /// its last line.
    pub fn span(&self, id: NodeId) -> Span {
        self.written[id.index()].span
    }

    /// Returns the bytes of the key, if the parent is a map.
    pub fn key_span(&self, id: NodeId) -> Option<Span> {
        let is_under_map = !self.nodes[id.index()].key.is_none();
        is_under_map.then_some(self.written[id.index()].lead)
    }

    /// Returns the bytes from the key or the dash to the end of the value.
    pub fn entry_span(&self, id: NodeId) -> Span {
        let Written { span, lead, .. } = self.written[id.index()];
        if lead.end > lead.start && lead.start <= span.start {
            Span::new(lead.start, span.end)
        } else {
            span
        }
    }

    /// Returns whether the value is a string with a line feed. Does not read the text.
    pub fn has_lines(&self, id: NodeId) -> bool {
        let payload = self.nodes[id.index()].payload;
        matches!(payload, Payload::String(text) if text.len & TextRef::LINES > 0)
    }

    /// Returns the length of the key in bytes, or 0 without a key.
    pub fn key_len(&self, id: NodeId) -> usize {
        self.nodes[id.index()].key.len() as usize
    }

    /// Returns how the scalar is written.
    pub fn style(&self, id: NodeId) -> ScalarStyle {
        self.written[id.index()].style
    }

    /// Returns the position of the start of the entry: its key, else its dash, else its value.
    pub fn position(&self, id: NodeId) -> Position {
        self.lines().position(&self.text, self.entry_span(id).start)
    }

    pub(crate) fn slice(&self, text: TextRef) -> &str {
        text.slice(&self.text, &self.decoded)
    }
}
