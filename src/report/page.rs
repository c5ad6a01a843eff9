//! A report as plain text or as Markdown: one function writes both.

use super::markdown_escape;
use super::table::Table;
use crate::document::escape;

/// How a page is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFormat {
    /// For a terminal or a pipe.
    Text,
    /// For an issue or a pull request.
    Markdown,
}

/// The parts of a report, from top to bottom. What comes from documents goes through [`Self::prose`] or [`Self::code`],
/// except where a method says that it escapes.
#[derive(Clone, Debug)]
pub struct Page {
    format: PageFormat,
    text: String,
}

impl Page {
    /// An empty page.
    pub fn new(format: PageFormat) -> Self {
        Self {
            format,
            text: String::new(),
        }
    }

    /// Whether the page is Markdown, where it has other parts than the text.
    pub fn is_markdown(&self) -> bool {
        self.format == PageFormat::Markdown
    }

    /// A sentence, escaped.
    pub fn prose(&self, text: &str) -> String {
        match self.format {
            PageFormat::Text => escape::visible(text).into_owned(),
            PageFormat::Markdown => markdown_escape::prose(text),
        }
    }

    /// A path or a name, escaped; inline code in Markdown.
    pub fn code(&self, text: &str) -> String {
        match self.format {
            PageFormat::Text => escape::visible(text).into_owned(),
            PageFormat::Markdown => markdown_escape::code(text),
        }
    }

    /// The title of the page.
    pub fn title(&mut self, text: &str) {
        match self.format {
            PageFormat::Text => self.line(text),
            PageFormat::Markdown => self.line(&format!("### {text}\n")),
        }
    }

    /// The title of a section.
    pub fn heading(&mut self, text: &str) {
        match self.format {
            PageFormat::Text => self.line(&format!("\n{text}\n")),
            PageFormat::Markdown => self.line(&format!("\n#### {text}\n")),
        }
    }

    /// A line.
    pub fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A member of a list.
    pub fn item(&mut self, text: &str) {
        let lead = if self.is_markdown() { "- " } else { "  " };
        self.line(&format!("{lead}{text}"));
    }

    /// Lines after a label, under each other. Escapes them.
    pub fn labeled(&mut self, label: &str, text: &str) {
        let indent = " ".repeat(unicode_width::UnicodeWidthStr::width(label));
        for (index, line) in text.lines().enumerate() {
            let lead = if index == 0 { label } else { &indent };
            self.line(&format!("{lead}{}", escape::visible(line)));
        }
    }

    /// A table; as text without its header, and indented.
    pub fn table(&mut self, table: &Table, indent: usize) {
        self.text.push_str(&match self.format {
            PageFormat::Text => table.to_text(indent, usize::MAX),
            PageFormat::Markdown => table.to_markdown(),
        });
    }

    /// A text of several lines as it is, such as a manifest. Escapes them; nothing for an empty text.
    pub fn block(&mut self, language: &str, text: &str) {
        match self.format {
            PageFormat::Text => self.text.push_str(&escape::visible_lines(text)),
            PageFormat::Markdown => markdown_escape::fence(&mut self.text, language, text.trim_end()),
        }
    }

    /// Begins a part that is folded in Markdown; as text it is a section. Escapes the summary.
    pub fn open_details(&mut self, summary: &str) {
        match self.format {
            PageFormat::Text => self.heading(summary),
            PageFormat::Markdown => {
                let summary = markdown_escape::html(summary);
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

    /// The whole page.
    pub fn finish(self) -> String {
        self.text
    }
}
