//! The live, patch and result panes: line numbers, marks and text.

use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use super::row;
use super::title::{file_name, input_name, name, rejected, title};
use super::wrapped::{first_shown, wrapped};
use crate::explorer::{Explorer, Focus, InputId, Pane};
use crate::terminal::draw::areas::TabAreas;
use crate::terminal::draw::canvas::{Canvas, fit_path};
use crate::terminal::draw::focus::is_focused;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::draw::tabs;
use crate::terminal::textarea::TextArea;
use crate::terminal::theme::Role;

/// Draws the title of a pane. `path` is the path of the node that contains all rows, if their indentation is
/// hidden.
fn pane_title(canvas: &mut Canvas<'_>, rect: Rect, pane: Pane, explorer: &Explorer, path: &str) {
    let focused = is_focused(explorer, Focus::Document(pane));
    let session = explorer.workspace().merged();
    let role = if focused { Role::BorderFocused } else { Role::Title };
    match pane {
        Pane::Result => {
            let position = explorer.workspace().position_of_all();
            let step = format!("step {position}");
            let version = explorer.workspace().versions().title();
            let rejected = rejected(explorer);
            let mut left = vec![(name(pane), role)];
            // The semantics are more important than words that are shown elsewhere, too.
            let shorter = [
                (&*step, rejected),
                (&*position, rejected),
                (&*position, rejected.map(|_| "✗")),
            ];
            let titled = shorter.into_iter().find_map(|(step, rejected)| {
                let others = version.as_deref().into_iter().chain(rejected);
                let taken: usize = others
                    .chain([step, name(pane)])
                    .map(|text| text.width() + 3)
                    .sum();
                let room = usize::from(rect.width).saturating_sub(taken);
                Some((semantics(canvas, explorer, room)?, step, rejected))
            });
            let (semantics, step, rejected) = match titled {
                Some((semantics, step, rejected)) => (Some(semantics), step, rejected),
                None => (None, &*step, rejected),
            };
            left.extend(semantics.as_ref().map(|(words, role)| (&**words, *role)));
            left.extend(version.iter().map(|version| (&**version, Role::Warning)));
            left.extend(rejected.map(|sign| (sign, Role::Rejected)));
            let taken: usize = left.iter().map(|(text, _)| text.width() + 2).sum();
            let room = usize::from(rect.width).saturating_sub(taken + step.width() + 6);
            let path = fit_path(path, room, canvas.ellipsis());
            if room >= MIN_PATH && !path.is_empty() {
                left.push((&path, Role::Dim));
            }
            title(canvas, rect, focused, &left, step);
        }
        Pane::Patch if session.patch_count() == 0 => {
            title(canvas, rect, focused, &[("patch", role), ("none", Role::Dim)], "");
        }
        _ => {
            let count = session.patch_count();
            let which = match pane {
                Pane::Patch if count > 1 => {
                    format!(
                        "{}/{count}",
                        explorer.workspace().panes().patch_shown().index() + 1
                    )
                }
                _ => String::new(),
            };
            let broken = match (explorer.is_broken(pane), explorer.apply_rejected()) {
                // The result pane says what is wrong; the name of the file needs the room.
                (true, Some(sign)) if pane == Pane::Patch && sign.len() > "✗ rejected".len() => "✗",
                (true, Some(_)) if pane == Pane::Patch => "✗ rejected",
                (true, _) => "✗ broken",
                (false, _) => "",
            };
            // Each text has a space on both sides. The sign comes first, and a line after the last text.
            let others = [which.as_str(), broken]
                .into_iter()
                .filter(|text| !text.is_empty());
            let taken: usize = others.map(|text| text.width() + 3).sum();
            let taken = taken + name(pane).width() + 5;
            let room = usize::from(rect.width).saturating_sub(taken);
            // In a deep document, the path is more useful than the name of the file.
            let file = match path {
                "" => file_name(canvas, explorer, pane, room),
                path => fit_path(path, room, canvas.ellipsis()),
            };
            let left = [(name(pane), role), (&file, Role::Dim), (broken, Role::Rejected)];
            let left = if broken.is_empty() { &left[..2] } else { &left };
            title(canvas, rect, focused, left, &which);
        }
    }
}

/// Returns the semantics of the result, with a sign if the result with the other semantics differs, as far as
/// it fits.
fn semantics(canvas: &Canvas<'_>, explorer: &Explorer, room: usize) -> Option<(String, Role)> {
    let workspace = explorer.workspace();
    if workspace.is_opening() {
        return None;
    }
    let differs = !workspace.agreement().agrees() && !workspace.hides_outcome();
    let name = workspace.semantics().to_string();
    let role = if differs { Role::Warning } else { Role::Dim };
    let long = differs.then(|| format!("{name} {}", workspace.agreement().sign()));
    let short = if differs { format!("{name} ≠") } else { name };
    let mut all = long
        .into_iter()
        .chain([short])
        .map(|words| canvas.plain(&words).into_owned());
    all.find(|words| words.width() + 2 < room)
        .map(|words| (words, role))
}

