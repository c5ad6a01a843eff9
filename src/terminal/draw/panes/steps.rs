//! The step list.

use std::path::Path;

use ratatui::layout::Rect;
use rustc_hash::FxHashSet;
use unicode_width::UnicodeWidthStr;

use super::title;
use crate::document::escape::visible;
use crate::explorer::{Explorer, Focus, InputId, StepRow};
use crate::terminal::draw::canvas::{Canvas, fit, fit_end, fit_path};
use crate::terminal::draw::focus::is_focused;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::draw::{mark_style, tabs};
use crate::terminal::theme::Role;

/// The maximum width of the name of a patch, in cells.
const MAX_PATCH_NAME: usize = 8;
/// The maximum indentation; deeper steps are not indented further.
const MAX_INDENT: usize = 4;
/// The width of the longest name of an effect.
const MIN_LABEL_WIDTH: usize = "server-only".len();

/// Returns the width of the labels of steps, without sign and indentation. Every name of an effect fits;
/// names of rules fit if the list is wide.
fn label_width(width: u16, longest: usize) -> usize {
    longest.clamp(
        MIN_LABEL_WIDTH,
        (usize::from(width) * 3 / 8).clamp(MIN_LABEL_WIDTH, 24),
    )
}

/// Draws the list with its title line. `shared`: the explanation has the same area.
pub(crate) fn draw(canvas: &mut Canvas<'_>, rect: Rect, explorer: &Explorer, shared: bool) {
    let focused = is_focused(explorer, Focus::Steps);
    let role = if focused { Role::BorderFocused } else { Role::Title };
    let session = explorer.workspace().merged();
    let right = match (
        explorer.workspace().session().layout().is_zoomed(),
        explorer.workspace().player().playing,
    ) {
        (_, true) => format!("playing, {} ms", explorer.workspace().player().interval()),
        _ => explorer.workspace().position_of_all(),
    };
    let only = explorer
        .workspace()
        .steps()
        .filter()
        .map(|effect| format!("only {}", effect.label()));
    let mut left = vec![];
    if !shared {
        left.push(("steps", role));
        left.extend(only.as_deref().map(|only| (only, Role::Warning)));
    }
    title::title(canvas, rect, focused, &left, &right);
    if shared {
        let x = tabs::below(canvas, rect, Focus::Steps);
        let text = only.map_or(String::new(), |only| format!(" {only} "));
        canvas.over(x, rect.y, rect.right().saturating_sub(x), &text, Role::Warning);
    }
    let body = rect.rows_at(rect.y + 1, rect.height.saturating_sub(1));
    let from = explorer.workspace().steps().view().scroll;
    let label = label_width(rect.width, session.longest_label());
    let digits = session.len().max(1).ilog10() as usize + 1;
    let rows = explorer.workspace().step_rows(from, usize::from(body.height));
    let patches = patch_names(canvas, explorer);
    for (y, row) in (body.top()..body.bottom()).zip(&rows) {
        let area = Rect { y, height: 1, ..body };
        draw_row(
            canvas,
            area,
            row,
            (digits, label),
            &patches,
            row.position == session.position(),
        );
        if explorer.search().is_step_hit(row) {
            let number = area.columns_at(area.x, digits as u16 + 1);
            canvas.tint(number.intersection(area), Role::Selection);
        }
    }
    canvas.targets.rows(body, Focus::Steps, from);
}

