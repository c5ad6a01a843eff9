//! The list of steps.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, fit_end};
use super::{is_focused, style, title};
use crate::explorer::{Focus, State, StepRow};
use crate::terminal::theme::Role;

/// Deeper steps are not indented further.
const DEEPEST: usize = 4;
/// Cells of the word that says what a step does.
const LABEL: usize = 12;

/// Draws the list with its title line.
pub(super) fn draw(canvas: &mut Canvas<'_>, place: Rect, state: &State) {
    let focused = is_focused(state, Focus::Steps);
    let role = if focused { Role::BorderFocused } else { Role::Title };
    let session = state.session();
    let right = match (state.is_zoomed(), state.player().playing) {
        (_, true) => format!("playing, {} ms", state.player().interval()),
        _ => format!("{}/{}", session.position(), session.len()),
    };
    let only = state.filter().map(|effect| format!("only {}", effect.name()));
    let mut left = vec![("steps", role)];
    left.extend(only.as_deref().map(|only| (only, Role::Warning)));
    title::title(canvas, place, focused, &left, &right);
    let body = Rect {
        y: place.y + 1,
        height: place.height.saturating_sub(1),
        ..place
    };
    let from = state.steps_view().scroll;
    let digits = session.len().max(1).ilog10() as usize + 1;
    let rows = state.step_list(from, usize::from(body.height));
    for (y, row) in (body.top()..body.bottom()).zip(&rows) {
        let area = Rect { y, height: 1, ..body };
        draw_row(canvas, area, row, digits, row.position == session.position());
        if state.is_hit(row) {
            let number = Rect {
                width: digits as u16 + 1,
                ..area
            };
            canvas.tint(number.intersection(area), Role::Selection);
        }
    }
    canvas.targets.rows(body, Focus::Steps, from);
}

fn draw_row(canvas: &mut Canvas<'_>, area: Rect, row: &StepRow, digits: usize, current: bool) {
    let over = match current {
        true => canvas.style(Role::StepCurrent),
        false => ratatui::style::Style::default(),
    };
    if current {
        canvas.tint(area, Role::StepCurrent);
    }
    let plain = if row.played { Role::String } else { Role::Dim };
    let end = area.right();
    let sign = if current { canvas.glyph("▸", ">") } else { " " };
    canvas.styled(area.x, area.y, 1, sign, over);
    let number = format!("{:>digits$} ", row.position);
    let mut x = canvas.styled(
        area.x + 1,
        area.y,
        end.saturating_sub(area.x + 1),
        &number,
        if current {
            over
        } else {
            canvas.style(Role::LineNumber)
        },
    );
    x += row.depth.min(DEEPEST) as u16;
    let mark_style = match row.mark {
        Some(mark) if row.played => canvas
            .style(style::of_mark(mark))
            .remove_modifier(ratatui::style::Modifier::CROSSED_OUT),
        _ => canvas.style(plain),
    };
    let glyph = row.mark.map_or_else(|| "·".to_owned(), |mark| canvas.mark(mark));
    x = canvas.styled(x, area.y, end.saturating_sub(x), &glyph, mark_style.patch(over)) + 1;
    let pad = LABEL.saturating_sub(row.label.width() + row.depth.min(DEEPEST));
    let label = format!("{}{} ", row.label, " ".repeat(pad));
    x = canvas.styled(x, area.y, end.saturating_sub(x), &label, mark_style.patch(over));
    if let Some(writer) = row.writer {
        let sign = format!("p{writer} ");
        x = canvas.styled(
            x,
            area.y,
            end.saturating_sub(x),
            &sign,
            canvas.style(Role::Badge).patch(over),
        );
    }
    let width = end.saturating_sub(x);
    let path = fit_end(&row.path, usize::from(width), canvas.ellipsis());
    canvas.styled(x, area.y, width, &path, canvas.style(plain).patch(over));
}
