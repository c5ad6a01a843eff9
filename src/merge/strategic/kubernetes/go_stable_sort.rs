//! A stable sort with the same sequence of comparisons as Go's standard library. Kubernetes sorts with a
//! contradictory comparison if an item has no position, so the result depends on the algorithm.

const BLOCK: usize = 20;

/// Sorts blocks of 20 by insertion, then merges neighboring blocks in position, doubling their size.
pub(crate) fn stable_sort<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for block in items.chunks_mut(BLOCK) {
        for end in 1..block.len() {
            let mut at = end;
            while at > 0 && less(&block[at], &block[at - 1]) {
                block.swap(at, at - 1);
                at -= 1;
            }
        }
    }
    let mut size = BLOCK;
    while size < items.len() {
        for pair in items.chunks_mut(2 * size) {
            if pair.len() > size {
                let end = pair.len();
                merge(pair, 0, size, end, less);
            }
        }
        size *= 2;
    }
}

/// Merges the sorted runs `from..middle` and `middle..to` by rotation (the SymMerge algorithm of Kim and Kutzner).
fn merge<T: Copy>(items: &mut [T], from: usize, middle: usize, to: usize, less: &impl Fn(&T, &T) -> bool) {
    if middle - from == 1 {
        let position = first_where(middle, to, |at| !less(&items[at], &items[from]));
        items[from..position].rotate_left(1);
        return;
    }
    if to - middle == 1 {
        let position = first_where(from, middle, |at| less(&items[middle], &items[at]));
        items[position..=middle].rotate_right(1);
        return;
    }
    let half = (from + to) / 2;
    let mirror = half + middle;
    let (low, high) = if middle > half {
        (mirror - to, half)
    } else {
        (from, middle)
    };
    let start = first_where(low, high, |at| less(&items[mirror - 1 - at], &items[at]));
    let end = mirror - start;
    if start < middle && middle < end {
        items[start..end].rotate_left(middle - start);
    }
    if from < start && start < half {
        merge(items, from, start, half, less);
    }
    if half < end && end < to {
        merge(items, half, end, to, less);
    }
}

/// Returns the first index of `low..high` for which `answer` holds, or `high` (binary search).
fn first_where(mut low: usize, mut high: usize, answer: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = (low + high) / 2;
        if answer(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_stably() {
        let mut items: Vec<(u32, u32)> = (0..500).map(|i| (i * 7919 % 23, i)).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        stable_sort(&mut items, &|a, b| a.0 < b.0);
        assert_eq!(items, expected);
    }

    #[test]
    fn always_before_reverses() {
        for count in [1, 2, 19, 20, 21, 60, 333] {
            let mut items: Vec<u32> = (0..count).collect();
            stable_sort(&mut items, &|_, _| true);
            assert!(items.iter().copied().eq((0..count).rev()), "{count}: {items:?}");
        }
    }
}
