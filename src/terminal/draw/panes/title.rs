//! The title lines of the panes.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::document::escape::visible;
use crate::explorer::{Explorer, InputId, Pane};
use crate::terminal::draw::canvas::{Canvas, fit_end};
use crate::terminal::theme::Role;

/// Returns the name of a pane.
pub(crate) fn name(pane: Pane) -> &'static str {
    match pane {
        Pane::Live => "live",
        Pane::Patch => "patch",
        Pane::Result => "result",
    }
}

/// Draws a title line, with `right` at its end.
pub(crate) fn title(canvas: &mut Canvas<'_>, area: Rect, focused: bool, left: &[(&str, Role)], right: &str) {
    let sign = canvas.sign(if focused { '▸' } else { '─' });
    let border = if focused {
        Role::BorderFocused
    } else {
        Role::Border
    };
    canvas.text(area.x, area.y, 1, &sign, border);
    let mut x = area.x + 1;
    let end = area.right();
    for (text, role) in left {
        let text = format!(" {text} ");
        x = canvas.over(x, area.y, end.saturating_sub(x), &text, *role);
    }
    let width = right.width() as u16 + 2;
    if !right.is_empty() && x + width < end {
        canvas.text(end - width - 1, area.y, width, &format!(" {right} "), Role::Title);
    }
}

/// Returns the sign of a rejection by the merge or by the API server, once the last step or the last change is reached, or
/// at a step that is a rejection by the API server.
pub(crate) fn rejected(explorer: &Explorer) -> Option<&'static str> {
    if let Some(sign) = explorer.apply_rejected() {
        return Some(sign);
    }
    let session = explorer.workspace().merged();
    let sign = match session.merge().rejection() {
        Some(_) => "✗ rejected",
        None => session.server_rejection().map(|_| "✗ API server rejects")?,
    };
    let is_rejection = session.step().is_some_and(|step| step.rule.is_server_rejection());
    let is_changed = session.merge().rejection().is_none() && session.position() >= session.last_change();
    let reached = session.position() == session.len() || is_changed || is_rejection;
    (reached && !explorer.workspace().is_opening()).then_some(sign)
}

/// Returns the name of the input that a pane shows, in `room` cells.
pub(crate) fn file_name(canvas: &Canvas<'_>, explorer: &Explorer, pane: Pane, room: usize) -> String {
    let input = explorer.input_in(pane);
    input.map_or_else(String::new, |input| input_name(canvas, explorer, input, room))
}

/// Returns the name of an input in `room` cells. A long path is truncated at its start.
pub(crate) fn input_name(canvas: &Canvas<'_>, explorer: &Explorer, input: InputId, room: usize) -> String {
    let name = explorer.workspace().inputs().name(input);
    // The folder of a lesson is not a folder of the user.
    let name = match explorer.workspace().lesson() {
        Some(_) => name.rsplit('/').next().unwrap_or(name),
        None => name,
    };
    fit_end(&visible(name), room, canvas.ellipsis())
}
