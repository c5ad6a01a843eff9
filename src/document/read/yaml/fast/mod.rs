//! The fast reader: block maps and block lists, plain, quoted and literal scalars, as Kubernetes prints its objects. At
//! anything else it gives up, and [`super::full`] reads the text again. So nothing is rejected here, and the result must
//! be the same as there.

mod block_scalar;
mod flow_scalar;
mod line;
#[cfg(test)]
mod tests;

use super::scalar_value;
use crate::document::build::{Builder, BuiltDocument};
use crate::document::read::characters::BadCharacter;
use crate::document::scalar;
use crate::document::scalar::Scalar;
use crate::document::{ScalarStyle, Span, Value};
use flow_scalar::FlowScalar;

/// Deeper nesting is left to the full reader, which checks the limits.
const MAX_DEPTH: usize = 200;

/// Reads `text` if all of it is as usual. `found`: what its characters are.
pub(crate) fn read(text: &str, found: &BadCharacter) -> Option<BuiltDocument> {
    if found.tabs || found.returns || found.marks {
        return None;
    }
    let mut reader = Reader::new(text);
    reader.lines()?;
    reader.finish()
}

/// An open container: the column of its keys or dashes.
#[derive(Clone, Copy)]
struct Frame {
    column: usize,
    map: bool,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    builder: Builder<'t>,
    frames: Vec<Frame>,
    /// A key or a dash ends its line: its value may stand in the lines below.
    pending: bool,
    /// Byte after the last content, a key's colon taken in.
    behind: u32,
    /// Whether `---` was seen.
    marked: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            builder: Builder::new(text),
            frames: Vec::new(),
            pending: false,
            behind: 0,
            marked: false,
        }
    }

    fn lines(&mut self) -> Option<()> {
        let mut at = 0;
        loop {
            let start = at;
            at = line::behind_spaces(self.bytes, at);
            match self.bytes.get(at) {
                None => return Some(()),
                Some(b'\n') => at += 1,
                Some(b'#') => at = line::next_line(self.text, at),
                Some(b'-') if at == start && self.bytes[at..].starts_with(b"---") => {
                    if self.marked || !self.frames.is_empty() {
                        return None;
                    }
                    self.marked = true;
                    at = line::only_blank(self.text, at + 3)?;
                }
                Some(b'.') if at == start => return None,
                Some(_) => at = self.entry(start, at)?,
            }
        }
    }

    /// The line that begins at `line` and has its first content at `at`. Gives back where the next line begins.
    fn entry(&mut self, line: usize, mut at: usize) -> Option<usize> {
        let is_dash = self.is_dash(at);
        if self.opens(at - line, is_dash)? {
            self.open(!is_dash, at - line, at)?;
        }
        if !is_dash {
            let key = self.scan(at)?;
            return self.key(&key);
        }
        loop {
            self.behind = at as u32 + 1;
            self.builder.dash(Span::new(at as u32, self.behind));
            let content = line::behind_spaces(self.bytes, at + 1);
            match self.bytes.get(content) {
                None | Some(b'\n' | b'#') => {
                    self.pending = true;
                    return Some(line::next_line(self.text, content));
                }
                Some(b'-') if self.is_dash(content) => {
                    self.open(false, content - line, content)?;
                    at = content;
                }
                Some(b'"' | b'\'') => return self.item(line, content),
                Some(first) if flow_scalar::begins_plain(*first) => return self.item(line, content),
                Some(_) => return self.value(content),
            }
        }
    }

    /// What is after a dash: a scalar, or the first key of a map.
    fn item(&mut self, line: usize, at: usize) -> Option<usize> {
        let found = self.scan(at)?;
        if found.colon {
            self.open(true, at - line, at)?;
            return self.key(&found);
        }
        self.scalar(&found)
    }

    fn key(&mut self, key: &FlowScalar<'t>) -> Option<usize> {
        if !key.colon {
            return None;
        }
        // Keys that are numbers or words like `yes` are named by their values.
        if key.style == ScalarStyle::Plain && scalar::resolve(&key.text) != Scalar::Text {
            return None;
        }
        self.builder.key(&key.text, key.span);
        self.behind = key.span.end + 1;
        let at = line::behind_spaces(self.bytes, key.next);
        match self.bytes.get(at) {
            None | Some(b'\n' | b'#') => {
                self.pending = true;
                Some(line::next_line(self.text, at))
            }
            Some(b'-') if self.is_dash(at) => None,
            Some(_) => self.value(at),
        }
    }

    /// A value that begins at `at`.
    fn value(&mut self, at: usize) -> Option<usize> {
        let map = match self.bytes.get(at)? {
            b'|' => {
                let column = self.frames.last()?.column;
                let block = block_scalar::scan(self.text, at, column)?;
                self.behind = block.span.end;
                self.builder
                    .scalar(Value::String(&block.text), block.span, ScalarStyle::Block);
                return Some(block.next);
            }
            b'{' if self.bytes.get(at + 1) == Some(&b'}') => true,
            b'[' if self.bytes.get(at + 1) == Some(&b']') => false,
            _ => {
                let found = self.scan(at)?;
                return if found.colon { None } else { self.scalar(&found) };
            }
        };
        let next = line::only_blank(self.text, at + 2)?;
        let start = at as u32;
        if map {
            self.builder.open_map(start);
        } else {
            self.builder.open_list(start);
        }
        self.behind = start + 2;
        self.builder.close(self.behind);
        Some(next)
    }

    fn scalar(&mut self, found: &FlowScalar<'t>) -> Option<usize> {
        let value = match found.style {
            ScalarStyle::Plain => {
                scalar_value::value(scalar::resolve(&found.text), &found.text, found.span).ok()?
            }
            _ => Value::String(&found.text),
        };
        self.behind = found.span.end;
        self.builder.scalar(value, found.span, found.style);
        Some(found.next)
    }

    /// Whether a line whose content begins in `column` opens a container; if not, closes those that it ends. Gives up
    /// where the column fits none.
    fn opens(&mut self, column: usize, is_dash: bool) -> Option<bool> {
        let Some(top) = self.frames.last() else {
            // A second top: not where the first one stood.
            return (self.behind == 0).then_some(true);
        };
        if std::mem::take(&mut self.pending) {
            // The dashes of a list may stand below the key that it belongs to.
            if column > top.column || column == top.column && is_dash && top.map {
                return Some(true);
            }
            self.null();
        }
        loop {
            let top = self.frames.last()?;
            if top.column == column && top.map != is_dash {
                return Some(false);
            }
            if top.column < column || top.column == column && top.map {
                return None;
            }
            self.close();
        }
    }

    fn open(&mut self, map: bool, column: usize, at: usize) -> Option<()> {
        if self.frames.len() >= MAX_DEPTH {
            return None;
        }
        self.frames.push(Frame { column, map });
        if map {
            self.builder.open_map(at as u32);
        } else {
            self.builder.open_list(at as u32);
        }
        Some(())
    }

    fn close(&mut self) {
        self.frames.pop();
        self.builder.close(self.behind);
    }

    fn null(&mut self) {
        let nothing = Span::new(self.behind, self.behind);
        self.builder.scalar(Value::Null, nothing, ScalarStyle::Plain);
    }

    fn finish(mut self) -> Option<BuiltDocument> {
        if self.frames.is_empty() {
            return None;
        }
        if self.pending {
            self.null();
        }
        while !self.frames.is_empty() {
            self.close();
        }
        self.builder.finish()
    }

    fn scan(&self, at: usize) -> Option<FlowScalar<'t>> {
        flow_scalar::scan(self.text, at, self.frames.last()?.column)
    }

    fn is_dash(&self, at: usize) -> bool {
        self.bytes[at] == b'-' && line::ends_sign(self.bytes, at + 1)
    }
}
