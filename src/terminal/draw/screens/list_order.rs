//! The order of a list in three columns, with lines that connect the items.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use unicode_width::UnicodeWidthStr;

use super::compare::lines_in;
use super::list_order_connectors::{Connection, GutterSide, lanes};
use crate::document::escape::visible;
use crate::explorer::{
    Action, EarlyVariable, KeyContext, LayerAction, ListOrder, ListOrderItem, ListOrderScreen, MergedView,
    OrderColumn, OrderSource, ServerOnlyPlacement,
};
use crate::merge::Mark;
use crate::terminal::draw::canvas::{Canvas, fit, fit_end};
use crate::terminal::draw::mark_style;
use crate::terminal::draw::panes::title;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::theme::Role;

/// Returns the height of the explanation below the columns.
fn words_height(height: u16) -> u16 {
    (height * 3 / 10).clamp(5, 14).min(height / 2)
}

/// Returns the number of rows of the columns in an area, with two title rows above and one below. The
/// explanation gets the space that a short list does not need, in increments of several rows, so that the
/// layout rarely changes from step to step.
pub(crate) fn rows_in(rect: Rect, order: &ListOrder) -> usize {
    const STEP: usize = 4;
    let most = usize::from(rect.height.saturating_sub(words_height(rect.height) + 3));
    let needed = order.height() + 1;
    needed.next_multiple_of(STEP).min(most)
}

/// Draws the order on the whole screen.
pub(crate) fn draw(canvas: &mut Canvas<'_>, rect: Rect, screen: &ListOrderScreen, merged: &MergedView) {
    let (order, view) = (screen.order(), screen.view());
    let horizontal = canvas.sign('─');
    let rows = rows_in(rect, order) as u16;
    let top = rect.y + 2;
    let words_at = top + rows;
    for y in [rect.y, words_at] {
        for x in rect.left()..rect.right() {
            canvas.text(x, y, 1, &horizontal, Role::Border);
        }
    }
    heading(canvas, rect, merged, order);
    let shown = view.scroll..view.scroll + usize::from(rows);
    let slots = OrderColumn::ALL.map(|column| slots(order, merged, column, shown.clone()));
    let (widths, gutters) = widths(order, &slots, rect.width, shown.clone());
    let mut x = rect.x;
    let columns = [0, 1, 2].map(|at| {
        let column = Rect::new(x, top, widths[at], rows);
        x += widths[at] + gutters.get(at).copied().unwrap_or(0);
        column
    });
    let wanted = screen.order_source();
    for (at, (rect, word)) in columns.iter().zip(["live", &wanted, "result"]).enumerate() {
        let (rows, listed) = (order.columns[at].len(), order.requested);
        // A long name is truncated, but not its number.
        let count = match OrderColumn::ALL[at] {
            OrderColumn::Requested if listed < rows => format!(" ({listed} of {rows})"),
            _ => format!(" ({rows})"),
        };
        // The gutter above the lines is free.
        let cells = match gutters.get(at) {
            None => rect.width.saturating_sub(4),
            Some(gutter) => (rect.width + gutter).saturating_sub(5),
        };
        let room = usize::from(cells).saturating_sub(count.len());
        let word = fit(word, room, canvas.ellipsis()) + &count;
        let (word, role) = match OrderColumn::ALL[at] {
            OrderColumn::Result if order.is_rejected => {
                let sign = canvas.sign(Mark::Rejected.glyph());
                (format!("{sign} {NO_RESULT}"), mark_style::of_mark(Mark::Rejected))
            }
            _ => (word, Role::Title),
        };
        canvas.text(rect.x + 4, rect.y - 1, cells, &word, role);
    }
    let chosen = order.item_at(view.cursor);
    let mut has_numbers = [false; 2];
    for (at, pair) in columns.windows(2).enumerate() {
        let gap = pair[0].columns_at(pair[0].right(), gutters[at]);
        has_numbers[at] = connect(canvas, gap, order, at, chosen, shown.clone());
    }
    legend(canvas, Rect { y: words_at, ..rect }, order, has_numbers);
    let mut names: Vec<&str> = slots.iter().flatten().map(|slot| &*slot.name).collect();
    names.sort_unstable();
    names.dedup();
    for (slots, rect) in slots.iter().zip(columns) {
        for slot in slots {
            let y = rect.top() + (slot.row - shown.start) as u16;
            let cell = Rect { y, height: 1, ..rect };
            draw_slot(canvas, cell, order, slot, &names, Some(slot.index) == chosen);
        }
    }
    for (y, row) in (top..words_at)
        .zip(shown)
        .take_while(|(_, row)| *row < order.height())
    {
        let whole = Rect { y, height: 1, ..rect };
        // The item of the row can be in several rows: the sign is beside the one that the cursor is on.
        if row == view.cursor
            && let Some(column) = order.column_at(row)
        {
            let x = columns[column as usize].x;
            canvas.text(x, y, 1, &canvas.sign('▸'), Role::BorderFocused);
        }
        canvas
            .targets
            .action(whole, Action::Layer(LayerAction::SetRow(row)));
    }
    let words = Rect {
        x: rect.x + 1,
        y: words_at + 1,
        width: rect.width.saturating_sub(2),
        height: rect.bottom().saturating_sub(words_at + 1),
    };
    lines_in(canvas, words, screen.explanation(merged), KeyContext::ListOrder);
}

