//! The fast reader: block maps and lists, plain, quoted and literal scalars, in the form that Kubernetes
//! prints, and simple lists and maps in brackets and braces. It gives up at anything else; then [`super::full`] reads the text again. So it rejects nothing,
//! and its result must equal that of the full reader.

mod block_scalar;
mod flow_collection;
mod flow_scalar;
mod line;
#[cfg(test)]
mod tests;

use super::scalar_value;
use crate::document::build::{Builder, BuiltDocument, MAX_DEPTH};
use crate::document::read::characters::SpecialCharacters;
use crate::document::scalar::Scalar;
use crate::document::{ScalarStyle, Span, Value, scalar};
use flow_scalar::FlowScalar;

/// Reads `text`, or returns `None` if any of it is not in the common form. `scalar` are its special
/// characters.
pub(crate) fn read(text: &str, scalar: &SpecialCharacters) -> Option<BuiltDocument> {
    if scalar.tabs || scalar.returns || scalar.marks {
        return None;
    }
    let mut reader = Reader::new(text);
    reader.lines()?;
    reader.finish()
}

/// An open container with the column of its keys or dashes.
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
    /// Whether a key or a dash ended its line, so that its value may be on the lines below.
    pending: bool,
    /// The byte after the last content, including the colon of a key.
    content_end: u32,
    /// Whether `---` was read.
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
            content_end: 0,
            marked: false,
        }
    }

    fn lines(&mut self) -> Option<()> {
        let mut at = 0;
        loop {
            let start = at;
            at = line::skip_spaces(self.bytes, at);
            match self.bytes.get(at) {
                None => return Some(()),
                Some(b'\n') => at += 1,
                Some(b'#') => at = line::next_line(self.text, at),
                Some(b'-') if at == start && self.bytes[at..].starts_with(b"---") => {
                    if self.marked || !self.frames.is_empty() {
                        return None;
                    }
                    self.marked = true;
                    at = line::next_line_if_blank(self.text, at + 3)?;
                }
                Some(b'.') if at == start => return None,
                Some(_) => at = self.entry(start, at)?,
            }
        }
    }

    /// Reads the line that starts at `line` and has its first content at `at`. Returns the start of the next
    /// line.
    fn entry(&mut self, line: usize, mut at: usize) -> Option<usize> {
        if matches!(self.bytes[at], b'{' | b'[') {
            // The value of a key or a dash on the line above.
            let is_value = std::mem::take(&mut self.pending) && at - line > self.frames.last()?.column;
            return is_value.then(|| self.value(at)).flatten();
        }
        let is_dash = self.is_dash(at);
        if self.opens(at - line, is_dash)? {
            self.open(!is_dash, at - line, at)?;
        }
        if !is_dash {
            let key = self.scan(at)?;
            return self.key(&key);
        }
        loop {
            self.content_end = at as u32 + 1;
            self.builder.dash(Span::new(at as u32, self.content_end));
            let content = line::skip_spaces(self.bytes, at + 1);
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
                Some(first) if flow_scalar::starts_plain(*first) => return self.item(line, content),
                Some(_) => return self.value(content),
            }
        }
    }

    /// Reads the content after a dash: a scalar, or the first key of a map.
    fn item(&mut self, line: usize, at: usize) -> Option<usize> {
        let scalar = self.scan(at)?;
        if scalar.colon {
            self.open(true, at - line, at)?;
            return self.key(&scalar);
        }
        self.scalar(&scalar)
    }

    fn key(&mut self, key: &FlowScalar<'t>) -> Option<usize> {
        if !key.colon {
            return None;
        }
        // Keys that are numbers or words like `yes` are converted by the full reader.
        if key.style == ScalarStyle::Plain && scalar::resolve(&key.text) != Scalar::Text {
            return None;
        }
        self.builder.key(&key.text, key.span);
        self.content_end = key.span.end + 1;
        let at = line::skip_spaces(self.bytes, key.next);
        match self.bytes.get(at) {
            None | Some(b'\n' | b'#') => {
                self.pending = true;
                Some(line::next_line(self.text, at))
            }
            Some(b'-') if self.is_dash(at) => None,
            Some(_) => self.value(at),
        }
    }

    /// Reads the value that starts at `at`.
    fn value(&mut self, at: usize) -> Option<usize> {
        match self.bytes.get(at)? {
            b'|' => {
                let column = self.frames.last()?.column;
                let block = block_scalar::scan(self.text, at, column)?;
                self.content_end = block.span.end;
                self.builder
                    .scalar(Value::String(&block.text), block.span, ScalarStyle::Block);
                Some(block.next)
            }
            b'{' | b'[' => {
                let end = flow_collection::read(&mut self.builder, self.text, at, self.frames.len())?;
                self.content_end = end as u32;
                line::next_line_if_blank(self.text, end)
            }
            _ => {
                let scalar = self.scan(at)?;
                if scalar.colon { None } else { self.scalar(&scalar) }
            }
        }
    }

    fn scalar(&mut self, scalar: &FlowScalar<'t>) -> Option<usize> {
        let value = match scalar.style {
            ScalarStyle::Plain => {
                scalar_value::value(scalar::resolve(&scalar.text), &scalar.text, scalar.span).ok()?
            }
            _ => Value::String(&scalar.text),
        };
        self.content_end = scalar.span.end;
        self.builder.scalar(value, scalar.span, scalar.style);
        Some(scalar.next)
    }

    /// Returns whether a line with its content at `column` opens a container; if not, closes the containers
    /// that it ends. Returns `None` if no container has that column.
    fn opens(&mut self, column: usize, is_dash: bool) -> Option<bool> {
        let Some(top) = self.frames.last() else {
            // A second root value is an error.
            return (self.content_end == 0).then_some(true);
        };
        if std::mem::take(&mut self.pending) {
            // The dashes of a list can be at the column of its key.
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
        self.builder.close(self.content_end);
    }

    fn null(&mut self) {
        let nothing = Span::new(self.content_end, self.content_end);
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
        self.bytes[at] == b'-' && line::ends_indicator(self.bytes, at + 1)
    }
}
