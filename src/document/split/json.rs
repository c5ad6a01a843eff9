//! Splits JSON byte by byte, by balancing the brackets outside of strings.

use super::splitter::{
    ChunkKind, ItemSplitter, JsonSplitter, SplitMatch, SplitState, Splitter, YamlSplitter,
};
use crate::document::Position;

impl Splitter {
    pub(crate) fn json(&mut self, mut state: JsonSplitter) -> SplitMatch {
        while let Some(&byte) = self.bytes.get(self.at) {
            if state.in_string {
                self.in_string(&mut state);
                continue;
            }
            if state.closed && !is_white(byte) {
                return self.after_document(state, byte);
            }
            if state.depth == 2 && !state.is_rest && !is_white(byte) {
                match (state.items, byte) {
                    (ItemSplitter::Before, b',') => {
                        self.at += 1;
                        continue;
                    }
                    (ItemSplitter::Before, byte) if byte != b']' => {
                        state.items = ItemSplitter::Inside;
                        state.is_named = false;
                        let is_first = !std::mem::replace(&mut state.is_list, true);
                        let is_again = std::mem::take(&mut state.is_again);
                        // The comma and white space between two items are dropped.
                        if is_first || is_again {
                            self.state = SplitState::Json(state);
                            let kind = if is_again {
                                ChunkKind::Again
                            } else {
                                ChunkKind::Frame
                            };
                            return SplitMatch::JsonFrame {
                                kind,
                                end: self.at,
                                opens: true,
                            };
                        }
                        self.skip_to(self.at);
                    }
                    (ItemSplitter::Inside, b',' | b']') if !state.is_named && !self.heading.is_whole() => {
                        // The kind of the list may come after the items.
                        state.items = ItemSplitter::None;
                        state.is_rest = true;
                    }
                    (ItemSplitter::Inside, b',' | b']') => {
                        state.items = ItemSplitter::Before;
                        self.state = SplitState::Json(state);
                        return SplitMatch::Piece(ChunkKind::Item, self.at);
                    }
                    _ => {}
                }
            }
            state.outside(byte, self.at);
            self.at += 1;
        }
        // An unclosed list has a frame that cannot be parsed, even if it is empty.
        let is_unclosed = state.is_list && !state.closed;
        if self.ended && (is_unclosed || self.from < self.bytes.len()) {
            let is_unclosed_item = is_unclosed && state.items == ItemSplitter::Inside;
            self.state = if is_unclosed_item {
                SplitState::Json(JsonSplitter {
                    items: ItemSplitter::None,
                    ..state
                })
            } else {
                SplitState::Start
            };
            return state.last_piece(self.bytes.len());
        }
        self.state = SplitState::Json(state);
        SplitMatch::NeedsBytes
    }

    /// Skips to the end of a string, or to the end of the bytes.
    fn in_string(&mut self, state: &mut JsonSplitter) {
        let rest = &self.bytes[self.at..];
        if std::mem::take(&mut state.escaped) {
            self.at += 1;
            return;
        }
        match rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            Some(at) if rest[at] == b'\\' => {
                state.escaped = true;
                self.at += at + 1;
            }
            Some(at) => {
                self.at += at + 1;
                state.in_string = false;
                let string = self.bytes.get(state.string..self.at);
                match state.depth {
                    1 if string == Some(b"\"items\"") => state.items = ItemSplitter::Key,
                    3 if !state.is_named => {
                        state.is_named = matches!(string, Some(b"\"apiVersion\"" | b"\"kind\""));
                    }
                    _ => {}
                }
            }
            None => self.at = self.bytes.len(),
        }
    }

    /// Checks the text after a document: another document, a `---`, or text which shows that this is not
    /// JSON.
    fn after_document(&mut self, state: JsonSplitter, byte: u8) -> SplitMatch {
        let is_line_start = self.bytes[..self.at].last() == Some(&b'\n');
        let rest = &self.bytes[self.at..];
        if is_line_start && matches!(rest, b"-" | b"--") && !self.ended {
            self.state = SplitState::Json(state);
            return SplitMatch::NeedsBytes;
        }
        if byte == b'{' || is_line_start && rest.starts_with(b"---") || state.is_list {
            self.state = SplitState::Start;
            return state.last_piece(self.at);
        }
        // This is YAML in flow style: split it by lines from the start.
        self.state = SplitState::Yaml(YamlSplitter::default());
        self.at = state.start;
        SplitMatch::Nothing
    }
}

impl JsonSplitter {
    /// Returns the chunk that ends with the document, before byte `end`.
    fn last_piece(&self, end: usize) -> SplitMatch {
        let kind = match (self.is_again, self.is_rest) {
            (true, _) => ChunkKind::Again,
            (false, true) => ChunkKind::Rest,
            (false, false) => ChunkKind::Frame,
        };
        match (self.items, self.is_list) {
            _ if self.is_rest => SplitMatch::JsonRest(kind, end),
            (ItemSplitter::Inside, _) => SplitMatch::Piece(ChunkKind::Item, end),
            (_, true) => SplitMatch::JsonFrame {
                kind,
                end,
                opens: false,
            },
            _ => SplitMatch::Piece(ChunkKind::Document, end),
        }
    }

    /// Handles the byte at `at`, which is outside of strings.
    fn outside(&mut self, byte: u8, at: usize) {
        match (byte, self.items) {
            (b':', ItemSplitter::Key) => {
                self.items = ItemSplitter::Colon;
                self.is_again |= self.is_list;
                return;
            }
            (b'[', ItemSplitter::Colon) => {
                self.items = ItemSplitter::Before;
                self.depth += 1;
                return;
            }
            (_, ItemSplitter::Key | ItemSplitter::Colon) if !is_white(byte) => {
                self.items = ItemSplitter::None
            }
            _ => {}
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.string = at;
            }
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.closed = self.depth == 0;
                if self.depth < 2 {
                    self.items = ItemSplitter::None;
                }
            }
            _ => {}
        }
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Makes the text before or after the items of a list a document, if it is valid: closes `{"kind": ... [`,
/// opens `], "kind": ...}`. Columns do not change.
pub(crate) fn make_parsable(frame: &mut Vec<u8>, opens: bool) {
    let mut marks = (0..frame.len()).filter(|at| !is_white(frame[*at]));
    let (first, second) = (marks.next(), marks.next());
    match first.map(|at| frame[at]) {
        Some(b']') => {
            if let Some(second) = second.filter(|at| frame[*at] == b',') {
                frame[second] = b' ';
            }
            if let Some(first) = first {
                frame[first] = b'{';
            }
        }
        Some(_) if opens => {}
        // The list was not closed, so this is not closed either.
        _ => frame.push(b'{'),
    }
    if opens {
        frame.extend_from_slice(b"]}");
    }
}

/// Adds a key before the rest of a list, without changing its positions.
pub(crate) fn head(rest: &mut Vec<u8>, at: &mut Position) {
    const HEAD: &[u8] = b"{\"items\":[";
    let (width, column) = (HEAD.len() as u32, at.column);
    let mut head = HEAD.to_vec();
    if column > width {
        at.column -= width;
    } else {
        // The rest is too close to the start of its line for the key, so it cannot be on the first line: use
        // the line before.
        head.push(b'\n');
        head.resize(head.len() + column as usize - 1, b' ');
        *at = Position {
            line: (at.line - 1).max(1),
            column: 1,
        };
    }
    rest.splice(..0, head);
}
