//! The lines that connect an item in one column with itself in the next one, computed for the visible rows
//! only.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

/// The number of lines across all visible rows that are tried for each lane. Some do not fit where they end.
const CANDIDATES_PER_LANE: usize = 4;

/// A connection from a row on the left to a row on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Connection {
    pub(crate) left: usize,
    pub(crate) right: usize,
    /// The index of the item, which determines the color.
    pub(crate) item: usize,
    /// Whether it is drawn over the others.
    pub(crate) chosen: bool,
}

impl Connection {
    /// Returns the upper and the lower row.
    fn ends(&self) -> (usize, usize) {
        (self.left.min(self.right), self.left.max(self.right))
    }

    /// Returns whether a part of the line is in the rows.
    pub(crate) fn is_in(&self, rows: &Range<usize>) -> bool {
        let (top, bottom) = self.ends();
        top < rows.end && bottom >= rows.start
    }
}

/// The directions in which lines leave a cell, as a set of bits.
type LineParts = u8;

const UP: LineParts = 1;
const DOWN: LineParts = 2;
const LEFT: LineParts = 4;
const RIGHT: LineParts = 8;

/// The glyph of each set of directions.
const GLYPHS: [char; 16] = [
    ' ', '│', '│', '│', '─', '╯', '╮', '┼', '─', '╰', '╭', '┼', '─', '┼', '┼', '┼',
];

/// A cell with lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct ConnectorCell {
    ways: LineParts,
    /// What is drawn instead of a line.
    pub(crate) glyph: Option<char>,
    /// The item of the line that was drawn last.
    pub(crate) item: Option<usize>,
    pub(crate) chosen: bool,
}

impl ConnectorCell {
    /// Returns the character.
    pub(crate) fn glyph(self) -> char {
        self.glyph.unwrap_or_else(|| GLYPHS[usize::from(self.ways)])
    }
}

/// A side of a gutter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GutterSide {
    Left,
    Right,
}

/// Returns the cells of a gutter, row by row. Lines can cross, but never overlap, because they would look
/// like one line. Of a connection without a free lane, only the ends are drawn, the one on the side `numbered`
/// with the number of the row of the other. If `bends` is not set, only lines within one row are drawn whole.
pub(crate) fn lanes(
    connections: impl Iterator<Item = Connection>,
    rows: Range<usize>,
    width: usize,
    numbered: GutterSide,
    bends: bool,
) -> Vec<Vec<ConnectorCell>> {
    let mut cells = vec![vec![ConnectorCell::default(); width]; rows.len()];
    let visible = connections.filter(|one| one.is_in(&rows));
    // Items that move far are the most important: they get their lanes first, after the selected one.
    let length = |one: &Connection| Reverse(one.left.abs_diff(one.right));
    let rank = |one: &Connection| (!one.chosen, length(one), one.ends(), one.left, one.item);
    // A line that crosses all rows needs a lane of its own, so a long list has many more of them than lanes. The last
    // of these in the heap is the least important.
    let most = width * CANDIDATES_PER_LANE;
    let mut crossing = BinaryHeap::new();
    let mut seen = Vec::new();
    for one in visible {
        let (top, bottom) = one.ends();
        match top < rows.start && bottom >= rows.end {
            false => seen.push((rank(&one), one)),
            true if crossing.len() < most => crossing.push((rank(&one), one)),
            true => {
                if let Some(mut last) = crossing.peek_mut().filter(|last| rank(&one) < last.0) {
                    *last = (rank(&one), one);
                }
            }
        }
    }
    seen.extend(crossing);
    seen.sort_unstable();
    let lines: Vec<Connection> = seen.into_iter().map(|(_, one)| one).collect();
    let gutter = Gutter { width, bends };
    let mut lanes = gutter.route(&lines, 1..width.saturating_sub(1).max(1));
    if missing(&lanes) > 0 {
        // The ends of the missing lines get cells that no other line has.
        let digits = lines
            .iter()
            .map(|one| one.ends().1 + 1)
            .max()
            .unwrap_or(1)
            .ilog10() as usize
            + 1;
        let inner = match numbered {
            GutterSide::Left => digits + 2..width.saturating_sub(2),
            GutterSide::Right => 2..width.saturating_sub(digits + 2),
        };
        lanes = gutter.route(&lines, inner);
    }
    let mut routed: Vec<(Connection, Option<usize>)> = lines.into_iter().zip(lanes).collect();
    routed.sort_by_key(|(one, _)| !one.chosen);
    for (one, lane) in routed.iter().rev() {
        if let Some(lane) = lane {
            draw(&mut cells, &rows, *one, *lane);
        }
    }
    for (one, _) in routed.iter().filter(|(_, lane)| lane.is_none()) {
        draw_ends(&mut cells, &rows, *one, numbered);
    }
    cells
}