/// Returns the names of the patches, if there are several, padded to the same width: the file names without
/// extension, or the folders in which the paths differ, or the ends of the paths. They are `p1`, `p2` … if
/// none of these is distinct.
fn patch_names(canvas: &Canvas<'_>, explorer: &Explorer) -> Vec<String> {
    let count = explorer.workspace().merged().merge().inputs.patches.len();
    let parts = |number: usize| -> Vec<String> {
        let name = explorer.workspace().inputs().name(InputId::patch(number as u16));
        let path = Path::new(name).with_extension("");
        let parts = path
            .iter()
            .rev()
            .map(|part| visible(&part.to_string_lossy()).into_owned());
        parts.collect()
    };
    let paths: Vec<Vec<String>> = (0..count).map(parts).collect();
    let depth = paths.iter().map(Vec::len).max().unwrap_or(0);
    let ellipsis = canvas.ellipsis();
    let single = |above: usize| -> Vec<String> {
        let part = |path: &Vec<String>| {
            path.get(above)
                .map_or_else(String::new, |part| fit(part, MAX_PATCH_NAME, ellipsis))
        };
        paths.iter().map(part).collect()
    };
    let end = |count: usize| -> Vec<String> {
        let joined = |path: &Vec<String>| {
            path[..count.min(path.len())]
                .iter()
                .rev()
                .cloned()
                .collect::<Vec<_>>()
                .join("/")
        };
        let ends = paths.iter().map(joined);
        ends.map(|end| fit_end(&end, MAX_PATCH_NAME, ellipsis)).collect()
    };
    let are_distinct = |names: &Vec<String>| {
        let distinct: FxHashSet<&str> = names.iter().map(String::as_str).collect();
        distinct.len() == count && !distinct.contains("")
    };
    let mut candidates = (0..depth).map(single).chain((1..=depth).map(end));
    let names = candidates.find(are_distinct);
    let names = names.unwrap_or_else(|| (1..=count).map(|number| format!("p{number}")).collect());
    let width = names.iter().map(|name| name.width()).max().unwrap_or_default();
    let fill = |name: &String| " ".repeat(width - name.width());
    names.iter().map(|name| format!("{name}{}", fill(name))).collect()
}

/// Draws a step. `digits` and `label` are the widths of its number and its label.
fn draw_row(
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: &StepRow,
    (digits, label): (usize, usize),
    patches: &[String],
    current: bool,
) {
    let over = if current {
        canvas.style(Role::StepCurrent)
    } else {
        ratatui::style::Style::default()
    };
    if current {
        canvas.tint(area, Role::StepCurrent);
    }
    let plain = if row.played { Role::String } else { Role::Dim };
    let end = area.right();
    let sign = canvas.sign(if current { '▸' } else { ' ' });
    canvas.styled(area.x, area.y, 1, &sign, over);
    let number = format!("{:>digits$} ", row.position);
    let mut x = canvas.styled(
        area.x + 1,
        area.y,
        end.saturating_sub(area.x + 1),
        &number,
        if current {
            over
        } else {
            canvas.style(Role::LineNumber)
        },
    );
    x += row.depth.min(MAX_INDENT) as u16;
    let mark_style = match row.mark {
        Some(mark) if row.played => canvas
            .style(mark_style::of_mark(mark))
            .remove_modifier(ratatui::style::Modifier::CROSSED_OUT),
        _ => canvas.style(plain),
    };
    let glyph = match row.mark {
        Some(mark) => canvas.sign(mark.glyph()),
        None => canvas.nothing().to_owned(),
    };
    x = canvas.styled(x, area.y, end.saturating_sub(x), &glyph, mark_style.patch(over)) + 1;
    let room = label
        .saturating_sub(row.depth.min(MAX_INDENT))
        .max(MIN_LABEL_WIDTH);
    let label = fit(&row.label, room, canvas.ellipsis());
    let label = format!("{label}{} ", " ".repeat(room.saturating_sub(label.width())));
    x = canvas.styled(x, area.y, end.saturating_sub(x), &label, mark_style.patch(over));
    let patch = row
        .patch_number
        .and_then(|patch| patches.get(usize::from(patch) - 1));
    if let Some(patch) = patch {
        let sign = format!("{patch} ");
        x = canvas.styled(
            x,
            area.y,
            end.saturating_sub(x),
            &sign,
            canvas.style(Role::Badge).patch(over),
        );
    }
    // A space before the border.
    let width = end.saturating_sub(x + 1);
    let path = fit_path(&row.path, usize::from(width), canvas.ellipsis());
    canvas.styled(x, area.y, width, &path, canvas.style(plain).patch(over));
}
