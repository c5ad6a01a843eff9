//! Splits YAML line by line: `---` and `...` separate documents, dashes at the indentation of the first one
//! separate items. Neither can start a line inside a scalar.

use super::chunk::Chunk;
use super::splitter::{ChunkKind, SplitMatch, SplitState, Splitter, YamlSplitter};
use super::{anchors, list_item};

impl Splitter {
    pub(crate) fn yaml(&mut self, state: YamlSplitter) -> SplitMatch {
        let Some(end) = self.line_end() else {
            let is_over = self.ended && self.from < self.bytes.len();
            return if is_over {
                self.finish(state, self.bytes.len())
            } else {
                SplitMatch::NeedsBytes
            };
        };
        let start = self.at;
        let line = &self.bytes[start..end];
        let is_among_items = matches!(
            state,
            YamlSplitter::Items | YamlSplitter::ItemsAgain | YamlSplitter::Item(_)
        );
        if !is_among_items && !matches!(line[0], b'-' | b'.' | b'i' | b'"' | b'\'') {
            // Most lines: neither a mark nor the key `items`.
            self.at = end;
            return SplitMatch::Nothing;
        }
        if is_mark(line) {
            // `...` belongs to the document that it ends.
            self.at = if line.starts_with(b"...") { end } else { start };
            return self.finish(state, self.at);
        }
        let next = match state {
            YamlSplitter::Document
                if opens_items(line) && !anchors::has_any(&self.bytes[self.from..start]) =>
            {
                YamlSplitter::Items
            }
            // Items in another form, or that may use an anchor before them.
            YamlSplitter::Document if is_items(line) => YamlSplitter::Whole,
            YamlSplitter::Behind | YamlSplitter::Again if opens_items(line) => YamlSplitter::ItemsAgain,
            YamlSplitter::Behind if is_items(line) => YamlSplitter::Again,
            YamlSplitter::Rest if is_items(line) => YamlSplitter::RestAgain,
            YamlSplitter::Items | YamlSplitter::ItemsAgain | YamlSplitter::Item(_) if is_blank(line) => state,
            YamlSplitter::Items | YamlSplitter::ItemsAgain => match dash(line) {
                Some(indent) => {
                    self.state = SplitState::Yaml(YamlSplitter::Item(indent));
                    self.at = end;
                    let is_again = state == YamlSplitter::ItemsAgain;
                    return SplitMatch::Piece(
                        if is_again {
                            ChunkKind::Again
                        } else {
                            ChunkKind::Frame
                        },
                        start,
                    );
                }
                // Scan the line again: it may be another key `items`.
                None => {
                    let is_again = state == YamlSplitter::ItemsAgain;
                    self.state = SplitState::Yaml(if is_again {
                        YamlSplitter::Again
                    } else {
                        YamlSplitter::Whole
                    });
                    return SplitMatch::Nothing;
                }
            },
            YamlSplitter::Item(indent) => {
                let is_next = dash(line) == Some(indent);
                let spaces = line.iter().take_while(|byte| **byte == b' ').count();
                let is_over = !is_next && (spaces < indent || (spaces == 0 && dash(line).is_none()));
                if (is_next || is_over) && !self.is_ordinary(start) {
                    self.state = SplitState::Yaml(YamlSplitter::Rest);
                    return SplitMatch::Nothing;
                }
                if is_next {
                    self.at = end;
                    return SplitMatch::Piece(ChunkKind::Item, start);
                }
                if is_over {
                    self.state = SplitState::Yaml(YamlSplitter::Behind);
                    return SplitMatch::Piece(ChunkKind::Item, start);
                }
                state
            }
            _ => state,
        };
        self.at = end;
        self.state = SplitState::Yaml(next);
        SplitMatch::Nothing
    }

    /// Returns whether the item up to byte `end` can be parsed alone: it contains no anchor, which later
    /// items may use, and it or the list before it has an apiVersion and a kind.
    fn is_ordinary(&self, end: usize) -> bool {
        let item = &self.bytes[self.from..end];
        !anchors::has_any(item) && (self.heading.is_whole() || is_named(item))
    }

