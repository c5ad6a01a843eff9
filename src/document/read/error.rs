//! The error for a text that cannot be read.

use super::secret_hint::names_secret;
use super::syntax_error::SyntaxError;
use crate::document::{LineIndex, Position, escape};
use unicode_width::UnicodeWidthStr;

/// Widest excerpt of a line in a report, in terminal cells.
const WIDTH: usize = 100;

/// A text that could not be read, and where. `Display` is one line; [`Self::report`] shows the place too.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {what}", escape::visible(.name), .position.line, .position.column)]
pub struct ReadError {
    /// What messages call the document.
    pub name: String,
    /// Line and column of the place, from 1.
    pub position: Position,
    /// What is wrong, in a few words.
    pub what: String,
    /// What to do, if there is more to say than "correct it".
    pub help: Option<String>,
    /// The text of the line, as it is in the document.
    pub line: String,
    /// The line may hold values of a Secret, so it is not for everybody's eyes.
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

    /// The same where the text is known to belong to a Secret, whatever it says itself.
    #[must_use]
    pub fn of_secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// Several lines for a terminal: the message, the line with a caret under the column (unless it may hold values of
    /// a Secret), the help. Long lines are cut around the caret; control characters are shown as escapes. No newline at
    /// the end.
    pub fn report(&self) -> String {
        self.format(!self.secret)
    }

    /// As [`Self::report`], where the values of Secrets may be seen.
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

/// A line of a text with its number, as far as it fits a terminal, and a mark below the column; none of an empty line.
pub(crate) fn marked_line(line: &str, position: Position) -> Option<[String; 2]> {
    if line.trim().is_empty() {
        return None;
    }
    let number = position.line.to_string();
    let (excerpt, caret) = excerpt(line, position.column as usize - 1);
    let gutter = " ".repeat(number.len());
    Some([
        format!(" {number} | {excerpt}"),
        format!(" {gutter} | {}^", " ".repeat(caret)),
    ])
}

/// A piece of `line` that fits a terminal and the cell of its character number `column` (from 0) in there.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let mut cells: Vec<(String, usize)> = Vec::new();
    // A window around the column is enough: lines can be megabytes.
    let from = column.saturating_sub(WIDTH);
    let mut rest = line.chars().skip(from).peekable();
    for c in rest.by_ref().take(2 * WIDTH) {
        let mut shown = String::new();
        match c {
            '\t' => shown.push_str("    "),
            c => escape::push_shown(&mut shown, c),
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

    #[test]
    fn the_caret_stands_under_the_column() {
        let cases = [
            ("a: [", 3, "a: [", 3),
            ("\ta: b", 1, "    a: b", 4),
            ("名前: x", 4, "名前: x", 6),
            ("a: \x1b[", 4, "a: \\x1b[", 7),
            ("short", 5, "short", 5),
            ("", 0, "", 0),
        ];
        for (line, column, text, caret) in cases {
            assert_eq!(excerpt(line, column), (text.to_owned(), caret), "{line:?}");
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let line = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let (text, caret) = excerpt(&line, 5000);
        assert!(text.width() <= WIDTH + 2 && text.starts_with('…') && text.ends_with('…'));
        assert_eq!(text.chars().nth(caret), Some('X'));
        let (text, caret) = excerpt(&line, 3);
        assert!(text.starts_with("aaa") && text.ends_with('…'));
        assert_eq!(caret, 3);
    }
}