/// Returns the visible items of a column.
fn slots<'o>(
    order: &'o ListOrder,
    merged: &MergedView,
    column: OrderColumn,
    shown: Range<usize>,
) -> Vec<Slot<'o>> {
    let indexes = order.columns[column as usize].iter().copied().enumerate();
    let visible_rows = indexes.skip(shown.start).take(shown.len());
    let slots = visible_rows.filter_map(|(row, index)| {
        let index = index as usize;
        let item = order.items.get(index)?;
        Some(Slot {
            item,
            index,
            name: visible(&order.name(item, merged.merge())).into_owned(),
            early: order.early_of(item).first(),
            column,
            row,
        })
    });
    slots.collect()
}

/// Returns the widths of the columns and of the gutters between them. If the names do not fit, the gutters get
/// only the space that their lines need, and all columns cut names to the same length.
fn widths(
    order: &ListOrder,
    slots: &[Vec<Slot<'_>>; 3],
    width: u16,
    shown: Range<usize>,
) -> ([u16; 3], [u16; 2]) {
    let usual = (width / 9).clamp(MIN_GUTTER, 14);
    let longest = |limit: usize| {
        let mut longest = slots.each_ref().map(|slots| {
            let needed = slots.iter().map(|slot| slot.needed_cells(order, limit));
            needed.max().unwrap_or(0)
        });
        if order.is_rejected {
            longest[OrderColumn::Result as usize] = NO_RESULT.width() + 7;
        }
        longest
    };
    let room = |gutters: [u16; 2]| usize::from(width.saturating_sub(gutters[0] + gutters[1]));
    let fits = |limit: usize, cells: usize| longest(limit).iter().sum::<usize>() <= cells;
    let all = usize::from(width);
    let gutters = match fits(all, room([usual; 2])) {
        true => [usual; 2],
        false => [0, 1].map(|from| {
            let falls_or_rises = |one: &Connection| one.left != one.right && one.is_in(&shown);
            let lines = connections(order, from, None).filter(falls_or_rises);
            // A lane for each line, its ends, and a space on both sides.
            let needed = lines.take(usize::from(usual)).count() as u16 + 4;
            needed.clamp(MIN_GUTTER, usual)
        }),
    };
    let cells = room(gutters);
    let limit = (0..=all).rev().find(|limit| fits(*limit, cells)).unwrap_or(0);
    let equal = cells / 3;
    let needed = longest(limit);
    let widths = match needed.iter().all(|needed| *needed <= equal) {
        true => [equal; 3],
        false => {
            let spare = cells.saturating_sub(needed.iter().sum()) / 3;
            needed.map(|needed| needed + spare)
        }
    };
    (widths.map(|width| width as u16), gutters)
}

/// Returns the number of cells of a position.
fn digits(order: &ListOrder) -> usize {
    order.height().max(1).ilog10() as usize + 1
}

fn heading(canvas: &mut Canvas<'_>, rect: Rect, merged: &MergedView, order: &ListOrder) {
    let mut right = format!("step {}/{}", merged.position(), merged.len());
    match order.early() {
        0 => {}
        // The path is more important.
        count if rect.width < 72 => right = format!("! {count} · {right}"),
        1 => right = format!("! 1 variable used before its definition · {right}"),
        count => right = format!("! {count} variables used before their definition · {right}"),
    }
    let room = usize::from(rect.width).saturating_sub(right.width() + 16);
    let path = fit_end(&visible(&order.path), room, canvas.ellipsis());
    let left = [("order", Role::BorderFocused), (path.as_str(), Role::Title)];
    title::title(canvas, rect, true, &left, &right);
}

/// Draws the meaning of the numbers at the lines and of the signs of the middle column.
fn legend(canvas: &mut Canvas<'_>, rect: Rect, order: &ListOrder, has_numbers: [bool; 2]) {
    let is_unlisted = |item: &ListOrderItem| item.server_only.is_some();
    let is_placed = |item: &ListOrderItem| matches!(item.server_only, Some(ServerOnlyPlacement::Before(_)));
    let is_listed = order.order_source != OrderSource::Nothing;
    let any = |is_one: &dyn Fn(&ListOrderItem) -> bool| is_listed && order.items.iter().any(is_one);
    // Each with its form for a small screen.
    let line = canvas.sign('─');
    let parts = [
        (
            has_numbers[0],
            [format!("N{line} line from row N"), format!("N{line} from row N")],
        ),
        (
            has_numbers[1],
            [format!("{line}N line to row N"), format!("{line}N to row N")],
        ),
        (
            any(&is_unlisted),
            [0, 1].map(|_| format!("{} not listed", canvas.sign('◦'))),
        ),
        (
            any(&is_placed),
            ["placed before the next listed item", "before next listed"]
                .map(|words| format!("{} {words}", canvas.sign('↱'))),
        ),
    ];
    let text = |form: usize| {
        let shown = parts.iter().filter(|(is_shown, _)| *is_shown);
        let words: Vec<&str> = shown.map(|(_, forms)| forms[form].as_str()).collect();
        format!(" {} ", words.join("   "))
    };
    let texts = [text(0), text(1)];
    let fits = |text: &&String| !text.trim().is_empty() && text.width() + 2 < usize::from(rect.width);
    let Some(text) = texts.iter().find(fits) else {
        return;
    };
    let width = text.width() as u16;
    canvas.text(rect.right() - width - 1, rect.y, width, text, Role::Dim);
}

/// Returns the connections from a column to the next one. Before the list is ordered, the result has the live order,
/// whatever the patch requests, so no connection leads to it.
fn connections(
    order: &ListOrder,
    from: usize,
    chosen: Option<usize>,
) -> impl Iterator<Item = Connection> + '_ {
    let items = match order.is_pending && from > 0 {
        true => &[][..],
        false => &order.columns[from],
    };
    items.iter().enumerate().filter_map(move |(left, item)| {
        Some(Connection {
            left,
            right: order.items.get(*item as usize)?.row(OrderColumn::ALL[from + 1])?,
            item: *item as usize,
            chosen: chosen == Some(*item as usize),
        })
    })
}

