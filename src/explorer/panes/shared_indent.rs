//! Shared indentation: the indentation of all visible rows is hidden if a row is too long otherwise.

use unicode_width::UnicodeWidthStr;

use super::focus::Pane;
use super::row::PaneRow;
use super::state::Panes;
use crate::document::Path;
use crate::explorer::merged::MergedView;

/// The minimum indentation that is worth hiding, in cells.
const MIN_CELLS: usize = 4;

fn indent(row: &PaneRow) -> usize {
    row.text.len() - row.text.trim_start_matches(' ').len()
}

fn least_indented<'r>(rows: impl IntoIterator<Item = &'r PaneRow>) -> Option<(usize, usize)> {
    let rows = rows
        .into_iter()
        .enumerate()
        .filter(|(_, row)| !row.text.trim().is_empty());
    rows.map(|(index, row)| (indent(row), index)).min()
}

/// Returns the number of cells of indentation to hide in all rows, whose text is `width` cells wide.
pub(crate) fn shared_indent<'r>(rows: impl IntoIterator<Item = &'r PaneRow> + Clone, width: usize) -> usize {
    let is_too_long = rows.clone().into_iter().any(|row| row.text.width() > width);
    match least_indented(rows) {
        Some((cells, _)) if is_too_long && cells >= MIN_CELLS => cells,
        _ => 0,
    }
}

impl PaneRow {
    /// Returns the row without the given number of cells of indentation.
    #[must_use]
    pub fn without_indent(mut self, cells: usize) -> Self {
        if cells > 0 {
            self.text = self.text.get(cells..).unwrap_or_default().to_owned();
            let shift = |range: std::ops::Range<usize>| {
                range.start.saturating_sub(cells)..range.end.saturating_sub(cells)
            };
            self.faulty = self.faulty.map(shift);
            self.differs_from = self.differs_from.map(|column| column.saturating_sub(cells));
            self.hits = self.hits.into_iter().map(shift).collect();
        }
        self
    }
}

impl Panes {
    /// Returns the path of the node that contains all visible rows, if their indentation is hidden.
    pub(crate) fn path_of_shared_indent(
        &self,
        pane: Pane,
        rows: &[PaneRow],
        width: usize,
        merged: &MergedView,
    ) -> Option<Path> {
        let (cells, _) = least_indented(rows).filter(|_| shared_indent(rows, width) > 0)?;
        let outermost = rows.iter().enumerate().filter(|(_, row)| indent(row) == cells);
        let parents = outermost.filter_map(|(index, _)| {
            let base = self.base_row(pane, self.view(pane).scroll + index);
            let mut path = self.line_at(pane, base, merged)?.path(merged);
            path.0.pop();
            Some(path)
        });
        // An item starts in the column of the key of its list, so the rows of one column can have several parents.
        parents.reduce(|left, right| {
            let same = left.0.into_iter().zip(right.0);
            Path(same.take_while(|(a, b)| a == b).map(|(a, _)| a).collect())
        })
    }

    /// Returns the number of cells that are hidden on the left of a pane, by scrolling or as shared
    /// indentation.
    pub(super) fn hidden_cells(&self, pane: Pane, width: usize, merged: &MergedView) -> usize {
        let view = self.view(pane);
        let rows = self.rows_of_pieces(pane, view.scroll, view.height, None, merged);
        self.x_offset(pane).max(shared_indent(&rows, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_is_left_out_only_where_a_row_would_not_fit() {
        let cases: &[(&[&str], usize, usize)] = &[
            (&["      a: b", "        c: d"], 10, 6),
            (&["      a: b", "        c: d"], 12, 0),
            (&["      a: b", "", "        c: dddd"], 12, 6),
            (&["a:", "        c: dddd"], 12, 0),
            (&["  a:", "        c: dddd"], 12, 0),
            (&[], 12, 0),
        ];
        for (texts, width, want) in cases {
            let row = |text: &&str| PaneRow {
                text: (*text).to_owned(),
                ..PaneRow::default()
            };
            let rows: Vec<_> = texts.iter().map(row).collect();
            assert_eq!(shared_indent(&rows, *width), *want, "{texts:?} {width}");
        }
    }
}
