//! Places along long lists and maps, each with what stands before it: a frame in the middle of fifty thousand items
//! begins at the nearest place instead of at the first item.

use rustc_hash::FxHashMap;

use crate::merge::ResultId;

/// A child, and what stands before it in its container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) child: ResultId,
    /// Rows, ghosts counted.
    pub(super) rows: u32,
    /// Lines of the result.
    pub(super) lines: u32,
    /// Children that are present.
    pub(super) present: u32,
}

/// The places of one container, while its children are counted.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// What the children so far take.
    pub(super) rows: u32,
    pub(super) lines: u32,
    pub(super) present: u32,
    children: usize,
    stops: Vec<Stop>,
}

impl Tally {
    /// Counts the next child.
    pub(super) fn add(&mut self, child: ResultId, (rows, lines): (u32, u32), is_present: bool) {
        if self.children > 0 && self.children.is_multiple_of(Stops::APART) {
            self.stops.push(Stop {
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

/// The places of all containers that have any.
#[derive(Clone, Debug, Default)]
pub(super) struct Stops(FxHashMap<ResultId, Vec<Stop>>);

impl Stops {
    /// So many children lie between two places.
    pub(super) const APART: usize = 256;

    /// Keeps the places of a container.
    pub(super) fn keep(&mut self, container: ResultId, tally: Tally) {
        if !tally.stops.is_empty() {
            self.0.insert(container, tally.stops);
        }
    }

    /// The containers that have places.
    pub(super) fn containers(&self) -> Vec<ResultId> {
        self.0.keys().copied().collect()
    }

    /// The last place with at most so many rows of its container before it.
    pub(super) fn before(&self, container: ResultId, row: usize) -> Option<Stop> {
        let stops = self.0.get(&container)?;
        let behind = stops.partition_point(|stop| stop.rows as usize <= row);
        stops.get(behind.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_place_before_a_row_is_found() {
        let mut tally = Tally::default();
        for child in 0..600 {
            // Every tenth child is a ghost.
            let ghost = child % 10 == 0;
            let size = if ghost { (1, 0) } else { (2, 2) };
            tally.add(ResultId(child), size, !ghost);
        }
        let mut stops = Stops::default();
        stops.keep(ResultId(9), tally);
        let found = |row| {
            stops
                .before(ResultId(9), row)
                .map(|stop| (stop.child.0, stop.rows))
        };
        assert_eq!([found(0), found(485)], [None, None]);
        assert_eq!([found(486), found(900)], [Some((256, 486)); 2]);
        assert_eq!(found(100_000).map(|(child, _)| child), Some(512));
        let stop = stops.before(ResultId(9), 486);
        assert_eq!(stop.map(|stop| (stop.lines, stop.present)), Some((460, 230)));
        assert_eq!(stops.before(ResultId(8), 486), None);
    }
}
