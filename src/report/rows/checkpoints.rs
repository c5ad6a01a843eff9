//! Checkpoints in long lists and maps, each with the totals before it: a frame in the middle of fifty thousand items
//! starts at the nearest checkpoint instead of at the first item.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::merge::ResultId;

/// A child, and the totals before it in its container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    pub(crate) child: ResultId,
    /// Rows, ghosts counted.
    pub(crate) rows: u32,
    /// Lines of the result.
    pub(crate) lines: u32,
    /// Children that are present.
    pub(crate) present: u32,
}

/// The places of one container, while its children are counted.
#[derive(Debug, Default)]
pub(crate) struct CheckpointBuilder {
    /// What the children so far take.
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

/// The places of all containers that have any. Those of one are counted when they are asked for: stepping through a
/// long trace changes them at every step, and needs them at none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints(FxHashMap<ResultId, OnceLock<Vec<Checkpoint>>>);

impl Checkpoints {
    /// So many children lie between two places.
    pub(crate) const CHECKPOINT_SPACING: usize = 256;

    /// Learns of a container that is long enough for places, or is another one than before.
    pub(crate) fn expect(&mut self, container: ResultId) {
        self.0.insert(container, OnceLock::new());
    }

    /// Notes that a child of a container has another height or another position.
    pub(crate) fn forget(&mut self, container: ResultId) {
        if let Some(stops) = self.0.get_mut(&container) {
            stops.take();
        }
    }

    /// The last place with at most so many rows of its container before it; `count` finds all places of it.
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
            // Every tenth child is a ghost.
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
