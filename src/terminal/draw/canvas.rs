//! A buffer with a theme. Text never leaves its area, whatever the widths of its characters.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::click_targets::ClickTargets;
use super::render_options::RenderOptions;
use super::signs;
use crate::document::escape::visible;
use crate::terminal::theme::Role;

/// The maximum number of combining characters in a cell.
const MAX_MARKS: usize = 8;

/// The buffer of a frame with its theme and click targets.
pub(crate) struct Canvas<'b> {
    pub(crate) buffer: &'b mut Buffer,
    pub(crate) look: &'b RenderOptions,
    pub(crate) targets: ClickTargets,
    /// The area of the popup, if there is one.
    pub(crate) popup: Option<Rect>,
}

impl<'b> Canvas<'b> {
    pub(crate) fn new(buffer: &'b mut Buffer, look: &'b RenderOptions) -> Self {
        Self {
            buffer,
            look,
            targets: ClickTargets::default(),
            popup: None,
        }
    }

    /// Returns whether the popup covers a part of an area.
    pub(crate) fn is_over(&self, area: Rect) -> bool {
        self.popup.is_some_and(|popup| popup.intersects(area))
    }

    /// Returns the style of a role.
    pub(crate) fn style(&self, role: Role) -> Style {
        self.look.theme.style(role)
    }

    /// Clears an area and sets the style of a role.
    pub(crate) fn fill(&mut self, area: Rect, role: Role) {
        let style = self.look.theme.style(Role::Text).patch(self.style(role));
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].reset();
                self.buffer[(x, y)].set_style(style);
            }
        }
    }

    /// Clears the cells that the text needs, then writes it as [`Self::text`] does.
    pub(crate) fn over(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) -> u16 {
        let cells = (self.plain(text).width() as u16).min(width);
        let area = Rect::new(x, y, cells, 1);
        self.fill(area, role);
        self.text(x, y, width, text, role)
    }

    /// Writes text at `x`, truncated to `width` cells with an ellipsis. Returns the cell after it.
    pub(crate) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) -> u16 {
        self.styled(x, y, width, text, self.style(role))
    }

    /// Writes text as [`Self::text`] does, with any style.
    pub(crate) fn styled(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        if width == 0 {
            return x;
        }
        let plain = self.plain(text);
        let cut = fit(&plain, usize::from(width), self.ellipsis());
        self.put(x, y, usize::from(width), &cut, style)
    }

    /// Writes text that fits and needs no escaping. Returns the cell after it.
    pub(crate) fn put(&mut self, x: u16, y: u16, width: usize, text: &str, style: Style) -> u16 {
        let end = self.buffer.set_stringn(x, y, text, width, style).0;
        if !text.is_ascii() {
            self.split_clusters(x..end, y);
        }
        end
    }

    /// Splits a cluster of letters, as in Indic scripts, into one cell for each letter. Terminals draw them
    /// in several cells, and later frames clear only the cells that ratatui knows to be filled.
    fn split_clusters(&mut self, cells: Range<u16>, y: u16) {
        for x in cells.clone() {
            let symbol = self.buffer[(x, y)].symbol();
            if symbol.chars().filter(|c| c.width() > Some(0)).count() < 2 {
                continue;
            }
            let sum: usize = symbol.chars().filter_map(UnicodeWidthChar::width).sum();
            if sum != symbol.width() || usize::from(cells.end - x) < sum {
                continue;
            }
            let (symbol, style) = (symbol.to_owned(), self.buffer[(x, y)].style());
            let mut at = x;
            let mut base = x;
            for c in symbol.chars() {
                let width = c.width().unwrap_or(0) as u16;
                let mut letter = c.to_string();
                if width == 0 {
                    letter.insert_str(0, self.buffer[(base, y)].symbol());
                } else {
                    base = at;
                    at += width;
                }
                self.buffer[(base, y)].set_symbol(&letter).set_style(style);
            }
        }
    }

    /// Removes excess combining characters from each cell. Terminals keep all of them, and some draw them
    /// over the adjacent lines.
    pub(crate) fn bound_marks(&mut self) {
        for cell in &mut self.buffer.content {
            let symbol = cell.symbol();
            if symbol.len() <= MAX_MARKS {
                continue;
            }
            if let Some((end, _)) = symbol.char_indices().nth(MAX_MARKS + 1) {
                let bounded = symbol[..end].to_owned();
                cell.set_symbol(&bounded);
            }
        }
    }

    /// Sets the style of an area without changing its text.
    pub(crate) fn tint(&mut self, area: Rect, role: Role) {
        let style = self.style(role);
        self.buffer.set_style(area, style);
    }

    /// Returns the sign for omitted text. In ASCII, every single character can be part of a name.
    pub(crate) fn ellipsis(&self) -> &'static str {
        if self.look.ascii { ".." } else { "…" }
    }

    /// Returns a sign as the terminal shows it.
    pub(crate) fn sign(&self, sign: char) -> String {
        match self.look.ascii {
            true => signs::in_ascii(sign),
            false => sign,
        }
        .to_string()
    }

    /// Returns what is drawn where there is nothing. In ASCII mode, `.` is the sign of a step that is not yet applied.
    pub(crate) fn nothing(&self) -> &'static str {
        if self.look.ascii { " " } else { "·" }
    }

    /// Returns a text that starts with the sign of an agreement. In ASCII mode, a single `=` is the mark of a replaced value.
    pub(crate) fn agreement(&self, text: &str) -> String {
        match self.look.ascii && text.starts_with('=') {
            true => format!("={text}"),
            false => text.to_owned(),
        }
    }

    /// Returns the text with invisible characters escaped, and with the signs of the program replaced in
    /// ASCII mode. Other characters of documents are kept.
    pub(crate) fn plain<'t>(&self, text: &'t str) -> std::borrow::Cow<'t, str> {
        if text.is_ascii() {
            return text.into();
        }
        // Most text is already escaped; this is the last check before the terminal.
        let text = visible(text);
        if !self.look.ascii {
            return text;
        }
        signs::text_in_ascii(&text).into()
    }
}

