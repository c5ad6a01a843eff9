//! The explanation pane.

use ratatui::layout::Rect;

use super::title;
use crate::document::words::count_of;
use crate::explorer::{Action, Explorer, Focus, HintText, KeyContext, LayerAction, LineKind, wrap_text};
use crate::merge::Mark;
use crate::terminal::draw::canvas::Canvas;
use crate::terminal::draw::focus::is_focused;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::draw::{mark_style, tabs};
use crate::terminal::theme::Role;

/// Draws the explanation with its title line. `shared`: the steps have the same area.
pub(crate) fn draw(canvas: &mut Canvas<'_>, rect: Rect, explorer: &Explorer, shared: bool) {
    let focused = is_focused(explorer, Focus::Why);
    let role = if focused { Role::BorderFocused } else { Role::Title };
    let story = explorer.explanation();
    let mut body = Rect {
        x: rect.x + 1,
        y: rect.y + 1,
        width: rect.width.saturating_sub(2),
        height: rect.height.saturating_sub(1),
    };
    if let Some(hint) = explorer.opening_hint().filter(|_| body.height > 3) {
        let hint = canvas.look.keymap.fill(KeyContext::Main, &hint);
        for line in wrap_text(&hint, usize::from(body.width)) {
            canvas.text(body.x, body.y, body.width, &line, Role::Warning);
            body.y += 1;
            body.height -= 1;
        }
    }
    let from = explorer.workspace().panes().why().scroll;
    let below = story.len().saturating_sub(from + usize::from(body.height));
    let mut more = match below {
        0 => String::new(),
        lines => count_of(lines, "more line"),
    };
    if story.iter().any(|line| line.kind == LineKind::Folded) {
        let key = HintText::default().key(Action::Layer(LayerAction::Explanation));
        let whole = canvas
            .look
            .keymap
            .fill(KeyContext::Main, &key.text(": whole text"));
        let gap = if below == 0 { "" } else { ", " };
        more = format!("{more}{gap}{whole}");
    }
    let left: &[_] = if shared { &[] } else { &[("explanation", role)] };
    title::title(canvas, rect, focused, left, &more);
    if shared {
        tabs::below(canvas, rect, Focus::Why);
    }
    for (y, line) in (body.top()..body.bottom()).zip(story.iter().skip(from)) {
        let role = mark_style::of_line(line.kind);
        canvas.text(body.x, y, body.width, &line.text, role);
    }
    if below == 0 && from == 0 {
        let free = usize::from(body.height).saturating_sub(story.len());
        legend(canvas, body, free, explorer);
    }
    canvas
        .targets
        .rows(body.columns_at(rect.x, rect.width), Focus::Why, from);
}

/// Draws the meanings of the marks of the steps so far at the bottom, if `free` lines are enough.
fn legend(canvas: &mut Canvas<'_>, body: Rect, free: usize, explorer: &Explorer) {
    let marks = explorer.workspace().marks_so_far();
    let word = |mark: Mark| mark.meaning().split([',', '(']).next()?.split(" by ").next();
    let words = marks.iter().map(|mark| {
        let word = word(mark).unwrap_or_default().trim();
        format!("{} {word}", canvas.sign(mark.glyph()))
    });
    let text = words.collect::<Vec<_>>().join("  ");
    let lines = wrap_text(&canvas.plain(&text), usize::from(body.width));
    if lines.len() + 1 > free {
        return;
    }
    let top = body.bottom() - lines.len() as u16;
    for (y, line) in (top..body.bottom()).zip(lines) {
        canvas.text(body.x, y, body.width, &line, Role::Dim);
    }
}
