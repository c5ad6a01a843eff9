//! Groups the rows around differences, for outputs that do not show all rows.

use std::ops::Range;

use super::{MergeComparison, RowState};

impl MergeComparison {
    /// Returns runs of rows that contain all rows that differ and `around` rows before and after each.
    /// Runs do not overlap or touch.
    pub fn hunks(&self, around: usize) -> Vec<Range<usize>> {
        let mut hunks: Vec<Range<usize>> = Vec::new();
        let telling = (0..self.rows.len()).filter(|at| self.rows[*at].state != RowState::Same);
        for at in telling {
            let (start, end) = (at.saturating_sub(around), (at + around + 1).min(self.rows.len()));
            match hunks.last_mut().filter(|last| start <= last.end) {
                Some(last) => last.end = end,
                None => hunks.push(start..end),
            }
        }
        hunks
    }
}
