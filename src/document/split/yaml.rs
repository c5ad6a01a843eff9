//! YAML, line by line: `---` and `...` part documents, dashes at the indentation of the first one part items. Neither
//! can stand at a line's beginning inside any scalar.

use super::{Found, Part, Splitter};

/// How far one is in a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    /// No `items` yet.
    #[default]
    Document,
    /// Behind the line `items:`.
    Items,
    /// Among the items, whose dashes have this many spaces before them.
    Item(usize),
    /// Behind the items.
    Behind,
}

impl Splitter {
    pub(super) fn yaml(&mut self, state: State) -> Found {
        let Some(end) = self.line_end() else {
            let is_over = self.ended && self.from < self.bytes.len();
            return if is_over {
                self.finish(state, self.bytes.len())
            } else {
                Found::Starved
            };
        };
        let start = self.at;
        let line = &self.bytes[start..end];
        if matches!(state, State::Document | State::Behind)
            && !matches!(line[0], b'-' | b'.' | b'i' | b'"' | b'\'')
        {
            // Most lines: neither a mark nor the key of the items.
            self.at = end;
            return Found::Nothing;
        }
        if is_mark(line) {
            // `...` belongs to the document that it ends.
            self.at = if line.starts_with(b"...") { end } else { start };
            return self.finish(state, self.at);
        }
        let next = match state {
            State::Document if opens_items(line) => State::Items,
            State::Document | State::Behind => state,
            _ if is_blank(line) => state,
            State::Items => match dash(line) {
                Some(indent) => {
                    self.state = super::State::Yaml(State::Item(indent));
                    self.at = end;
                    return Found::Piece(Part::Frame, start);
                }
                None => State::Document,
            },
            State::Item(indent) => match dash(line) {
                Some(own) if own == indent => {
                    self.at = end;
                    return Found::Piece(Part::Item, start);
                }
                own => {
                    let spaces = line.iter().take_while(|byte| **byte == b' ').count();
                    if spaces < indent || (spaces == 0 && own.is_none()) {
                        self.state = super::State::Yaml(State::Behind);
                        return Found::Piece(Part::Item, start);
                    }
                    state
                }
            },
        };
        self.at = end;
        self.state = super::State::Yaml(next);
        Found::Nothing
    }

    /// A document ends before byte `end`.
    fn finish(&mut self, state: State, end: usize) -> Found {
        self.state = super::State::Start;
        match state {
            State::Document | State::Items => Found::Piece(Part::Document, end),
            State::Item(_) => Found::Piece(Part::Item, end),
            State::Behind => Found::Piece(Part::Frame, end),
        }
    }
}

/// `---` or `...` at the beginning of a line, alone or with something behind a space.
pub(super) fn is_mark(line: &[u8]) -> bool {
    let marks = line.starts_with(b"---") || line.starts_with(b"...");
    marks && matches!(line.get(3), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
}

/// A line with nothing of a document's content in it: blank, a comment, a directive, a mark alone.
pub(super) fn is_empty(line: &[u8]) -> bool {
    is_blank(line) || line.starts_with(b"%") || is_mark(line) && is_blank(&line[3..])
}

/// A line of white space, or of a comment.
fn is_blank(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#")
}

/// Whether the line is the top-level key `items` with its value in the lines below.
fn opens_items(line: &[u8]) -> bool {
    [b"items:".as_slice(), b"\"items\":", b"'items':"]
        .iter()
        .any(|key| line.strip_prefix(*key).is_some_and(is_blank))
}

/// How many spaces stand before a line's dash, if it has one.
fn dash(line: &[u8]) -> Option<usize> {
    let spaces = line.iter().take_while(|byte| **byte == b' ').count();
    let alone = matches!(line.get(spaces + 1), None | Some(b' ' | b'\t' | b'\r' | b'\n'));
    (line.get(spaces) == Some(&b'-') && alone).then_some(spaces)
}
