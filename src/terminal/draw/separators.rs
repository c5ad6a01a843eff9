//! The lines between the panes.

use ratatui::layout::Rect;

use super::areas::ScreenAreas;
use super::canvas::Canvas;
use super::focus::is_focused;
use crate::explorer::{Explorer, Focus, Pane};
use crate::terminal::theme::Role;

/// Draws the lines between the panes, and those after the titles.
pub(crate) fn draw(canvas: &mut Canvas<'_>, places: &ScreenAreas, explorer: &Explorer) {
    for handle in &places.handles {
        canvas.targets.border(*handle);
    }
    let all = [
        (Focus::Document(Pane::Live), places.live),
        (Focus::Document(Pane::Patch), places.patch),
        (Focus::Document(Pane::Result), places.result),
        (Focus::Steps, places.steps),
        (Focus::Why, places.why),
    ];
    let present: Vec<(Focus, Rect)> = all
        .into_iter()
        .filter_map(|(focus, area)| Some((focus, area?)))
        .collect();
    let (horizontal, vertical) = (canvas.sign('─'), canvas.sign('│'));
    for (focus, area) in &present {
        let role = if is_focused(explorer, *focus) {
            Role::BorderFocused
        } else {
            Role::Border
        };
        for x in area.left()..area.right() {
            canvas.text(x, area.y, 1, &horizontal, role);
        }
    }
    for (_, area) in present.iter().filter(|(_, area)| area.x > 0) {
        for y in area.top() + 1..area.bottom() {
            canvas.text(area.x - 1, y, 1, &vertical, Role::Border);
        }
    }
    // The joints of lines between two panes and title lines.
    for (_, area) in present.iter().filter(|(_, area)| area.x > 0) {
        let x = area.x - 1;
        let above = present
            .iter()
            .any(|(_, other)| other.x == area.x && other.bottom() == area.y);
        joint(canvas, x, area.y, above, true);
        let below = present
            .iter()
            .any(|(_, other)| other.x == area.x && other.y == area.bottom());
        let has_line = present.iter().any(|(_, other)| other.y == area.bottom());
        if !below && has_line {
            joint(canvas, x, area.bottom(), true, false);
        }
    }
}

fn joint(canvas: &mut Canvas<'_>, x: u16, y: u16, above: bool, below: bool) {
    let sign = match (above, below) {
        (true, true) => '┼',
        (true, false) => '┴',
        (false, true) => '┬',
        (false, false) => return,
    };
    canvas.text(x, y, 1, &canvas.sign(sign), Role::Border);
}