/// The lanes that are taken, and the cells in the rows of the ends of lines.
struct TakenLanes {
    lanes: Vec<Vec<(usize, usize)>>,
    across: FxHashMap<usize, Vec<(usize, usize)>>,
}

impl TakenLanes {
    fn new(width: usize) -> Self {
        Self {
            lanes: vec![Vec::new(); width],
            across: FxHashMap::default(),
        }
    }

    /// Returns the cells that a line in a lane takes in the rows of its ends.
    fn level(&self, one: &Connection, lane: usize) -> [(usize, (usize, usize)); 2] {
        [(one.left, (0, lane)), (one.right, (lane, self.lanes.len()))]
    }

    fn is_free(&self, one: &Connection, lane: usize) -> bool {
        let (top, bottom) = one.ends();
        let clear = |(from, to): &(usize, usize)| bottom < *from || top > *to;
        let is_level_free = |(row, (from, to)): (usize, (usize, usize))| {
            let there = self.across.get(&row).map_or(&[][..], Vec::as_slice);
            there
                .iter()
                .all(|(other_from, other_to)| to < *other_from || from > *other_to)
        };
        self.lanes[lane].iter().all(clear) && self.level(one, lane).into_iter().all(is_level_free)
    }

    fn take(&mut self, one: &Connection, lane: usize) {
        self.lanes[lane].push(one.ends());
        for (row, cells) in self.level(one, lane) {
            self.across.entry(row).or_default().push(cells);
        }
    }
}

/// Returns the number of lines without a lane.
fn missing(lanes: &[Option<usize>]) -> usize {
    lanes.iter().filter(|lane| lane.is_none()).count()
}

/// The cells between two columns.
#[derive(Clone, Copy)]
struct Gutter {
    width: usize,
    /// Whether lines between different rows are drawn.
    bends: bool,
}

impl Gutter {
    /// Returns the lane of each line, if there is a free one among `all`.
    fn route(self, lines: &[Connection], all: Range<usize>) -> Vec<Option<usize>> {
        if !self.bends {
            let level = |one: &Connection| (one.left == one.right).then_some(0);
            return lines.iter().map(level).collect();
        }
        // Usually lines look best from the most important one on. If lines are missing, the other way can be better.
        let lanes = self.by_importance(lines, all.clone());
        if missing(&lanes) == 0 {
            return lanes;
        }
        let other = self.by_ends(lines, all);
        let (before, after) = (missing(&lanes), missing(&other));
        // Where most lines are missing anyway, those of the items that move far are shown.
        match after < before || after == before && lines.len() <= self.width {
            true => other,
            false => lanes,
        }
    }

    /// Returns the lane of each line, if there is a free one; the first lines get theirs first. The lane of a line
    /// within one row does not matter.
    fn by_importance(self, lines: &[Connection], all: Range<usize>) -> Vec<Option<usize>> {
        let mut taken = TakenLanes::new(self.width);
        // Falling lines move to the left from lane to lane, rising ones to the right, so that adjacent lines do
        // not cross.
        let mut last = [self.width, 0];
        let lane_of = |one: &Connection| {
            if one.left == one.right {
                // No other line runs in its row.
                return Some(0);
            }
            let falls = one.left < one.right;
            let free = |lane: &usize| taken.is_free(one, *lane);
            let found = match falls {
                true => all.clone().rev().filter(|lane| *lane < last[0]).find(free),
                false => all.clone().filter(|lane| *lane > last[1]).find(free),
            };
            let again = || match falls {
                true => all.clone().rev().find(free),
                false => all.clone().find(free),
            };
            let lane = found.or_else(again).or_else(|| self.forced(one, &all))?;
            last[usize::from(!falls)] = lane;
            taken.take(one, lane);
            Some(lane)
        };
        lines.iter().map(lane_of).collect()
    }

