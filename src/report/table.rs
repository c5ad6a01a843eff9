//! Prints a table as plain text or as Markdown.

use unicode_width::UnicodeWidthStr;

/// Rows of cells. The cells must be escaped for the format of the output.
#[derive(Clone, Debug, Default)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table without rows. As in Markdown, a title that ends in `:` aligns its column to the right;
    /// one between colons centers it.
    pub fn new(header: &[&str]) -> Self {
        Self {
            header: header.iter().map(|title| (*title).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Appends a row.
    pub fn push(&mut self, row: impl Into<Vec<String>>) {
        self.rows.push(row.into());
    }

    /// Returns rows of Markdown with the header; empty for a table without rows.
    pub fn to_markdown(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let titles = self.header.iter().map(|title| title.trim_matches(':'));
        let rules = self.header.iter().map(|title| match title.strip_suffix(':') {
            Some(title) if title.starts_with(':') => ":-:",
            Some(_) => "---:",
            None => "---",
        });
        let mut out = format!("{}|{}|\n", row(titles), rules.collect::<Vec<_>>().join("|"));
        for cells in &self.rows {
            out.push_str(&row(cells.iter().map(String::as_str)));
        }
        out
    }

    /// Returns lines of columns without the header, with two spaces between columns. Only the last column can
    /// be wider than `max_width` cells.
    pub fn to_text(&self, indent: usize, max_width: usize) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.width()).max().unwrap_or(0).min(max_width)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let mut line = "|".to_owned();
    for cell in cells {
        line.push(' ');
        line.push_str(cell);
        line.push_str(if cell.is_empty() { "|" } else { " |" });
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_columns_or_markdown() {
        let mut table = Table::new(&["", "n:", "::", "text"]);
        assert_eq!(table.to_markdown(), "");
        table.push(["größe", "1", "+", ""].map(str::to_owned));
        table.push(["a", "20", "", "b"].map(str::to_owned));
        assert_eq!(
            table.to_markdown(),
            "| | n | | text |\n|---|---:|:-:|---|\n| größe | 1 | + | |\n| a | 20 | | b |\n"
        );
        assert_eq!(table.to_text(2, 40), "  größe  1   +\n  a      20     b\n");
        assert_eq!(table.to_text(0, 3), "größe  1   +\na    20     b\n");
    }
}
