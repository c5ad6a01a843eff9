//! The prompt, in place of the status line.

use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use crate::document::escape::visible;
use crate::explorer::Explorer;
use crate::explorer::KeyContext;
use crate::terminal::draw::canvas::{Canvas, fit_end};
use crate::terminal::theme::Role;

/// Draws the line and the note after it. Returns where the terminal's cursor belongs.
pub(crate) fn draw(canvas: &mut Canvas<'_>, row: Rect, state: &Explorer) -> Option<Position> {
    let prompt = state.layers().prompt()?;
    let (note, trouble) = state.prompt_note();
    let note = canvas.look.keymap.fill(KeyContext::Prompt, &note);
    let end = row.right().saturating_sub(1);
    let mut x = canvas.text(row.x + 1, row.y, end - row.x, prompt.kind.sign(), Role::FooterKey);
    // A long line is shown by the end before the caret.
    let room = usize::from(end.saturating_sub(x)) * 3 / 4;
    let before = fit_end(&prompt.before_caret(), room, canvas.ellipsis());
    x = canvas.text(x, row.y, end.saturating_sub(x), &before, Role::Text);
    let caret = Position { x, y: row.y };
    let whole = visible(&prompt.text).into_owned();
    let behind = whole.get(prompt.before_caret().len()..).unwrap_or_default();
    x = canvas.text(x, row.y, end.saturating_sub(x), behind, Role::Text);
    let role = if trouble { Role::Warning } else { Role::Dim };
    let room = end.saturating_sub(x + 3);
    if room > 0 && visible(&note).width() > 0 {
        canvas.text(x + 3, row.y, room, &visible(&note), role);
    }
    Some(caret)
}
