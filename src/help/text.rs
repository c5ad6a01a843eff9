//! Converts Markdown to plain text for a terminal.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

/// Formats Markdown in lines of at most `width` cells. Code blocks keep their lines.
pub fn text(markdown: &str, width: usize) -> String {
    let mut page = TextPage {
        width: width.max(20),
        ..TextPage::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.out
}

/// A page that is being built.
#[derive(Default)]
struct TextPage {
    width: usize,
    out: String,
    /// The text of the open block.
    inline: String,
    /// The number of open lists.
    items: usize,
    rows: Vec<Vec<String>>,
}

impl TextPage {
    fn take(&mut self, event: Event) {
        match event {
            Event::Start(Tag::List(_)) => self.items += 1,
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::Text(text) => self.inline.push_str(&text),
            // Code at the start of a row is a term, which needs no quotes.
            Event::Code(text) if self.rows.last().is_some_and(Vec::is_empty) => self.inline.push_str(&text),
            Event::Code(text) => self.inline.push_str(&format!("`{text}`")),
            Event::SoftBreak | Event::HardBreak => self.inline.push(' '),
            Event::End(TagEnd::Heading(_)) => {
                let title = self.inline.to_uppercase();
                self.block(&title);
            }
            Event::End(TagEnd::Paragraph) => self.paragraph("", ""),
            Event::End(TagEnd::Item) => self.paragraph("- ", "  "),
            Event::End(TagEnd::List(_)) => {
                self.items -= 1;
                self.out.push('\n');
            }
            Event::End(TagEnd::CodeBlock) => {
                let code: Vec<String> = self.inline.lines().map(|line| format!("  {line}")).collect();
                self.block(&code.join("\n"));
            }
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            Event::End(TagEnd::Table) => {
                let table = table(&std::mem::take(&mut self.rows), self.width);
                self.block(&table);
            }
            _ => {}
        }
    }

    /// Ends a block; adds an empty line.
    fn block(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push_str("\n\n");
        self.inline.clear();
    }

    /// Ends a paragraph or an item of a list.
    fn paragraph(&mut self, first: &str, rest: &str) {
        let text = std::mem::take(&mut self.inline);
        if text.is_empty() {
            return;
        }
        let lines = wrap(&text, self.width - first.len());
        for (index, line) in lines.iter().enumerate() {
            self.out.push_str(if index == 0 { first } else { rest });
            self.out.push_str(line);
            self.out.push('\n');
        }
        if self.items == 0 {
            self.out.push('\n');
        }
    }
}

/// Formats a table in columns. The last column is wrapped. If less than a third of the width remains for it,
/// each row is a term with its other cells indented below.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let Some(last) = columns.checked_sub(1) else {
        return String::new();
    };
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..last).map(widest).collect();
    let indent: usize = widths.iter().map(|column| column + 2).sum();
    let mut out = String::new();
    if indent + width / 3 > width {
        if let Some((head, body)) = rows.split_first() {
            body.iter().for_each(|row| out.push_str(&terms(head, row, width)));
        }
        return out;
    }
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
        }
        let lines = wrap(row.get(last).map_or("", String::as_str), width - indent);
        for (index, part) in lines.iter().enumerate() {
            if index > 0 {
                line = " ".repeat(indent);
            }
            out.push_str(format!("{line}{part}").trim_end());
            out.push('\n');
        }
    }
    out
}

/// Formats a row of a table that is too wide for columns.
fn terms(head: &[String], row: &[String], width: usize) -> String {
    let mut out = String::new();
    for (index, (cell, title)) in row.iter().zip(head).enumerate() {
        if cell.is_empty() {
            continue;
        }
        let lead = if index == 0 { "" } else { "    " };
        // With two columns, the description needs no title.
        let has_title = index > 0 && head.len() > 2 && !title.is_empty();
        let text = if has_title {
            format!("{title}: {cell}")
        } else {
            cell.clone()
        };
        for line in wrap(&text, width - lead.len()) {
            out.push_str(lead);
            out.push_str(&line);
            out.push('\n');
        }
    }
    out
}

/// Breaks a text at spaces into lines of at most `width` cells. A longer word has its own line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let continues_line = lines
            .last()
            .is_some_and(|line| line.is_empty() || line.width() + 1 + word.width() <= width);
        match lines.last_mut() {
            Some(line) if continues_line => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_wrapped_and_code_is_not() {
        let markdown = "# A title\n\nOne `word` and\nanother word here.\n\n- first item of two\n- second\n\n```sh\na very long line that stays as it is\n```\n\n| k | v |\n|---|---|\n| `a` | one two three four five |\n";
        insta::assert_snapshot!(text(markdown, 24), @r"
        A TITLE

        One `word` and another
        word here.

        - first item of two
        - second

          a very long line that stays as it is

        k  v
        a  one two three four
           five
        ");
        let wide = "| name | what it is for |\n|---|---|\n| a long name of a thing | text |\n";
        assert_eq!(text(wide, 24), "a long name of a thing\n    text\n\n");
    }
}
