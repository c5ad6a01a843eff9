//! Compares the lines of two texts as a diff does: a moved line is removed and added.

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::line_change::{LineChange, between};
use crate::create::longest_ascending;

/// The most lines of each text that are aligned at once, so that a diff takes linear time; a large one need not be the
/// shortest.
const WINDOW: usize = 128;

/// Compares two texts line by line. Linear.
pub(crate) fn line_diff(old: &str, new: &str) -> LineChange {
    let (skipped, old, new) = between(old, new);
    let changed = changed_lines(&[old, new].map(|text| text.lines().collect()));
    let [removed, added] = changed.map(|lines| -> Vec<usize> {
        let numbers = lines.into_iter().map(|at| skipped + at + 1);
        numbers.collect()
    });
    let first = added.iter().chain(&removed).min();
    LineChange {
        first: first.copied().unwrap_or(skipped + 1),
        added,
        removed,
    }
}

/// Compares the lines of two texts. Returns the lines that only one of them has, from 0. Linear.
pub(super) fn changed_lines(texts: &[Vec<&str>; 2]) -> [Vec<usize>; 2] {
    let mut known: FxHashMap<&str, (usize, [bool; 2])> = FxHashMap::default();
    for (side, lines) in texts.iter().enumerate() {
        for line in lines {
            let next = known.len();
            known.entry(line).or_insert((next, [false; 2])).1[side] = true;
        }
    }
    // Lines that only one text has need no alignment.
    let shared = texts.each_ref().map(|lines| {
        let all = lines.iter().map(|line| known[line]).enumerate();
        let shared = all.filter(|(_, (_, sides))| *sides == [true; 2]);
        shared.map(|(at, (line, _))| (at, line)).collect::<Vec<_>>()
    });
    let mut is_kept = texts.each_ref().map(|lines| vec![false; lines.len()]);
    let [all_old, all_new] = shared.each_ref().map(Vec::as_slice);
    let mut from = (0, 0);
    for to in anchors(all_old, all_new) {
        let (mut old, mut new) = (&all_old[from.0..to.0], &all_new[from.1..to.1]);
        while !old.is_empty() && !new.is_empty() {
            let (pairs, done) = align(old, new);
            for (one, other) in pairs {
                is_kept[0][old[one].0] = true;
                is_kept[1][new[other].0] = true;
            }
            (old, new) = (&old[done.0..], &new[done.1..]);
        }
        from = to;
    }
    is_kept.map(|kept| {
        let lines = kept.iter().enumerate().filter(|(_, kept)| !**kept);
        lines.map(|(at, _)| at).collect()
    })
}

/// Returns where the parts of two sequences end that are aligned with each other. In long sequences, each part begins
/// at a line that both have once: after a long insertion, a window alone would compare lines that do not belong together.
fn anchors(old: &[(usize, usize)], new: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let end = (old.len(), new.len());
    if old.len() <= WINDOW && new.len() <= WINDOW {
        return vec![end];
    }
    let [in_old, in_new] = [old, new].map(|side| {
        let mut places: FxHashMap<usize, Option<usize>> = FxHashMap::default();
        for (at, (_, line)) in side.iter().enumerate() {
            let place = places.entry(*line).and_modify(|place| *place = None);
            place.or_insert(Some(at));
        }
        places
    });
    let is_once = |line: &usize| {
        in_old
            .get(line)
            .copied()
            .flatten()
            .and(in_new.get(line).copied().flatten())
    };
    let positions: Vec<Option<usize>> = old.iter().map(|(_, line)| is_once(line)).collect();
    let mut ends = longest_ascending(&positions);
    ends.push(end);
    ends
}

/// Aligns the starts of two sequences. Returns the pairs of equal places, and how much of both is done.
fn align(old: &[(usize, usize)], new: &[(usize, usize)]) -> (Vec<(usize, usize)>, (usize, usize)) {
    let [one, other] = [old, new].map(|side| {
        let window = side.iter().take(WINDOW);
        window.map(|(_, line)| *line).collect::<Vec<_>>()
    });
    let mut pairs = Vec::new();
    // From new to old: of two neighbors that changed places, the first one moved.
    for part in capture_diff_slices(Algorithm::Myers, &other, &one) {
        if let DiffOp::Equal {
            old_index: other,
            new_index: one,
            len,
        } = part
        {
            pairs.extend((0..len).map(|at| (one + at, other + at)));
        }
    }
    let is_end = one.len() == old.len() && other.len() == new.len();
    // What follows the last pair can be equal to lines after the window.
    let last = pairs
        .last()
        .filter(|_| !is_end)
        .map(|(one, other)| (one + 1, other + 1));
    (pairs, last.unwrap_or((one.len(), other.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_lines_are_removed_and_added() {
        for (old, new, removed, added) in [
            ("a\nb\nc", "a\nx\nc", vec![2], vec![2]),
            ("a\nb\nc\nd", "a\nc\nb\nd", vec![2], vec![3]),
            ("a\nb\nc\nd\ne", "e\nb\nc\nd\na", vec![1, 5], vec![1, 5]),
            ("a\nb\nc\nd\ne", "a\ne\nb\nc\nd", vec![5], vec![2]),
            ("a\n\nb\n\nc", "a\n\nx\n\nb\n\nd", vec![5], vec![3, 4, 7]),
            ("a\nb\nc", "a\nc", vec![2], vec![]),
            ("", "a\nb", vec![], vec![1, 2]),
            ("a\nb", "", vec![1, 2], vec![]),
            ("x\na", "a\nx\na", vec![], vec![1]),
        ] {
            let change = line_diff(old, new);
            assert_eq!(
                (change.removed, change.added),
                (removed, added),
                "{old:?} {new:?}"
            );
        }
    }

    #[test]
    fn a_long_block_is_moved_as_a_whole() {
        let item = |at: usize| format!("- port: {at}\n  protocol: TCP\n  targetPort: {}\n", at % 9);
        let items = |all: &[usize]| all.iter().copied().map(item).collect::<String>();
        let old: Vec<usize> = (0..500).collect();
        for count in [10, 50, 100, 200] {
            let (rest, moved) = old.split_at(old.len() - count);
            let change = line_diff(&items(&old), &items(&[moved, rest].concat()));
            let counts = (change.removed.len(), change.added.len());
            assert_eq!(counts, (3 * count, 3 * count), "{count}");
            let change = line_diff(&items(rest), &items(&[moved, rest].concat()));
            assert_eq!(
                (change.removed.len(), change.added.len()),
                (0, 3 * count),
                "{count}"
            );
        }
    }

    #[test]
    fn the_kept_lines_of_both_texts_are_the_same() {
        let text = |lines: &[usize]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let old: Vec<usize> = (0..900).map(|at| at % 300).collect();
        let reversed: Vec<usize> = old.iter().rev().copied().collect();
        let mixed: Vec<usize> = (0..900).map(|at| (at * 7) % 450).collect();
        let halves = [&old[500..], &old[..500]].concat();
        let twice = old.repeat(2);
        for new in [reversed, mixed, halves, twice, Vec::new()] {
            let change = line_diff(&text(&old), &text(&new));
            let kept = |lines: &[usize], changed: &[usize]| -> Vec<usize> {
                let all = lines.iter().enumerate();
                let kept = all.filter(|(at, _)| changed.binary_search(&(at + 1)).is_err());
                kept.map(|(_, line)| *line).collect()
            };
            assert_eq!(kept(&old, &change.removed), kept(&new, &change.added));
        }
    }
}
