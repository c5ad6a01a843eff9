//! The list of lessons.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::question;
use crate::document::escape::visible;
use crate::explorer::{Action, State};
use crate::terminal::keys::Context;
use crate::terminal::theme::Role;

/// Rows below the list for the question of the lesson under the cursor.
const QUESTION: u16 = 4;

/// Draws the list over the screen, with the question of the lesson under the cursor.
pub(super) fn draw(canvas: &mut Canvas<'_>, area: Rect, state: &State, cursor: usize) {
    let lessons = state.lessons();
    let height = lessons.len() as u16 + QUESTION + 3;
    let place = question::popup(canvas, area, 78, height, "lessons");
    let rows = place.height.saturating_sub(QUESTION);
    let from = (cursor + 1).saturating_sub(usize::from(rows));
    for (at, lesson) in lessons.iter().enumerate().skip(from).take(usize::from(rows)) {
        let y = place.y + (at - from) as u16;
        let row = Rect {
            y,
            height: 1,
            ..place
        };
        let chosen = at == cursor;
        if chosen {
            canvas.tint(row, Role::CursorLine);
        }
        let role = if chosen { Role::CursorLine } else { Role::Text };
        let sign = if chosen { canvas.glyph("▸", ">") } else { " " };
        let title = format!("{sign}{:>2}  {}", at + 1, visible(lesson.title));
        canvas.text(row.x, y, row.width, &title, role);
    }
    if let Some(lesson) = lessons.get(cursor) {
        let y = place.y + rows + 1;
        let question = visible(lesson.question).into_owned();
        for (y, line) in (y..place.bottom()).zip(state.wrapped(&question, usize::from(place.width))) {
            canvas.text(place.x, y, place.width, &line, Role::Dim);
        }
    }
    let key = |action| canvas.look.keymap.shown(Context::Lessons, action);
    let [open, close, help] = [Action::Choose, Action::Close, Action::Help].map(key);
    question::hint(
        canvas,
        place,
        &format!("{open} opens, {close} closes, {help} helps"),
    );
}
