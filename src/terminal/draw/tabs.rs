//! The title line where only one pane is shown: its name among those of the others, each to be clicked.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use super::{is_focused, layout, title};
use crate::explorer::{Action, Focus, Pane, State};
use crate::terminal::theme::Role;

/// Draws the line: `▸ live  patch  [result] ── step 6/14`.
pub(super) fn draw(canvas: &mut Canvas<'_>, place: Rect, pane: Pane, state: &State) {
    let focused = is_focused(state, Focus::Document(pane));
    let session = state.session();
    let wide = layout::steps_beside_why(canvas.buffer.area);
    let sign = title::rejected(canvas, state);
    // What the tabs below take, and the blanks and lines around what stands right of them.
    let taken = if wide { 33 } else { 49 } + sign.map_or(0, |sign| sign.width() + 2);
    let room = usize::from(place.width).saturating_sub(taken);
    let right = match pane {
        Pane::Result => format!("step {}/{}", session.position(), session.len()),
        Pane::Live => title::file_name(canvas, state, 0, room),
        Pane::Patch => title::file_name(canvas, state, state.patch_shown() + 1, room),
    };
    // Where there is no room for both, a refusal matters more than its number.
    match sign.filter(|_| !wide) {
        Some(_) => title::title(canvas, place, focused, &[], ""),
        None => title::title(canvas, place, focused, &[], &right),
    }
    let mut x = place.x + 2;
    for (key, other) in ["1", "2", "3"]
        .into_iter()
        .zip([Pane::Live, Pane::Patch, Pane::Result])
    {
        x = tab(
            canvas,
            place,
            x,
            key,
            title::name(other),
            other == pane,
            Focus::Document(other),
        );
    }
    if !wide {
        let below = if state.focus() == Focus::Steps {
            Focus::Steps
        } else {
            Focus::Why
        };
        for (key, name, focus) in [("4", "steps", Focus::Steps), ("5", "why", Focus::Why)] {
            x = tab(canvas, place, x, key, name, focus == below, focus);
        }
    }
    if let Some(sign) = sign {
        canvas.over(
            x,
            place.y,
            place.right().saturating_sub(x),
            &format!(" {sign} "),
            Role::Rejected,
        );
    }
}

fn tab(
    canvas: &mut Canvas<'_>,
    place: Rect,
    x: u16,
    key: &str,
    name: &str,
    shown: bool,
    focus: Focus,
) -> u16 {
    let text = format!(" {key} {name} ");
    let role = if shown { Role::StepCurrent } else { Role::Dim };
    let width = (text.width() as u16).min(place.right().saturating_sub(x));
    let area = Rect {
        x,
        y: place.y,
        width,
        height: 1,
    };
    canvas.targets.action(area, Action::FocusOn(focus));
    canvas.over(x, place.y, width, &text, role)
}
