//! The help: every key from the key table, and what the marks mean.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use super::{question, style};
use crate::merge::Mark;
use crate::terminal::keys;
use crate::terminal::theme::Role;

/// Cells of the column with the keys.
const KEYS: u16 = 16;

enum Line {
    Title(String),
    Key(String, String),
    Mark(Mark),
    Blank,
}

fn lines() -> Vec<Line> {
    let mut lines = vec![Line::Title("Marks".to_owned())];
    lines.extend(Mark::ALL.into_iter().map(Line::Mark));
    for (title, entries) in keys::help() {
        lines.push(Line::Blank);
        lines.push(Line::Title(title.to_owned()));
        for entry in entries {
            lines.push(Line::Key(entry.keys.join(" "), entry.help.to_owned()));
        }
    }
    lines
}

/// Draws the help over the screen, scrolled down by so many lines.
pub(super) fn draw(canvas: &mut Canvas<'_>, area: Rect, scroll: usize) {
    let lines = lines();
    let place = question::popup(canvas, area, 76, lines.len() as u16 + 2, "help");
    let last = lines.len().saturating_sub(usize::from(place.height));
    let from = scroll.min(last);
    for (y, line) in (place.top()..place.bottom()).zip(lines.iter().skip(from)) {
        match line {
            Line::Blank => {}
            Line::Title(title) => {
                canvas.text(place.x, y, place.width, title, Role::Title);
            }
            Line::Key(keys, help) => {
                canvas.text(place.x + 1, y, KEYS, keys, Role::FooterKey);
                let x = place.x + 1 + (keys.width() as u16).max(KEYS - 1) + 1;
                canvas.text(x, y, place.right().saturating_sub(x), help, Role::Text);
            }
            Line::Mark(mark) => {
                let glyph = canvas.mark(*mark);
                let role = style::of_mark(*mark);
                let style = canvas
                    .style(role)
                    .remove_modifier(ratatui::style::Modifier::CROSSED_OUT);
                canvas.styled(place.x + 1, y, 2, &glyph, style);
                canvas.text(
                    place.x + 1 + KEYS,
                    y,
                    place.width - KEYS - 1,
                    mark.meaning(),
                    Role::Text,
                );
            }
        }
    }
    let hint = match (from, last) {
        (_, 0) => "Esc closes".to_owned(),
        (from, last) if from == last => "↑ scrolls, Esc closes".to_owned(),
        _ => "↓ scrolls, Esc closes".to_owned(),
    };
    question::hint(canvas, place, &hint);
}
