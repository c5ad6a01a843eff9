//! The places in which two texts differ, as a reader sees them: lines that are changed, added, removed or moved.

use std::ops::Range;

use super::line_diff::changed_lines;
use crate::document::words::count_of;

/// What is different at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HunkKind {
    /// The lines replace others.
    Changed,
    /// The same lines had other spaces before or after them.
    Spaces,
    Added,
    Removed,
    /// The lines were elsewhere in the old text.
    Moved,
    /// The first half of the lines and the second half were in the other order.
    Swapped,
}

/// A place in which two texts differ. Lines are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineHunk {
    pub(crate) kind: HunkKind,
    /// The lines of the old text.
    pub(crate) old: Range<usize>,
    /// The lines of the new text; if lines were only removed, the empty range before the line that is there now.
    pub(crate) new: Range<usize>,
}

/// Returns the places in which two texts differ, in the order of the new text. Linear, except for moved lines.
pub(crate) fn line_hunks(old: &str, new: &str) -> Vec<LineHunk> {
    let mut hunks = changed_places(&[old, new].map(|text| text.lines().collect()));
    if hunks.len() <= MAX_PAIRED {
        let texts = [old, new].map(|text| text.lines().map(str::trim).collect::<Vec<&str>>());
        for hunk in hunks.iter_mut().filter(|hunk| hunk.kind == HunkKind::Changed) {
            if texts[0][hunk.old.clone()] == texts[1][hunk.new.clone()] {
                hunk.kind = HunkKind::Spaces;
            }
        }
        pair_moved(&mut hunks, &texts);
    }
    hunks
}

/// Returns the places in which the lines of two texts differ: changed, added or removed. Linear.
pub(super) fn changed_places(texts: &[Vec<&str>; 2]) -> Vec<LineHunk> {
    let [removed, added] = changed_lines(texts);
    let mut hunks: Vec<LineHunk> = Vec::new();
    let (mut removed, mut added) = (removed.iter().peekable(), added.iter().peekable());
    let mut at = (0, 0);
    while removed.peek().is_some() || added.peek().is_some() {
        // Both texts have the same lines up to the next place.
        let kept = |next: Option<&&usize>, at: usize| next.map(|line| **line - at);
        let [first, second] = [kept(removed.peek(), at.0), kept(added.peek(), at.1)];
        let skipped = first.into_iter().chain(second).min().unwrap_or(0);
        let start = (at.0 + skipped, at.1 + skipped);
        at = start;
        while removed.next_if(|line| **line == at.0).is_some() {
            at.0 += 1;
        }
        while added.next_if(|line| **line == at.1).is_some() {
            at.1 += 1;
        }
        let kind = match (at.0 > start.0, at.1 > start.1) {
            (true, true) => HunkKind::Changed,
            (true, false) => HunkKind::Removed,
            _ => HunkKind::Added,
        };
        hunks.push(LineHunk {
            kind,
            old: start.0..at.0,
            new: start.1..at.1,
        });
    }
    slide(&mut hunks, texts);
    hunks
}

/// Moves added and removed lines that equal the lines around them, so that they begin with the least indentation, as an
/// item of a list does. The lines between two places are compared once.
fn slide(hunks: &mut [LineHunk], texts: &[Vec<&str>; 2]) {
    for at in 0..hunks.len() {
        let hunk = &hunks[at];
        let (lines, range) = match hunk.kind {
            HunkKind::Removed => (&texts[0], &hunk.old),
            HunkKind::Added => (&texts[1], &hunk.new),
            _ => continue,
        };
        // A line stays between two places.
        let before = at.checked_sub(1).map(|before| &hunks[before]);
        let first = before.map_or(hunk.new.start, |before| {
            (hunk.new.start - before.new.end).saturating_sub(1)
        });
        let last = hunks.get(at + 1).map_or(texts[1].len() - hunk.new.end, |after| {
            (after.new.start - hunk.new.end).saturating_sub(1)
        });
        let up = (0..first.min(range.start))
            .take_while(|by| lines[range.start - by - 1] == lines[range.end - by - 1])
            .count();
        let down = (0..last.min(lines.len() - range.end))
            .take_while(|by| lines[range.start + by] == lines[range.end + by])
            .count();
        let indent = |start: &usize| {
            let line = lines[*start];
            match line.trim_start().len() {
                0 => usize::MAX,
                text => line.len() - text,
            }
        };
        let starts = range.start - up..=range.start + down;
        let best = starts.min_by_key(|start| (indent(start), start.abs_diff(range.start)));
        let (from, to) = (range.start, best.unwrap_or(range.start));
        let hunk = &mut hunks[at];
        for range in [&mut hunk.old, &mut hunk.new] {
            *range = range.start + to - from..range.end + to - from;
        }
    }
}

