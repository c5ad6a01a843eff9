//! Two results side by side, and below them the deciding rule of each.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::explorer::{
    Action, CompareScreen, ComparedRow, ExplanationLine, HintText, KeyContext, LayerAction, wrap,
};
use crate::report::comparison::DifferenceSign;
use crate::terminal::draw::canvas::{Canvas, fit_end};
use crate::terminal::draw::mark_style;
use crate::terminal::draw::panes::{row, title};
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::theme::Role;

/// The number of cells between the sides: a line, the sign, a line.
const BETWEEN: u16 = 3;

/// Returns the height of the explanation below the results.
fn words_height(height: u16) -> u16 {
    (height * 3 / 10).clamp(4, 14).min(height / 2)
}

/// Returns the number of rows of the results in an area.
pub(crate) fn rows_in(rect: Rect) -> usize {
    usize::from(rect.height.saturating_sub(words_height(rect.height) + 2))
}

/// Draws the comparison on the whole screen.
pub(crate) fn draw(canvas: &mut Canvas<'_>, rect: Rect, screen: &CompareScreen) {
    let titles = screen.titles();
    let left_width = rect.width.saturating_sub(BETWEEN) / 2;
    let left = rect.columns_at(rect.x, left_width);
    let right = rect.columns_at(
        rect.x + left_width + BETWEEN,
        rect.width.saturating_sub(left_width + BETWEEN),
    );
    let horizontal = canvas.sign('─');
    let rows = rows_in(rect) as u16;
    let words_at = rect.y + 1 + rows;
    for y in [rect.y, words_at] {
        for x in rect.left()..rect.right() {
            canvas.text(x, y, 1, &horizontal, Role::Border);
        }
    }
    for (side, (name, meaning)) in [left, right].into_iter().zip(&titles) {
        let room = usize::from(side.width).saturating_sub(name.width() + 6);
        // If the meaning is too long, show its first part or nothing: a truncated sentence does not help.
        let first = meaning.split(" · ").next().unwrap_or_default();
        let meaning = [&**meaning, first]
            .into_iter()
            .find(|words| words.width() <= room);
        let words = [
            (&**name, Role::BorderFocused),
            (meaning.unwrap_or_default(), Role::Dim),
        ];
        let words = if meaning.is_none() { &words[..1] } else { &words };
        title::title(canvas, side, false, words, "");
    }
    let digits = screen.line_count().max(1).ilog10() as usize + 1;
    let width = usize::from(left_width).saturating_sub(row::cells_before_text(digits));
    let shown = screen.rows_in(width);
    if shown.is_empty() {
        let text = if screen.is_waiting() {
            "merging…"
        } else {
            "nothing to show"
        };
        canvas.text(rect.x + 2, rect.y + 1, rect.width, text, Role::Dim);
    }
    for (y, found) in (rect.y + 1..words_at).zip(&shown) {
        draw_row(canvas, [left, right], y, found, digits);
    }
    words(canvas, rect, [left, right], words_at, screen);
}

fn draw_row(canvas: &mut Canvas<'_>, [left, right]: [Rect; 2], y: u16, found: &ComparedRow, digits: usize) {
    let here = found
        .sides
        .iter()
        .flatten()
        .any(|side| side.cursor == crate::explorer::RowCursor::Here);
    let whole = Rect {
        y,
        height: 1,
        width: right.right() - left.x,
        ..left
    };
    if here {
        canvas.tint(whole, Role::CursorLine);
    }
    for (side, row) in [left, right].into_iter().zip(&found.sides) {
        let Some(row) = row else { continue };
        row::draw(canvas, Rect { y, height: 1, ..side }, row, digits, 0);
    }
    let role = match found.sign {
        DifferenceSign::Same => Role::Border,
        _ => found.mark.map_or(Role::Dim, mark_style::of_mark),
    };
    // In ASCII mode, the sign of two values that differ has two cells everywhere.
    let sign = match found.sign {
        DifferenceSign::Value => canvas.plain("≠").into_owned(),
        other => canvas.sign(other.glyph()),
    };
    canvas.text(left.right() + 1, y, 2, &sign, role);
    canvas
        .targets
        .action(whole, Action::Layer(LayerAction::SetRow(found.index)));
}

fn words(canvas: &mut Canvas<'_>, rect: Rect, sides: [Rect; 2], top: u16, screen: &CompareScreen) {
    let Some(words) = screen.explanation() else {
        return;
    };
    let number = if words.number.is_empty() {
        String::new()
    } else {
        // The place is more important than what is not counted.
        let short = words.number.split(',').next().unwrap_or_default();
        let fits = words.location.width() + words.number.width() + 20 < usize::from(rect.width);
        format!("difference {}", if fits { &words.number } else { short })
    };
    let room = usize::from(rect.width).saturating_sub(number.width() + 8);
    let path = fit_end(&words.location, room, canvas.ellipsis());
    let head = rect.rows_at(top, 1);
    title::title(canvas, head, false, &[(&path, Role::Title)], &number);
    let verdict = Rect::new(rect.x + 1, top + 1, rect.width.saturating_sub(2), 1);
    let mut from = verdict.y;
    if words.number.is_empty() {
        canvas.text(verdict.x, verdict.y, verdict.width, &words.verdict, Role::Text);
        from += 1;
    }
    let bar = canvas.sign('│');
    for y in from..rect.bottom() {
        canvas.text(sides[0].right() + 1, y, 1, &bar, Role::Border);
    }
    for (side, lines) in sides.into_iter().zip(words.sides) {
        let area = Rect {
            x: side.x + 1,
            width: side.width.saturating_sub(2),
            y: from,
            height: rect.bottom().saturating_sub(from),
        };
        lines_in(canvas, area, lines, KeyContext::Compare);
    }
}

/// Draws wrapped lines. If there are more lines than rows, the last row has the key that shows all.
pub(crate) fn lines_in(
    canvas: &mut Canvas<'_>,
    area: Rect,
    lines: Vec<ExplanationLine>,
    context: KeyContext,
) {
    let lines = wrap(lines, usize::from(area.width));
    let rows = usize::from(area.height);
    for (at, (y, line)) in (area.top()..area.bottom()).zip(&lines).enumerate() {
        if at + 1 == rows && lines.len() > rows {
            let key = HintText::default().key(Action::Layer(LayerAction::Explanation));
            let key = canvas.look.keymap.fill(context, &key);
            let more = format!("{} {key}: show all", canvas.ellipsis());
            canvas.text(area.x, y, area.width, &more, Role::Dim);
            return;
        }
        canvas.text(area.x, y, area.width, &line.text, mark_style::of_line(line.kind));
    }
}