    /// Returns the lane of each line, if there is a free one. In a row from which one line leaves and at which
    /// another arrives, the lane of the first must be left of the other, so it gets its lane first.
    fn by_ends(self, lines: &[Connection], all: Range<usize>) -> Vec<Option<usize>> {
        let mut taken = TakenLanes::new(self.width);
        let mut lanes: Vec<Option<usize>> = lines
            .iter()
            .map(|one| (one.left == one.right).then_some(0))
            .collect();
        let mut rest: Vec<usize> = (0..lines.len()).filter(|at| lanes[*at].is_none()).collect();
        while !rest.is_empty() {
            let leaving: FxHashSet<usize> = rest.iter().map(|at| lines[*at].left).collect();
            let first = rest.iter().position(|at| !leaving.contains(&lines[*at].right));
            // In a circle of lines, any of them is the first. In the middle, it leaves room for the ends of others.
            let at = rest.remove(first.unwrap_or(0));
            let one = &lines[at];
            let mut free = all.clone().filter(|lane| taken.is_free(one, *lane));
            let found = match first {
                Some(_) => free.next(),
                None => free.min_by_key(|lane| lane.abs_diff(self.width / 2)),
            };
            lanes[at] = found.or_else(|| self.forced(one, &all));
            if let Some(lane) = lanes[at] {
                taken.take(one, lane);
            }
        }
        lanes
    }

    /// Returns a lane for the selected line, which is always drawn if the gutter has room for a line.
    fn forced(self, one: &Connection, all: &Range<usize>) -> Option<usize> {
        Some(self.width / 2).filter(|_| one.chosen && !all.is_empty())
    }
}

/// Draws the ends of a line without a lane, and the number of the row of the end that is not `numbered` at the
/// numbered one.
fn draw_ends(cells: &mut [Vec<ConnectorCell>], rows: &Range<usize>, one: Connection, numbered: GutterSide) {
    for (side, row, other) in [
        (GutterSide::Left, one.left, one.right),
        (GutterSide::Right, one.right, one.left),
    ] {
        let row = row.checked_sub(rows.start).and_then(|row| cells.get_mut(row));
        let Some(row) = row.filter(|row| !row.is_empty()) else {
            continue;
        };
        let number = (other + 1).to_string();
        let texts = match side == numbered {
            true => vec![format!("─{number}"), "─".to_owned()],
            false => vec!["─".to_owned()],
        };
        // The cells from the edge on.
        let width = row.len();
        let at = |distance: usize| match side {
            GutterSide::Left => distance,
            GutterSide::Right => width - 1 - distance,
        };
        let free = (0..width)
            .take_while(|distance| row[at(*distance)].item.is_none())
            .count();
        let text = texts.into_iter().find(|text| text.chars().count() <= free);
        let mut text: Vec<char> = text.unwrap_or_default().chars().collect();
        if side == GutterSide::Right && text.len() > 1 {
            // The digits are read from the left.
            let digits = text.iter().position(char::is_ascii_digit).unwrap_or(0);
            text[digits..].reverse();
        }
        for (distance, glyph) in text.into_iter().enumerate() {
            row[at(distance)] = ConnectorCell {
                ways: 0,
                glyph: Some(glyph),
                item: Some(one.item),
                chosen: one.chosen,
            };
        }
    }
}

