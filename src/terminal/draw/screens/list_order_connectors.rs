//! The lines that connect an item in one column with itself in the next one, computed for the visible rows
//! only.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use rustc_hash::FxHashMap;

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

/// The directions in which lines leave a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct LineParts {
    pub(crate) up: bool,
    pub(crate) down: bool,
    pub(crate) left: bool,
    pub(crate) right: bool,
}

impl LineParts {
    /// Returns the glyph.
    pub(crate) fn glyph(self) -> char {
        match (self.up, self.down, self.left, self.right) {
            (false, false, false, false) => ' ',
            (false, false, _, _) => '─',
            (_, _, false, false) => '│',
            (false, true, false, true) => '╭',
            (false, true, true, false) => '╮',
            (true, false, false, true) => '╰',
            (true, false, true, false) => '╯',
            _ => '┼',
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            up: self.up || other.up,
            down: self.down || other.down,
            left: self.left || other.left,
            right: self.right || other.right,
        }
    }
}

/// A cell with lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct ConnectorCell {
    pub(crate) ways: LineParts,
    /// The item of the line that was drawn last.
    pub(crate) item: Option<usize>,
    pub(crate) chosen: bool,
}

/// Returns the cells of a gutter, row by row. Lines can cross, but never overlap, because they would look
/// like one line. Connections without a free lane are left out; the numbers next to the names show them.
pub(crate) fn lanes(
    connections: impl Iterator<Item = Connection>,
    rows: Range<usize>,
    width: usize,
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
    let mut taken: Vec<Vec<(usize, usize)>> = vec![Vec::new(); width];
    let mut across: FxHashMap<usize, Vec<(usize, usize)>> = FxHashMap::default();
    let mut routed = Vec::new();
    // Falling lines move to the left from lane to lane, rising ones to the right, so that adjacent lines do
    // not cross.
    let mut last = [width, 0];
    for (_, one) in seen {
        let (top, bottom) = one.ends();
        if top == bottom {
            // Both ends are in the same row, where no other line runs.
            routed.push((one, 0));
            continue;
        }
        let level = |lane: usize| [(one.left, (0, lane)), (one.right, (lane, width))];
        let level_free = |(row, (from, to)): (usize, (usize, usize))| {
            let there = across.get(&row).map_or(&[][..], Vec::as_slice);
            there
                .iter()
                .all(|(other_from, other_to)| to < *other_from || from > *other_to)
        };
        let free = |lane: &usize| {
            let clear = |(from, to): &(usize, usize)| bottom < *from || top > *to;
            taken[*lane].iter().all(clear) && level(*lane).into_iter().all(level_free)
        };
        let falls = one.left < one.right;
        let found = if falls {
            lanes_in(width).rev().filter(|lane| *lane < last[0]).find(free)
        } else {
            lanes_in(width).filter(|lane| *lane > last[1]).find(free)
        };
        let again = || {
            if falls {
                lanes_in(width).rev().find(free)
            } else {
                lanes_in(width).find(free)
            }
        };
        // The selected connection is always drawn.
        let forced = || Some(width / 2).filter(|_| one.chosen);
        if let Some(lane) = found.or_else(again).or_else(forced) {
            last[usize::from(!falls)] = lane;
            taken[lane].push((top, bottom));
            for (row, cells) in level(lane) {
                across.entry(row).or_default().push(cells);
            }
            routed.push((one, lane));
        }
    }
    routed.sort_by_key(|(one, _)| !one.chosen);
    for (one, lane) in routed.into_iter().rev() {
        draw(&mut cells, &rows, one, lane);
    }
    cells
}

/// Returns the lanes. The outermost cells are reserved for the ends of lines.
fn lanes_in(width: usize) -> std::ops::Range<usize> {
    1..width.saturating_sub(1).max(1)
}

fn draw(cells: &mut [Vec<ConnectorCell>], rows: &Range<usize>, one: Connection, lane: usize) {
    let width = cells.first().map_or(0, Vec::len);
    let mut put = |row: usize, column: usize, ways: LineParts| {
        let row = row.checked_sub(rows.start).and_then(|row| cells.get_mut(row));
        if let Some(cell) = row.and_then(|row| row.get_mut(column)) {
            cell.ways = cell.ways.and(ways);
            cell.item = Some(one.item);
            cell.chosen = one.chosen;
        }
    };
    let across = LineParts {
        left: true,
        right: true,
        ..LineParts::default()
    };
    if one.left == one.right {
        (0..width).for_each(|column| put(one.left, column, across));
        return;
    }
    (0..lane).for_each(|column| put(one.left, column, across));
    (lane + 1..width).for_each(|column| put(one.right, column, across));
    let falls = one.left < one.right;
    put(
        one.left,
        lane,
        LineParts {
            left: true,
            up: !falls,
            down: falls,
            right: false,
        },
    );
    put(
        one.right,
        lane,
        LineParts {
            right: true,
            up: falls,
            down: !falls,
            left: false,
        },
    );
    let (top, bottom) = (one.left.min(one.right), one.left.max(one.right));
    for row in (top + 1).max(rows.start)..bottom.min(rows.end) {
        put(
            row,
            lane,
            LineParts {
                up: true,
                down: true,
                ..LineParts::default()
            },
        );
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
        let cells = lanes(connections, rows, width);
        let line = |row: &Vec<ConnectorCell>| row.iter().map(|cell| cell.ways.glyph()).collect::<String>();
        cells.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The rows on the left and right, the visible rows, and the expected lines.
    type Case = (&'static [(usize, usize)], Range<usize>, &'static str);

    #[test]
    fn lines_lead_from_row_to_row() {
        let cases: [Case; 7] = [
            (&[(0, 0), (1, 1)], 0..2, "─────\n─────"),
            (&[(0, 1)], 0..2, "───╮ \n   ╰─"),
            (&[(1, 0)], 0..2, " ╭───\n─╯   "),
            (&[(0, 1), (1, 2), (2, 0)], 0..3, "─┼─┼─"),
            // Adjacent falling lines do not cross.
            (&[(0, 1), (1, 2)], 0..3, "───╮ \n──╮╰─\n  ╰──"),
            // Only the visible part of a line is drawn.
            (&[(0, 9)], 4..6, "   │ \n   │ "),
            (&[], 0..2, "     \n     "),
        ];
        for (pairs, rows, want) in cases {
            let text = drawn(pairs, rows, 5);
            match pairs.len() {
                3 => assert!(text.contains('┼'), "two that cross: {text}"),
                _ => assert_eq!(text, want, "{pairs:?}"),
            }
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
        assert!(!first.ends_with('─'), "{text}");
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
