//! Removes duplicates of a set as Kubernetes does (Go: `uniqifyScalars`): the last element fills the gap.
//! Whether the live list changes, too, depends on the spare capacity of a Go slice.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Returns the list without duplicates, in the resulting order, and all cells of the array afterwards,
/// including those after the list.
pub(crate) fn uniqify<T: Copy + Eq + Hash>(mut cells: Vec<T>) -> (Vec<T>, Vec<T>) {
    let mut indices: FxHashMap<T, BTreeSet<usize>> = FxHashMap::default();
    for (at, key) in cells.iter().enumerate() {
        indices.entry(*key).or_default().insert(at);
    }
    let mut len = cells.len();
    if indices.len() < len {
        let mut at = 0;
        while at < len {
            let key = cells[at];
            while let Some(gap) = indices
                .get(&key)
                .and_then(|set| set.range(at + 1..).next().copied())
            {
                if let Some(set) = indices.get_mut(&key) {
                    set.remove(&gap);
                }
                len -= 1;
                let last = cells[len];
                if gap < len {
                    if let Some(set) = indices.get_mut(&last) {
                        set.remove(&len);
                        set.insert(gap);
                    }
                    cells[gap] = last;
                }
            }
            at += 1;
        }
    }
    (cells[..len].to_vec(), cells)
}

/// Returns the live list as its array contains it after the merge: changed in place if live and patch values
/// fit its capacity.
pub(crate) fn live_keys_after_uniqify<T: Copy>(live: &[T], cells: &[T], capacity: usize) -> Vec<T> {
    if cells.len() <= capacity {
        cells[..live.len()].to_vec()
    } else {
        live.to_vec()
    }
}

/// Returns the capacity of a Go slice that grew to `len` elements of 16 bytes one by one.
pub(crate) fn go_slice_capacity(len: usize) -> usize {
    /// Small capacities double, except that the allocator rounds up and subtracts its own header.
    const SMALL: [usize; 13] = [0, 1, 2, 4, 8, 16, 32, 71, 143, 303, 591, 1023, 1535];
    /// The number of elements in a page of 8 KiB: larger arrays are whole pages.
    const PAGE: usize = 512;
    if let Some(capacity) = SMALL.iter().copied().find(|capacity| *capacity >= len) {
        return capacity;
    }
    let mut capacity = SMALL[SMALL.len() - 1];
    while capacity < len {
        capacity = (capacity + (capacity + 768) / 4).div_ceil(PAGE) * PAGE;
    }
    capacity
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<&str> {
        text.split(' ').filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn the_last_element_fills_the_gap() {
        for (cells, expected) in [
            ("a b a c f", "a b f c"),
            ("a a a a", "a"),
            ("a b b a c c", "a b c"),
            ("a b c", "a b c"),
        ] {
            assert_eq!(uniqify(keys(cells)).0, keys(expected), "{cells}");
        }
    }

    #[test]
    fn capacity_grows_as_measured() {
        for (len, expected) in [
            (0, 0),
            (1, 1),
            (3, 4),
            (5, 8),
            (32, 32),
            (33, 71),
            (71, 71),
            (72, 143),
            (144, 303),
            (512, 591),
            (600, 1023),
            (1281, 1535),
            (1536, 2560),
            (2561, 3584),
        ] {
            assert_eq!(go_slice_capacity(len), expected, "{len}");
        }
    }
}
