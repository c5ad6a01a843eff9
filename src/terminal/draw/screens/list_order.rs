//! The order of a list in three columns, with lines that connect the items.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use unicode_width::UnicodeWidthStr;

use super::compare::lines_in;
use super::list_order_connectors::{Connection, lanes};
use crate::document::escape::visible;
use crate::explorer::LayerAction;
use crate::explorer::{
    Action, EarlyVariable, KeyContext, ListOrder, ListOrderItem, ListOrderScreen, MergedView, OrderColumn,
    OrderSource, ServerOnlyPlacement,
};
use crate::merge::Mark;
use crate::terminal::draw::canvas::{Canvas, fit, fit_end};
use crate::terminal::draw::mark_style;
use crate::terminal::draw::panes::title;
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
    let horizontal = canvas.glyph("─", "-");
    let rows = rows_in(rect, order) as u16;
    let top = rect.y + 2;
    let words_at = top + rows;
    for y in [rect.y, words_at] {
        for x in rect.left()..rect.right() {
            canvas.text(x, y, 1, horizontal, Role::Border);
        }
    }
    heading(canvas, rect, merged, order);
    let shown = view.scroll..view.scroll + usize::from(rows);
    let needed = needed_widths(order, merged, shown.clone());
    let gutter = (rect.width / 9).clamp(5, 14);
    let cells = rect.width.saturating_sub(2 * gutter);
    let mut x = rect.x;
    let columns = column_widths(needed, cells).map(|width| {
        let column = Rect {
            x,
            y: top,
            width,
            height: rows,
        };
        x += width + gutter;
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
        let cells = match at {
            2 => rect.width.saturating_sub(4),
            _ => (rect.width + gutter).saturating_sub(5),
        };
        let room = usize::from(cells).saturating_sub(count.len());
        let word = fit(word, room, canvas.ellipsis()) + &count;
        canvas.text(rect.x + 4, rect.y - 1, cells, &word, Role::Title);
    }
    let chosen = order.item_at(view.cursor);
    for (at, pair) in columns.windows(2).enumerate() {
        let gap = Rect {
            x: pair[0].right(),
            width: gutter,
            ..pair[0]
        };
        connect(canvas, gap, order, at, chosen, shown.clone());
    }
    for (column, rect) in OrderColumn::ALL.into_iter().zip(columns) {
        for (y, row) in (rect.top()..rect.bottom()).zip(shown.clone()) {
            let Some(index) = order.columns[column as usize].get(row).copied() else {
                continue;
            };
            let cell = Rect { y, height: 1, ..rect };
            let Some(item) = order.items.get(index) else {
                continue;
            };
            let name = order.name(item, merged.merge());
            let slot = Slot {
                item,
                name: &visible(&name),
                early: order.early_of(item).first(),
                column,
                row,
            };
            draw_slot(canvas, cell, order, &slot, Some(index) == chosen);
        }
    }
    for (y, row) in (top..words_at)
        .zip(shown)
        .take_while(|(_, row)| *row < order.height())
    {
        let whole = Rect { y, height: 1, ..rect };
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

/// Returns the number of cells that each column needs for its visible names and moves.
fn needed_widths(order: &ListOrder, merged: &MergedView, shown: std::ops::Range<usize>) -> [u16; 3] {
    OrderColumn::ALL.map(|column| {
        let indexes = order.columns[column as usize].iter().skip(shown.start);
        let items = indexes
            .take(shown.len())
            .filter_map(|index| order.items.get(*index));
        let widths = items.map(|item| {
            let name = visible(&order.name(item, merged.merge())).width();
            let note = match (column, item.server_only) {
                (OrderColumn::Result, _) => move_of(item).width() + 1,
                (OrderColumn::Requested, Some(ServerOnlyPlacement::Before(_))) => 2,
                _ => 0,
            };
            digits(order) + 4 + name + note
        });
        u16::try_from(widths.max().unwrap_or(0)).unwrap_or(u16::MAX / 4)
    })
}

/// Divides cells equally among the columns. A column that needs fewer gives the rest to those that need more.
fn column_widths(needed: [u16; 3], cells: u16) -> [u16; 3] {
    let equal = cells / 3;
    let small: Vec<u16> = needed.into_iter().filter(|needed| *needed <= equal).collect();
    if small.is_empty() || small.len() == 3 {
        return [equal; 3];
    }
    let share = (cells - small.iter().sum::<u16>()) / (3 - small.len() as u16);
    needed.map(|needed| if needed <= equal { needed } else { share })
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

fn connect(
    canvas: &mut Canvas<'_>,
    gap: Rect,
    order: &ListOrder,
    from: usize,
    chosen: Option<usize>,
    rows: std::ops::Range<usize>,
) {
    let connections = order.columns[from].iter().enumerate().filter_map(|(left, item)| {
        Some(Connection {
            left,
            right: order.items.get(*item)?.rows[from + 1]?,
            item: *item,
            chosen: chosen == Some(*item),
        })
    });
    // A space on both sides separates the lines from the names.
    let width = usize::from(gap.width.saturating_sub(2));
    for (y, row) in (gap.top()..gap.bottom()).zip(lanes(connections, rows, width)) {
        for (x, cell) in (gap.x + 1..).zip(row) {
            let Some(item) = cell.item.and_then(|at| order.items.get(at)) else {
                continue;
            };
            let (glyph, ascii) = cell.ways.glyph();
            let glyph = canvas.glyph(glyph, ascii);
            let role = match (cell.chosen, item.mark) {
                (true, _) => Role::BorderFocused,
                (false, Some(mark)) => mark_style::of_mark(mark),
                (false, None) => Role::Border,
            };
            let mut style = canvas.style(role).remove_modifier(Modifier::CROSSED_OUT);
            if cell.chosen {
                style = style.add_modifier(Modifier::BOLD);
            }
            canvas.styled(x, y, 1, glyph, style);
        }
    }
}

/// The minimum width of a name next to a note.
const MIN_NAME: usize = 6;

/// An item in a column.
struct Slot<'o> {
    item: &'o ListOrderItem,
    /// The name of the item; escaped.
    name: &'o str,
    /// The first reference in its value that is before its definition.
    early: Option<&'o EarlyVariable>,
    column: OrderColumn,
    row: usize,
}

/// Draws an item in a column: its row, its name, and in the last column a note.
fn draw_slot(canvas: &mut Canvas<'_>, area: Rect, order: &ListOrder, slot: &Slot<'_>, chosen: bool) {
    let Slot {
        item,
        name,
        column,
        row,
        ..
    } = *slot;
    if chosen {
        canvas.tint(area, Role::CursorLine);
    }
    let digits = digits(order);
    let tied = item.server_only.filter(|_| column == OrderColumn::Requested);
    let number = match (column, item.requested_position) {
        (OrderColumn::Requested, Some(wish)) => format!("{:>digits$}", wish + 1),
        (OrderColumn::Requested, None) => format!("{:>digits$}", "·"),
        _ => format!("{:>digits$}", row + 1),
    };
    let x = canvas.text(area.x + 1, area.y, area.width, &number, Role::LineNumber) + 1;
    let sign = mark_in(slot);
    let x = match sign {
        Some(mark) => {
            let glyph = canvas.mark(mark);
            let style = canvas
                .style(mark_style::of_mark(mark))
                .remove_modifier(Modifier::CROSSED_OUT);
            canvas.styled(x, area.y, 1, &glyph, style);
            x + 2
        }
        None => x + 2,
    };
    let name = match (tied, &order.order_source) {
        (Some(ServerOnlyPlacement::Before(_)), OrderSource::PatchList | OrderSource::Directive(_)) => {
            format!("{} {name}", canvas.glyph("╭", ","))
        }
        _ => name.to_owned(),
    };
    let room = usize::from(area.right().saturating_sub(x));
    let note = note(slot);
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
    let name = fit(&name, name_room, canvas.ellipsis());
    let role = match (tied, sign) {
        (Some(_), _) => Role::Dim,
        (None, Some(mark)) => mark_style::of_mark(mark),
        (None, None) => Role::Text,
    };
    let end = canvas.text(x, area.y, room as u16, &name, role);
    if !note.is_empty() && usize::from(area.right().saturating_sub(end)) > note.width() {
        let role = match slot.early {
            None => Role::Dim,
            Some(_) => Role::Warning,
        };
        let at = area.right() - note.width() as u16;
        canvas.text(at, area.y, note.width() as u16, &note, role);
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

fn note(slot: &Slot<'_>) -> String {
    if slot.column != OrderColumn::Result {
        return String::new();
    }
    if let Some(early) = slot.early {
        return format!("$({}) is at {}", visible(&early.variable), early.defined + 1);
    }
    move_of(slot.item)
}

/// Returns the live and the current position of an item that has another position now.
fn move_of(item: &ListOrderItem) -> String {
    match (item.rows[0], item.rows[2]) {
        (Some(old), Some(new)) if old != new => format!("{} → {}", old + 1, new + 1),
        _ => String::new(),
    }
}
