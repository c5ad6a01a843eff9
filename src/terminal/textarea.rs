//! The text area over the live or the patch pane. `tui-textarea` edits the text; this module draws it and
//! preserves line ends and the byte order mark.

mod undo;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tui_textarea::CursorMove;
use unicode_width::UnicodeWidthChar;

use undo::{CompletionEdit, NearCursor};

use super::theme::{Role, Theme};
use crate::document::escape;

/// The keys of the text area, for the help; all other keys type text.
pub const KEYS: &[(&[&str], &str)] = &[
    (&["Ctrl-Z"], "Undo"),
    (&["Ctrl-Y"], "Redo"),
    (&["Shift-arrows"], "Select"),
    (&["Ctrl-C"], "Copy inside the text area"),
    (&["Ctrl-X"], "Cut"),
    (&["Ctrl-V"], "Paste what was copied or cut"),
    (&["Ctrl-D", "Ctrl-U"], "Half a page down or up"),
    (&["Tab", "Shift-Tab"], "Indent or unindent by two spaces"),
    (&["Ctrl-K"], "Delete to the end of the line"),
    (&["Ctrl-W"], "Delete the word before the cursor"),
];

/// The maximum number of edits that can be undone.
const MAX_UNDO: usize = 1000;
/// The number of lines from which the text is not joined after each key.
const MIN_LONG_LINES: usize = 2000;
/// The width of a tab and of an indentation, in cells.
const INDENT: usize = 2;

/// The maximum number of replaced texts that can be restored.
const MAX_REPLACED: usize = 10;

/// A text that the user edits.
#[derive(Debug)]
pub struct TextArea {
    edited: EditedText,
    /// Unsaved texts that were replaced by new contents of the file, the newest last; undo restores them.
    replaced: Vec<EditedText>,
    /// Texts that such an undo replaced; redo restores them.
    undone: Vec<EditedText>,
    /// The lines of the saved text.
    saved: Vec<String>,
    dirty: bool,
    /// The first visible row.
    top: usize,
    /// The first visible column of the line with the cursor. Other lines are drawn from their start.
    left: usize,
    /// The height of the last frame in rows, for paging.
    height: usize,
}

/// The lines of a text, with their undo history and file format.
#[derive(Debug)]
struct EditedText {
    area: tui_textarea::TextArea<'static>,
    /// Whether every line ended in CRLF. Then every line is saved with CRLF.
    crlf: bool,
    /// Whether the text started with a byte order mark.
    mark: bool,
    /// The completions, of which each is undone as one change.
    completions: Vec<CompletionEdit>,
}

impl EditedText {
    fn new(text: &str) -> EditedText {
        let (mark, text) = match text.strip_prefix('\u{feff}') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let breaks = text.matches('\n').count();
        let crlf = breaks > 0 && text.matches("\r\n").count() == breaks;
        let lines: Vec<String> = if crlf {
            text.split("\r\n").map(str::to_owned).collect()
        } else {
            text.split('\n').map(str::to_owned).collect()
        };
        let mut area = tui_textarea::TextArea::new(lines);
        area.set_max_histories(MAX_UNDO);
        area.set_tab_length(INDENT as u8);
        EditedText {
            area,
            crlf,
            mark,
            completions: Vec::new(),
        }
    }
}

impl TextArea {
    /// Creates a text area with the cursor on a line (from 0).
    #[must_use]
    pub fn new(text: &str, line: usize) -> TextArea {
        let edited = EditedText::new(text);
        let mut area = TextArea {
            saved: edited.area.lines().to_vec(),
            edited,
            replaced: Vec::new(),
            undone: Vec::new(),
            dirty: false,
            top: 0,
            left: 0,
            height: 1,
        };
        area.go_to(line, 0);
        area
    }

    /// Replaces the text with new contents of the file; the cursor stays in its line. Undo restores an
    /// unsaved text.
    pub fn reload(&mut self, text: &str) {
        let line = self.cursor().0;
        let before = std::mem::replace(&mut self.edited, EditedText::new(text));
        if self.dirty {
            if self.replaced.len() == MAX_REPLACED {
                self.replaced.remove(0);
            }
            self.replaced.push(before);
        }
        self.undone.clear();
        self.saved();
        self.go_to(line, 0);
    }