/// Draws the lines between two columns. Returns whether one has the number of a row at its end.
fn connect(
    canvas: &mut Canvas<'_>,
    gap: Rect,
    order: &ListOrder,
    from: usize,
    chosen: Option<usize>,
    rows: Range<usize>,
) -> bool {
    let mut has_numbers = false;
    let connections = connections(order, from, chosen);
    // A space on both sides separates the lines from the names.
    let width = usize::from(gap.width.saturating_sub(2));
    // ASCII has no corners.
    let bends = !canvas.look.ascii;
    // The numbers of the live and of the result column are those of their rows.
    let numbered = match OrderColumn::ALL[from] {
        OrderColumn::Live => GutterSide::Right,
        _ => GutterSide::Left,
    };
    for (y, row) in (gap.top()..gap.bottom()).zip(lanes(connections, rows, width, numbered, bends)) {
        for (x, cell) in (gap.x + 1..).zip(row) {
            let Some(item) = cell.item.and_then(|at| order.items.get(at)) else {
                continue;
            };
            let glyph = canvas.sign(cell.glyph());
            let role = match (cell.chosen, item.mark) {
                (true, _) => Role::BorderFocused,
                (false, Some(mark)) => mark_style::of_mark(mark),
                (false, None) => Role::Border,
            };
            let mut style = canvas.style(role).remove_modifier(Modifier::CROSSED_OUT);
            if cell.chosen {
                style = style.add_modifier(Modifier::BOLD);
            }
            canvas.styled(x, y, 1, &glyph, style);
            has_numbers |= cell.glyph.is_some_and(|glyph| glyph.is_ascii_digit());
        }
    }
    has_numbers
}

