//! Which items of a list really moved: the fewest whose taking out leaves the others in their old order.

/// For each position of the new order whether its item moved. `old` gives each item's old position, none for items
/// that are new (they are never "moved"). O(n log n).
pub fn moved(old: &[Option<usize>]) -> Vec<bool> {
    // Longest increasing run of old positions: `tails[k]` is the index of the smallest end of a run of length k+1.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; old.len()];
    for (at, position) in old.iter().enumerate() {
        let Some(position) = position else { continue };
        let length = tails.partition_point(|tail| old[*tail].is_some_and(|end| end < *position));
        before[at] = length.checked_sub(1).map(|shorter| tails[shorter]);
        if length == tails.len() {
            tails.push(at);
        } else {
            tails[length] = at;
        }
    }
    let mut moved: Vec<bool> = old.iter().map(Option::is_some).collect();
    let mut at = tails.last().copied();
    while let Some(kept) = at {
        moved[kept] = false;
        at = before[kept];
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_move() {
        for (old, expected) in [
            (vec![Some(0), Some(1), Some(2)], "..."),
            (vec![Some(2), Some(0), Some(1)], "x.."),
            (vec![None, Some(0), Some(1)], "..."),
            (vec![Some(1), Some(0)], "x."),
            (vec![], ""),
        ] {
            let marks: String = moved(&old)
                .into_iter()
                .map(|m| if m { 'x' } else { '.' })
                .collect();
            assert_eq!(marks, expected, "{old:?}");
        }
    }
}
