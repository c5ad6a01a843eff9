//! What stands on the title lines of the places.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::document::escape::visible;
use crate::explorer::{Explorer, Pane};
use crate::terminal::draw::canvas::{Canvas, fit_end};
use crate::terminal::theme::Role;

/// The name of a pane.
pub(crate) fn name(pane: Pane) -> &'static str {
    match pane {
        Pane::Live => "live",
        Pane::Patch => "patch",
        Pane::Result => "result",
    }
}

/// Writes a place's title on its title line, `right` at the line's end.
pub(crate) fn title(canvas: &mut Canvas<'_>, place: Rect, focused: bool, left: &[(&str, Role)], right: &str) {
    let sign = if focused {
        canvas.glyph("▸", ">")
    } else {
        canvas.glyph("─", "-")
    };
    let border = if focused {
        Role::BorderFocused
    } else {
        Role::Border
    };
    canvas.text(place.x, place.y, 1, sign, border);
    let mut x = place.x + 1;
    let end = place.right();
    for (text, role) in left {
        let text = format!(" {text} ");
        x = canvas.over(x, place.y, end.saturating_sub(x), &text, *role);
    }
    let width = right.width() as u16 + 2;
    if !right.is_empty() && x + width < end {
        canvas.text(
            end - width - 1,
            place.y,
            width,
            &format!(" {right} "),
            Role::Title,
        );
    }
}

/// The sign of a refused patch, once its refusal is reached.
pub(crate) fn rejected(canvas: &Canvas<'_>, state: &Explorer) -> Option<&'static str> {
    let session = state.session();
    let reached = session.merge().rejection().is_some() && session.position() == session.len();
    (reached && !state.is_opening()).then(|| canvas.glyph("✗ rejected", "X rejected"))
}

/// A file's name in `room` cells. Of a long path the end tells more than the beginning.
pub(crate) fn file_name(canvas: &Canvas<'_>, state: &Explorer, document: usize, room: usize) -> String {
    fit_end(&visible(state.name(document)), room, canvas.ellipsis())
}
