//! Splits a stream into documents, and a `List` into items, while it is read. The splitter only finds
//! boundaries; the reader of the chunks reports their errors. So no byte is parsed twice.

mod anchors;
mod chunk;
mod json;
mod list_item;
mod list_kind;
mod objects;
mod splitter;
mod yaml;

use std::sync::Arc;

use super::Position;
use list_kind::ListKindScan;
use splitter::{JsonSplitter, SplitMatch, SplitState, YamlSplitter};

pub use chunk::Chunk;
pub use objects::ObjectSplitter;
pub use splitter::{ChunkKind, Splitter};

impl Default for Splitter {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            from: 0,
            at: 0,
            unbroken: 0,
            position: Position::START,
            ended: false,
            state: SplitState::Start,
            heading: Arc::default(),
        }
    }
}

impl Splitter {
    /// Appends bytes of the stream.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.from);
        self.at -= self.from;
        self.unbroken = self.unbroken.saturating_sub(self.from);
        if let SplitState::Json(state) = &mut self.state {
            state.shift(self.from);
        }
        self.from = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Marks the end of the stream.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Returns the next complete chunk, or `None` if more bytes are needed or the stream is over. White
    /// space, comments and empty documents are part of the chunk after them.
    pub fn next_chunk(&mut self) -> Option<Chunk> {
        loop {
            let found = match self.state {
                SplitState::Start => self.start(),
                SplitState::Yaml(state) => self.yaml(state),
                SplitState::Json(state) => self.json(state),
            };
            match found {
                SplitMatch::Nothing => {}
                SplitMatch::NeedsBytes => return None,
                SplitMatch::Piece(kind, end) => {
                    let mut piece = self.cut(kind, end);
                    yaml::make_parsable(&mut piece);
                    if matches!(self.state, SplitState::Yaml(YamlSplitter::Item(_))) {
                        self.head(&piece);
                    }
                    return Some(piece);
                }
                SplitMatch::JsonFrame { kind, end, opens } => {
                    let mut piece = self.cut(kind, end);
                    json::make_parsable(&mut piece.bytes, opens);
                    if opens {
                        self.head(&piece);
                    }
                    return Some(piece);
                }
                SplitMatch::JsonRest(kind, end) => {
                    let mut piece = self.cut(kind, end);
                    json::head(&mut piece.bytes, &mut piece.at);
                    return Some(piece);
                }
            }
        }
    }

    /// Reads the apiVersion and kind of the list from the text before its items.
    fn head(&mut self, piece: &Chunk) {
        let heading = match piece.kind {
            ChunkKind::Frame => ListKindScan::from_text(&piece.bytes),
            ChunkKind::Again => ListKindScan::from_text(&piece.bytes).or(&self.heading),
            ChunkKind::Document | ChunkKind::Item | ChunkKind::Rest => return,
        };
        self.heading = Arc::new(heading);
    }

    /// Returns the bytes after the last chunk at the end of the stream: white space, comments, empty
    /// documents.
    pub fn remaining(&self) -> &[u8] {
        &self.bytes[self.from..]
    }

    fn cut(&mut self, kind: ChunkKind, end: usize) -> Chunk {
        let at = self.position;
        let from = self.from;
        self.skip_to(end);
        let alone = kind == ChunkKind::Document && matches!(self.state, SplitState::Start);
        let bytes = if alone && from == 0 && end == self.bytes.len() {
            // A stream of a single document is not copied.
            (self.from, self.at, self.unbroken) = (0, 0, 0);
            std::mem::take(&mut self.bytes)
        } else {
            self.bytes[from..end].to_vec()
        };
        let heading = Arc::clone(&self.heading);
        Chunk {
            kind,
            bytes,
            at,
            heading,
        }
    }

    /// Drops everything before `end` and counts its lines.
    fn skip_to(&mut self, end: usize) {
        let skipped = &self.bytes[self.from..end];
        let lines = memchr::memchr_iter(b'\n', skipped).count();
        let tail = match memchr::memrchr(b'\n', skipped) {
            Some(last) => &skipped[last + 1..],
            None => skipped,
        };
        // A character is counted at its first byte.
        let columns = tail.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.position = Position {
            line: self.position.line.saturating_add(lines as u32),
            column: columns as u32 + if lines == 0 { self.position.column } else { 1 },
        };
        self.from = end;
        self.at = self.at.max(end);
    }

    /// Finds the first content of a document and its syntax.
    fn start(&mut self) -> SplitMatch {
        // JSON may be a single line, so its end is not awaited. After another document, kubectl reads it as
        // YAML.
        let line = without_mark(&self.bytes[self.at..]);
        let line = line.iter().take_while(|byte| **byte != b'\n');
        let opens = line.copied().find(|byte| !byte.is_ascii_whitespace()) == Some(b'{');
        // Checked only for a line that opens an object: many empty lines can come before it.
        let is_first = || {
            without_mark(&self.bytes[self.from..self.at])
                .trim_ascii()
                .is_empty()
        };
        if opens && is_first() {
            self.state = SplitState::Json(JsonSplitter::new(self.at));
            return SplitMatch::Nothing;
        }
        let Some(end) = self.line_end() else {
            return SplitMatch::NeedsBytes;
        };
        let line = without_mark(&self.bytes[self.at..end]);
        let is_empty = yaml::is_empty(line);
        // A `---` with content after it starts the document; it does not end one.
        if is_empty || yaml::is_mark(line) {
            self.at = end;
        }
        if !is_empty {
            self.state = SplitState::Yaml(YamlSplitter::default());
        }
        SplitMatch::Nothing
    }

    /// Returns the end of the line at `self.at`, after its line break, or `None` if the line is incomplete or
    /// there is none.
    fn line_end(&mut self) -> Option<usize> {
        let from = self.at.max(self.unbroken);
        match memchr::memchr(b'\n', &self.bytes[from..]) {
            Some(length) => Some(from + length + 1),
            None if self.ended && self.at < self.bytes.len() => Some(self.bytes.len()),
            None => {
                self.unbroken = self.bytes.len();
                None
            }
        }
    }
}

/// Strips a byte order mark at the start of the text.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
