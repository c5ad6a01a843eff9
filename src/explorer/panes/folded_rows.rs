//! The folded rows of a pane, and the conversion between shown rows and base rows.

/// Ranges of hidden rows, each after the row that shows the fold.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedRows {
    /// Ascending; no range is inside or directly after another one.
    ranges: Vec<FoldedRange>,
}

#[derive(Clone, Copy, Debug)]
struct FoldedRange {
    /// The first hidden row.
    first: usize,
    count: usize,
    /// The number of hidden rows in the ranges before.
    before: usize,
}

impl FoldedRange {
    fn end(&self) -> usize {
        self.first + self.count
    }
}

impl FoldedRows {
    /// Creates the ranges from folds in any order: the first row and the number of rows after it that are
    /// hidden. A fold inside another is part of it.
    pub(crate) fn new(mut folds: Vec<(usize, usize)>) -> Self {
        folds.retain(|(_, count)| *count > 0);
        folds.sort_unstable_by_key(|(head, count)| (*head, usize::MAX - count));
        let mut ranges: Vec<FoldedRange> = Vec::new();
        for (head, count) in folds {
            let (end, before) = ranges
                .last()
                .map_or((0, 0), |last| (last.end(), last.before + last.count));
            if ranges.is_empty() || head >= end {
                ranges.push(FoldedRange {
                    first: head + 1,
                    count,
                    before,
                });
            }
        }
        Self { ranges }
    }

    /// Returns the number of hidden rows.
    pub(crate) fn total(&self) -> usize {
        self.ranges.last().map_or(0, |last| last.before + last.count)
    }

    /// Returns the base row of a shown row.
    pub(crate) fn base(&self, shown: usize) -> usize {
        let after = self
            .ranges
            .partition_point(|range| range.first - range.before <= shown);
        let last = after.checked_sub(1).and_then(|last| self.ranges.get(last));
        shown + last.map_or(0, |last| last.before + last.count)
    }

    /// Returns the row that shows a base row, and whether the base row is hidden in a fold of that row.
    pub(crate) fn shown(&self, base: usize) -> (usize, bool) {
        let after = self.ranges.partition_point(|range| range.first <= base);
        match after.checked_sub(1).and_then(|last| self.ranges.get(last)) {
            Some(range) if base < range.end() => (range.first - 1 - range.before, true),
            Some(range) => (base - range.before - range.count, false),
            None => (base, false),
        }
    }

    /// Returns the number of hidden rows after a base row, if it shows a fold.
    pub(crate) fn hidden_after(&self, base: usize) -> Option<usize> {
        let index = self.ranges.binary_search_by_key(&(base + 1), |range| range.first);
        index
            .ok()
            .and_then(|index| self.ranges.get(index))
            .map(|range| range.count)
    }

    /// Returns the base rows of the shown rows `from..from + count` as ranges of first row and number of
    /// rows. Close ranges are joined, so some rows of a range can be hidden.
    pub(crate) fn pieces(&self, from: usize, count: usize) -> Vec<(usize, usize)> {
        /// The number of hidden rows that cost less to read than another range.
        const MIN_ROWS_TO_INDEX: usize = 32;
        let mut pieces: Vec<(usize, usize)> = Vec::new();
        if self.ranges.is_empty() {
            return vec![(from, count)];
        }
        for shown in from..from.saturating_add(count) {
            let base = self.base(shown);
            match pieces.last_mut() {
                Some((first, rows)) if base - (*first + *rows) <= MIN_ROWS_TO_INDEX => {
                    *rows = base + 1 - *first
                }
                _ => pieces.push((base, 1)),
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_map_there_and_back() {
        // Base rows 0..12. Row 2 hides 3..=5 (in which 4 hides 5), row 6 hides 7.
        let hidden = FoldedRows::new(vec![(4, 1), (6, 1), (2, 3), (9, 0)]);
        assert_eq!(hidden.total(), 4);
        let shown: Vec<usize> = (0..8).map(|row| hidden.base(row)).collect();
        assert_eq!(shown, [0, 1, 2, 6, 8, 9, 10, 11]);
        for (row, base) in shown.into_iter().enumerate() {
            assert_eq!(hidden.shown(base), (row, false));
        }
        for (base, row) in [(3, 2), (5, 2), (7, 3)] {
            assert_eq!(hidden.shown(base), (row, true), "{base}");
        }
        assert_eq!(
            (hidden.hidden_after(2), hidden.hidden_after(6)),
            (Some(3), Some(1))
        );
        assert_eq!((hidden.hidden_after(3), hidden.hidden_after(9)), (None, None));
        assert_eq!(hidden.pieces(1, 4), [(1, 8)]);
        assert_eq!(FoldedRows::new(vec![(1, 100)]).pieces(0, 3), [(0, 2), (102, 1)]);
        assert_eq!(FoldedRows::default().pieces(3, 4), [(3, 4)]);
    }
}
