//! The keys, from the key table: as many as fit, those that can do nothing now in grey.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use crate::explorer::State;
use crate::terminal::context;
use crate::terminal::keys;
use crate::terminal::theme::Role;

/// Draws the keys that matter now.
pub(super) fn draw(canvas: &mut Canvas<'_>, row: Rect, state: &State) {
    let mut x = row.x + 1;
    for entry in keys::footer(context(state)) {
        let width = (entry.keys.width() + 1 + entry.label.width()) as u16;
        if x + width > row.right() {
            continue;
        }
        let disabled = state.why_not(entry.action).is_some();
        let (key, label) = match disabled {
            true => (Role::FooterDisabled, Role::FooterDisabled),
            false => (Role::FooterKey, Role::Footer),
        };
        let area = Rect { x, width, ..row };
        let at = canvas.text(x, row.y, width, &entry.keys, key) + 1;
        x = canvas.text(at, row.y, width, entry.label, label) + 2;
        canvas.targets.action(area, entry.action);
    }
}