    /// Undoes the last edit, or the last [`TextArea::reload`]. Typed text is undone word by word.
    fn undo(&mut self) -> bool {
        let (area, completions) = (&mut self.edited.area, &self.edited.completions);
        let changed = undo::undo_completion(area, completions) || undo::undo_word(area);
        if !changed && let Some(older) = self.replaced.pop() {
            self.undone.push(std::mem::replace(&mut self.edited, older));
            return true;
        }
        changed
    }

    fn redo(&mut self) -> bool {
        let (area, completions) = (&mut self.edited.area, &self.edited.completions);
        let changed = undo::redo_completion(area, completions) || undo::redo_word(area);
        if !changed && let Some(newer) = self.undone.pop() {
            self.replaced.push(std::mem::replace(&mut self.edited, newer));
            return true;
        }
        changed
    }

    /// Moves the initial cursor to a column of its line, in characters.
    #[must_use]
    pub fn with_column(mut self, column: usize) -> TextArea {
        self.go_to(self.cursor().0, column);
        self
    }

    /// Sets the saved text, if it differs from the text of the area.
    #[must_use]
    pub fn over(mut self, saved: &str) -> TextArea {
        self.saved = EditedText::new(saved).area.lines().to_vec();
        self.dirty = true;
        self
    }

    /// Returns the text to save, with the original line ends and byte order mark.
    #[must_use]
    pub fn text(&self) -> String {
        let text = self
            .edited
            .area
            .lines()
            .join(if self.edited.crlf { "\r\n" } else { "\n" });
        if self.edited.mark {
            format!("\u{feff}{text}")
        } else {
            text
        }
    }

