//! Converts Markdown to the source of a man page.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use roff::{Inline, Roff, bold, roman};

/// Returns a man page of section 7. The title of the Markdown is its name line.
pub fn roff(name: &str, markdown: &str) -> String {
    let (title, body) = markdown.split_once('\n').unwrap_or((markdown, ""));
    let mut page = RoffPage {
        roff: Roff::new(),
        inline: Vec::new(),
        titles: Vec::new(),
        cells: Vec::new(),
        bullet: false,
    };
    let heading = format!("mergescope-{name}");
    page.roff.control("TH", [heading.to_uppercase().as_str(), "7"]);
    // A path or an option that is broken at a hyphen cannot be copied.
    page.roff.control("nh", []);
    page.roff.control("SH", ["NAME"]);
    page.roff
        .text([roman(format!("{heading} - {}", title.trim_start_matches("# ")))]);
    page.roff.control("SH", ["DESCRIPTION"]);
    for event in Parser::new_ext(body, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.roff.control("SH", ["SEE ALSO"]);
    page.roff.text([bold("mergescope"), roman("(1)")]);
    page.roff.to_roff()
}

/// A page that is being built.
struct RoffPage {
    roff: Roff,
    /// The text of the open block.
    inline: Vec<Inline>,
    /// The titles of the open table.
    titles: Vec<String>,
    /// The cells of the open row.
    cells: Vec<Vec<Inline>>,
    /// Whether the next paragraph is an item of a list.
    bullet: bool,
}

impl RoffPage {
    fn take(&mut self, event: Event) {
        match event {
            Event::Text(text) => self.inline.push(roman(text.into_string())),
            Event::Code(text) => self.inline.push(bold(text.into_string())),
            Event::SoftBreak | Event::HardBreak => self.inline.push(roman(" ")),
            Event::Start(Tag::Item) => self.bullet = true,
            Event::End(TagEnd::Heading(_)) => {
                let title: String = self.inline.drain(..).map(plain).collect();
                self.roff.control("SH", [title.to_uppercase().as_str()]);
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item) => self.paragraph(),
            Event::End(TagEnd::CodeBlock) => {
                let code: String = self.inline.drain(..).map(plain).collect();
                self.roff.control("PP", []).control("RS", ["4"]).control("nf", []);
                self.roff.text([roman(code.trim_end().to_owned())]);
                self.roff.control("fi", []).control("RE", []);
            }
            Event::End(TagEnd::TableCell) => self.cells.push(std::mem::take(&mut self.inline)),
            Event::End(TagEnd::TableHead) => {
                let titles = self.cells.drain(..);
                self.titles = titles.map(|cell| cell.into_iter().map(plain).collect()).collect();
            }
            Event::End(TagEnd::TableRow) => self.row(),
            _ => {}
        }
    }

    fn paragraph(&mut self) {
        if self.inline.is_empty() {
            return;
        }
        if std::mem::take(&mut self.bullet) {
            self.roff.control("IP", ["\\(bu", "3"]);
        } else {
            self.roff.control("PP", []);
        }
        self.roff.text(std::mem::take(&mut self.inline));
    }

    /// Formats a row as a term and its description.
    fn row(&mut self) {
        self.roff.control("TP", ["4"]);
        for (index, (cell, title)) in self.cells.drain(..).zip(&self.titles).enumerate() {
            let mut line = cell;
            match index {
                0 if line.is_empty() => line.push(roman("-")),
                0 => {}
                _ if line.is_empty() => continue,
                // With two columns, the description needs no title.
                _ if self.titles.len() == 2 || title.is_empty() => {}
                _ => line.insert(0, roman(format!("{title}: "))),
            }
            if index > 1 {
                self.roff.control("br", []);
            }
            self.roff.text(line);
        }
    }
}

fn plain(inline: Inline) -> String {
    match inline {
        Inline::Roman(text) | Inline::Italic(text) | Inline::Bold(text) => text,
        Inline::LineBreak => " ".to_owned(),
    }
}