    /// Ends a document before byte `end`.
    fn finish(&mut self, state: YamlSplitter, end: usize) -> SplitMatch {
        self.state = SplitState::Start;
        let kind = match state {
            YamlSplitter::Document | YamlSplitter::Whole | YamlSplitter::Items => ChunkKind::Document,
            YamlSplitter::Item(_) if self.is_ordinary(end) => ChunkKind::Item,
            YamlSplitter::Item(_) | YamlSplitter::Rest => ChunkKind::Rest,
            YamlSplitter::Behind => ChunkKind::Frame,
            YamlSplitter::Again | YamlSplitter::ItemsAgain | YamlSplitter::RestAgain => ChunkKind::Again,
        };
        SplitMatch::Piece(kind, end)
    }
}

/// Makes a chunk of a list parsable: removes the dash of an item, adds the key before the rest of a list, and
/// marks flow style as YAML.
pub(crate) fn make_parsable(piece: &mut Chunk) {
    let first = piece.bytes.iter().position(|byte| *byte != b' ').unwrap_or(0);
    let has_dash = piece.bytes.get(first) == Some(&b'-') && dash(&piece.bytes).is_some();
    let lead: &[u8] = match piece.kind {
        ChunkKind::Item if has_dash => {
            piece.bytes[first] = b' ';
            if !list_item::looks_like_json(&piece.bytes) {
                return;
            }
            b"---\n"
        }
        ChunkKind::Rest | ChunkKind::Again if has_dash => b"items:\n",
        _ => return,
    };
    // The added line `items:` comes before the text.
    piece.at.line = piece.at.line.saturating_sub(1).max(1);
    piece.bytes.splice(..0, lead.iter().copied());
}

/// Returns whether the line is `---` or `...`, alone or followed by a space.
pub(crate) fn is_mark(line: &[u8]) -> bool {
    let marks = line.starts_with(b"---") || line.starts_with(b"...");
    marks && matches!(line.get(3), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
}

/// Returns whether the line has no content of a document: blank, a comment, a directive, or only a mark.
pub(crate) fn is_empty(line: &[u8]) -> bool {
    is_blank(line) || line.starts_with(b"%") || is_mark(line) && is_blank(&line[3..])
}

/// Returns whether the line is blank or a comment.
fn is_blank(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#")
}

/// Returns the text after the top-level key `items`, if the line has it.
fn strip_items_key(line: &[u8]) -> Option<&[u8]> {
    let keys = [b"items".as_slice(), b"\"items\"", b"'items'"];
    let behind = keys.iter().find_map(|key| line.strip_prefix(*key))?;
    behind.trim_ascii_start().strip_prefix(b":")
}

/// Returns whether the line has the top-level key `items`.
fn is_items(line: &[u8]) -> bool {
    strip_items_key(line).is_some()
}

/// Returns whether the line has the top-level key `items` with its value on the lines below.
fn opens_items(line: &[u8]) -> bool {
    strip_items_key(line).is_some_and(is_blank)
}

/// Returns whether an item has an apiVersion or a kind. False if that is not obvious.
fn is_named(item: &[u8]) -> bool {
    let mut column = None;
    for (at, line) in item.split(|byte| *byte == b'\n').enumerate() {
        let dash = dash(line).filter(|_| at == 0).map_or(0, |dash| dash + 1);
        let content = line.get(dash..).unwrap_or_default();
        if is_blank(content) {
            continue;
        }
        let own = dash + content.iter().take_while(|byte| **byte == b' ').count();
        if *column.get_or_insert(own) != own {
            continue;
        }
        let text = &line[own..];
        if text.starts_with(b"apiVersion:") || text.starts_with(b"kind:") {
            return true;
        }
    }
    false
}

/// Returns the indentation of the dash of a line, or `None` without a dash.
fn dash(line: &[u8]) -> Option<usize> {
    let spaces = line.iter().take_while(|byte| **byte == b' ').count();
    let alone = matches!(line.get(spaces + 1), None | Some(b' ' | b'\t' | b'\r' | b'\n'));
    (line.get(spaces) == Some(&b'-') && alone).then_some(spaces)
}
