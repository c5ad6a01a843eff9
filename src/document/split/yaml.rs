//! YAML, line by line: `---` and `...` part documents, dashes at the indentation of the first one part items. Neither
//! can stand at a line's beginning inside any scalar.

use super::splitter::{Found, Part, Splitter, State, Yaml};

impl Splitter {
    pub(super) fn yaml(&mut self, state: Yaml) -> Found {
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
        if matches!(state, Yaml::Document | Yaml::Behind)
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
            Yaml::Document if opens_items(line) => Yaml::Items,
            Yaml::Document | Yaml::Behind => state,
            _ if is_blank(line) => state,
            Yaml::Items => match dash(line) {
                Some(indent) => {
                    self.state = State::Yaml(Yaml::Item(indent));
                    self.at = end;
                    return Found::Piece(Part::Frame, start);
                }
                None => Yaml::Document,
            },
            Yaml::Item(indent) => match dash(line) {
                Some(own) if own == indent => {
                    self.at = end;
                    return Found::Piece(Part::Item, start);
                }
                own => {
                    let spaces = line.iter().take_while(|byte| **byte == b' ').count();
                    if spaces < indent || (spaces == 0 && own.is_none()) {
                        self.state = State::Yaml(Yaml::Behind);
                        return Found::Piece(Part::Item, start);
                    }
                    state
                }
            },
        };
        self.at = end;
        self.state = State::Yaml(next);
        Found::Nothing
    }

    /// A document ends before byte `end`.
    fn finish(&mut self, state: Yaml, end: usize) -> Found {
        self.state = State::Start;
        match state {
            Yaml::Document | Yaml::Items => Found::Piece(Part::Document, end),
            Yaml::Item(_) => Found::Piece(Part::Item, end),
            Yaml::Behind => Found::Piece(Part::Frame, end),
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
