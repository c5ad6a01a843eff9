//! Compares the lines of two texts.

use rustc_hash::FxHashMap;

/// The lines in which two texts differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineChange {
    /// The numbers of the lines that only the new text has, from 1.
    pub(crate) added: Vec<usize>,
    /// The numbers of the lines that only the old text has, from 1.
    pub(crate) removed: Vec<usize>,
    /// The number of the first line of the new text that differs.
    pub(crate) first: usize,
}

/// Compares two texts line by line. A moved line is neither added nor removed. Linear.
pub(crate) fn line_change(old: &str, new: &str) -> LineChange {
    let (skipped, old, new) = between(old, new);
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let alike = |(one, other): &(&&str, &&str)| one == other;
    let head = old.iter().zip(&new).take_while(alike).count();
    let (old, rest) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(rest.iter().rev()).take_while(alike).count();
    let (old, rest) = (&old[..old.len() - tail], &rest[..rest.len() - tail]);
    let mut left: FxHashMap<&str, usize> = FxHashMap::default();
    for line in old {
        *left.entry(line).or_default() += 1;
    }
    let before = skipped + head;
    let mut change = LineChange {
        first: before + 1,
        ..LineChange::default()
    };
    for (at, line) in rest.iter().enumerate() {
        match left.get_mut(line).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => change.added.push(before + at + 1),
        }
    }
    for (at, line) in old.iter().enumerate().rev() {
        if let Some(count) = left.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            change.removed.push(before + at + 1);
        }
    }
    change.removed.reverse();
    change
}

/// Removes most of the common first lines (returns their number) and most of the common last lines of two
/// texts, so that little is left of a long text with a small change.
pub(super) fn between<'t>(old: &'t str, new: &'t str) -> (usize, &'t str, &'t str) {
    let head = length_alike(old.as_bytes().chunks(BLOCK), new.as_bytes().chunks(BLOCK));
    let ends = memchr::memchr_iter(b'\n', &old.as_bytes()[..head]);
    let head = ends.clone().next_back().map_or(0, |at| at + 1);
    let lines = ends.count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = length_alike(old.as_bytes().rchunks(BLOCK), new.as_bytes().rchunks(BLOCK));
    let after = &old.as_bytes()[old.len() - tail..];
    let tail = memchr::memchr(b'\n', after).map_or(0, |at| after.len() - at - 1);
    (lines, &old[..old.len() - tail], &new[..new.len() - tail])
}

/// The size of the blocks that are compared at memory speed, in bytes.
const BLOCK: usize = 128;

/// Returns the number of bytes in equal blocks before the first different block.
fn length_alike<'t>(old: impl Iterator<Item = &'t [u8]>, new: impl Iterator<Item = &'t [u8]>) -> usize {
    let alike = old.zip(new).take_while(|(old, new)| old == new);
    alike.map(|(old, _)| old.len()).sum()
}

impl LineChange {
    /// Returns where lines were removed and none were added in their place: the line of the new text after them, and
    /// their number.
    pub(crate) fn removals(&self) -> Vec<(usize, usize)> {
        // The number of lines before a line that both texts have is the same in both.
        let shared_before = |lines: &[usize]| -> Vec<usize> {
            let lines = lines.iter().enumerate();
            lines.map(|(others, line)| line - 1 - others).collect()
        };
        let (added, removed) = (shared_before(&self.added), shared_before(&self.removed));
        let runs = removed.chunk_by(|one, next| one == next);
        let runs = runs.filter(|run| added.binary_search(&run[0]).is_err());
        let place = |run: &[usize]| {
            let line = run[0] + 1 + added.partition_point(|other| *other < run[0]);
            (line, run.len())
        };
        runs.map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_once_and_moved_ones_not_at_all() {
        for (old, new, added, removed) in [
            ("a\nb\nc", "a\nx\nc", vec![2], 1),
            ("a\nb\nc", "a\nb\nb\nc", vec![3], 0),
            ("a\nb\nc", "a\nc", vec![], 1),
            ("a\nb\nc", "c\nb\na", vec![], 0),
            ("", "a\nb", vec![1, 2], 0),
            ("a\nb\n", "", vec![], 2),
            ("x\na", "a\nx\na", vec![1], 0),
        ] {
            let change = line_change(old, new);
            assert_eq!(
                (&change.added, change.removed.len()),
                (&added, removed),
                "{old:?} {new:?}"
            );
        }
    }

    #[test]
    fn a_change_in_a_long_text_is_found_where_it_is() {
        let line = |at: usize| format!("line {at}\n");
        let old: String = (1..=1000).map(line).collect();
        for at in [1, 13, 14, 15, 500, 999, 1000] {
            let changed = |to: &str| old.replace(&format!("line {at}\n"), to);
            for (new, added, removed) in [
                (changed("other\n"), vec![at], 1),
                (changed(""), vec![], 1),
                (changed(&format!("line {at}\n\n")), vec![at + 1], 0),
                (changed(&format!("lin {at}\r\nline {at}\n")), vec![at], 0),
            ] {
                let change = line_change(&old, &new);
                assert_eq!((change.added, change.removed.len()), (added, removed), "{at}");
            }
        }
        let same = line_change(&old, &old);
        assert!(same.added.is_empty() && same.removed.is_empty());
    }
}