    /// Returns whether joining the lines in [`Self::text`] takes too long for each key.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.edited.area.lines().len() > MIN_LONG_LINES
    }

    /// Returns whether the text differs from the saved text.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// Records that the current text was saved.
    pub fn saved(&mut self) {
        self.saved = self.edited.area.lines().to_vec();
        self.dirty = false;
    }

    /// Returns the cursor: line and character, from 0.
    #[must_use]
    pub fn cursor(&self) -> (usize, usize) {
        let cursor = self.edited.area.cursor();
        (cursor.0, cursor.1)
    }

    /// Returns whether a key without effect deserves a message: a key that neither types text nor moves the
    /// cursor.
    #[must_use]
    pub fn is_command(key: KeyEvent) -> bool {
        let control = key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('d' | 'u') if control => false,
            KeyCode::Char(_) => control,
            KeyCode::F(_) | KeyCode::Insert => true,
            _ => false,
        }
    }

    /// Returns why a key of [`KEYS`] had no effect, or what it did that cannot be seen.
    #[must_use]
    pub fn note(&self, key: KeyEvent, had_selection: bool) -> Option<&'static str> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('z') if control => Some("nothing to undo"),
            KeyCode::Char('y') if control => Some("nothing to redo"),
            KeyCode::Char('v') if control => Some("nothing was copied or cut"),
            KeyCode::Char('c') if control && had_selection => Some("copied inside the text area"),
            KeyCode::Char('c' | 'x') if control => Some("nothing is selected"),
            _ => None,
        }
    }

    /// Returns whether text is selected.
    #[must_use]
    pub fn has_selection(&self) -> bool {
        let range = self.edited.area.selection_range();
        range.is_some_and(|(from, to)| from != to)
    }

    /// Handles a key. Returns whether the text has changed.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let changed = match key.code {
            _ if key.is_release() => false,
            KeyCode::Char('z') if control => self.undo(),
            KeyCode::Char('y') if control => self.redo(),
            KeyCode::Char('v') if control => self.edited.area.paste(),
            KeyCode::Char('c') if control => {
                self.edited.area.copy();
                false
            }
            KeyCode::Char('x') if control => self.edited.area.cut(),
            // A line feed: what a terminal without bracketed paste sends between pasted lines.
            KeyCode::Char('j' | 'm') if control => self.edited.area.insert_str("\n"),
            KeyCode::Enter => self.new_line(),
            KeyCode::BackTab => self.outdent(),
            KeyCode::PageUp => self.scroll(CursorMove::Up, self.height),
            KeyCode::PageDown => self.scroll(CursorMove::Down, self.height),
            KeyCode::Char('u') if control => self.scroll(CursorMove::Up, self.height / 2 + 1),
            KeyCode::Char('d') if control => self.scroll(CursorMove::Down, self.height / 2 + 1),
            KeyCode::Home if control => self.go_to(0, 0),
            KeyCode::End if control => {
                self.edited.area.move_cursor(CursorMove::Bottom);
                self.edited.area.move_cursor(CursorMove::End);
                false
            }
            _ => self.edited.area.input(key),
        };
        if changed && !(control && matches!(key.code, KeyCode::Char('z' | 'y'))) {
            self.undone.clear();
        }
        self.after(changed)
    }

    /// Inserts pasted text with any line ends. Returns whether the text has changed.
    pub fn paste(&mut self, text: &str) -> bool {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let changed = self.edited.area.insert_str(text);
        self.undone.clear();
        self.after(changed)
    }

    /// Replaces the given number of characters before the cursor with a text. Returns whether the text has
    /// changed.
    pub fn complete(&mut self, erase: usize, text: &str) -> bool {
        let (line, column) = self.cursor();
        self.edited.area.cancel_selection();
        self.go_to(line, column.saturating_sub(erase));
        let is_erased = self.edited.area.delete_str(erase);
        let erased = NearCursor::new(&self.edited.area);
        let changed = self.edited.area.insert_str(text);
        if is_erased && changed {
            let completed = NearCursor::new(&self.edited.area);
            self.edited.completions.push(CompletionEdit {
                column,
                erased,
                completed,
            });
        }
        self.undone.clear();
        self.after(changed)
    }

    /// Moves the cursor to a clicked row and column of the drawn text, from 0, including line numbers.
    pub fn click(&mut self, row: usize, column: usize) {
        let line = (self.top + row).min(self.edited.area.lines().len().saturating_sub(1));
        let left = if line == self.cursor().0 { self.left } else { 0 };
        let target = column.saturating_sub(self.gutter()) + left;
        let mut width = 0;
        let text = self
            .edited
            .area
            .lines()
            .get(line)
            .map(String::as_str)
            .unwrap_or_default();
        let at = text.chars().take_while(|c| {
            width += cells(*c);
            width <= target
        });
        let at = at.count();
        self.edited.area.cancel_selection();
        self.go_to(line, at);
    }

    /// Scrolls by rows; positive values scroll down. The cursor moves only as far as necessary to stay on the screen.
    pub fn wheel(&mut self, by: i32) {
        let last = self.edited.area.lines().len().saturating_sub(1);
        let end = (last + 1).saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(by as isize).min(end);
        let (line, column) = self.cursor();
        let on_screen = line.clamp(self.top, (self.top + self.height.max(1) - 1).min(last));
        if on_screen != line {
            self.edited.area.cancel_selection();
            self.go_to(on_screen, column);
        }
    }

    fn after(&mut self, changed: bool) -> bool {
        if changed {
            let (lines, line) = (self.edited.area.lines(), self.edited.area.cursor().0);
            // The line of the cursor usually differs, so it is compared first; all lines are compared only to
            // find that none differs.
            self.dirty = lines.len() != self.saved.len()
                || lines.get(line) != self.saved.get(line)
                || lines != self.saved;
        }
        changed
    }

    /// Moves the cursor. Returns `false`, because no text changes.
    fn go_to(&mut self, line: usize, at: usize) -> bool {
        // `CursorMove::Jump` is limited to 65535.
        let near = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let far = |n: usize| usize::from(near(n))..n;
        if far(line).is_empty() {
            self.edited
                .area
                .move_cursor(CursorMove::Jump(near(line), near(at)));
        } else {
            // While moving down, every line would limit the column to its own length.
            self.edited.area.move_cursor(CursorMove::Jump(near(line), 0));
            for _ in far(line) {
                self.edited.area.move_cursor(CursorMove::Down);
            }
            for _ in 0..usize::from(near(at)).min(self.line(line).chars().count()) {
                self.edited.area.move_cursor(CursorMove::Forward);
            }
        }
        for _ in far(at).take(
            self.line(line)
                .chars()
                .count()
                .saturating_sub(usize::from(near(at))),
        ) {
            self.edited.area.move_cursor(CursorMove::Forward);
        }
        false
    }

    /// Moves the cursor by one row less than `rows`. Returns `false`, because no text changes.
    fn scroll(&mut self, movement: CursorMove, rows: usize) -> bool {
        for _ in 1..rows.max(2) {
            self.edited.area.move_cursor(movement);
        }
        false
    }

    /// Returns a line; empty after the last one.
    fn line(&self, line: usize) -> &str {
        self.edited
            .area
            .lines()
            .get(line)
            .map(String::as_str)
            .unwrap_or_default()
    }

    /// Inserts a newline and indents the new line like the content of the line above, after the dash of a
    /// list item if the cursor is after it. After a key without a value, the new line is indented further.
    fn new_line(&mut self) -> bool {
        let (line, at) = self.cursor();
        let before: String = self.line(line).chars().take(at).collect();
        let mut rest = before.trim_start_matches(' ');
        while let Some(after) = rest.strip_prefix("- ") {
            rest = after.trim_start_matches(' ');
        }
        let is_end = self.line(line).chars().skip(at).all(|c| c == ' ');
        let deeper = if is_end && opens_block(rest) { INDENT } else { 0 };
        let indent = " ".repeat(before.len() - rest.len() + deeper);
        // Spaces between words are not indentation of the new line.
        let blanks = self.line(line).chars().skip(at).take_while(|c| *c == ' ');
        if !rest.is_empty() {
            let blanks = blanks.count();
            self.edited.area.cancel_selection();
            self.edited.area.delete_str(blanks);
        }
        self.edited.area.insert_str(format!("\n{indent}"))
    }

    fn outdent(&mut self) -> bool {
        let (line, at) = self.cursor();
        let text = self.line(line);
        let blanks = text.chars().take(INDENT).take_while(|c| *c == ' ').count();
        if blanks == 0 {
            return false;
        }
        self.edited.area.cancel_selection();
        self.go_to(line, 0);
        let changed = self.edited.area.delete_str(blanks);
        self.go_to(line, at.saturating_sub(blanks));
        changed
    }

    /// Returns the width of the line numbers and the space after them, in cells.
    fn gutter(&self) -> usize {
        self.edited.area.lines().len().max(1).ilog10() as usize + 2
    }

    /// Draws the text with line numbers, scrolled to the cursor. `tab` is the visible form of a tab, `ellipsis`
    /// the end of a line that is cut off, `cross` the sign of an error, and `wrong` a line (from 0) to mark as unreadable. Returns the position
    /// for the cursor of the terminal.
    pub fn draw(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        theme: &Theme,
        (tab, ellipsis, cross): (&str, &str, &str),
        wrong: Option<usize>,
    ) -> Option<Position> {
        let area = area.intersection(buffer.area);
        let gutter = self.gutter().min(usize::from(area.width));
        let (width, height) = (usize::from(area.width) - gutter, usize::from(area.height));
        buffer.set_style(area, theme.style(Role::Text));
        if width == 0 || height == 0 {
            return None;
        }
        self.height = height;
        let (line, at) = self.cursor();
        let text = self.edited.area.lines().get(line);
        let text = text.map(String::as_str).unwrap_or_default();
        let column = text.chars().take(at).map(cells).sum::<usize>();
        let is_whole = text.chars().map(cells).sum::<usize>() < width;
        self.top = scrolled(self.top, line, height);
        self.left = match is_whole {
            true => 0,
            false => scrolled(self.left, column, width),
        };
        let is_cut = self.left > 0;
        let selection = self.edited.area.selection_range();

        for (row, text) in self
            .edited
            .area
            .lines()
            .iter()
            .enumerate()
            .skip(self.top)
            .take(height)
        {
            let y = area.y + (row - self.top) as u16;
            let number = if wrong == Some(row) {
                Role::Rejected
            } else {
                Role::LineNumber
            };
            let digits = format!("{:>1$} ", row + 1, gutter.saturating_sub(1));
            buffer.set_stringn(area.x, y, digits, gutter, theme.style(number));
            if wrong == Some(row) {
                let x = area.x + gutter.saturating_sub(1) as u16;
                buffer.set_stringn(x, y, cross, 1, theme.style(Role::Rejected));
            }
            // In the space before the text: its start is hidden on the left.
            if row == line && is_cut {
                let x = area.x + gutter as u16 - 1;
                buffer.set_stringn(x, y, "<", 1, theme.style(Role::Dim));
            }
            let x = area.x + gutter as u16;
            let base = if row == line {
                theme.style(Role::CursorLine)
            } else {
                Style::new()
            };
            buffer.set_style(Rect::new(x, y, width as u16, 1), base);
            let left = if row == line { self.left } else { 0 };
            draw_line(buffer, Position::new(x, y), (left, width), text, tab, |index| {
                let selected = selection.is_some_and(|(from, to)| from <= (row, index) && (row, index) < to);
                if selected {
                    base.patch(theme.style(Role::Selection))
                } else {
                    base
                }
            });
            // Not over the cursor.
            let room = width.saturating_sub(ellipsis.chars().count());
            let is_over = row == line && column - self.left >= room;
            let needed: usize = text.chars().map(cells).sum();
            if needed > left + width && room > 0 && !is_over {
                buffer.set_stringn(
                    x + room as u16,
                    y,
                    ellipsis,
                    width - room,
                    base.patch(theme.style(Role::Dim)),
                );
            }
        }
        let (x, y) = (gutter + column - self.left, line - self.top);
        Some(Position::new(area.x + x as u16, area.y + y as u16))
    }
}

