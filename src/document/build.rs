//! How readers make a document: nodes in the order of the text, containers opened and closed.

use super::node::{Node, Payload, TextRef};
use super::{Document, Format, Lines, NodeId, ScalarStyle, Span, Value, Warning};

/// Collects the nodes of one document. Whatever is added goes into the innermost open container, under the key
/// set last if that is a map.
#[derive(Debug)]
pub struct Builder {
    document: Document,
    /// Open containers, with their last child so far.
    open: Vec<(u32, u32)>,
    key: Option<(TextRef, Span)>,
    dash: Span,
}

impl Builder {
    /// Starts a document called `name` in messages. `text` must be shorter than 4 GiB.
    pub fn new(name: &str, text: String, format: Format) -> Self {
        let lines = Lines::new(&text);
        let document = Document {
            name: name.to_owned(),
            text,
            decoded: String::new(),
            nodes: Vec::new(),
            lines,
            warnings: Vec::new(),
            format,
        };
        Self {
            document,
            open: Vec::new(),
            key: None,
            dash: Span::default(),
        }
    }

    /// The text that is read.
    pub fn text(&self) -> &str {
        &self.document.text
    }

    /// Notes something that a person should know of.
    pub fn warn(&mut self, span: Span, text: String) {
        self.document.warnings.push(Warning { span, text });
    }

    /// Names the next value, inside a map. `span` is the key as the text has it, quotes included.
    pub fn key(&mut self, key: &str, span: Span) {
        let text = self.store(key, span);
        self.key = Some((text, span));
    }

    /// Says where the next value's dash stands, inside a block list.
    pub fn dash(&mut self, span: Span) {
        self.dash = span;
    }

    /// Adds a scalar; `span` is the value as the text has it, quotes included. `Value::List` and `Value::Map`
    /// are opened with [`Self::open_list`] and [`Self::open_map`] instead; here they make empty ones.
    pub fn scalar(&mut self, value: Value<'_>, span: Span, style: ScalarStyle) -> NodeId {
        let payload = match value {
            Value::Null => Payload::Null,
            Value::Bool(b) => Payload::Bool(b),
            Value::Integer(i) => Payload::Integer(i),
            Value::Float(f) => Payload::Float(f),
            Value::String(text) => Payload::String(self.store(text, span)),
            Value::List => Payload::List(NodeId::NONE, 0),
            Value::Map => Payload::Map(NodeId::NONE, 0),
        };
        self.push(payload, span, style)
    }

    /// Opens a list that begins at byte `start`.
    pub fn open_list(&mut self, start: u32) -> NodeId {
        self.open(Payload::List(NodeId::NONE, 0), start)
    }

    /// Opens a map that begins at byte `start`.
    pub fn open_map(&mut self, start: u32) -> NodeId {
        self.open(Payload::Map(NodeId::NONE, 0), start)
    }

    fn open(&mut self, payload: Payload, start: u32) -> NodeId {
        let id = self.push(payload, Span::new(start, start), ScalarStyle::Plain);
        self.open.push((id.0, NodeId::NONE));
        id
    }

    /// Closes the innermost open container, which ends at byte `end`.
    pub fn close(&mut self, end: u32) {
        if let Some((id, _)) = self.open.pop() {
            self.document.nodes[id as usize].span.end = end;
        }
    }

    /// Changes where a node begins and ends, for readers that learn it late.
    pub fn respan(&mut self, id: NodeId, span: Span) {
        self.document.nodes[id.index()].span = span;
    }

    /// Takes the child `id` out of its open map again: a later key of the same name replaces it.
    pub fn unlink(&mut self, id: NodeId) {
        let Some(&(map, _)) = self.open.last() else { return };
        let next = self.document.nodes[id.index()].next;
        let (mut at, mut previous, mut last) = (self.first(map), NodeId::NONE, NodeId::NONE);
        while at != NodeId::NONE {
            if at == id.0 {
                match previous {
                    NodeId::NONE => self.set_first(map, next),
                    _ => self.document.nodes[previous as usize].next = next,
                }
            } else {
                if previous != NodeId::NONE || last == NodeId::NONE {
                    last = at;
                }
                last = at.max(last);
                previous = at;
            }
            at = self.document.nodes[at as usize].next;
        }
        if let Some(top) = self.open.last_mut() {
            top.1 = previous;
        }
        self.renumber(map);
    }

    fn first(&self, container: u32) -> u32 {
        match self.document.nodes[container as usize].payload {
            Payload::List(first, _) | Payload::Map(first, _) => first,
            _ => NodeId::NONE,
        }
    }

    fn set_first(&mut self, container: u32, new: u32) {
        if let Payload::List(first, _) | Payload::Map(first, _) =
            &mut self.document.nodes[container as usize].payload
        {
            *first = new;
        }
    }

    fn renumber(&mut self, container: u32) {
        let mut at = self.first(container);
        let mut count = 0;
        while at != NodeId::NONE {
            self.document.nodes[at as usize].ordinal = count;
            count += 1;
            at = self.document.nodes[at as usize].next;
        }
        if let Payload::List(_, len) | Payload::Map(_, len) =
            &mut self.document.nodes[container as usize].payload
        {
            *len = count;
        }
    }

    /// The finished document; nothing when no value was added.
    pub fn finish(self) -> Option<Document> {
        (!self.document.nodes.is_empty()).then_some(self.document)
    }

    fn push(&mut self, payload: Payload, span: Span, style: ScalarStyle) -> NodeId {
        let id = self.document.nodes.len() as u32;
        let (mut parent, mut ordinal) = (NodeId::NONE, 0);
        if let Some(&mut (container, ref mut last)) = self.open.last_mut() {
            parent = container;
            let previous = std::mem::replace(last, id);
            if previous != NodeId::NONE {
                self.document.nodes[previous as usize].next = id;
            }
            if let Payload::List(first, len) | Payload::Map(first, len) =
                &mut self.document.nodes[container as usize].payload
            {
                if previous == NodeId::NONE {
                    *first = id;
                }
                ordinal = *len;
                *len += 1;
            }
        }
        let dash = std::mem::take(&mut self.dash);
        let none = TextRef {
            start: 0,
            len: 0,
            decoded: false,
        };
        let (key, lead) = self.key.take().unwrap_or((none, dash));
        let node = Node {
            payload,
            parent,
            next: NodeId::NONE,
            ordinal,
            span,
            lead,
            key,
            style,
        };
        self.document.nodes.push(node);
        NodeId(id)
    }

    /// A slice of the source where it says `text` literally near `span`, else a copy in the side buffer.
    fn store(&mut self, text: &str, span: Span) -> TextRef {
        let len = text.len() as u32;
        for start in [span.start, span.start.saturating_add(1)] {
            let source = self.document.text.as_bytes();
            if source.get(start as usize..(start + len) as usize) == Some(text.as_bytes()) {
                return TextRef {
                    start,
                    len,
                    decoded: false,
                };
            }
        }
        let start = self.document.decoded.len() as u32;
        self.document.decoded.push_str(text);
        TextRef {
            start,
            len,
            decoded: true,
        }
    }
}
