//! The keys, from the key table: as many as fit, those that can do nothing now in grey.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use crate::explorer::State;
use crate::terminal::context;
use crate::terminal::theme::Role;

/// Draws the keys that matter now.
pub(super) fn draw(canvas: &mut Canvas<'_>, row: Rect, state: &State) {
    let mut x = row.x + 1;
    for entry in canvas.look.keymap.footer(context(state)) {
        let keys: usize = entry.keys.iter().map(|(key, _)| key.width() + 1).sum();
        if x + (keys + entry.label.width()) as u16 > row.right() {
            continue;
        }
        let possible = |action| state.why_not(action).is_none();
        let any = entry.keys.iter().any(|(_, action)| possible(*action));
        for (at, (key, action)) in entry.keys.iter().enumerate() {
            if at > 0 {
                x = canvas.text(x, row.y, 1, "/", key_role(any));
            }
            let width = key.width() as u16;
            canvas.targets.action(Rect { x, width, ..row }, *action);
            x = canvas.text(x, row.y, width, key, key_role(possible(*action)));
        }
        let label = if any { Role::Footer } else { Role::FooterDisabled };
        let width = entry.label.width() as u16;
        if let Some((_, action)) = entry.keys.first() {
            let area = Rect {
                width: width + 1,
                x,
                ..row
            };
            canvas.targets.action(area, *action);
        }
        x = canvas.text(x + 1, row.y, width, entry.label, label) + 2;
    }
}

fn key_role(possible: bool) -> Role {
    if possible {
        Role::FooterKey
    } else {
        Role::FooterDisabled
    }
}