/// Draws a pane with its title line; with `tabs` the title line has the names of the other panes, too.
pub(crate) fn draw(canvas: &mut Canvas<'_>, rect: Rect, pane: Pane, explorer: &Explorer, tabs: TabAreas) {
    let body = body(rect);
    let rows = explorer.rows(pane);
    // An unreadable text can be longer than the last readable one.
    let last = rows.iter().filter_map(|row| row.number).max();
    let digits = digits_of(last.unwrap_or(1)).max(number_width(explorer, pane));
    let width = usize::from(body.width).saturating_sub(row::cells_before_text(digits));
    let shared = explorer.shared_indent(pane, &rows, width);
    // An object inside a policy has no path: the name of the file is more useful.
    let path = shared.as_ref().filter(|(_, path)| !path.0.is_empty());
    let path = path.map(|(_, path)| path.to_string());
    match (tabs, pane) {
        (TabAreas::None, _) | (TabAreas::Inputs, Pane::Result) => {
            pane_title(canvas, rect, pane, explorer, path.as_deref().unwrap_or_default());
        }
        _ => tabs::draw(canvas, rect, pane, explorer, tabs),
    }
    let indent = shared.map_or(0, |(cells, _)| cells);
    let view = explorer.workspace().panes().view(pane);
    let slid = explorer.workspace().panes().x_offset(pane).saturating_sub(indent);
    let rows = rows.into_iter().map(|row| row.without_indent(indent));
    if explorer.workspace().session().layout().wraps() {
        let lines: Vec<_> = rows.map(|row| wrapped(row, width)).collect();
        let heights: Vec<_> = lines.iter().map(Vec::len).collect();
        let cursor = view.cursor.checked_sub(view.scroll);
        let first = first_shown(&heights, cursor, usize::from(body.height));
        let lines = lines.into_iter().enumerate().skip(first);
        let lines = lines.flat_map(|(at, lines)| lines.into_iter().enumerate().map(move |line| (at, line)));
        for (y, (at, (part, row))) in (body.top()..body.bottom()).zip(lines) {
            let area = Rect { y, height: 1, ..body };
            match part {
                0 => row::draw(canvas, area, &row, digits, 0),
                _ => row::draw_rest(canvas, area, &row, digits),
            }
            canvas.targets.rows(area, Focus::Document(pane), view.scroll + at);
        }
        return;
    }
    for (y, row) in (body.top()..body.bottom()).zip(rows) {
        let area = Rect { y, height: 1, ..body };
        row::draw(canvas, area, &row, digits, slid);
    }
    canvas.targets.rows(body, Focus::Document(pane), view.scroll);
}

/// Draws a pane whose text is being edited. Returns the position for the cursor of the terminal.
pub(crate) fn edited(
    canvas: &mut Canvas<'_>,
    rect: Rect,
    pane: Pane,
    explorer: &Explorer,
    text: &mut TextArea,
) -> Option<Position> {
    let edit = explorer.edit()?;
    let what = match edit.input {
        InputId::Manifest => "manifest",
        _ => name(pane),
    };
    let label = format!("editing {what}");
    let unsaved = match edit.is_outdated() {
        true => "● changed on disk",
        false => "● unsaved",
    };
    let dirty = if edit.is_dirty() { unsaved } else { "" };
    let taken = label.width() + unsaved.width() + 7;
    let room = usize::from(rect.width).saturating_sub(taken);
    let file = if edit.edits_result() {
        format!(
            "saves {}",
            input_name(canvas, explorer, edit.input, room.saturating_sub(6))
        )
    } else {
        input_name(canvas, explorer, edit.input, room)
    };
    title(
        canvas,
        rect,
        true,
        &[
            (&label, Role::BorderFocused),
            (&file, Role::Dim),
            (dirty, Role::Warning),
        ],
        "",
    );
    let body = body(rect);
    canvas.targets.text(body);
    let theme = &canvas.look.theme;
    let tab = format!("{:2}", canvas.plain("→"));
    let wrong = explorer
        .workspace()
        .inputs()
        .error_line(edit.input)
        .map(|line| line - 1);
    let (ellipsis, cross) = (canvas.ellipsis(), canvas.sign('✗'));
    text.draw(canvas.buffer, body, theme, (&tab, ellipsis, &cross), wrong)
}

/// The minimum width of a path in a title.
const MIN_PATH: usize = 8;

fn body(rect: Rect) -> Rect {
    rect.rows_at(rect.y + 1, rect.height.saturating_sub(1))
}

fn number_width(explorer: &Explorer, pane: Pane) -> usize {
    let last = match pane {
        Pane::Live => explorer.workspace().merged().live().document().lines().count(),
        Pane::Patch => {
            let view = explorer
                .workspace()
                .merged()
                .patch(explorer.workspace().panes().patch_shown());
            view.map_or(1, |view| view.document().lines().count())
        }
        // The width must not change from step to step.
        Pane::Result => {
            let live = explorer.workspace().merged().live().document().lines().count();
            live.max(explorer.workspace().row_count(pane))
        }
    };
    digits_of(last)
}

fn digits_of(number: usize) -> usize {
    number.max(1).ilog10() as usize + 1
}
