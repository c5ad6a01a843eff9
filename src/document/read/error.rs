//! The error for a text that cannot be parsed.

use super::secret_hint::names_secret;
use super::syntax_error::SyntaxError;
use crate::document::{LineIndex, Position, escape};
use unicode_width::UnicodeWidthStr;

/// Maximum width of a line in a report, in terminal cells.
const WIDTH: usize = 100;

/// A syntax error with its position. `Display` is one line; [`Self::report`] also shows the line of the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {what}", escape::visible(.name), .position.line, .position.column)]
pub struct ReadError {
    /// The name of the document for messages.
    pub name: String,
    /// The position in the text.
    pub position: Position,
    /// The problem in a few words.
    pub what: String,
    /// What to do, if that is not obvious.
    pub help: Option<String>,
    /// The line of the text, unescaped.
    pub line: String,
    /// Whether the line may contain values of a Secret, so that it is not shown by default.
    pub secret: bool,
}

impl ReadError {
    pub(crate) fn new(name: &str, text: &str, fault: SyntaxError) -> Self {
        let mut offset = (fault.offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let lines = LineIndex::new(text);
        let index = lines.index_of(offset as u32);
        Self {
            name: name.to_owned(),
            position: lines.position(text, offset as u32),
            what: fault.what,
            help: fault.help,
            line: lines.line(text, index).to_owned(),
            secret: names_secret(text),
        }
    }

    /// Marks the error as one in a Secret, if the caller knows that.
    #[must_use]
    pub fn in_secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// Formats the error for a terminal: the message, the line with a caret below the column (unless it may
    /// contain values of a Secret), the help. Long lines are cut around the caret; control characters are
    /// escaped. There is no newline at the end.
    pub fn report(&self) -> String {
        self.format(!self.secret)
    }

    /// Formats the error as [`Self::report`] does, with the line also for Secrets.
    pub fn report_in_full(&self) -> String {
        self.format(true)
    }

    fn format(&self, shows_line: bool) -> String {
        let mut report = self.to_string();
        if shows_line && let Some(lines) = marked_line(&self.line, self.position) {
            report.extend(lines.map(|line| format!("\n{line}")));
        }
        if let Some(help) = &self.help {
            report.push_str("\nhelp: ");
            report.push_str(help);
        }
        report
    }
}

/// Returns a line with its number, cut to the maximum width, and a line with a caret below the column.
/// Returns `None` for an empty line.
fn marked_line(line: &str, position: Position) -> Option<[String; 2]> {
    let from = first_shown(position);
    let start = line.char_indices().nth(from).map_or(line.len(), |(at, _)| at);
    (!line.trim().is_empty()).then(|| marked_part(&line[start..], from, position))
}

/// Returns the first character (from 0) of a line that can be shown next to a position.
pub(crate) fn first_shown(position: Position) -> usize {
    (position.column as usize - 1).saturating_sub(WIDTH)
}

/// Returns what [`marked_line`] returns, for the part of a line that starts at its character `from`.
pub(crate) fn marked_part(part: &str, from: usize, position: Position) -> [String; 2] {
    let number = position.line.to_string();
    let (excerpt, caret) = excerpt(part, from, position.column as usize - 1);
    let gutter = " ".repeat(number.len());
    [
        format!(" {number} | {excerpt}"),
        format!(" {gutter} | {}^", " ".repeat(caret)),
    ]
}

/// Cuts a line to the maximum width around character `column` (from 0). `part` starts at its character `from`.
/// Returns the cell of the character, too.
fn excerpt(part: &str, from: usize, column: usize) -> (String, usize) {
    let mut cells: Vec<(String, usize)> = Vec::new();
    // Lines can have megabytes: a window around the column is enough.
    let mut rest = part.chars().peekable();
    for c in rest.by_ref().take(2 * WIDTH) {
        let mut shown = String::new();
        match c {
            '\t' => shown.push_str("    "),
            c => escape::push_displayable(&mut shown, c),
        }
        let width = shown.width();
        cells.push((shown, width));
    }
    let mut target = (column - from).min(cells.len());
    let mut cut_left = from > 0;
    let mut cut_right = rest.peek().is_some();
    let mut before: usize = cells[..target].iter().map(|cell| cell.1).sum();
    let mut first = 0;
    while before > WIDTH / 2 && total(&cells[first..]) > WIDTH {
        before -= cells[first].1;
        first += 1;
        cut_left = true;
    }
    cells.drain(..first);
    target -= first;
    while total(&cells) > WIDTH && cells.len() > target + 1 {
        cells.pop();
        cut_right = true;
    }
    let caret = cells[..target].iter().map(|cell| cell.1).sum::<usize>() + usize::from(cut_left);
    let mut text = String::new();
    if cut_left {
        text.push('…');
    }
    text.extend(cells.iter().map(|cell| cell.0.as_str()));
    if cut_right {
        text.push('…');
    }
    (text, caret)
}

fn total(cells: &[(String, usize)]) -> usize {
    cells.iter().map(|cell| cell.1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str, column: usize) -> (String, usize) {
        let from = column.saturating_sub(WIDTH);
        let part: String = line.chars().skip(from).collect();
        excerpt(&part, from, column)
    }

    #[test]
    fn the_caret_is_below_the_column() {
        let cases = [
            ("a: [", 3, "a: [", 3),
            ("\ta: b", 1, "    a: b", 4),
            ("名前: x", 4, "名前: x", 6),
            ("a: \x1b[", 4, "a: \\x1b[", 7),
            ("short", 5, "short", 5),
            ("", 0, "", 0),
        ];
        for (line, column, text, caret) in cases {
            assert_eq!(cut(line, column), (text.to_owned(), caret), "{line:?}");
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let line = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let (text, caret) = cut(&line, 5000);
        assert!(text.width() <= WIDTH + 2 && text.starts_with('…') && text.ends_with('…'));
        assert_eq!(text.chars().nth(caret), Some('X'));
        let (text, caret) = cut(&line, 3);
        assert!(text.starts_with("aaa") && text.ends_with('…'));
        assert_eq!(caret, 3);
    }
}
