//! An answer (kubectl's, or the ledger of an apply), in a box over the screen.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use super::question::{closes, hint, popup};
use crate::document::escape::visible;
use crate::explorer::{Action, State};
use crate::terminal::theme::Role;

/// Draws the lines, scrolled down by so many; as wide as they need and the screen allows.
pub(super) fn draw(canvas: &mut Canvas<'_>, area: Rect, state: &State, scroll: usize) {
    let lines: Vec<_> = state.kubectl().iter().map(|line| visible(line)).collect();
    let width = lines
        .iter()
        .map(|line| line.width())
        .max()
        .unwrap_or(0)
        .clamp(30, 1000) as u16;
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let place = popup(
        canvas,
        area,
        width.saturating_add(4),
        rows.saturating_add(2),
        state.answer_of(),
    );
    let last = lines.len().saturating_sub(usize::from(place.height));
    let shown = lines.iter().skip(scroll.min(last));
    for (y, line) in (place.top()..place.bottom()).zip(shown) {
        canvas.text(place.x, y, place.width, line, Role::Text);
    }
    let arrow = (last > 0).then_some(Action::Down);
    hint(canvas, place, &closes(&canvas.look.keymap, arrow));
}
