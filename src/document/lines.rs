//! Where lines begin, so that a byte offset can be told as line and column.

/// A place in a text as people count: both numbers start at 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Position {
    /// Where a text begins that is no part of another.
    pub const START: Self = Self { line: 1, column: 1 };

    /// This position within a text that itself begins at `base`.
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
pub struct Lines {
    starts: Vec<u32>,
    base: Position,
}

impl Lines {
    /// Indexes `text` (offsets are bytes; texts over 4 GiB are refused by the reader before this).
    pub fn new(text: &str) -> Self {
        Self::new_at(text, Position::START)
    }

    /// As [`Self::new`], of a text that is cut out of a stream and begins at `base` there: [`Self::position`] tells
    /// the stream's own lines.
    pub fn new_at(text: &str, base: Position) -> Self {
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(at, _)| at as u32 + 1),
        );
        Self { starts, base }
    }

    /// Number of lines; an empty last line (after a final newline) counts.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 0, that holds byte `offset`.
    pub fn index_of(&self, offset: u32) -> usize {
        self.starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// Line and column of byte `offset` of `text`, the text that was indexed.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let line = self.index_of(offset);
        let start = self.starts.get(line).copied().unwrap_or(0) as usize;
        let before = text.get(start..offset as usize).unwrap_or("");
        Position {
            line: line as u32 + 1,
            column: before.chars().count() as u32 + 1,
        }
        .within(self.base)
    }

    /// First byte of line `index` (from 0); the text's end for a line behind the last.
    pub fn start(&self, index: usize) -> Option<u32> {
        self.starts.get(index).copied()
    }

    /// Line `index` (from 0) of `text` without its line end.
    pub fn line<'t>(&self, text: &'t str, index: usize) -> &'t str {
        let Some(start) = self.start(index) else { return "" };
        let end = self.start(index + 1).map_or(text.len(), |next| next as usize);
        text.get(start as usize..end)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }
}
