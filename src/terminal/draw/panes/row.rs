//! A row of a pane: the sign of the cursor, marks, line number, text, and a note.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::document::words::count_of;
use crate::explorer::{PaneRow, RowCursor, RowStage};
use crate::merge::Mark;
use crate::report::redact::MASK;
use crate::terminal::draw::canvas::{Canvas, fit, skip};
use crate::terminal::draw::panes::fit_value::fit_value;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::draw::{mark_style, yaml};
use crate::terminal::theme::Role;

/// The number of cells before the line number: the sign of the cursor and two marks.
const SIGN_CELLS: u16 = 3;

/// Returns the number of cells before the text of a row whose line number has `digits` cells.
pub(crate) fn cells_before_text(digits: usize) -> usize {
    usize::from(SIGN_CELLS) + digits + 1
}

/// Draws a row. Line numbers have `digits` cells, and `slid` cells of the text are hidden on the left.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, row: &PaneRow, digits: usize, slid: usize) {
    let here = match row.cursor {
        _ if row.selected => Some(Role::Selection),
        RowCursor::None if row.flash => Some(Role::Flash),
        RowCursor::None => None,
        RowCursor::Here => Some(Role::CursorLine),
        RowCursor::Counterpart => Some(Role::Counterpart),
        RowCursor::Near => None,
    };
    let over = here.map(|role| canvas.style(role)).unwrap_or_default();
    if let Some(role) = here {
        canvas.tint(area, role);
    }
    let sign = match row.cursor {
        RowCursor::None => ' ',
        RowCursor::Here | RowCursor::Counterpart => '▸',
        RowCursor::Near => '▹',
    };
    canvas.styled(
        area.x,
        area.y,
        1,
        &canvas.sign(sign),
        canvas.style(Role::BorderFocused).patch(over),
    );
    draw_marks(canvas, area, row);
    let number = row
        .number
        .map_or_else(|| canvas.nothing().to_owned(), |number| number.to_string());
    let number = format!("{number:>digits$}");
    let number_style = if row.fresh {
        canvas.style(Role::LineNumber).patch(canvas.style(Role::Title))
    } else {
        canvas.style(Role::LineNumber)
    };
    let x = area.x + SIGN_CELLS;
    let x = canvas.styled(
        x,
        area.y,
        area.right().saturating_sub(x),
        &number,
        number_style.patch(over),
    ) + 1;
    if x < area.right() {
        let text = area.columns_at(x, area.right() - x);
        draw_text(canvas, text, row, slid, over);
    }
}

/// Draws a continuation line of a wrapped row.
pub(crate) fn draw_rest(canvas: &mut Canvas<'_>, area: Rect, row: &PaneRow, digits: usize) {
    let before = cells_before_text(digits) as u16;
    let text = area.columns_at(area.x + before, area.width.saturating_sub(before));
    draw_text(canvas, text, row, 0, Style::default());
}

