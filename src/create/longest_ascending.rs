//! The longest part of a sequence that keeps its order: items that need not be moved, lines that two texts share.

/// Returns a longest ascending subsequence of the positions as pairs of index and position.
pub(crate) fn longest_ascending(positions: &[Option<usize>]) -> Vec<(usize, usize)> {
    // The index that ends the best sequence of each length, and the predecessor of each index.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut before = vec![None; positions.len()];
    for (at, position) in positions.iter().enumerate() {
        let Some(position) = *position else { continue };
        let length = ends.partition_point(|end| end.1 < position);
        before[at] = length.checked_sub(1).map(|last| ends[last].0);
        match ends.get_mut(length) {
            Some(end) => *end = (at, position),
            None => ends.push((at, position)),
        }
    }
    let mut sequence = Vec::new();
    let mut at = ends.last().map(|end| end.0);
    while let Some(index) = at {
        if let Some(position) = positions[index] {
            sequence.push((index, position));
        }
        at = before[index];
    }
    sequence.reverse();
    sequence
}