/// The minimum width of a name next to a note.
const MIN_NAME: usize = 6;

/// The title of the result column of a rejected patch.
const NO_RESULT: &str = "no result";

/// The minimum width of a gutter.
const MIN_GUTTER: u16 = 5;

/// The minimum number of cells of the part of a name that no other name has.
const MIN_OWN: usize = 4;

/// An item in a column.
struct Slot<'o> {
    item: &'o ListOrderItem,
    index: usize,
    /// The name of the item; escaped.
    name: String,
    /// The first reference in its value that is before its definition.
    early: Option<&'o EarlyVariable>,
    column: OrderColumn,
    row: usize,
}

impl Slot<'_> {
    /// Returns the width with at most `limit` cells of the name.
    fn needed_cells(&self, order: &ListOrder, limit: usize) -> usize {
        let note = match self.column {
            OrderColumn::Result => move_of(self.item).width() + 1,
            _ => 0,
        };
        let tie = 2 * usize::from(self.is_tied(order));
        digits(order) + 4 + tie + self.name.width().min(limit) + note
    }

    /// Returns whether the middle column shows that the item is placed before the next one.
    fn is_tied(&self, order: &ListOrder) -> bool {
        self.column == OrderColumn::Requested
            && matches!(self.item.server_only, Some(ServerOnlyPlacement::Before(_)))
            && order.order_source != OrderSource::Nothing
    }
}

/// Returns a name in `width` cells. `names` are the sorted visible names. The beginning that it shares with
/// another name is omitted if its own part would be cut off otherwise.
fn fit_name(name: &str, names: &[&str], width: usize, ellipsis: &str) -> String {
    let at = names.partition_point(|other| *other < name);
    let neighbors = [at.checked_sub(1), at.checked_add(1)].map(|at| names.get(at?));
    let shared_with = |other: &&str| {
        let pairs = name.char_indices().zip(other.chars());
        let mut different = pairs.filter(|((_, own), other)| own != other);
        different
            .next()
            .map_or(name.len().min(other.len()), |((at, _), _)| at)
    };
    let shared = neighbors
        .into_iter()
        .flatten()
        .map(shared_with)
        .max()
        .unwrap_or(0);
    let (start, own) = name.split_at(shared);
    let head = fit(name, width / 4, "");
    let (room, cut) = (width - head.width(), ellipsis.width());
    let is_whole = own.width() + cut <= room;
    let own_after_cut = match is_whole {
        true => own.width(),
        false => room.saturating_sub(2 * cut),
    };
    let own_before_cut = width.saturating_sub(start.width() + cut);
    if name.width() <= width || own_before_cut >= own_after_cut.min(MIN_OWN) {
        fit(name, width, ellipsis)
    } else if is_whole {
        head + &fit_end(name, room, ellipsis)
    } else {
        head + &fit(&format!("{ellipsis}{own}"), room, ellipsis)
    }
}

