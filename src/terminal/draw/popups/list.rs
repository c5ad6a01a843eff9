//! Lists of choices.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::question;
use crate::explorer::{Action, Explorer, LayerAction, ListItem, wrap_text};
use crate::merge::Mark;
use crate::terminal::draw::canvas::{Canvas, fit_path};
use crate::terminal::draw::mark_style;
use crate::terminal::theme::Role;

/// The width of the popup in cells, if the screen is wide enough.
const WIDTH: u16 = 100;
/// The minimum number of rows below the list for details about the choice under the cursor.
const DETAIL: u16 = 3;

/// Draws a list.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, explorer: &Explorer, cursor: usize) {
    let Some(list) = explorer.list_view() else { return };
    let width = usize::from(WIDTH.min(area.width.saturating_sub(2)).saturating_sub(4));
    let wrapped =
        |text: &str| -> Vec<String> { text.lines().flat_map(|line| wrap_text(line, width)).collect() };
    let sentence = list.sentence.as_deref().map_or(Vec::new(), wrapped);
    let below = wrapped(&list.below);
    let lead = list.rows.iter().map(|row| row.lead.width()).max().unwrap_or(0);
    let label = list.rows.iter().map(|row| row.label.width()).max().unwrap_or(0);
    // The sign, the mark, and the spaces between them.
    let taken = lead + label + 6;
    let rows: Vec<(usize, bool, ListItem)> = match list.wraps {
        true => wrapped_rows(&list.rows, width.saturating_sub(taken)),
        false => list
            .rows
            .iter()
            .cloned()
            .enumerate()
            .map(|(at, row)| (at, true, row))
            .collect(),
    };
    // Details without text of their own only help if a row is truncated.
    let is_cut = rows.iter().any(|(.., row)| taken + row.text.width() > width);
    let chosen = list.rows.get(cursor).map_or("", |row| row.text.as_str());
    let words = match list.detail.is_empty() {
        true if is_cut => chosen,
        _ => &list.detail,
    };
    let mut details = wrap_text(words, width);
    // Long details take at most a third of the screen.
    let shown = (details.len() as u16).min(area.height / 3).max(DETAIL);
    if details.len() > usize::from(shown) {
        details.truncate(usize::from(shown));
        if let Some(last) = details.last_mut() {
            last.push_str(canvas.ellipsis());
        }
    }
    let detail = if words.is_empty() { 0 } else { shown + 1 };
    let above = sentence.len() as u16;
    let gap = u16::from(above > 0 && !list.rows.is_empty());
    let under = if below.is_empty() { 0 } else { below.len() + 1 } as u16;
    let content = (rows.len() as u16).saturating_add(above + gap + under);
    let rect = question::popup(
        canvas,
        area,
        WIDTH,
        content.saturating_add(detail + 2),
        &list.title,
    );
    let hidden = content.saturating_sub(rect.height);
    // The cursor scrolls the text around the choices: at the first choice its begin is visible, at the last one its end.
    let scrolled = match list.rows.len() {
        count if count > 1 && under > 0 => usize::from(hidden) * cursor / (count - 1),
        _ => 0,
    };
    let first = rows.iter().position(|(at, ..)| *at == cursor).unwrap_or(0);
    let scrolled = scrolled.min(usize::from(above + gap) + first);
    let mut y = rect.y;
    for line in sentence.iter().skip(scrolled).take(usize::from(rect.height)) {
        canvas.text(rect.x, y, rect.width, line, Role::Text);
        y += 1;
    }
    y += gap.min((usize::from(above + gap)).saturating_sub(scrolled) as u16);
    let past = scrolled.saturating_sub(usize::from(above + gap));
    // If space is short, the list is more important than the details.
    let room = rect.bottom().saturating_sub(y);
    let enough = list.rows.len().min(3) as u16;
    let detail = if room >= detail + enough { detail } else { 0 };
    let visible = usize::from(room - detail.min(room));
    let last = rows.iter().rposition(|(at, ..)| *at == cursor).unwrap_or(0);
    let from = (last + 1).saturating_sub(visible).max(past);
    for (at, is_first, row) in rows.iter().skip(from).take(visible) {
        let line = Rect { y, height: 1, ..rect };
        let sign = if *at == cursor && *is_first { '▸' } else { ' ' };
        draw_row(canvas, line, row, (*at == cursor, sign), (lead, label));
        canvas.targets.action(line, Action::Layer(LayerAction::Pick(*at)));
        y += 1;
    }
    for line in &below {
        y += 1;
        if y >= rect.bottom() {
            break;
        }
        canvas.text(rect.x, y, rect.width, line, Role::Text);
    }
    if detail > 0 {
        let from = rect.bottom() - shown;
        for (y, line) in (from..rect.bottom()).zip(details) {
            canvas.text(rect.x, y, rect.width, &line, Role::Dim);
        }
    }
    let mut hint = canvas.look.keymap.fill(explorer.key_context(), &list.hint);
    if under > 0 && hidden > 0 && list.rows.len() > 1 {
        let (key, action) = match cursor + 1 < list.rows.len() {
            true => (LayerAction::Down, "more text"),
            false => (LayerAction::Up, "text above"),
        };
        let key = canvas
            .look
            .keymap
            .shown(explorer.key_context(), Action::Layer(key));
        hint = format!("{key}: {action}, {hint}");
    }
    question::hint(canvas, rect, &hint);
}

/// Returns the lines of choices with wrapped text, each with the index of its choice and whether it is its first line.
fn wrapped_rows(rows: &[ListItem], width: usize) -> Vec<(usize, bool, ListItem)> {
    let mut lines = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for (number, text) in wrap_text(&row.text, width).into_iter().enumerate() {
            let row = match number {
                0 => ListItem { text, ..row.clone() },
                _ => ListItem {
                    text,
                    ..ListItem::default()
                },
            };
            lines.push((at, number == 0, row));
        }
    }
    lines
}

/// Draws a choice. `widths` are the widths of its first two columns in cells.
fn draw_row(
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: &ListItem,
    (chosen, sign): (bool, char),
    widths: (usize, usize),
) {
    let role = match (chosen, row.dim) {
        (true, _) => Role::CursorLine,
        (false, true) => Role::Dim,
        (false, false) => Role::Text,
    };
    let over = canvas.style(role);
    if chosen {
        canvas.tint(area, role);
    }
    let end = area.right();
    let sign = canvas.sign(sign);
    let (lead, label) = widths;
    let before = format!("{sign}{:>lead$} ", row.lead);
    let mut x = canvas.styled(area.x, area.y, end - area.x, &before, over);
    let mark = canvas.sign(row.mark.map_or(' ', Mark::glyph));
    let mark_style = match row.mark {
        Some(mark) if !row.dim => canvas
            .style(mark_style::of_mark(mark))
            .remove_modifier(ratatui::style::Modifier::CROSSED_OUT),
        _ => over,
    };
    x = canvas.styled(x, area.y, end.saturating_sub(x), &mark, mark_style.patch(over)) + 1;
    let pad = " ".repeat(label.saturating_sub(row.label.width()));
    let words = format!("{}{pad}  ", row.label);
    x = canvas.styled(x, area.y, end.saturating_sub(x), &words, over);
    let room = end.saturating_sub(x);
    let text = match row.truncate_start {
        true => fit_path(&row.text, usize::from(room), canvas.ellipsis()),
        false => row.text.clone(),
    };
    canvas.styled(x, area.y, room, &text, over);
}
