//! The title line of an area that several panes share: a tab for each pane, which can be clicked.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::areas::TabAreas;
use super::canvas::Canvas;
use super::focus::is_focused;
use super::layout;
use super::panes::title;
use crate::explorer::{Action, Explorer, Focus, Pane, PanesAction};
use crate::terminal::theme::Role;

/// The steps and the explanation, with their keys.
const BELOW: [(&str, &str, Focus); 2] = [("4", "steps", Focus::Steps), ("5", "explanation", Focus::Why)];

/// Draws the tabs of the steps and the explanation on their shared title line. Returns the cell after them.
pub(crate) fn below(canvas: &mut Canvas<'_>, rect: Rect, shown: Focus) -> u16 {
    BELOW.into_iter().fold(rect.x + 1, |x, (key, name, focus)| {
        tab(canvas, rect, x, key, name, focus == shown, focus)
    })
}

/// Draws the title line: `▸ live  patch  [result] ── step 6/14`.
pub(crate) fn draw(canvas: &mut Canvas<'_>, rect: Rect, pane: Pane, explorer: &Explorer, tabs: TabAreas) {
    if tabs == TabAreas::Inputs {
        return inputs(canvas, rect, pane, explorer);
    }
    let focused = is_focused(explorer, Focus::Document(pane));
    let wide = layout::fits_steps_beside_explanation(canvas.buffer.area);
    let sign = title::rejected(explorer);
    // The cells of the tabs, and of the spaces and lines around the text to their right.
    let taken = if wide { 33 } else { 49 } + sign.map_or(0, |sign| sign.width() + 2);
    let room = usize::from(rect.width).saturating_sub(taken);
    let right = match pane {
        Pane::Result => result_title(explorer, room),
        Pane::Live | Pane::Patch => title::file_name(canvas, explorer, pane, room),
    };
    // An older version is more important than the semantics, and than the name of the file.
    let right = match explorer.workspace().versions().title() {
        None => right,
        Some(version) => {
            let step = format!("step {}", explorer.workspace().position_of_all());
            let all = (pane == Pane::Result).then(|| format!("{version} · {right}"));
            let all = all.filter(|all| all.width() <= room);
            let both = format!("{version} · {step}");
            all.unwrap_or(if both.width() <= room { both } else { version })
        }
    };
    // If there is no space for both, the rejection is more important than the step number.
    match sign.filter(|_| !wide) {
        Some(_) => title::title(canvas, rect, focused, &[], ""),
        None => title::title(canvas, rect, focused, &[], &right),
    }
    let mut x = rect.x + 2;
    for other in [Pane::Live, Pane::Patch, Pane::Result] {
        x = pane_tab(canvas, rect, x, other, other == pane, explorer);
    }
    if !wide {
        let below = if explorer.workspace().focus() == Focus::Steps {
            Focus::Steps
        } else {
            Focus::Why
        };
        for (key, name, focus) in BELOW {
            // The line has no room for the whole word.
            let name = if focus == Focus::Why { "why" } else { name };
            x = tab(canvas, rect, x, key, name, focus == below, focus);
        }
    }
    if let Some(sign) = sign {
        canvas.over(
            x,
            rect.y,
            rect.right().saturating_sub(x),
            &format!(" {sign} "),
            Role::Rejected,
        );
    }
}

/// Returns the semantics of the result and the step, in `room` cells; the step alone if there is no room for both.
fn result_title(explorer: &Explorer, room: usize) -> String {
    let workspace = explorer.workspace();
    let step = format!("step {}", workspace.position_of_all());
    let both = format!("{} · {step}", workspace.semantics());
    match both.width() <= room && !workspace.is_opening() {
        true => both,
        false => step,
    }
}

/// Draws the title line of the live and patch panes, if one of them is next to or above the result.
fn inputs(canvas: &mut Canvas<'_>, rect: Rect, pane: Pane, explorer: &Explorer) {
    let focused = is_focused(explorer, Focus::Document(pane));
    let count = explorer.workspace().merged().patch_count();
    let which = match pane {
        Pane::Patch if count > 1 => {
            let shown = explorer.workspace().panes().patch_shown().index() + 1;
            format!("  {shown}/{count}")
        }
        _ => String::new(),
    };
    // The sign and the tabs below, the spaces around the file name, and a line on both sides of it.
    let room = usize::from(rect.width).saturating_sub(23 + which.len());
    let file = title::file_name(canvas, explorer, pane, room);
    title::title(canvas, rect, focused, &[], &format!("{file}{which}"));
    let mut x = rect.x + 1;
    for other in [Pane::Live, Pane::Patch] {
        x = pane_tab(canvas, rect, x, other, other == pane, explorer);
    }
}

/// Draws the tab of a pane, with a sign if its file cannot be read.
fn pane_tab(
    canvas: &mut Canvas<'_>,
    rect: Rect,
    x: u16,
    pane: Pane,
    shown: bool,
    explorer: &Explorer,
) -> u16 {
    let key = match pane {
        Pane::Live => "1",
        Pane::Patch => "2",
        Pane::Result => "3",
    };
    let end = tab(
        canvas,
        rect,
        x,
        key,
        title::name(pane),
        shown,
        Focus::Document(pane),
    );
    if !explorer.is_broken(pane) || end >= rect.right() {
        return end;
    }
    canvas.over(end - 1, rect.y, 1, "✗", Role::Rejected)
}

fn tab(canvas: &mut Canvas<'_>, rect: Rect, x: u16, key: &str, name: &str, shown: bool, focus: Focus) -> u16 {
    let text = format!(" {key} {name} ");
    let role = if shown { Role::StepCurrent } else { Role::Dim };
    let width = (text.width() as u16).min(rect.right().saturating_sub(x));
    let area = Rect::new(x, rect.y, width, 1);
    canvas
        .targets
        .action(area, Action::Panes(PanesAction::FocusOn(focus)));
    canvas.over(x, rect.y, width, &text, role)
}
