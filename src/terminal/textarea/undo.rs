//! Undo by word, because `tui-textarea` has one step for each typed character.

use tui_textarea::TextArea;

/// The cursor and its line, which is all that a typed character changes.
struct NearCursor {
    row: usize,
    column: usize,
    line: String,
    /// The number of lines.
    lines: usize,
}

impl NearCursor {
    fn new(area: &TextArea<'_>) -> Self {
        let cursor = area.cursor();
        Self {
            row: cursor.0,
            column: cursor.1,
            line: area.lines().get(cursor.0).cloned().unwrap_or_default(),
            lines: area.lines().len(),
        }
    }

    /// Returns the character that was typed between this state and a later one, if nothing else was changed.
    fn typed(&self, after: &NearCursor) -> Option<char> {
        let is_next = self.row == after.row && self.column + 1 == after.column && self.lines == after.lines;
        let is_longer = self.line.chars().count() + 1 == after.line.chars().count();
        let typed = after.line.chars().nth(self.column);
        typed.filter(|_| is_next && is_longer)
    }
}

/// Undoes the last edit; for typed text, the last word and the spaces after it. Returns whether there was an
/// edit.
pub(super) fn undo_word(area: &mut TextArea<'_>) -> bool {
    if !area.undo() {
        return false;
    }
    // The user may have moved the cursor: this moves it back to the end of the edit.
    area.redo();
    let (mut is_first, mut in_word) = (true, false);
    loop {
        let after = NearCursor::new(area);
        if !area.undo() {
            return true;
        }
        let typed = NearCursor::new(area).typed(&after);
        if typed.is_none_or(|c| c.is_whitespace() && in_word) {
            if !is_first {
                area.redo();
            }
            return true;
        }
        in_word = typed.is_some_and(|c| !c.is_whitespace());
        is_first = false;
    }
}

/// Redoes an edit; for typed text, one word and the spaces after it. Returns whether there was an edit.
pub(super) fn redo_word(area: &mut TextArea<'_>) -> bool {
    if !area.redo() {
        return false;
    }
    area.undo();
    let (mut is_first, mut after_word) = (true, false);
    loop {
        let before = NearCursor::new(area);
        if !area.redo() {
            return true;
        }
        let typed = before.typed(&NearCursor::new(area));
        if typed.is_none_or(|c| !c.is_whitespace() && after_word) {
            if !is_first {
                area.undo();
            }
            return true;
        }
        after_word = typed.is_some_and(char::is_whitespace);
        is_first = false;
    }
}
