//! Checkpoints in long lists and maps with the totals before them: a frame in the middle of fifty thousand
//! items starts at the nearest checkpoint instead of the first item.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::merge::ResultId;

/// A child, and the totals before it in its container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    pub(crate) child: ResultId,
    /// The number of rows, including placeholder rows.
    pub(crate) rows: u32,
    /// The number of lines of the result.
    pub(crate) lines: u32,
    /// The number of present children.
    pub(crate) present: u32,
}

/// Builds the checkpoints of a container while its children are counted.
#[derive(Debug, Default)]
pub(crate) struct CheckpointBuilder {
    /// The rows of the children so far.
    pub(crate) rows: u32,
    pub(crate) lines: u32,
    pub(crate) present: u32,
    pub(crate) children: usize,
    pub(crate) stops: Vec<Checkpoint>,
}

impl CheckpointBuilder {
    /// Counts the next child.
    pub(crate) fn add(&mut self, child: ResultId, (rows, lines): (u32, u32), is_present: bool) {
        if self.children > 0 && self.children.is_multiple_of(Checkpoints::CHECKPOINT_SPACING) {
            self.stops.push(Checkpoint {
                child,
                rows: self.rows,
                lines: self.lines,
                present: self.present,
            });
        }
        self.children += 1;
        self.rows += rows;
        self.lines += lines;
        self.present += u32::from(is_present);
    }
}

/// The checkpoints of all long containers. They are computed on first use, because stepping through a long
/// trace changes them at each step without using them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints(FxHashMap<ResultId, OnceLock<Vec<Checkpoint>>>);

impl Checkpoints {
    /// Number of children between two checkpoints.
    pub(crate) const CHECKPOINT_SPACING: usize = 256;

    /// Registers a container that is long enough for checkpoints, or that has changed.
    pub(crate) fn expect(&mut self, container: ResultId) {
        self.0.insert(container, OnceLock::new());
    }

    /// Discards the checkpoints of a container in which the height or position of a child has changed.
    pub(crate) fn forget(&mut self, container: ResultId) {
        if let Some(stops) = self.0.get_mut(&container) {
            stops.take();
        }
    }

    /// Returns the last checkpoint with at most `rows` rows before it. `count` computes the checkpoints of
    /// the container.
    pub(crate) fn before(
        &self,
        container: ResultId,
        row: usize,
        count: impl FnOnce() -> Vec<Checkpoint>,
    ) -> Option<Checkpoint> {
        let stops = self.0.get(&container)?.get_or_init(count);
        let behind = stops.partition_point(|stop| stop.rows as usize <= row);
        stops.get(behind.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_place_before_a_row_is_found() {
        let mut tally = CheckpointBuilder::default();
        for child in 0..600 {
            // Every tenth child is a placeholder row.
            let ghost = child % 10 == 0;
            let size = if ghost { (1, 0) } else { (2, 2) };
            tally.add(ResultId(child), size, !ghost);
        }
        let mut stops = Checkpoints::default();
        stops.expect(ResultId(9));
        let before = |row| stops.before(ResultId(9), row, || tally.stops.clone());
        let found = |row| before(row).map(|stop| (stop.child.0, stop.rows));
        assert_eq!([found(0), found(485)], [None, None]);
        assert_eq!([found(486), found(900)], [Some((256, 486)); 2]);
        assert_eq!(found(100_000).map(|(child, _)| child), Some(512));
        let stop = before(486);
        assert_eq!(stop.map(|stop| (stop.lines, stop.present)), Some((460, 230)));
        assert_eq!(stops.before(ResultId(8), 486, Vec::new), None);
    }
}