/// The maximum number of places whose lines are compared with each other.
const MAX_PAIRED: usize = 200;

/// Makes one place of lines that were removed at one place and added at another.
fn pair_moved(hunks: &mut Vec<LineHunk>, texts: &[Vec<&str>; 2]) {
    let is = |kind: HunkKind| move |hunk: &&LineHunk| hunk.kind == kind;
    let mut removed: Vec<LineHunk> = hunks.iter().filter(is(HunkKind::Removed)).cloned().collect();
    let mut taken = Vec::new();
    let all = hunks.clone();
    for hunk in hunks.iter_mut().filter(|hunk| hunk.kind == HunkKind::Added) {
        let lines = &texts[1][hunk.new.clone()];
        let has_words = lines.iter().any(|line| line.contains(char::is_alphanumeric));
        // Lines around which another one moved can be in another order.
        let sorted = |lines: &[&str]| -> Vec<String> {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            lines.sort_unstable();
            lines
        };
        let is_same = |other: &LineHunk| {
            has_words
                && other.old.len() == lines.len()
                && sorted(&texts[0][other.old.clone()]) == sorted(lines)
        };
        let Some(found) = removed.iter().position(is_same) else {
            continue;
        };
        let from = removed.remove(found);
        let (here, length) = (hunk.old.start, from.old.len());
        let crossed = from.old.end.min(here)..from.old.start.max(here);
        let is_between = |other: &LineHunk| crossed.contains(&other.old.start) && *other != from;
        let others = all
            .iter()
            .filter(|other| is_between(other) && other.old.start != here);
        hunk.kind = match crossed.len() == length && others.count() == 0 {
            true => HunkKind::Swapped,
            false => HunkKind::Moved,
        };
        if hunk.kind == HunkKind::Swapped {
            let first = match from.old.start < here {
                true => hunk.new.start - length,
                false => hunk.new.start,
            };
            hunk.new = first..first + 2 * length;
        }
        hunk.old = from.old.clone();
        taken.push(from);
    }
    hunks.retain(|hunk| !taken.contains(hunk));
}

/// Makes one place of lines that were removed at one place and added at another with some changes, if `is_same` is true
/// for both places. The changes inside the lines come before them.
pub(crate) fn pair_changed(
    hunks: &mut Vec<LineHunk>,
    [old, new]: [&str; 2],
    is_same: impl Fn(&LineHunk, &LineHunk) -> bool,
) {
    let is = |kind: HunkKind| move |hunk: &&LineHunk| hunk.kind == kind;
    let mut removed: Vec<LineHunk> = hunks.iter().filter(is(HunkKind::Removed)).cloned().collect();
    if removed.is_empty() || removed.len() > MAX_PAIRED {
        return;
    }
    let mut pairs = Vec::new();
    for added in hunks.iter().filter(is(HunkKind::Added)).take(MAX_PAIRED) {
        if let Some(found) = removed.iter().position(|removed| is_same(removed, added)) {
            pairs.push((removed.remove(found), added.clone()));
        }
    }
    for (removed, added) in pairs {
        let lines = |text: &str, range: &Range<usize>| -> String {
            let lines = text.lines().skip(range.start).take(range.len());
            lines.map(|line| line.trim().to_owned() + "\n").collect()
        };
        let inside = line_hunks(&lines(old, &removed.old), &lines(new, &added.new));
        let by = (removed.old.start, added.new.start);
        let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        let inside = inside.into_iter().map(|hunk| LineHunk {
            old: shifted(hunk.old, by.0),
            new: shifted(hunk.new, by.1),
            ..hunk
        });
        let moved = LineHunk {
            kind: HunkKind::Moved,
            old: removed.old.clone(),
            new: added.new.clone(),
        };
        let all: Vec<LineHunk> = inside.chain([moved]).collect();
        hunks.retain(|hunk| *hunk != removed);
        if let Some(at) = hunks.iter().position(|hunk| *hunk == added) {
            hunks.splice(at..=at, all);
        }
    }
}