fn draw(cells: &mut [Vec<ConnectorCell>], rows: &Range<usize>, one: Connection, lane: usize) {
    let width = cells.first().map_or(0, Vec::len);
    let mut put = |row: usize, column: usize, ways: LineParts| {
        let row = row.checked_sub(rows.start).and_then(|row| cells.get_mut(row));
        if let Some(cell) = row.and_then(|row| row.get_mut(column)) {
            cell.ways |= ways;
            cell.item = Some(one.item);
            cell.chosen = one.chosen;
        }
    };
    let across = LEFT | RIGHT;
    if one.left == one.right {
        (0..width).for_each(|column| put(one.left, column, across));
        return;
    }
    (0..lane).for_each(|column| put(one.left, column, across));
    (lane + 1..width).for_each(|column| put(one.right, column, across));
    let falls = one.left < one.right;
    let (start, end) = if falls { (DOWN, UP) } else { (UP, DOWN) };
    put(one.left, lane, LEFT | start);
    put(one.right, lane, RIGHT | end);
    let (top, bottom) = one.ends();
    for row in (top + 1).max(rows.start)..bottom.min(rows.end) {
        put(row, lane, UP | DOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(pairs: &[(usize, usize)], rows: Range<usize>, width: usize) -> String {
        let connections = pairs.iter().enumerate().map(|(item, (left, right))| Connection {
            left: *left,
            right: *right,
            item,
            chosen: false,
        });
        let cells = lanes(connections, rows, width, GutterSide::Right, true);
        let line = |row: &Vec<ConnectorCell>| row.iter().map(|cell| cell.glyph()).collect::<String>();
        cells.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The rows on the left and right, the visible rows, and the expected lines.
    type Case = (&'static [(usize, usize)], Range<usize>, &'static str);

    #[test]
    fn lines_lead_from_row_to_row() {
        let cases: [Case; 10] = [
            (&[(0, 0), (1, 1)], 0..2, "─────\n─────"),
            (&[(0, 1)], 0..2, "───╮ \n   ╰─"),
            (&[(1, 0)], 0..2, " ╭───\n─╯   "),
            (&[(0, 1), (1, 2), (2, 0)], 0..3, "─  3─\n─  1─\n─  2─"),
            // Adjacent falling lines do not cross.
            (&[(0, 1), (1, 2)], 0..3, "───╮ \n──╮╰─\n  ╰──"),
            // The line that leaves a row ends left of the one that arrives at it.
            (&[(0, 4), (1, 0)], 0..5, "─╮╭──\n─┼╯  \n │   \n │   \n ╰───"),
            // In a circle of two, one line has no lane: its ends are drawn, with a number. The other has one if the
            // gutter has room for both.
            (&[(0, 1), (1, 0)], 0..2, "─  2─\n─  1─"),
            (&[(0, 5), (1, 0), (2, 2)], 0..3, "─╮╭──\n─┼╯  \n─┼───"),
            // Only the visible part of a line is drawn.
            (&[(0, 9)], 4..6, "   │ \n   │ "),
            (&[], 0..2, "     \n     "),
        ];
        for (pairs, rows, want) in cases {
            assert_eq!(drawn(pairs, rows, 5), want, "{pairs:?}");
        }
    }

    #[test]
    fn no_line_runs_over_another() {
        // One line falls past five that rise by one: its first row would overlap with one of them.
        let rise = (1..6).map(|row| (row, row - 1));
        let pairs: Vec<(usize, usize)> = std::iter::once((0, 5)).chain(rise).collect();
        let text = drawn(&pairs, 0..6, 9);
        let first = text.lines().next().unwrap();
        assert!(
            first.starts_with('─') && first.contains('╮') && !first.contains('┼'),
            "{text}"
        );
        // Two lines have no lane: they rise from rows 3 and 6.
        assert_eq!(
            text.matches("3─").count() + text.matches("6─").count(),
            2,
            "{text}"
        );
        assert!(text.lines().last().unwrap().ends_with('─'), "{text}");
    }

    #[test]
    fn a_gutter_with_too_few_lanes_leaves_lines_out() {
        let pairs: Vec<(usize, usize)> = (0..20).map(|at| (at, 19 - at)).collect();
        let text = drawn(&pairs, 0..20, 6);
        assert_eq!(text.lines().count(), 20);
        assert!(text.lines().all(|line| line.chars().count() == 6), "{text}");
    }
}
