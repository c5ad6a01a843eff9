//! The timeline: the whole merge in one row, with a dot for each step, colored by its mark. Dots can be
//! clicked.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::canvas::Canvas;
use super::mark_style;
use crate::explorer::{Action, Explorer, PlaybackAction};
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::theme::Role;

/// The maximum distance between two dots, in cells.
const MAX_CELL_WIDTH: u16 = 3;

/// Draws the timeline.
pub(crate) fn draw(canvas: &mut Canvas<'_>, row: Rect, explorer: &Explorer) {
    let room = row.width.saturating_sub(2);
    let cells = explorer.workspace().timeline(usize::from(room));
    let pitch = (room / (cells.len().max(1) as u16)).clamp(1, MAX_CELL_WIDTH);
    let line = canvas.sign('─');
    for (at, cell) in cells.iter().enumerate() {
        let x = row.x + 1 + at as u16 * pitch;
        let sign = match (cell.current, cell.played) {
            (false, _) if !cell.shown => canvas.nothing().to_owned(),
            (true, _) => canvas.sign('◉'),
            (false, true) => canvas.sign('●'),
            (false, false) => canvas.sign('○'),
        };
        let mut style = match cell.mark {
            Some(mark) => canvas.style(mark_style::of_mark(mark)),
            None => canvas.style(Role::Timeline),
        };
        style = style.remove_modifier(Modifier::CROSSED_OUT | Modifier::UNDERLINED);
        if cell.current {
            style = canvas
                .style(Role::BorderFocused)
                .patch(style)
                .add_modifier(Modifier::BOLD);
        }
        canvas.styled(x, row.y, 1, &sign, style);
        if at + 1 < cells.len() {
            for gap in 1..pitch {
                canvas.text(x + gap, row.y, 1, &line, Role::Timeline);
            }
        }
        let area = row.columns_at(x, pitch);
        canvas
            .targets
            .action(area, Action::Playback(PlaybackAction::GoToStep(cell.position)));
    }
}