fn draw_marks(canvas: &mut Canvas<'_>, area: Rect, row: &PaneRow) {
    if row.stage == RowStage::Pending && row.marks.is_empty() {
        canvas.text(area.x + 1, area.y, 1, "·", Role::Dim);
        return;
    }
    let removal = row.is_at_removal.then_some(Mark::Deleted);
    for (at, mark) in row.marks.iter().chain(removal).take(2).enumerate() {
        let mut style = canvas
            .style(mark_style::of_mark(mark))
            .remove_modifier(Modifier::CROSSED_OUT);
        if row.fresh {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let glyph = canvas.sign(mark.glyph());
        canvas.styled(area.x + 1 + at as u16, area.y, 1, &glyph, style);
    }
}

/// Returns the role that colors the whole text of an added, removed or kept node.
fn whole(row: &PaneRow) -> Option<Role> {
    let telling = [Mark::Cleared, Mark::Deleted, Mark::Added, Mark::Retained];
    let gone = |mark: &Mark| row.is_placeholder || *mark == Mark::Added || row.number.is_some();
    telling
        .into_iter()
        .find(|mark| row.marks.has(*mark) && gone(mark) && !row.is_partly)
        .map(mark_style::of_mark)
}

/// Returns the number of cells of the indentation that are hidden in a line that is too long, because its value is more
/// important.
fn hidden_indent(text: &str, width: usize) -> usize {
    let too_long = text.width().saturating_sub(width);
    let line = text.trim_start();
    match too_long > 0 && !line.starts_with('#') {
        true => (too_long + 1).min((text.len() - line.len()).saturating_sub(1)),
        false => 0,
    }
}

/// Returns the form of the note of a row for which there is space next to the text.
fn note_that_fits(canvas: &Canvas<'_>, row: &PaneRow, text_width: usize, width: usize) -> String {
    let [note, brief] = [&row.note, &row.brief].map(|note| canvas.plain(note).into_owned());
    let room_for = |note: &String| text_width + 2 + note.width() <= width;
    // The end of deleted text is the least important.
    let part = if row.is_placeholder { 2 } else { 3 };
    // A removed line has no other row, so the text next to it is the least important.
    let cuts_little = match row.is_at_removal {
        true => brief.width() + 6 <= width,
        false => brief.width() + 2 <= width / part,
    };
    match (room_for(&note), room_for(&brief) || cuts_little) {
        (true, _) => note,
        (false, true) => brief,
        (false, false) => match row.brief.find('≠') {
            // A difference with the other semantics is indicated even if there is no space for the details.
            Some(at) => {
                let other = canvas.plain(&row.brief[at..]).into_owned();
                let is_short = room_for(&other) || other.width() + 2 <= width / part;
                if is_short {
                    other
                } else {
                    canvas.plain("≠").into_owned()
                }
            }
            None => String::new(),
        },
    }
}

/// Fits the text of a row into `width` cells, which include those that are hidden on the left.
fn cut_text(canvas: &Canvas<'_>, row: &PaneRow, width: usize, is_moved: bool) -> String {
    // The place of an error inside a text is not moved.
    let is_whole = |faulty: &Range<usize>| {
        let before = row.text.get(..faulty.start).unwrap_or(&row.text);
        faulty.end >= row.text.width() && before.trim_matches([' ', '-']).is_empty()
    };
    match row.hits.is_empty() && row.faulty.as_ref().is_none_or(is_whole) && !is_moved {
        true => fit_value(
            &row.text,
            width,
            canvas.ellipsis(),
            row.marks.has(Mark::Changed),
            row.differs_from,
        ),
        false => fit(&row.text, width, canvas.ellipsis()),
    }
}

fn draw_text(canvas: &mut Canvas<'_>, area: Rect, row: &PaneRow, slid: usize, over: Style) {
    let badges = row.badge.iter().flat_map(|badge| [badge.words(), badge.word()]);
    let badges: Vec<String> = badges
        .map(|words| canvas.plain(&format!("⟨{words}⟩")).into_owned())
        .collect();
    let width = usize::from(area.width);
    let is_moved = slid > 0;
    let slid = match is_moved {
        true => slid,
        false => hidden_indent(&row.text, width),
    };
    // The note after a text is more important than the end of a long value; the badge is more important than
    // both.
    let folded = row.folded.map(|count| {
        let changed = if row.folds_change { ", changed" } else { "" };
        canvas
            .plain(&format!(" … {}{changed}", count_of(count, "line")))
            .into_owned()
    });
    // An ellipsis after the text says that lines are folded.
    let ellipsis_width = if folded.is_some() { 2 } else { 0 };
    let text_width = row.text.width().saturating_sub(slid) + ellipsis_width;
    let note = note_that_fits(canvas, row, text_width, width);
    let note_width = if note.is_empty() { 0 } else { note.width() + 2 };
    let room = width - note_width;
    let whole_text = cut_text(canvas, row, slid + room, is_moved);
    // One ellipsis stands for the indentation and for the start of the text.
    let is_cut_twice = whole_text
        .get(slid + 1..)
        .is_some_and(|rest| rest.starts_with(canvas.ellipsis()));
    let slid = slid + usize::from(slid > 0 && !is_moved && is_cut_twice);
    let mut shown = skip(&whole_text, slid, canvas.ellipsis());
    // The only sign of the program in the text of a document.
    if row.text.contains(MASK) {
        shown = shown.replace('•', &canvas.sign('•'));
    }
    let strong = if row.fresh {
        Modifier::BOLD
    } else {
        Modifier::empty()
    };
    let base = match whole(row) {
        Some(role) => canvas.style(role),
        None => canvas.style(Role::String),
    };
    let style = base.patch(over).add_modifier(strong);
    let end = canvas.put(area.x, area.y, room, &shown, style);
    if whole(row).is_none() && row.cursor != RowCursor::Here {
        let text = area.columns_at(area.x, room as u16);
        color(canvas, text, row, (&whole_text, slid), over, strong);
    }
    if whole(row).is_none() {
        for (columns, mark) in &row.values {
            let of_mark = canvas.style(mark_style::of_mark(*mark));
            // The colors of the cursor line stay.
            let style = match over == Style::default() {
                true => of_mark,
                false => Style::default().add_modifier(of_mark.add_modifier | Modifier::UNDERLINED),
            };
            if let Some(columns) = columns_in_cut(&row.text, &whole_text, columns) {
                let [from, to] =
                    [columns.start, columns.end].map(|at| at.saturating_sub(slid).min(room) as u16);
                let rect = Rect {
                    x: area.x + from,
                    width: to - from,
                    ..area
                };
                canvas.buffer.set_style(rect, style.add_modifier(strong));
            }
        }
    }
    // The cells of columns in the first `room` cells.
    let cells = |columns: &Range<usize>, room: usize| {
        let [from, to] = [columns.start, columns.end].map(|at| at.saturating_sub(slid).min(room) as u16);
        area.columns_at(area.x + from, to.saturating_sub(from))
    };
    for columns in &row.hits {
        canvas.tint(cells(columns, room), Role::Selection);
    }
    if let Some(columns) = &row.faulty {
        let style = canvas.style(Role::Rejected).add_modifier(Modifier::UNDERLINED);
        canvas.buffer.set_style(cells(columns, width), style);
    }
    let mut x = end;
    if let Some(words) = folded {
        // The note, such as a move, is more important than the number of lines.
        let left = usize::from(area.right().saturating_sub(x)).saturating_sub(note_width);
        let words = match note.is_empty() || row.folds_change || words.width() <= left {
            true => words,
            false if ellipsis_width <= left => format!(" {}", canvas.ellipsis()),
            false => String::new(),
        };
        let role = if row.folds_change {
            Role::Changed
        } else {
            Role::Dim
        };
        let style = canvas.style(role).patch(over);
        x = canvas.styled(x, area.y, area.right().saturating_sub(x), &words, style);
    }
    let left = usize::from(area.right().saturating_sub(x));
    // The first form that fits; in a very narrow pane one space is enough.
    let fits = |gap: usize| {
        badges
            .iter()
            .find(|badge| badge.width() + gap + note_width <= left)
            .map(|badge| (badge, gap))
    };
    if let Some((badge, gap)) = fits(2).or_else(|| fits(1)) {
        x = canvas.styled(
            x + gap as u16,
            area.y,
            area.width,
            badge,
            canvas.style(Role::Badge).patch(over),
        );
    }
    if !note.is_empty() && usize::from(area.right().saturating_sub(x)) > note.width() {
        let role = row.mark().map_or(Role::Dim, mark_style::of_mark);
        let style = canvas.style(role).remove_modifier(Modifier::CROSSED_OUT);
        let at = area.right() - note.width() as u16;
        canvas.styled(at, area.y, note.width() as u16, &note, style.patch(over));
    }
}

/// Returns the columns that columns of a text have after the text was cut: they are before or after the ellipsis.
fn columns_in_cut(text: &str, cut: &str, columns: &Range<usize>) -> Option<Range<usize>> {
    let part = |text: &str, columns: &Range<usize>| {
        let mut at = 0;
        let letters = text.chars().filter(|letter| {
            let from = at;
            at += letter.width().unwrap_or(0);
            from >= columns.start && at <= columns.end
        });
        letters.collect::<String>()
    };
    let before_end = text.width().saturating_sub(cut.width());
    let moved = columns.start.saturating_sub(before_end)..columns.end.saturating_sub(before_end);
    let whole = part(text, columns);
    [columns.clone(), moved]
        .into_iter()
        .find(|columns| part(cut, columns) == whole)
}

/// Colors keys, values and comments; a changed value has the color of its mark.
fn color(
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: &PaneRow,
    (shown, slid): (&str, usize),
    over: Style,
    strong: Modifier,
) {
    let changed = [Mark::Changed, Mark::Replaced]
        .into_iter()
        .find(|mark| row.marks.has(*mark));
    for (range, role) in yaml::parts(shown) {
        let is_value = matches!(role, Role::String | Role::Number | Role::Literal);
        let role = match changed {
            Some(mark) if is_value && row.stage == RowStage::None => mark_style::of_mark(mark),
            _ => role,
        };
        let (before, part) = (&shown[..range.start], &shown[range]);
        let (from, to) = (before.width(), before.width() + part.width());
        let [from, to] = [from, to].map(|at| at.saturating_sub(slid) as u16);
        let rect = area.columns_at(area.x + from, to - from);
        let style = canvas.style(role).patch(over).add_modifier(strong);
        canvas.buffer.set_style(rect.intersection(area), style);
    }
}
