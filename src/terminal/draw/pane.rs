//! Live, patch and result: line numbers, marks, text.

use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, fit};
use super::{is_focused, style, tabs, yaml};
use crate::document::escape::visible;
use crate::explorer::{Cursor, Focus, Pane, Row, Stage, State};
use crate::merge::Mark;
use crate::terminal::textarea::TextArea;
use crate::terminal::theme::Role;

/// Cells before the line number: the cursor's sign and two marks.
const SIGNS: u16 = 3;

/// The name of a pane.
pub(super) fn name(pane: Pane) -> &'static str {
    match pane {
        Pane::Live => "live",
        Pane::Patch => "patch",
        Pane::Result => "result",
    }
}

/// Writes a place's title on its title line, `right` at the line's end.
pub(super) fn title(canvas: &mut Canvas<'_>, place: Rect, focused: bool, left: &[(&str, Role)], right: &str) {
    let sign = match focused {
        true => canvas.glyph("▸", ">"),
        false => canvas.glyph("─", "-"),
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
        x = canvas.text(x, place.y, end.saturating_sub(x), &text, *role);
    }
    let width = right.width() as u16 + 2;
    if !right.is_empty() && x + width + 1 <= end {
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
pub(super) fn rejected(canvas: &Canvas<'_>, state: &State) -> Option<&'static str> {
    let session = state.session();
    let reached = session.merge().refusal().is_some() && session.position() == session.len();
    reached.then(|| canvas.glyph("✗ rejected", "X rejected"))
}

fn pane_title(canvas: &mut Canvas<'_>, place: Rect, pane: Pane, state: &State) {
    let focused = is_focused(state, Focus::Document(pane));
    let session = state.session();
    let role = if focused { Role::BorderFocused } else { Role::Title };
    let document = match pane {
        Pane::Live => 0,
        _ => state.patch_shown() + 1,
    };
    let file = visible(state.name(document)).into_owned();
    match pane {
        Pane::Result => {
            let step = format!("step {}/{}", session.position(), session.len());
            let mut left = vec![(name(pane), role)];
            left.extend(rejected(canvas, state).map(|sign| (sign, Role::Rejected)));
            title(canvas, place, focused, &left, &step);
        }
        Pane::Patch if session.patch_count() == 0 => {
            title(
                canvas,
                place,
                focused,
                &[("patch", role), ("none", Role::Dim)],
                "",
            );
        }
        _ => {
            let count = session.patch_count();
            let which = match pane {
                Pane::Patch if count > 1 => format!("{}/{count}", state.patch_shown() + 1),
                _ => String::new(),
            };
            title(
                canvas,
                place,
                focused,
                &[(name(pane), role), (&file, Role::Dim)],
                &which,
            );
        }
    }
}

/// Draws a pane with its title line; with `tabs` that names the other panes too.
pub(super) fn draw(canvas: &mut Canvas<'_>, place: Rect, pane: Pane, state: &State, tabs: bool) {
    if tabs {
        tabs::draw(canvas, place, pane, state);
    } else {
        pane_title(canvas, place, pane, state);
    }
    let body = body(place);
    let view = state.view(pane);
    let digits = number_width(state, pane);
    for (y, row) in (body.top()..body.bottom()).zip(state.rows(pane)) {
        let area = Rect { y, height: 1, ..body };
        draw_row(canvas, area, &row, digits);
    }
    canvas.targets.rows(body, Focus::Document(pane), view.scroll);
}

/// Draws a pane whose text is being edited. Returns where the terminal's cursor belongs.
pub(super) fn edited(
    canvas: &mut Canvas<'_>,
    place: Rect,
    pane: Pane,
    state: &State,
    text: &mut TextArea,
) -> Option<Position> {
    let edit = state.edit()?;
    let file = visible(state.name(edit.document)).into_owned();
    let label = format!("editing {}", name(pane));
    let dirty = if edit.is_dirty() {
        canvas.glyph("● unsaved", "* unsaved")
    } else {
        ""
    };
    title(
        canvas,
        place,
        true,
        &[(&label, Role::BorderFocused), (&file, Role::Dim)],
        dirty,
    );
    let body = body(place);
    canvas.targets.text(body);
    let theme = &canvas.look.theme;
    text.draw(canvas.buffer, body, theme, None)
}

fn body(place: Rect) -> Rect {
    Rect {
        y: place.y + 1,
        height: place.height.saturating_sub(1),
        ..place
    }
}

fn number_width(state: &State, pane: Pane) -> usize {
    let last = match pane {
        Pane::Live => state.session().live().document().lines().count(),
        Pane::Patch => {
            let view = state.session().patch(state.patch_shown());
            view.map_or(1, |view| view.document().lines().count())
        }
        // The width must not change while one steps.
        Pane::Result => {
            let live = state.session().live().document().lines().count();
            live.max(state.row_count(pane))
        }
    };
    last.max(1).ilog10() as usize + 1
}

fn draw_row(canvas: &mut Canvas<'_>, area: Rect, row: &Row, digits: usize) {
    let here = match row.cursor {
        Cursor::None => None,
        Cursor::Here => Some(Role::CursorLine),
        Cursor::Counterpart => Some(Role::Counterpart),
        Cursor::Near => None,
    };
    let over = here.map(|role| canvas.style(role)).unwrap_or_default();
    if let Some(role) = here {
        canvas.tint(area, role);
    }
    let sign = match row.cursor {
        Cursor::None => " ",
        Cursor::Here | Cursor::Counterpart => canvas.glyph("▸", ">"),
        Cursor::Near => canvas.glyph("▹", ":"),
    };
    canvas.styled(
        area.x,
        area.y,
        1,
        sign,
        canvas.style(Role::BorderFocused).patch(over),
    );
    draw_marks(canvas, area, row);
    let number = row
        .number
        .map_or_else(|| "·".to_owned(), |number| number.to_string());
    let number = format!("{number:>digits$}");
    let number_style = match row.fresh {
        true => canvas.style(Role::LineNumber).patch(canvas.style(Role::Title)),
        false => canvas.style(Role::LineNumber),
    };
    let x = area.x + SIGNS;
    let x = canvas.styled(
        x,
        area.y,
        area.right().saturating_sub(x),
        &number,
        number_style.patch(over),
    ) + 1;
    if x < area.right() {
        let text = Rect {
            x,
            width: area.right() - x,
            ..area
        };
        draw_text(canvas, text, row, over);
    }
}

fn draw_marks(canvas: &mut Canvas<'_>, area: Rect, row: &Row) {
    if row.stage == Stage::Pending && row.marks.is_empty() {
        canvas.text(area.x + 1, area.y, 1, "·", Role::Dim);
        return;
    }
    for (at, mark) in row.marks.iter().take(2).enumerate() {
        let mut style = canvas
            .style(style::of_mark(mark))
            .remove_modifier(Modifier::CROSSED_OUT);
        if row.fresh {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let glyph = canvas.mark(mark);
        canvas.styled(area.x + 1 + at as u16, area.y, 1, &glyph, style);
    }
}

/// The mark that colours the whole text: what came in or went out.
fn whole(row: &Row) -> Option<Role> {
    let telling = [Mark::Cleared, Mark::Deleted, Mark::Added];
    let gone = |mark: &Mark| row.ghost || *mark == Mark::Added || row.number.is_some();
    telling
        .into_iter()
        .find(|mark| row.marks.has(*mark) && gone(mark))
        .map(style::of_mark)
}

fn draw_text(canvas: &mut Canvas<'_>, area: Rect, row: &Row, over: Style) {
    let badge = row
        .badge
        .as_ref()
        .map(|badge| canvas.plain(&format!("⟨{}⟩", badge.words())).into_owned());
    let width = usize::from(area.width);
    // The text goes before the words beside it, and those before the badge.
    let text_width = row.text.width();
    let notes = [&row.note, &row.brief].map(|note| canvas.plain(note).into_owned());
    let room_for = |note: &String| text_width + 2 + note.width() <= width;
    let note = notes.into_iter().find(room_for).unwrap_or_default();
    let note_width = if note.is_empty() { 0 } else { note.width() + 2 };
    let room = width;
    let shown = fit(&row.text, room, canvas.ellipsis());
    let strong = if row.fresh {
        Modifier::BOLD
    } else {
        Modifier::empty()
    };
    let base = match whole(row) {
        Some(role) => canvas.style(role),
        None => canvas.style(Role::String),
    };
    let end = canvas
        .buffer
        .set_stringn(
            area.x,
            area.y,
            &shown,
            room,
            base.patch(over).add_modifier(strong),
        )
        .0;
    if whole(row).is_none() && row.cursor != Cursor::Here {
        colour(canvas, area, row, &shown, over, strong);
    }
    if let Some(columns) = &row.guilty {
        let from = (columns.start).min(width) as u16;
        let to = (columns.end).min(width) as u16;
        let guilty = Rect {
            x: area.x + from,
            width: to.saturating_sub(from),
            ..area
        };
        let style = canvas.style(Role::Rejected).add_modifier(Modifier::UNDERLINED);
        canvas.buffer.set_style(guilty, style);
    }
    let mut x = end;
    if let Some(badge) = badge {
        let need = badge.width() + 2 + note_width;
        if usize::from(area.right().saturating_sub(x)) >= need {
            x = canvas.styled(
                x + 2,
                area.y,
                area.width,
                &badge,
                canvas.style(Role::Badge).patch(over),
            );
        }
    }
    if !note.is_empty() && usize::from(area.right().saturating_sub(x)) >= note.width() + 1 {
        let role = row.mark().map_or(Role::Dim, style::of_mark);
        let style = canvas.style(role).remove_modifier(Modifier::CROSSED_OUT);
        let at = area.right() - note.width() as u16;
        canvas.styled(at, area.y, note.width() as u16, &note, style.patch(over));
    }
}

/// Keys, values and comments in their colours; a changed value in that of its mark.
fn colour(canvas: &mut Canvas<'_>, area: Rect, row: &Row, shown: &str, over: Style, strong: Modifier) {
    let changed = [Mark::Changed, Mark::Replaced]
        .into_iter()
        .find(|mark| row.marks.has(*mark));
    for (range, role) in yaml::parts(shown) {
        let is_value = matches!(role, Role::String | Role::Number | Role::Literal);
        let role = match changed {
            Some(mark) if is_value && row.stage == Stage::None => style::of_mark(mark),
            _ => role,
        };
        let (before, part) = (&shown[..range.start], &shown[range]);
        let place = Rect {
            x: area.x + before.width() as u16,
            width: part.width() as u16,
            ..area
        };
        let style = canvas.style(role).patch(over).add_modifier(strong);
        canvas.buffer.set_style(place.intersection(area), style);
    }
}