/// Returns `+2 −1 lines, 3 lines moved`.
pub(crate) fn hunk_words(hunks: &[LineHunk]) -> String {
    let is_moved = |hunk: &&LineHunk| matches!(hunk.kind, HunkKind::Moved | HunkKind::Swapped);
    let others = || hunks.iter().filter(|hunk| !is_moved(hunk));
    let moved: usize = hunks.iter().filter(is_moved).map(|hunk| hunk.old.len()).sum();
    let added: usize = others().map(|hunk| hunk.new.len()).sum();
    let removed: usize = others().map(|hunk| hunk.old.len()).sum();
    let counts = match (added, removed) {
        (0, 0) => None,
        (1, 0) => Some("+1 line".to_owned()),
        (0, 1) => Some("−1 line".to_owned()),
        (added, 0) => Some(format!("+{added} lines")),
        (0, removed) => Some(format!("−{removed} lines")),
        (added, removed) => Some(format!("+{added} −{removed} lines")),
    };
    let moved = (moved > 0).then(|| format!("{} moved", count_of(moved, "line")));
    let parts: Vec<String> = counts.into_iter().chain(moved).collect();
    match parts.is_empty() {
        true => "no shown line changed".to_owned(),
        false => parts.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_its_kind_and_its_lines() {
        use HunkKind::{Added, Changed, Moved, Removed, Spaces, Swapped};
        let items = "env:\n- name: a\n  value: 1\n- name: b\n  value: 1\n- name: c\n  value: 1\n";
        let order = |names: &str| -> String {
            let item = |name: char| format!("- name: {name}\n  value: 1\n");
            "env:\n".to_owned() + &names.chars().map(item).collect::<String>()
        };
        for (old, new, hunks, words) in [
            ("a\nb\nc", "a\nx\nc", vec![(Changed, 1..2, 1..2)], "+1 −1 lines"),
            ("a\nb\nc", "a\nc", vec![(Removed, 1..2, 1..1)], "−1 line"),
            ("a\nb\nc", "a\nb", vec![(Removed, 2..3, 2..2)], "−1 line"),
            ("a\nb", "x\ny\na\nb", vec![(Added, 0..0, 0..2)], "+2 lines"),
            ("a\nb\nc", "b\na\nc", vec![(Swapped, 0..1, 0..2)], "1 line moved"),
            (
                "a\nb\nc\nd\ne",
                "a\nc\nd\nb\ne",
                vec![(Moved, 1..2, 3..4)],
                "1 line moved",
            ),
            (
                "a\nb\nc\nd\ne",
                "a\nd\nb\nc\ne",
                vec![(Moved, 3..4, 1..2)],
                "1 line moved",
            ),
            (
                "a\nb\nc\nd\ne",
                "a\nd\nc\nb\ne",
                vec![(Moved, 1..3, 2..4)],
                "2 lines moved",
            ),
            (
                "a\nb\nc\nd\ne\nf",
                "a\ne\nc\nd\nb\nf",
                vec![(Changed, 1..2, 1..2), (Changed, 4..5, 4..5)],
                "+2 −2 lines",
            ),
            (items, &order("acb"), vec![(Swapped, 3..5, 3..7)], "2 lines moved"),
            (items, &order("bca"), vec![(Moved, 1..3, 5..7)], "2 lines moved"),
            (items, &order("cab"), vec![(Moved, 5..7, 1..3)], "2 lines moved"),
            (items, &order("nabc"), vec![(Added, 1..1, 1..3)], "+2 lines"),
            (items, &order("anbc"), vec![(Added, 3..3, 3..5)], "+2 lines"),
            (items, &order("abcn"), vec![(Added, 7..7, 7..9)], "+2 lines"),
            // A place begins with the least indentation.
            (
                "l:\n- p: 8\n  n: 1\n- p: 8\n  n: 2\n",
                "l:\n- p: 8\n  n: 1\n- p: 8\n  n: 3\n- p: 8\n  n: 2\n",
                vec![(Added, 3..3, 3..5)],
                "+2 lines",
            ),
            (
                "- name: a\n  ports:\n  - p: 8\n  image: x\n",
                "- name: a\n  ports:\n  - p: 8\n  image: x\n- name: b\n  ports:\n  - p: 8\n  image: x\n",
                vec![(Added, 4..4, 4..8)],
                "+4 lines",
            ),
            (
                "- n: a\n  v: 1\n- n: b\n  v: 1\n- n: c\n",
                "- n: a\n  v: 1\n- n: c\n",
                vec![(Removed, 2..4, 2..2)],
                "−2 lines",
            ),
            (items, &order("bc"), vec![(Removed, 1..3, 1..1)], "−2 lines"),
            (items, &order("ab"), vec![(Removed, 5..7, 5..5)], "−2 lines"),
            ("a\nb", "a\n  b", vec![(Spaces, 1..2, 1..2)], "+1 −1 lines"),
            ("a\r\nb", "a\nb", vec![], "no shown line changed"),
        ] {
            let found = line_hunks(old, new);
            assert_eq!(hunk_words(&found), words, "{old:?} {new:?}");
            let found: Vec<_> = found.into_iter().map(|it| (it.kind, it.old, it.new)).collect();
            assert_eq!(found, hunks, "{old:?} {new:?}");
        }
    }
}
