//! Finds the moved items of a list: the fewest items whose removal leaves the others in their old order.

/// Returns for each position of the new order whether its item moved. `old` has the old position of each
/// item, `None` for new items, which never count as moved. O(n log n).
pub fn moved(old: &[Option<u32>]) -> Vec<bool> {
    // Longest increasing run of old positions: `tails[k]` is the index of the smallest end of a run of length k+1.
    let mut tails: Vec<u32> = Vec::new();
    let mut before: Vec<Option<u32>> = vec![None; old.len()];
    let is_before = |tail: &u32, position: u32| old[*tail as usize].is_some_and(|end| end < position);
    for (at, position) in old.iter().enumerate() {
        let Some(position) = *position else { continue };
        // Most items are after the previous item, or before all items.
        let length = match (tails.first(), tails.last()) {
            (_, Some(last)) if is_before(last, position) => tails.len(),
            (Some(first), _) if !is_before(first, position) => 0,
            _ => tails.partition_point(|tail| is_before(tail, position)),
        };
        before[at] = length.checked_sub(1).map(|shorter| tails[shorter]);
        if length == tails.len() {
            tails.push(at as u32);
        } else {
            tails[length] = at as u32;
        }
    }
    let mut moved: Vec<bool> = old.iter().map(Option::is_some).collect();
    let mut at = tails.last().copied();
    while let Some(kept) = at {
        moved[kept as usize] = false;
        at = before[kept as usize];
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
            (vec![Some(3), Some(0), Some(2), Some(1), Some(4)], "x.x.."),
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
