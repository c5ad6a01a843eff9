//! The popup with text.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::question::{closes, hint, popup};
use crate::document::escape::visible;
use crate::explorer::{Action, LayerAction, TextPopup, wrap_text};
use crate::terminal::draw::canvas::Canvas;
use crate::terminal::theme::Role;

/// The indentation of continuation lines.
const CONTINUATION_INDENT: usize = 2;

/// What is shown if no line has the text of the filter.
pub(super) const NO_MATCH: &str = "no match";

/// Draws the lines as wide as they need and the screen allows; longer lines are wrapped.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, text: &TextPopup) {
    let most = usize::from(area.width.saturating_sub(6)).max(1);
    let mut lines: Vec<String> = text
        .lines
        .iter()
        .filter(|line| holds(line, &text.filter))
        .flat_map(|line| broken(&visible(line), most))
        .collect();
    if lines.is_empty() && !text.filter.is_empty() {
        lines.push(NO_MATCH.to_owned());
    }
    let width = lines
        .iter()
        .map(|line| line.width())
        .max()
        .unwrap_or(0)
        .clamp(30, 1000) as u16;
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let rect = popup(
        canvas,
        area,
        width.saturating_add(4),
        rows.saturating_add(2),
        text.title(),
    );
    let last = lines.len().saturating_sub(usize::from(rect.height));
    canvas.targets.set_popup_end(last, usize::from(rect.height));
    let shown = lines.iter().skip(text.scroll.min(last));
    for (y, line) in (rect.top()..rect.bottom()).zip(shown) {
        canvas.text(rect.x, y, rect.width, line, Role::Text);
    }
    let arrow = (last > 0).then_some(Action::Layer(LayerAction::Down));
    hint(canvas, rect, &closes(&canvas.look.keymap, arrow));
}

/// Returns whether a line contains a text, ignoring case.
pub(super) fn holds(line: &str, text: &str) -> bool {
    text.is_empty() || line.to_lowercase().contains(&text.to_lowercase())
}

/// Wraps a line to a width, with indented continuation lines.
fn broken(line: &str, width: usize) -> Vec<String> {
    if line.width() <= width {
        return vec![line.to_owned()];
    }
    let text = line.trim_start_matches(' ');
    let indent = (line.len() - text.len()).min(width / 2);
    let pieces = wrap_text(text, width.saturating_sub(indent + CONTINUATION_INDENT).max(1));
    let pad = |(at, piece): (usize, String)| {
        format!(
            "{:1$}{piece}",
            "",
            indent + if at > 0 { CONTINUATION_INDENT } else { 0 }
        )
    };
    pieces.into_iter().enumerate().map(pad).collect()
}
