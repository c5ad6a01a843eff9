//! The unstable sort of Go's standard library, with the same sequence of comparisons and swaps. The library
//! sorts items with a comparison that is true for equal keys, so the result depends on the algorithm
//! (pattern-defeating quicksort; insertion sort up to 12 items).

const INSERTION: usize = 12;
const NINTHER: usize = 50;
const MAX_INSERTION_STEPS: usize = 5;
const MAX_SWAPS: usize = 12;

/// What the choice of a pivot says about the order of the items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SortHint {
    Unknown,
    Increasing,
    Decreasing,
}

/// Sorts with `less`, which does not have to be a valid order.
pub(crate) fn sort<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let limit = usize::BITS - items.len().leading_zeros();
    let end = items.len();
    PdqSort { items, less }.quick(0, end, limit);
}

struct PdqSort<'a, T, F> {
    items: &'a mut [T],
    less: &'a F,
}

impl<T, F: Fn(&T, &T) -> bool> PdqSort<'_, T, F> {
    fn less(&self, left: usize, right: usize) -> bool {
        (self.less)(&self.items[left], &self.items[right])
    }

    fn swap(&mut self, left: usize, right: usize) {
        self.items.swap(left, right);
    }

    fn quick(&mut self, mut from: usize, mut to: usize, mut limit: u32) {
        let (mut balanced, mut partitioned) = (true, true);
        loop {
            let len = to - from;
            if len <= INSERTION {
                return self.insertion(from, to);
            }
            if limit == 0 {
                return self.heap(from, to);
            }
            if !balanced {
                self.break_patterns(from, to);
                limit -= 1;
            }
            let (mut pivot, mut hint) = self.choose_pivot(from, to);
            if hint == SortHint::Decreasing {
                self.items[from..to].reverse();
                pivot = (to - 1) - (pivot - from);
                hint = SortHint::Increasing;
            }
            if balanced && partitioned && hint == SortHint::Increasing && self.partial_insertion(from, to) {
                return;
            }
            if from > 0 && !self.less(from - 1, pivot) {
                from = self.partition_equal(from, to, pivot);
                continue;
            }
            let (middle, already) = self.partition(from, to, pivot);
            partitioned = already;
            let (left, right) = (middle - from, to - middle);
            let threshold = len / 8;
            if left < right {
                balanced = left >= threshold;
                self.quick(from, middle, limit);
                from = middle + 1;
            } else {
                balanced = right >= threshold;
                self.quick(middle + 1, to, limit);
                to = middle;
            }
        }
    }

    fn insertion(&mut self, from: usize, to: usize) {
        for end in from + 1..to {
            let mut at = end;
            while at > from && self.less(at, at - 1) {
                self.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    fn heap(&mut self, from: usize, to: usize) {
        let len = to - from;
        for root in (0..=(len - 1) / 2).rev() {
            self.sift_down(root, len, from);
        }
        for end in (0..len).rev() {
            self.swap(from, from + end);
            self.sift_down(0, end, from);
        }
    }

    fn sift_down(&mut self, mut root: usize, end: usize, first: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= end {
                return;
            }
            if child + 1 < end && self.less(first + child, first + child + 1) {
                child += 1;
            }
            if !self.less(first + root, first + child) {
                return;
            }
            self.swap(first + root, first + child);
            root = child;
        }
    }

    fn partition(&mut self, from: usize, to: usize, pivot: usize) -> (usize, bool) {
        self.swap(from, pivot);
        let (mut low, mut high) = (from + 1, to - 1);
        let mut already = true;
        loop {
            while low <= high && self.less(low, from) {
                low += 1;
            }
            while low <= high && !self.less(high, from) {
                high -= 1;
            }
            if low > high {
                break;
            }
            already = false;
            self.swap(low, high);
            low += 1;
            high -= 1;
        }
        self.swap(high, from);
        (high, already)
    }

    fn partition_equal(&mut self, from: usize, to: usize, pivot: usize) -> usize {
        self.swap(from, pivot);
        let (mut low, mut high) = (from + 1, to - 1);
        loop {
            while low <= high && !self.less(from, low) {
                low += 1;
            }
            while low <= high && self.less(from, high) {
                high -= 1;
            }
            if low > high {
                return low;
            }
            self.swap(low, high);
            low += 1;
            high -= 1;
        }
    }

    fn partial_insertion(&mut self, from: usize, to: usize) -> bool {
        let mut at = from + 1;
        for _ in 0..MAX_INSERTION_STEPS {
            while at < to && !self.less(at, at - 1) {
                at += 1;
            }
            if at == to {
                return true;
            }
            if to - from < NINTHER {
                return false;
            }
            self.swap(at, at - 1);
            if at - from >= 2 {
                for left in (1..at).rev() {
                    if !self.less(left, left - 1) {
                        break;
                    }
                    self.swap(left, left - 1);
                }
            }
            if to - at >= 2 {
                for right in at + 1..to {
                    if !self.less(right, right - 1) {
                        break;
                    }
                    self.swap(right, right - 1);
                }
            }
        }
        false
    }

    fn break_patterns(&mut self, from: usize, to: usize) {
        let len = to - from;
        if len < 8 {
            return;
        }
        let mut random = len as u64;
        let modulus = 1u64 << (usize::BITS - len.leading_zeros());
        let middle = from + (len / 4) * 2 - 1;
        for at in 0..3 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut other = (random & (modulus - 1)) as usize;
            if other >= len {
                other -= len;
            }
            self.swap(middle - 1 + at, from + other);
        }
    }

    fn choose_pivot(&self, from: usize, to: usize) -> (usize, SortHint) {
        let len = to - from;
        let mut swaps = 0;
        let quarter = len / 4;
        let (mut low, mut middle, mut high) = (from + quarter, from + quarter * 2, from + quarter * 3);
        if len >= 8 {
            if len >= NINTHER {
                low = self.median(low - 1, low, low + 1, &mut swaps);
                middle = self.median(middle - 1, middle, middle + 1, &mut swaps);
                high = self.median(high - 1, high, high + 1, &mut swaps);
            }
            middle = self.median(low, middle, high, &mut swaps);
        }
        let hint = match swaps {
            0 => SortHint::Increasing,
            MAX_SWAPS => SortHint::Decreasing,
            _ => SortHint::Unknown,
        };
        (middle, hint)
    }

    fn median(&self, low: usize, middle: usize, high: usize, swaps: &mut usize) -> usize {
        let mut ordered = |left: usize, right: usize| {
            if self.less(right, left) {
                *swaps += 1;
                (right, left)
            } else {
                (left, right)
            }
        };
        let (low, middle) = ordered(low, middle);
        let (middle, _) = ordered(middle, high);
        ordered(low, middle).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_whatever_the_pattern() {
        for count in [0, 1, 2, 12, 13, 49, 50, 51, 200, 1000] {
            let patterns: [fn(u32, u32) -> u32; 5] = [
                |at, _| at,
                |at, count| count - at,
                |at, _| at * 7919 % 101,
                |at, _| at % 3,
                |at, count| if at % 2 == 0 { at } else { count - at },
            ];
            for (number, pattern) in patterns.into_iter().enumerate() {
                let mut items: Vec<u32> = (0..count).map(|at| pattern(at, count)).collect();
                let mut expected = items.clone();
                expected.sort_unstable();
                let (mut loose, less) = (items.clone(), |a: &u32, b: &u32| a < b);
                sort(&mut items, &less);
                assert_eq!(items, expected, "{number} {count}");
                // Equal items may compare as less: the values are sorted anyway.
                sort(&mut loose, &|a, b| a <= b);
                assert_eq!(loose, expected, "{number} {count}");
            }
        }
    }

    #[test]
    fn twelve_equal_items_are_turned_round() {
        let mut items: Vec<u32> = (0..12).collect();
        sort(&mut items, &|_, _| true);
        assert!(items.iter().copied().eq((0..12).rev()));
    }
}
