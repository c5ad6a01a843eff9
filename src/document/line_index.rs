//! Converts byte offsets to lines and columns.

/// A position in a text. Lines and columns start at 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Position {
    /// The position of the first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Converts this position in a part of a text to a position in the whole text; the part starts at `base`.
    pub fn within(self, base: Self) -> Self {
        Self {
            line: self.line + (base.line - 1),
            column: match self.line {
                1 => self.column + (base.column - 1),
                _ => self.column,
            },
        }
    }
}

/// The byte offset of every line's first byte. Lines end at `\n`; a `\r` before it belongs to the line's end.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Marks in long lines, from which the column is counted: byte offset and number of characters before it
    /// in the line.
    marks: Vec<(u32, u32)>,
    /// Whether all characters are one byte, so that columns need no counting.
    ascii: bool,
    /// Whether a line ends at `\r\n`.
    has_crlf: bool,
    /// The position of the text in the stream that it is a part of.
    base: Position,
}

/// Distance in bytes between two marks of a long line: the maximum that the search for a column counts.
const LINE_INDEX_STRIDE: usize = 4096;

impl LineIndex {
    /// Indexes `text`. Offsets are bytes; the reader has rejected texts of 4 GiB and more.
    pub fn new(text: &str) -> Self {
        Self::new_at(text, Position::START)
    }

    /// Indexes a part of a stream that starts at `base`: [`Self::position`] returns positions in the stream.
    pub fn new_at(text: &str, base: Position) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        let mut lines = Self {
            starts,
            marks: Vec::new(),
            ascii: text.is_ascii(),
            has_crlf: text.contains("\r\n"),
            base,
        };
        if !lines.ascii {
            lines.mark_long_lines(text);
        }
        lines
    }

    fn mark_long_lines(&mut self, text: &str) {
        for (index, start) in self.starts.iter().enumerate() {
            let start = *start as usize;
            let end = self
                .starts
                .get(index + 1)
                .map_or(text.len(), |next| *next as usize);
            let mut next = start + LINE_INDEX_STRIDE;
            if next >= end {
                continue;
            }
            for (column, (at, _)) in text[start..end].char_indices().enumerate() {
                if start + at >= next {
                    self.marks.push(((start + at) as u32, column as u32));
                    next = start + at + LINE_INDEX_STRIDE;
                }
            }
        }
    }

    /// Returns whether a line of the text ends at `\r\n`.
    pub fn has_crlf(&self) -> bool {
        self.has_crlf
    }

    /// Returns the number of lines; an empty last line (after a final newline) counts.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the index (from 0) of the line that contains byte `offset`.
    pub fn index_of(&self, offset: u32) -> usize {
        self.starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// Returns the same as [`Self::index_of`]. Costs nothing if the result is `near` or the line after it.
    pub fn index_near(&self, offset: u32, near: usize) -> usize {
        let starts_after = |line: usize| self.starts.get(line).is_none_or(|start| *start > offset);
        match (starts_after(near), starts_after(near + 1), starts_after(near + 2)) {
            (false, true, _) => near,
            (false, false, true) => near + 1,
            _ => self.index_of(offset),
        }
    }

    /// Returns the position of byte `offset`; `text` is the text that was indexed.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let line = self.index_of(offset);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = if self.ascii {
            offset.min(text.len() as u32) - start
        } else {
            let mark = self.marks.partition_point(|mark| mark.0 <= offset).checked_sub(1);
            let (from, counted) = match mark.and_then(|mark| self.marks.get(mark)) {
                Some(&(at, counted)) if at >= start => (at, counted),
                _ => (start, 0),
            };
            let between = text.get(from as usize..offset as usize).unwrap_or("");
            counted + between.chars().count() as u32
        };
        Position {
            line: line as u32 + 1,
            column: column + 1,
        }
        .within(self.base)
    }

    /// Returns the first byte of line `index` (from 0), or the end of the text for the line after the last.
    pub fn start(&self, index: usize) -> Option<u32> {
        self.starts.get(index).copied()
    }

    /// Returns line `index` (from 0) of `text` without its line end.
    pub fn line<'t>(&self, text: &'t str, index: usize) -> &'t str {
        let Some(start) = self.start(index) else { return "" };
        let end = self.start(index + 1).map_or(text.len(), |next| next as usize);
        text.get(start as usize..end)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }

    /// Returns the part of line `index` that starts at its character `from` (from 0), without the line end. Costs
    /// the same in lines of any length.
    pub fn line_from<'t>(&self, text: &'t str, index: usize, from: usize) -> &'t str {
        let line = self.line(text, index);
        let start = self.start(index).unwrap_or(0) as usize;
        let (at, counted) = if self.ascii {
            (from, from)
        } else {
            let in_line = |mark: &&(u32, u32)| mark.0 as usize >= start;
            let ends = start + line.len();
            let before = self.marks.partition_point(|mark| (mark.0 as usize) < start);
            let own = self.marks[before..]
                .partition_point(|mark| (mark.0 as usize) < ends && mark.1 as usize <= from);
            let mark = self.marks[..before + own].last().filter(in_line);
            mark.map_or((0, 0), |mark| (mark.0 as usize - start, mark.1 as usize))
        };
        let rest = line.get(at..).unwrap_or("");
        let skipped = rest.char_indices().nth(from - counted);
        skipped.map_or("", |(at, _)| &rest[at..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_in_lines_of_any_length() {
        let long = format!("a\n{}\nend", "größe ".repeat(3000));
        for text in ["", "a", "a\nbc\n", "é\nüx", &long, &"x".repeat(10_000)] {
            let lines = LineIndex::new(text);
            let (mut line, mut column) = (1, 1);
            for (at, c) in text.char_indices() {
                assert_eq!(lines.position(text, at as u32), Position { line, column });
                let index = lines.index_of(at as u32);
                assert!((0..=lines.count()).all(|near| lines.index_near(at as u32, near) == index));
                (line, column) = if c == '\n' {
                    (line + 1, 1)
                } else {
                    (line, column + 1)
                };
            }
            assert_eq!(lines.position(text, text.len() as u32), Position { line, column });
            for index in 0..lines.count() {
                let line = lines.line(text, index);
                let count = line.chars().count();
                for from in (0..count + 2).step_by(1 + count / 50) {
                    let rest: String = line.chars().skip(from).collect();
                    assert_eq!(lines.line_from(text, index, from), rest);
                }
            }
        }
    }
}