/// Returns the text truncated to `width` cells, with `ellipsis` if something is omitted.
pub(crate) fn fit(text: &str, width: usize, ellipsis: &str) -> String {
    // The number of bytes is an upper bound: computing the width of a very long text is expensive.
    if text.len() <= width || text.len() <= width * 4 && text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    let mut cut = false;
    for c in text.chars() {
        let cells = c.width().unwrap_or(0);
        if used + cells > width {
            cut = true;
            break;
        }
        used += cells;
        out.push(c);
    }
    if !cut {
        return out;
    }
    while used + ellipsis.width() > width {
        match out.pop() {
            Some(c) => used -= c.width().unwrap_or(0),
            None => break,
        }
    }
    if ellipsis.width() <= width {
        out.push_str(ellipsis);
    }
    out
}

/// Returns the text without its first `cells` cells; `ellipsis` replaces the cells after them.
pub(crate) fn skip(text: &str, cells: usize, ellipsis: &str) -> String {
    if cells == 0 {
        return text.to_owned();
    }
    let mut used = 0;
    for (at, c) in text.char_indices() {
        let hidden = cells + ellipsis.width();
        if used >= hidden {
            // Half of a wide character becomes a space.
            return format!("{ellipsis}{}{}", " ".repeat(used - hidden), &text[at..]);
        }
        used += c.width().unwrap_or(0);
    }
    if used > cells {
        ellipsis.to_owned()
    } else {
        String::new()
    }
}

/// Returns the end of a path in `width` cells, cut before a segment if that leaves at least two thirds of the
/// width.
pub(crate) fn fit_path(path: &str, width: usize, ellipsis: &str) -> String {
    if path.width() <= width {
        return path.to_owned();
    }
    let cut = fit_end(path, width, ellipsis);
    let end = cut.strip_prefix(ellipsis).unwrap_or_default();
    let segments = match path[..path.len() - end.len()].ends_with('.') {
        true => Some(end),
        false => end.split_once('.').map(|(_, segments)| segments),
    };
    match segments.filter(|segments| segments.width() * 3 >= width * 2) {
        Some(segments) => format!("{ellipsis}{segments}"),
        None => cut,
    }
}

/// Returns the end of the text in `width` cells, after `ellipsis` if something is omitted.
pub(crate) fn fit_end(text: &str, width: usize, ellipsis: &str) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut used = ellipsis.width();
    let mut from = text.len();
    for (at, c) in text.char_indices().rev() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        from = at;
    }
    if width < ellipsis.width() {
        return String::new();
    }
    format!("{ellipsis}{}", &text[from..])
}
