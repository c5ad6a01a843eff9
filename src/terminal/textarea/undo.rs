//! Undo by word, because `tui-textarea` has one step for each typed character.

use tui_textarea::{CursorMove, TextArea};

/// The cursor and its line, which is all that a typed character changes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NearCursor {
    row: usize,
    column: usize,
    line: String,
    /// The number of lines.
    lines: usize,
}

impl NearCursor {
    pub(super) fn new(area: &TextArea<'_>) -> Self {
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

/// A completion. It replaces the start of a word with two edits, which are one change for the user.
#[derive(Debug)]
pub(super) struct CompletionEdit {
    /// The column of the cursor after the start of the word, in characters.
    pub(super) column: usize,
    /// Without the start of the word.
    pub(super) erased: NearCursor,
    pub(super) completed: NearCursor,
}

/// Undoes the last edit if it is a completion. Returns whether it is.
pub(super) fn undo_completion(area: &mut TextArea<'_>, completions: &[CompletionEdit]) -> bool {
    if !area.undo() {
        return false;
    }
    let erased = NearCursor::new(area);
    area.redo();
    let completed = NearCursor::new(area);
    let is_it = |edit: &&CompletionEdit| edit.erased == erased && edit.completed == completed;
    let found = completions.iter().find(is_it);
    if let Some(edit) = found {
        area.undo();
        area.undo();
        let columns = edit.column.saturating_sub(area.cursor().1);
        (0..columns).for_each(|_| area.move_cursor(CursorMove::Forward));
    }
    found.is_some()
}

/// Redoes the next edit if it is a completion. Returns whether it is.
pub(super) fn redo_completion(area: &mut TextArea<'_>, completions: &[CompletionEdit]) -> bool {
    if !area.redo() {
        return false;
    }
    let erased = NearCursor::new(area);
    if area.redo() {
        let completed = NearCursor::new(area);
        let is_it = |edit: &CompletionEdit| edit.erased == erased && edit.completed == completed;
        if completions.iter().any(is_it) {
            return true;
        }
        area.undo();
    }
    area.undo();
    false
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
