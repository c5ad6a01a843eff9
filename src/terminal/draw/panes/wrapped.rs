//! Long lines that are wrapped: the rest of a line is below it.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::explorer::PaneRow;

/// Cells by which the rest of a line is indented.
const HANG: usize = 2;

/// The rows that show a row in so many cells: the row itself, and what does not fit. Badge and note are at the end.
pub(crate) fn wrapped(row: PaneRow, width: usize) -> Vec<PaneRow> {
    if row.text.width() <= width || width == 0 {
        return vec![row];
    }
    let indent = row.text.len() - row.text.trim_start().len();
    let hang = (indent + HANG).min(width / 2);
    let pieces = pieces(&row.text, width, width - hang);
    let last = pieces.len() - 1;
    let line = |(at, piece): (usize, &str)| PaneRow {
        text: match at {
            0 => piece.to_owned(),
            _ => format!("{:hang$}{piece}", ""),
        },
        badge: row.badge.clone().filter(|_| at == last),
        note: if at == last {
            row.note.clone()
        } else {
            String::new()
        },
        brief: if at == last {
            row.brief.clone()
        } else {
            String::new()
        },
        folded: row.folded.filter(|_| at == last),
        // The columns of these are those of the whole line.
        hits: if at == 0 { row.hits.clone() } else { Vec::new() },
        guilty: row.guilty.clone().filter(|_| at == 0),
        ..row.clone()
    };
    pieces.into_iter().enumerate().map(line).collect()
}

/// A text cut into a first piece of `first` cells and others of `rest` cells.
fn pieces(text: &str, first: usize, rest: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut used, mut room) = (0, 0, first);
    for (at, c) in text.char_indices() {
        let cells = c.width().unwrap_or(0);
        if used + cells > room && at > start {
            pieces.push(&text[start..at]);
            (start, used, room) = (at, 0, rest.max(1));
        }
        used += cells;
    }
    pieces.push(&text[start..]);
    pieces
}

/// The first of the rows from which on the row with the cursor is on the screen; `heights` are the lines that each takes.
pub(crate) fn first_shown(heights: &[usize], cursor: Option<usize>, lines: usize) -> usize {
    let Some(cursor) = cursor.filter(|cursor| *cursor < heights.len()) else {
        return 0;
    };
    let mut taken = 0;
    let fits = |at: &usize| {
        taken += heights[*at];
        taken <= lines
    };
    (0..=cursor).rev().take_while(fits).last().unwrap_or(cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_below_and_nothing_is_lost() {
        let row = |text: &str| PaneRow {
            text: text.to_owned(),
            note: "removed".to_owned(),
            ..PaneRow::default()
        };
        let shown = |text: &str, width| {
            let rows = wrapped(row(text), width);
            assert_eq!(rows.last().map(|row| row.note.as_str()), Some("removed"));
            rows.into_iter().map(|row| row.text).collect::<Vec<_>>()
        };
        assert_eq!(shown("a: b", 4), ["a: b"]);
        assert_eq!(shown("a: bcdefghij", 6), ["a: bcd", "  efgh", "  ij"]);
        assert_eq!(shown("    a: bcdefgh", 8), ["    a: b", "    cdef", "    gh"]);
        assert_eq!(shown("名前名前", 5), ["名前", "  名", "  前"]);
        assert_eq!(shown("abc", 1), ["a", "b", "c"]);
    }

    #[test]
    fn the_cursor_is_on_the_screen() {
        for (heights, cursor, lines, want) in [
            (&[1, 1, 1][..], Some(2), 3, 0),
            (&[3, 3, 1], Some(2), 4, 1),
            (&[3, 3, 1], Some(0), 4, 0),
            (&[1, 9], Some(1), 4, 1),
            (&[3, 3], None, 4, 0),
        ] {
            assert_eq!(first_shown(heights, cursor, lines), want);
        }
    }
}
