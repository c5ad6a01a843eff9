//! The rows around differences, for outlets that do not show all.

use std::ops::Range;

use super::MergeComparison;

impl MergeComparison {
    /// Runs of rows with every row that differs and `around` rows before and after each. They neither overlap nor
    /// touch.
    pub fn hunks(&self, around: usize) -> Vec<Range<usize>> {
        let mut hunks: Vec<Range<usize>> = Vec::new();
        let telling = (0..self.rows.len()).filter(|at| self.rows[*at].difference().is_some());
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
