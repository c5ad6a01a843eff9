//! Compares the lines of two texts as a diff does: a moved line is removed and added.

use rustc_hash::FxHashMap;

use super::line_change::{LineChange, between};

/// The most lines that one part of a diff removes and adds. After them, a new part begins, so that a diff takes linear
/// time; a large one need not be the shortest.
const MAX_EDITS: usize = 64;

/// The place of diagonal 0 in a round. Diagonal `k` has the places with `old - new = k`.
const MIDDLE: usize = MAX_EDITS + 1;

/// The furthest place in the old text on each diagonal.
type Round = [usize; 2 * MIDDLE + 1];

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
    let (mut old, mut new) = (shared[0].as_slice(), shared[1].as_slice());
    while !old.is_empty() && !new.is_empty() {
        let (pairs, done) = align(old, new);
        for (one, other) in pairs {
            is_kept[0][old[one].0] = true;
            is_kept[1][new[other].0] = true;
        }
        (old, new) = (&old[done.0..], &new[done.1..]);
    }
    is_kept.map(|kept| {
        let lines = kept.iter().enumerate().filter(|(_, kept)| !**kept);
        lines.map(|(at, _)| at).collect()
    })
}

/// Aligns the starts of two sequences with the algorithm of Myers. Returns the pairs of equal places, and how much of
/// both is done.
fn align(old: &[(usize, usize)], new: &[(usize, usize)]) -> (Vec<(usize, usize)>, (usize, usize)) {
    let mut furthest: Round = [0; 2 * MIDDLE + 1];
    let mut rounds: Vec<Round> = Vec::new();
    let (mut edits, mut done) = (0, (0, 0));
    'search: for round in 0..=MAX_EDITS {
        rounds.push(furthest);
        for diagonal in (MIDDLE - round..=MIDDLE + round).step_by(2) {
            let (_, mut one) = step_to(&rounds[round], round, diagonal);
            let mut other = one + MIDDLE - diagonal;
            while one < old.len() && other < new.len() && old[one].1 == new[other].1 {
                (one, other) = (one + 1, other + 1);
            }
            furthest[diagonal] = one;
            let is_inside = one <= old.len() && other <= new.len();
            if is_inside && one + other > done.0 + done.1 {
                (edits, done) = (round, (one, other));
            }
            if done == (old.len(), new.len()) {
                break 'search;
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut one, mut other) = done;
    for round in (1..=edits).rev() {
        let (diagonal, start) = step_to(&rounds[round], round, one + MIDDLE - other);
        while one > start {
            (one, other) = (one - 1, other - 1);
            pairs.push((one, other));
        }
        // The step itself removes or adds a line.
        one = rounds[round][diagonal];
        other = one + MIDDLE - diagonal;
    }
    pairs.extend((0..one).map(|at| (at, at)));
    (pairs, done)
}

/// Returns the diagonal from which a round comes to another one, and the place in the old text after that step.
fn step_to(before: &Round, round: usize, diagonal: usize) -> (usize, usize) {
    if round == 0 {
        return (diagonal, 0);
    }
    let is_first = diagonal == MIDDLE - round;
    let is_last = diagonal == MIDDLE + round;
    match is_first || !is_last && before[diagonal - 1] < before[diagonal + 1] {
        true => (diagonal + 1, before[diagonal + 1]),
        false => (diagonal - 1, before[diagonal - 1] + 1),
    }
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