/// Returns whether the value of the key on a line, without indentation, is on the next lines.
fn opens_block(line: &str) -> bool {
    let line = line.trim_end();
    let is_block = |header: &str| header.starts_with(['|', '>']) && header.len() <= 3;
    match line.split_once(": ") {
        _ if line.starts_with('#') => false,
        Some((_, value)) => is_block(value.trim_start()),
        None => line.ends_with(':'),
    }
}

/// Draws the cells of a line from `start` on, at most `width` cells. A character that is cut off at an edge
/// is drawn as spaces.
fn draw_line(
    buffer: &mut Buffer,
    at: Position,
    (start, width): (usize, usize),
    text: &str,
    tab: &str,
    style: impl Fn(usize) -> Style,
) {
    let end = start + width;
    let mut column = 0;
    let mut base = None;
    for (index, c) in text.chars().enumerate() {
        let from = column;
        column += cells(c);
        if from >= end {
            break;
        }
        if column <= start && !(cells(c) == 0 && from > start) {
            continue;
        }
        let whole = from >= start && column <= end;
        let x = at.x + from.saturating_sub(start) as u16;
        if cells(c) == 0 {
            // A combining character belongs to the cell before it.
            if let Some(cell) = base.and_then(|x| buffer.cell_mut((x, at.y))) {
                let joined = format!("{}{c}", cell.symbol());
                cell.set_symbol(&joined);
            }
            continue;
        }
        let shown = match (whole, c) {
            (true, '\t') => tab.to_owned(),
            (true, c) => shown(c),
            (false, c) => " ".repeat(cells(c)),
        };
        let shown = if from < start {
            shown.get(start - from..).unwrap_or_default()
        } else {
            &shown
        };
        let room = width.saturating_sub(from.saturating_sub(start));
        base = Some(x);
        buffer.set_stringn(x, at.y, shown, room, style(index));
    }
}

/// Returns the visible form of a character: an invisible or control character as an escape.
fn shown(c: char) -> String {
    let mut shown = String::new();
    escape::push_displayable(&mut shown, c);
    shown
}

/// Returns the width of a character in the text area, in cells.
fn cells(c: char) -> usize {
    match c {
        '\t' => INDENT,
        ' '..='~' => 1,
        c if escape::is_escaped(c) => shown(c).len(),
        c => c.width().unwrap_or(0),
    }
}

/// Returns the first visible index of a window that contains the cursor, changed as little as possible.
fn scrolled(first: usize, cursor: usize, length: usize) -> usize {
    first.clamp((cursor + 1).saturating_sub(length), cursor)
}

#[cfg(test)]
mod tests;
