//! A stream cut into its documents, and a `List` into its items, while it comes in. Nothing is read twice: this looks
//! for boundaries only, the reader of the pieces finds out whether they are sound.

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
    /// Takes more of the stream.
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

    /// Says that the stream has ended.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// The next complete piece; nothing if more bytes are wanted, or if the stream is over. White space, comments and
    /// empty documents make no piece: they stand before the piece that follows.
    pub fn piece(&mut self) -> Option<Chunk> {
        loop {
            let found = match self.state {
                SplitState::Start => self.start(),
                SplitState::Yaml(state) => self.yaml(state),
                SplitState::Json(state) => self.json(state),
            };
            match found {
                SplitMatch::Nothing => {}
                SplitMatch::Starved => return None,
                SplitMatch::Piece(part, end) => {
                    let mut piece = self.cut(part, end);
                    yaml::mend(&mut piece);
                    if matches!(self.state, SplitState::Yaml(YamlSplitter::Item(_))) {
                        self.head(&piece);
                    }
                    return Some(piece);
                }
                SplitMatch::JsonFrame { part, end, opens } => {
                    let mut piece = self.cut(part, end);
                    json::mend(&mut piece.bytes, opens);
                    if opens {
                        self.head(&piece);
                    }
                    return Some(piece);
                }
                SplitMatch::JsonRest(part, end) => {
                    let mut piece = self.cut(part, end);
                    json::head(&mut piece.bytes, &mut piece.at);
                    return Some(piece);
                }
            }
        }
    }

    /// Takes what a list says of its items out of what is before them.
    fn head(&mut self, piece: &Chunk) {
        let heading = match piece.part {
            ChunkKind::Frame => ListKindScan::from_text(&piece.bytes),
            ChunkKind::Again => ListKindScan::from_text(&piece.bytes).or(&self.heading),
            ChunkKind::Document | ChunkKind::Item | ChunkKind::Rest => return,
        };
        self.heading = Arc::new(heading);
    }

    /// What is left when the stream is over and no piece comes any more: white space, comments, empty documents.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.from..]
    }

    fn cut(&mut self, part: ChunkKind, end: usize) -> Chunk {
        let at = self.position;
        let from = self.from;
        self.skip_to(end);
        let alone = part == ChunkKind::Document && matches!(self.state, SplitState::Start);
        let bytes = if alone && from == 0 && end == self.bytes.len() {
            // All there is: a single document is not copied.
            (self.from, self.at, self.unbroken) = (0, 0, 0);
            std::mem::take(&mut self.bytes)
        } else {
            self.bytes[from..end].to_vec()
        };
        let heading = Arc::clone(&self.heading);
        Chunk {
            part,
            bytes,
            at,
            heading,
        }
    }

    /// Skips everything before `end`, and counts its lines.
    fn skip_to(&mut self, end: usize) {
        let gone = &self.bytes[self.from..end];
        let lines = memchr::memchr_iter(b'\n', gone).count();
        let tail = match memchr::memrchr(b'\n', gone) {
            Some(last) => &gone[last + 1..],
            None => gone,
        };
        // A character is counted by its first byte.
        let columns = tail.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.position = Position {
            line: self.position.line.saturating_add(lines as u32),
            column: columns as u32 + if lines == 0 { self.position.column } else { 1 },
        };
        self.from = end;
        self.at = self.at.max(end);
    }

    /// Looks for a document's first content, which tells what it is written in.
    fn start(&mut self) -> SplitMatch {
        // JSON may well stand on a single line: its end is not waited for. Behind anything else it is YAML, and kubectl
        // reads it so.
        let line = without_mark(&self.bytes[self.at..]);
        let line = line.iter().take_while(|byte| **byte != b'\n');
        let opens = line.copied().find(|byte| !byte.is_ascii_whitespace()) == Some(b'{');
        // Only asked of a line that opens an object: there may be many empty lines before it.
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
            return SplitMatch::Starved;
        };
        let line = without_mark(&self.bytes[self.at..end]);
        let is_empty = yaml::is_empty(line);
        // A mark with content after it opens the document, and ends none.
        if is_empty || yaml::is_mark(line) {
            self.at = end;
        }
        if !is_empty {
            self.state = SplitState::Yaml(YamlSplitter::default());
        }
        SplitMatch::Nothing
    }

    /// Where the line at `self.at` ends, its line break taken in; nothing if it is not complete, or if there is none.
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

/// Text without the byte order mark that it may begin with.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