/// Draws an item in a column: its row, its name, and in the last column a note.
fn draw_slot(
    canvas: &mut Canvas<'_>,
    area: Rect,
    order: &ListOrder,
    slot: &Slot<'_>,
    names: &[&str],
    chosen: bool,
) {
    let Slot {
        item, column, row, ..
    } = *slot;
    if chosen {
        canvas.tint(area, Role::CursorLine);
    }
    let digits = digits(order);
    let tied = item.server_only.filter(|_| column == OrderColumn::Requested);
    let number = match (column, item.requested_position()) {
        (OrderColumn::Requested, Some(wish)) => format!("{:>digits$}", wish + 1),
        (OrderColumn::Requested, None) => format!("{:>digits$}", canvas.sign('◦')),
        _ => format!("{:>digits$}", row + 1),
    };
    let x = canvas.text(area.x + 1, area.y, area.width, &number, Role::LineNumber) + 1;
    let sign = mark_in(slot);
    let x = match sign {
        Some(mark) => {
            let glyph = canvas.sign(mark.glyph());
            let style = canvas
                .style(mark_style::of_mark(mark))
                .remove_modifier(Modifier::CROSSED_OUT);
            canvas.styled(x, area.y, 1, &glyph, style);
            x + 2
        }
        None => x + 2,
    };
    let x = match slot.is_tied(order) {
        true => canvas.text(x, area.y, 1, &canvas.sign('↱'), Role::Dim) + 1,
        false => x,
    };
    let room = usize::from(area.right().saturating_sub(x));
    let early = slot.early.filter(|_| column == OrderColumn::Result);
    let early = early.map(|early| format!("$({}) is at {}", visible(&early.variable), early.defined + 1));
    // The name and the previous position are more important than the variable: the explanation names it, too.
    let early = early.filter(|note| slot.name.width() + note.width() < room);
    let (note, note_role) = match (early, column) {
        (Some(note), _) => (note, Role::Warning),
        (None, OrderColumn::Result) => (move_of(item), Role::Dim),
        (None, _) => (String::new(), Role::Dim),
    };
    let note = canvas.plain(&note).into_owned();
    // The previous position is more important than the end of the name.
    let note_room = match note.is_empty() {
        true => 0,
        false => note.width() + 1,
    };
    let name_room = match room.saturating_sub(note_room) {
        left if left >= MIN_NAME => left,
        _ => room,
    };
    let name = fit_name(&slot.name, names, name_room, canvas.ellipsis());
    let role = match (tied, sign) {
        (Some(_), _) => Role::Dim,
        (None, Some(mark)) => mark_style::of_mark(mark),
        (None, None) => Role::Text,
    };
    let end = canvas.text(x, area.y, room as u16, &name, role);
    if !note.is_empty() && usize::from(area.right().saturating_sub(end)) > note.width() {
        let at = area.right() - note.width() as u16;
        canvas.text(at, area.y, note.width() as u16, &note, note_role);
    }
}

/// Returns the mark of an item in a column: in the live column if it is removed, in the result column if it
/// is added or moved.
fn mark_in(slot: &Slot<'_>) -> Option<Mark> {
    match (slot.column, slot.item.mark) {
        (OrderColumn::Live, Some(Mark::Deleted)) => Some(Mark::Deleted),
        (OrderColumn::Requested, _) if slot.item.misplaced => Some(Mark::Rejected),
        (OrderColumn::Result, _) if slot.early.is_some() => Some(Mark::Warning),
        (OrderColumn::Result, mark) => mark,
        _ => None,
    }
}

/// Returns the live and the current position of an item that has another position now.
fn move_of(item: &ListOrderItem) -> String {
    match (item.row(OrderColumn::Live), item.row(OrderColumn::Result)) {
        (Some(old), Some(new)) if old != new => format!("{} → {}", old + 1, new + 1),
        _ => String::new(),
    }
}
