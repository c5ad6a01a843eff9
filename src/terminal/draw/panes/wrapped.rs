//! Wrapped rows: the rest of a long line is below it.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::explorer::PaneRow;

/// The number of cells by which continuation lines are indented.
const HANG: usize = 2;

/// Wraps a row to `width` cells. Returns the row itself and its continuation lines. The badge and the note
/// are on the last line.
pub(crate) fn wrapped(row: PaneRow, width: usize) -> Vec<PaneRow> {
    let indent = row.text.len() - row.text.trim_start().len();
    let hang = (indent + HANG).min(width / 2);
    // A note that has room below the text does not cut it. Its shorter form may fit.
    let forms = [&row.note, &row.brief]
        .into_iter()
        .filter(|form| !form.is_empty());
    let note = forms.map(|form| form.width() + 2).min();
    let note = note.filter(|note| hang + note <= width).unwrap_or(0);
    if row.text.width() + note <= width || width == 0 {
        return vec![row];
    }
    let mut pieces = pieces(&row.text, width, width - hang);
    let is_full = |last: &&str| hang + last.width() + note > width;
    if note > 0 && pieces.last().is_some_and(is_full) {
        pieces.push("");
    }
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
        // These columns refer to the whole line.
        hits: if at == 0 { row.hits.clone() } else { Vec::new() },
        faulty: row.faulty.clone().filter(|_| at == 0),
        ..row.clone()
    };
    pieces.into_iter().enumerate().map(line).collect()
}

/// Splits a text into a first piece of `first` cells and others of `rest` cells. It is split at a space,
/// unless the word after the space is longer than a piece.
fn pieces(text: &str, first: usize, rest: usize) -> Vec<&str> {
    let (mut pieces, mut left, mut room) = (Vec::new(), text, first);
    let rest = rest.max(1);
    while let Some((end, over)) = first_after(left, room) {
        let start = left.len() - left.trim_start_matches(' ').len();
        let blank = left[..end].rfind(' ').filter(|blank| *blank >= start);
        let fits = |blank: &usize| {
            let after = &left[blank + 1..];
            let word = first_after(after, rest).map_or(after, |(end, over)| &after[..end + over.len_utf8()]);
            word.len() == after.len() || word.contains(' ')
        };
        let (piece, next) = match blank.filter(fits) {
            // The space itself is left out.
            _ if over == ' ' => (end, end + 1),
            Some(blank) => (blank, blank + 1),
            None => (end, end),
        };
        pieces.push(&left[..piece]);
        (left, room) = (&left[next..], rest);
    }
    pieces.push(left);
    pieces
}

/// Returns the first character that does not fit into `cells` cells, and its offset. At least one character
/// fits.
fn first_after(text: &str, cells: usize) -> Option<(usize, char)> {
    let mut used = 0;
    text.char_indices().find(|(at, c)| {
        used += c.width().unwrap_or(0);
        used > cells && *at > 0
    })
}

/// Returns the first row to show, so that the row with the cursor is visible. `heights` are the numbers of
/// lines of the rows.
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
        // Words are not split if they fit.
        assert_eq!(shown("a: one two three", 8), ["a: one", "  two", "  three"]);
        assert_eq!(shown("a: one two", 6), ["a: one", "  two"]);
        assert_eq!(shown("    - a: bcd", 9), ["    - a:", "    bcd"]);
        assert_eq!(shown("名前名前", 5), ["名前", "  名", "  前"]);
        assert_eq!(shown("abc", 1), ["a", "b", "c"]);
        // The note has a line of its own.
        assert_eq!(shown("a: one two three", 18), ["a: one two three", "  "]);
        assert_eq!(shown("a: one two three four", 18), ["a: one two three", "  four"]);
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
