//! The prompt, which replaces the status line.

use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use super::text::{NO_MATCH, holds};
use crate::document::escape::visible;
use crate::explorer::{
    Action, CandidateTarget, Explorer, KeyContext, MAX_CANDIDATES, Popup, Prompt, PromptAction, PromptKind,
};
use crate::terminal::draw::canvas::{Canvas, fit_end};
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::theme::Role;

/// The maximum number of rows with candidates.
const MAX_ROWS: usize = 10;

/// Draws the candidates above the prompt, the best at the top; commands with their keys. The last row says how
/// many more there are.
fn draw_candidates(canvas: &mut Canvas<'_>, row: Rect, prompt: &Prompt) {
    let all = prompt.candidates.len();
    let rows = all.min(MAX_ROWS).min(usize::from(row.y.saturating_sub(4)));
    let count = rows as u16;
    let area = row.rows_at(row.y - count, count);
    canvas.fill(area, Role::Popup);
    if count > 0 {
        // A click on the last row shows some of those that it counts.
        canvas
            .targets
            .action(area, Action::Prompt(PromptAction::PageDown));
    }
    let keymap = &canvas.look.keymap;
    let keys: Vec<String> = prompt
        .candidates
        .iter()
        .map(|candidate| match candidate.target {
            CandidateTarget::Command(action) => keymap.shown(KeyContext::Main, action),
            CandidateTarget::Node(_) => "path".to_owned(),
            CandidateTarget::Step(_) => "step".to_owned(),
            CandidateTarget::Object(_) | CandidateTarget::OnlyObject(_) => "object".to_owned(),
        })
        .collect();
    // The chosen one is shown, above the last row.
    let chosen = prompt.chosen.unwrap_or(0);
    let first = (chosen + 2).saturating_sub(rows).min(all.saturating_sub(rows));
    let below = all - first - rows;
    if below > 0 && rows > 0 {
        let more = match all < MAX_CANDIDATES {
            true => format!("{} {} more", canvas.ellipsis(), below + 1),
            false => format!("{} more", canvas.ellipsis()),
        };
        canvas.text(row.x + 2, area.bottom() - 1, row.width, &more, Role::Dim);
    }
    let listed = rows.saturating_sub(usize::from(below > 0));
    let width = keys.iter().map(|key| key.width()).max().unwrap_or(0) as u16;
    let shown = prompt
        .candidates
        .iter()
        .zip(&keys)
        .enumerate()
        .skip(first)
        .take(listed);
    for (y, (at, (candidate, key))) in (area.top()..area.bottom()).zip(shown) {
        let line = Rect { y, height: 1, ..area };
        canvas
            .targets
            .action(line, Action::Prompt(PromptAction::Pick(at)));
        let is_chosen = prompt.chosen == Some(at);
        if is_chosen {
            canvas.tint(line, Role::CursorLine);
        }
        let [first, second] = match is_chosen {
            true => [Role::CursorLine; 2],
            false => [Role::FooterKey, Role::Text],
        };
        if is_chosen {
            canvas.text(row.x + 1, y, 1, &canvas.sign('▸'), first);
        }
        canvas.text(row.x + 2, y, width, key, first);
        let x = row.x + width + 4;
        let room = row.right().saturating_sub(x);
        let x = canvas.text(x, y, room, &visible(&candidate.label), second) + 2;
        let detail = if is_chosen { Role::CursorLine } else { Role::Dim };
        canvas.text(
            x,
            y,
            row.right().saturating_sub(x),
            &visible(&candidate.detail),
            detail,
        );
    }
}

/// Returns whether no line of the popup has the text of its filter.
fn is_empty_popup(canvas: &Canvas<'_>, explorer: &Explorer) -> bool {
    match explorer.layers().popup() {
        Some(Popup::Help(help)) => super::help::is_empty(&canvas.look.keymap, help, explorer),
        Some(Popup::Text(text)) => !text.lines.iter().any(|line| holds(line, &text.filter)),
        Some(Popup::List(_)) => explorer.list_view().is_some_and(|view| view.rows.is_empty()),
        Some(Popup::Question(_)) | None => false,
    }
}

/// Draws the prompt and the note after it. Returns the position for the cursor of the terminal.
pub(crate) fn draw(canvas: &mut Canvas<'_>, row: Rect, explorer: &Explorer) -> Option<Position> {
    let prompt = explorer.layers().prompt()?;
    draw_candidates(canvas, row, prompt);
    let (note, is_error) = explorer.prompt_note();
    let is_unmatched =
        prompt.kind == PromptKind::Filter && !prompt.text.is_empty() && is_empty_popup(canvas, explorer);
    let note = match is_unmatched && !is_error {
        true => NO_MATCH.to_owned(),
        false => canvas.look.keymap.fill(KeyContext::Prompt, &note),
    };
    let trouble = is_error || is_unmatched;
    let end = row.right().saturating_sub(1);
    let mut x = canvas.text(row.x + 1, row.y, end - row.x, prompt.kind.sign(), Role::FooterKey);
    // Of a long text, the end before the caret is shown.
    let room = usize::from(end.saturating_sub(x)) * 3 / 4;
    let before = fit_end(&prompt.before_caret(), room, canvas.ellipsis());
    x = canvas.text(x, row.y, end.saturating_sub(x), &before, Role::Text);
    let caret = Position { x, y: row.y };
    let whole = visible(&prompt.text).into_owned();
    let behind = whole.get(prompt.before_caret().len()..).unwrap_or_default();
    x = canvas.text(x, row.y, end.saturating_sub(x), behind, Role::Text);
    let role = if trouble { Role::Warning } else { Role::Dim };
    let room = end.saturating_sub(x + 3);
    if room > 0 && visible(&note).width() > 0 {
        canvas.text(x + 3, row.y, room, &visible(&note), role);
    }
    Some(caret)
}
