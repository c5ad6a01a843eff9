//! Two texts as a diff in the form that `diff -u` and pull requests have.

use std::fmt::Write;

use rustc_hash::FxHashMap;

/// Lines shown around a change.
const CONTEXT: usize = 3;

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiffLine<'t> {
    Same(&'t str),
    Gone(&'t str),
    New(&'t str),
}

/// The hunks that lead from `old` to `new`, three lines around each; empty if nothing changed.
pub(crate) fn unified(old: &str, new: &str) -> String {
    let lines = compare(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let changed = |line: &DiffLine<'_>| !matches!(line, DiffLine::Same(_));
    let mut out = String::new();
    let (mut at, mut old_line, mut new_line) = (0, 1, 1);
    while let Some(first) = lines[at..].iter().position(changed).map(|found| at + found) {
        let from = first.saturating_sub(CONTEXT).max(at);
        // Another change within the context belongs to the same hunk.
        let mut last = first;
        while let Some(next) = lines[last + 1..].iter().position(changed) {
            if next > 2 * CONTEXT {
                break;
            }
            last += 1 + next;
        }
        let to = (last + 1 + CONTEXT).min(lines.len());
        old_line += from - at;
        new_line += from - at;
        let count =
            |skip: fn(&DiffLine<'_>) -> bool| lines[from..to].iter().filter(|line| !skip(line)).count();
        let olds = count(|line| matches!(line, DiffLine::New(_)));
        let news = count(|line| matches!(line, DiffLine::Gone(_)));
        let _ = writeln!(out, "@@ -{old_line},{olds} +{new_line},{news} @@");
        for line in &lines[from..to] {
            let (sign, text) = match line {
                DiffLine::Same(text) => (' ', text),
                DiffLine::Gone(text) => ('-', text),
                DiffLine::New(text) => ('+', text),
            };
            let _ = writeln!(out, "{sign}{text}");
        }
        old_line += olds;
        new_line += news;
        at = to;
    }
    out
}

/// Lines that both texts have once hold the texts together, in the longest order that both keep; what lies between
/// them is compared alike. Where nothing holds, all of the old goes before all of the new comes.
fn compare<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<DiffLine<'t>> {
    let mut out = Vec::with_capacity(old.len().max(new.len()));
    // What is still to do, the first last: two ranges that are to be compared, or lines that are the same.
    let mut todo = vec![(0..old.len(), 0..new.len())];
    while let Some((mut a, mut b)) = todo.pop() {
        while !a.is_empty() && !b.is_empty() && old[a.start] == new[b.start] {
            out.push(DiffLine::Same(old[a.start]));
            a.start += 1;
            b.start += 1;
        }
        let anchors = match a.is_empty() || b.is_empty() {
            true => Vec::new(),
            false => anchors(&old[a.clone()], &new[b.clone()]),
        };
        if anchors.is_empty() {
            out.extend(old[a].iter().map(|line| DiffLine::Gone(line)));
            out.extend(new[b].iter().map(|line| DiffLine::New(line)));
            continue;
        }
        // Each anchor begins a range, which gives it out as its first line.
        let starts = anchors
            .iter()
            .map(|(left, right)| (a.start + left, b.start + right));
        let starts: Vec<(usize, usize)> = std::iter::once((a.start, b.start)).chain(starts).collect();
        let mut end = (a.end, b.end);
        for (left, right) in starts.into_iter().rev() {
            todo.push((left..end.0, right..end.1));
            end = (left, right);
        }
    }
    out
}

/// The lines that stand once in both, as pairs of indices that grow in both.
fn anchors(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut found: FxHashMap<&str, [(usize, usize); 2]> = FxHashMap::default();
    for (side, lines) in [old, new].into_iter().enumerate() {
        for (at, line) in lines.iter().enumerate() {
            let (count, place) = &mut found.entry(line).or_default()[side];
            *count += 1;
            *place = at;
        }
    }
    let once = |line: &&str| match found.get(line) {
        Some([(1, left), (1, right)]) => Some((*left, *right)),
        _ => None,
    };
    let pairs: Vec<(usize, usize)> = old.iter().filter_map(once).collect();
    // The longest growing run of right sides: `tails[k]` is the end of a run of length k + 1.
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (at, (_, right)) in pairs.iter().enumerate() {
        let length = tails.partition_point(|tail| pairs[*tail].1 < *right);
        before[at] = length.checked_sub(1).map(|shorter| tails[shorter]);
        match tails.get_mut(length) {
            Some(tail) => *tail = at,
            None => tails.push(at),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut at = tails.last().copied();
    while let Some(kept) = at {
        run.push(pairs[kept]);
        at = before[kept];
    }
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_with_three_lines_around() {
        for (old, new, want) in [
            ("a\nb\n", "a\nb\n", ""),
            ("", "a\n", "@@ -1,0 +1,1 @@\n+a\n"),
            ("a\n", "", "@@ -1,1 +1,0 @@\n-a\n"),
            ("a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                "1\n2\n3\n4\n5\n6\n7\n8\nx\n",
                "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+x\n",
            ),
            (
                "a\n1\n2\n3\n4\n5\n6\n7\nb\n",
                "1\n2\n3\n4\n5\n6\n7\n",
                "@@ -1,4 +1,3 @@\n-a\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-b\n",
            ),
            // A move is the shorter of its two stories.
            (
                "x\na\nb\nc\n",
                "a\nb\nc\nx\n",
                "@@ -1,4 +1,4 @@\n-x\n a\n b\n c\n+x\n",
            ),
        ] {
            assert_eq!(unified(old, new), want, "{old:?} {new:?}");
        }
    }

    #[test]
    fn old_and_new_can_be_read_off() {
        let texts = [
            "",
            "a b c d",
            "d c b a",
            "a a b b a",
            "x a y b z c",
            "b b b a c a",
            "c d a b",
        ];
        for old in texts {
            for new in texts {
                let (a, b): (Vec<&str>, Vec<&str>) =
                    (old.split_whitespace().collect(), new.split_whitespace().collect());
                let lines = compare(&a, &b);
                let olds = lines.iter().filter_map(|line| match line {
                    DiffLine::Same(text) | DiffLine::Gone(text) => Some(*text),
                    DiffLine::New(_) => None,
                });
                let news = lines.iter().filter_map(|line| match line {
                    DiffLine::Same(text) | DiffLine::New(text) => Some(*text),
                    DiffLine::Gone(_) => None,
                });
                assert_eq!(olds.collect::<Vec<_>>(), a, "{old} -> {new}");
                assert_eq!(news.collect::<Vec<_>>(), b, "{old} -> {new}");
            }
        }
    }
}
