//! The frame of popups, and questions.

use std::ops::Range;

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::document::escape::visible;
use crate::explorer::{Action, KeyContext, LayerAction, Question};
use crate::report::unified_diff::excerpt;
use crate::terminal::draw::canvas::Canvas;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::keymap::Keymap;
use crate::terminal::theme::Role;

/// The maximum width of the strips of panes next to a popup that are blanked, in cells.
const MAX_STRIPS: u16 = 8;

/// Draws an empty box in the middle of the screen. Returns the area inside.
pub(crate) fn popup(canvas: &mut Canvas<'_>, area: Rect, width: u16, height: u16, title: &str) -> Rect {
    let width = width.min(area.width.saturating_sub(2));
    let height = height.min(area.height.saturating_sub(2));
    let rect = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    // Narrow strips of the panes next to the popup would be unreadable.
    if area.width - width <= MAX_STRIPS {
        let strip = rect.columns_at(area.x, area.width);
        canvas.fill(strip, Role::Text);
    }
    canvas.fill(rect, Role::Popup);
    canvas.popup = Some(rect);
    canvas.targets.cover(rect);
    let (h, v) = (canvas.sign('─'), canvas.sign('│'));
    for x in rect.left()..rect.right() {
        canvas.text(x, rect.y, 1, &h, Role::BorderFocused);
        canvas.text(x, rect.bottom() - 1, 1, &h, Role::BorderFocused);
    }
    for y in rect.top()..rect.bottom() {
        canvas.text(rect.x, y, 1, &v, Role::BorderFocused);
        canvas.text(rect.right() - 1, y, 1, &v, Role::BorderFocused);
    }
    let corners = [
        (rect.x, rect.y, '╭'),
        (rect.right() - 1, rect.y, '╮'),
        (rect.x, rect.bottom() - 1, '╰'),
        (rect.right() - 1, rect.bottom() - 1, '╯'),
    ];
    for (x, y, sign) in corners {
        canvas.text(x, y, 1, &canvas.sign(sign), Role::BorderFocused);
    }
    canvas.text(rect.x + 2, rect.y, width - 4, &format!(" {title} "), Role::Title);
    Rect::new(rect.x + 2, rect.y + 1, width - 4, height - 2)
}

/// Draws a hint on the lower edge of a box whose inside is `rect`.
pub(crate) fn hint(canvas: &mut Canvas<'_>, rect: Rect, text: &str) {
    let text = format!(" {text} ");
    let width = (text.width() as u16).min(rect.width);
    canvas.over(rect.right() - width, rect.bottom(), width, &text, Role::Dim);
}

/// Returns the hint to close a box, and to scroll it if there is more.
pub(crate) fn closes(keymap: &Keymap, scroll: Option<Action>) -> String {
    let close = keymap.shown(KeyContext::Help, Action::CLOSE);
    match scroll.map(|action| keymap.shown(KeyContext::Help, action)) {
        Some(scroll) => format!("{scroll}: scroll, {close}: close"),
        None => format!("{close}: close"),
    }
}

/// The number of rows of a question with two answers and without lines.
const BOX_ROWS: u16 = 7;

/// Draws a question with its answers.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, question: &Question) {
    let asked = question.confirmation.text();
    let (text, [yes, no], save) = (asked.question, asked.answers, asked.save);
    let box_rows = BOX_ROWS + u16::from(save.is_some());
    let file = visible(&question.file);
    let room = usize::from(area.height.saturating_sub(2 + box_rows + 1));
    let shown = question.lines.len().min(room) as u16;
    // A blank row before the lines.
    let more = shown + u16::from(shown > 0);
    let width = if shown > 0 {
        area.width.saturating_sub(8)
    } else {
        66
    };
    let rect = popup(canvas, area, width.max(66), box_rows + more, "question");
    canvas.text(rect.x, rect.y, rect.width, &file, Role::Dim);
    canvas.text(rect.x, rect.y + 1, rect.width, text, Role::Text);
    let last = question.lines.len() - usize::from(shown);
    canvas.targets.set_popup_end(last, usize::from(shown));
    let from = question.scroll.min(last);
    draw_lines(canvas, rect, &question.lines, from..from + usize::from(shown));
    if last > 0 {
        let key = |action| {
            canvas
                .look
                .keymap
                .shown(KeyContext::Question, Action::Layer(action))
        };
        let keys = format!("{}/{}", key(LayerAction::Up), key(LayerAction::Down));
        let (to, all) = (from + usize::from(shown), question.lines.len());
        hint(
            canvas,
            rect,
            &format!("{keys}: scroll, lines {} to {to} of {all}", from + 1),
        );
    }
    let answers = [
        save.map(|save| (save, LayerAction::SaveFirst)),
        Some((yes, LayerAction::Yes)),
        Some((no, LayerAction::No)),
    ];
    for (row, (label, action)) in (3 + more..).zip(answers.into_iter().flatten()) {
        let action = Action::Layer(action);
        let key = canvas.look.keymap.shown(KeyContext::Question, action);
        let area = rect.rows_at(rect.y + row, 1);
        let x = canvas.text(area.x, area.y, area.width, &key, Role::FooterKey) + 2;
        canvas.text(x, area.y, area.right().saturating_sub(x), label, Role::Text);
        canvas.targets.action(area, action);
    }
}

/// Draws the lines of a question.
fn draw_lines(canvas: &mut Canvas<'_>, rect: Rect, lines: &[String], rows: Range<usize>) {
    for (row, at) in (0..).zip(rows) {
        let line = excerpt(lines, at, usize::from(rect.width));
        let role = match line.as_bytes().first() {
            Some(b'+') => Role::Added,
            Some(b'-') => Role::Deleted,
            Some(b'@') => Role::Dim,
            _ => Role::Text,
        };
        canvas.text(rect.x, rect.y + 3 + row, rect.width, &line, role);
    }
}
