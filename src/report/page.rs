//! Prints a report as plain text or as Markdown with the same calls.

use super::markdown_escape;
use super::table::Table;
use crate::document::escape;

/// The format of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFormat {
    /// For a terminal or a pipe.
    Text,
    /// For an issue or a pull request.
    Markdown,
}

/// The parts of a report from top to bottom. Text of documents must be escaped with [`Self::prose`] or
/// [`Self::code`], unless the method escapes it.
#[derive(Clone, Debug)]
pub struct Page {
    format: PageFormat,
    text: String,
}

impl Page {
    /// Creates an empty page.
    pub fn new(format: PageFormat) -> Self {
        Self {
            format,
            text: String::new(),
        }
    }

    /// Returns whether the format is Markdown.
    pub fn is_markdown(&self) -> bool {
        self.format == PageFormat::Markdown
    }

    /// Escapes a sentence.
    pub fn prose(&self, text: &str) -> String {
        match self.format {
            PageFormat::Text => escape::visible(text).into_owned(),
            PageFormat::Markdown => markdown_escape::prose(text),
        }
    }

    /// Escapes a path or a name; inline code in Markdown.
    pub fn code(&self, text: &str) -> String {
        match self.format {
            PageFormat::Text => escape::visible(text).into_owned(),
            PageFormat::Markdown => markdown_escape::code(text),
        }
    }

    /// Appends the title of the page.
    pub fn title(&mut self, text: &str) {
        match self.format {
            PageFormat::Text => self.line(text),
            PageFormat::Markdown => self.line(&format!("### {text}\n")),
        }
    }

    /// Appends the title of a section.
    pub fn heading(&mut self, text: &str) {
        match self.format {
            PageFormat::Text => self.line(&format!("\n{text}\n")),
            PageFormat::Markdown => self.line(&format!("\n#### {text}\n")),
        }
    }

    /// Appends a line.
    pub fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Appends an item of a list.
    pub fn item(&mut self, text: &str) {
        let lead = if self.is_markdown() { "- " } else { "  " };
        self.line(&format!("{lead}{text}"));
    }

    /// Appends lines after a label, below each other. Escapes them.
    pub fn labeled(&mut self, label: &str, text: &str) {
        let indent = " ".repeat(unicode_width::UnicodeWidthStr::width(label));
        for (index, line) in text.lines().enumerate() {
            let lead = if index == 0 { label } else { &indent };
            self.line(&format!("{lead}{}", escape::visible(line)));
        }
    }

    /// Appends a table; as text without its header and indented.
    pub fn table(&mut self, table: &Table, indent: usize) {
        self.text.push_str(&match self.format {
            PageFormat::Text => table.to_text(indent, usize::MAX),
            PageFormat::Markdown => table.to_markdown(),
        });
    }

    /// Appends a text of several lines, such as a manifest. Escapes it. Nothing for an empty text.
    pub fn block(&mut self, language: &str, text: &str) {
        match self.format {
            PageFormat::Text => self.text.push_str(&escape::visible_lines(text)),
            PageFormat::Markdown => markdown_escape::fence(&mut self.text, language, text.trim_end()),
        }
    }

    /// Starts a part that is folded in Markdown; as text it is a section. Escapes the summary.
    pub fn open_details(&mut self, summary: &str) {
        self.open_details_of(summary, "");
    }

    /// Starts a part as [`Self::open_details`] does; its summary ends with the name of a file. In code, a name is no
    /// mention and no reference to an issue.
    pub fn open_details_of(&mut self, summary: &str, file: &str) {
        match (self.format, file) {
            (PageFormat::Text, "") => self.heading(summary),
            (PageFormat::Text, file) => self.heading(&format!("{summary} {file}")),
            (PageFormat::Markdown, file) => {
                let mut summary = markdown_escape::html(summary);
                if !file.is_empty() {
                    summary.push_str(&format!(" <code>{}</code>", markdown_escape::html(file)));
                }
                self.line(&format!("\n<details>\n<summary>{summary}</summary>\n"));
            }
        }
    }

    /// Ends a part that is folded in Markdown.
    pub fn close_details(&mut self) {
        if self.is_markdown() {
            self.line("\n</details>");
        }
    }

    /// Returns the whole page.
    pub fn finish(self) -> String {
        self.text
    }
}
