//! A buffer with a theme: text that never leaves its area, whatever the widths of its characters.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::click_targets::ClickTargets;
use super::render_options::RenderOptions;
use crate::document::escape::visible;
use crate::merge::Mark;
use crate::terminal::theme::Role;

/// Characters after the first of a cell.
const MAX_MARKS: usize = 8;

/// What a frame is drawn on.
pub(crate) struct Canvas<'b> {
    pub(crate) buffer: &'b mut Buffer,
    pub(crate) look: &'b RenderOptions,
    pub(crate) targets: ClickTargets,
    /// The place of the popup, if there is one.
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

    /// Whether the popup covers some of an area.
    pub(crate) fn is_over(&self, area: Rect) -> bool {
        self.popup.is_some_and(|popup| popup.intersects(area))
    }

    /// A role's style over that of plain text.
    pub(crate) fn style(&self, role: Role) -> Style {
        self.look.theme.style(role)
    }

    /// Empties an area and gives it a role's style.
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

    /// Writes text over a line as [`Self::text`] writes it on an empty screen.
    pub(crate) fn over(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) -> u16 {
        let cells = (self.plain(text).width() as u16).min(width);
        let area = Rect::new(x, y, cells, 1);
        self.fill(area, role);
        self.text(x, y, width, text, role)
    }

    /// Writes text from `x` on, at most `width` cells, cut with an ellipsis. Returns the cell after it.
    pub(crate) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) -> u16 {
        self.styled(x, y, width, text, self.style(role))
    }

    /// As [`Self::text`], with any style.
    pub(crate) fn styled(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        if width == 0 {
            return x;
        }
        let plain = self.plain(text);
        let cut = fit(&plain, usize::from(width), self.ellipsis());
        self.put(x, y, usize::from(width), &cut, style)
    }

    /// Writes text that fits and may be shown as it is. Returns the cell after it.
    pub(crate) fn put(&mut self, x: u16, y: u16, width: usize, text: &str, style: Style) -> u16 {
        let end = self.buffer.set_stringn(x, y, text, width, style).0;
        if !text.is_ascii() {
            self.split_clusters(x..end, y);
        }
        end
    }

    /// Gives each letter of a cluster, as Indic scripts have them, a cell of its own. Terminals draw them in several cells,
    /// and whatever comes later clears only cells that it knows to be filled.
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

    /// Takes from each cell the combining characters that no script has so many of: terminals keep them all, and some draw
    /// them over the lines around.
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

    /// Gives a row a style without touching its text.
    pub(crate) fn tint(&mut self, area: Rect, role: Role) {
        let style = self.style(role);
        self.buffer.set_style(area, style);
    }

    /// What stands for text that is left out. In ASCII no single sign is free that is not part of names.
    pub(crate) fn ellipsis(&self) -> &'static str {
        if self.look.ascii { ".." } else { "…" }
    }

    /// One of two glyphs.
    pub(crate) fn glyph(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.look.ascii { ascii } else { unicode }
    }

    /// A mark's glyph.
    pub(crate) fn mark(&self, mark: Mark) -> String {
        let glyph = if self.look.ascii {
            mark.ascii()
        } else {
            mark.glyph()
        };
        glyph.to_string()
    }

    /// The text as it may be shown; the program's own signs in ASCII, where that is asked for. Document text stays what it
    /// is.
    pub(crate) fn plain<'t>(&self, text: &'t str) -> std::borrow::Cow<'t, str> {
        const GLYPH_FALLBACKS: [(char, &str); 12] = [
            ('←', "<-"),
            ('↓', "down"),
            ('·', "."),
            ('→', "->"),
            ('≠', "!="),
            ('×', "x"),
            ('⟨', "<"),
            ('⟩', ">"),
            ('…', ".."),
            ('↑', "up"),
            ('✓', "ok"),
            ('✗', "X"),
        ];
        if text.is_ascii() {
            return text.into();
        }
        // What the state escapes comes here without; this is the last gate before the terminal.
        let text = visible(text);
        if !self.look.ascii {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match GLYPH_FALLBACKS.iter().find(|(sign, _)| *sign == c) {
                Some((_, ascii)) => out.push_str(ascii),
                None => out.push(c),
            }
        }
        out.into()
    }
}

/// The text cut to `width` cells, with `ellipsis` if something is left out.
pub(crate) fn fit(text: &str, width: usize, ellipsis: &str) -> String {
    // The bytes are an upper bound: counting cells of a very long text is not free.
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

/// The text without its first `cells` cells, `ellipsis` in place of those after them.
pub(crate) fn skip(text: &str, cells: usize, ellipsis: &str) -> String {
    if cells == 0 {
        return text.to_owned();
    }
    let mut used = 0;
    for (at, c) in text.char_indices() {
        let hidden = cells + ellipsis.width();
        if used >= hidden {
            // Half of a wide character leaves a blank.
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

/// A path's end in `width` cells, cut before a segment where that leaves enough of it.
pub(crate) fn fit_path(path: &str, width: usize, ellipsis: &str) -> String {
    if path.width() <= width {
        return path.to_owned();
    }
    let mut ends = path.match_indices('.').map(|(at, _)| &path[at + 1..]);
    let fits = |end: &&str| end.width() + ellipsis.width() <= width;
    match ends.find(fits).filter(|end| end.width() * 3 >= width * 2) {
        Some(end) => format!("{ellipsis}{end}"),
        None => fit_end(path, width, ellipsis),
    }
}

/// The text's end in `width` cells, with `ellipsis` before it if something is left out.
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
