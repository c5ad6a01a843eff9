//! The changed places of a long line: a pane shows a part of it, so each of them is a place to go to.

use std::ops::Range;

use super::change_stop::ChangeStop;
use super::saved_merges::ChangedInput;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::panes::focus::Pane;
use crate::report::line_hunks::{HunkKind, line_hunks};

/// Changes that are further apart, in characters, may not be in a pane together.
const APART: usize = 40;

/// Returns the stops with one for each place of a long line that differs.
pub(super) fn with_places(stops: Vec<ChangeStop>, inputs: &[ChangedInput]) -> Vec<ChangeStop> {
    let place = |stop: &ChangeStop| (stop.pane, stop.patch, stop.hunk.new.clone());
    let places: Vec<_> = stops.iter().map(place).collect();
    let inputs: Vec<_> = inputs
        .iter()
        .map(|changed| (changed.input, changed.new.lines().collect()))
        .collect();
    let mut all = Vec::with_capacity(stops.len());
    for (at, stop) in stops.into_iter().enumerate() {
        let lines = changed_lines(&stop, &inputs);
        // The stops of one line are next to each other.
        let is_alone = [at.wrapping_sub(1), at + 1]
            .iter()
            .all(|other| places.get(*other) != places.get(at));
        let olds = lines
            .filter(|_| is_alone)
            .map_or_else(Vec::new, |[old, new]| old_places(old, new));
        match &olds[..] {
            [] | [_] => all.push(stop),
            _ => all.extend(olds.into_iter().map(|old| ChangeStop {
                old: vec![old],
                ..stop.clone()
            })),
        }
    }
    all
}

/// Returns the old and the new line of a stop at one line.
fn changed_lines<'c>(stop: &'c ChangeStop, inputs: &[(InputId, Vec<&'c str>)]) -> Option<[&'c str; 2]> {
    let is_of = |(input, _): &&(InputId, Vec<&str>)| match *input {
        InputId::Patch(patch) => stop.pane == Pane::Patch && stop.patch == patch,
        _ => stop.pane == Pane::Live,
    };
    let [old] = &stop.old[..] else { return None };
    let hunk = &stop.hunk;
    let is_one = hunk.kind == HunkKind::Changed && hunk.new.len() == 1 && old.len() > 2 * APART;
    let (_, lines) = inputs.iter().find(is_of).filter(|_| is_one)?;
    Some([old, lines.get(hunk.new.start)?])
}

/// Returns for each place that differs the new line with the old text there.
fn old_places(old: &str, new: &str) -> Vec<String> {
    let words = [old, new].map(|line| {
        line.split_inclusive(|c: char| !c.is_alphanumeric())
            .collect::<Vec<&str>>()
    });
    let hunks = line_hunks(&words[0].join("\n"), &words[1].join("\n"));
    let starts = words.each_ref().map(|words| {
        let mut start = 0;
        let starts = words.iter().map(|word| {
            start += word.len();
            start
        });
        std::iter::once(0).chain(starts).collect::<Vec<usize>>()
    });
    let mut places: Vec<[Range<usize>; 2]> = Vec::new();
    for hunk in hunks {
        let bytes = |side: usize, words: &Range<usize>| {
            Some(*starts[side].get(words.start)?..*starts[side].get(words.end)?)
        };
        let is_simple = matches!(hunk.kind, HunkKind::Changed | HunkKind::Added | HunkKind::Removed);
        let Some((before, now)) = bytes(0, &hunk.old).zip(bytes(1, &hunk.new)).filter(|_| is_simple) else {
            return Vec::new();
        };
        match places.last_mut().filter(|last| last[1].end + APART > now.start) {
            Some(last) => (last[0].end, last[1].end) = (before.end, now.end),
            None => places.push([before, now]),
        }
    }
    let restored = places.iter().map(|[before, now]| {
        let parts = [new.get(..now.start), old.get(before.clone()), new.get(now.end..)];
        parts.into_iter().flatten().collect()
    });
    restored.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_of_a_long_line_has_its_own_old_text() {
        let line = |one: &str, other: &str| format!("{{\"a\": \"{one} {} {other}\"}}", "x.".repeat(APART));
        for (old, new, want) in [
            (
                line("a", "b"),
                line("A", "B"),
                vec![line("a", "B"), line("A", "b")],
            ),
            (line("a", "b"), line("a", "B"), vec![line("a", "b")]),
            (line("a b c", "d"), line("A b C", "d"), vec![line("a b c", "d")]),
            (
                line("", "d"),
                line("new ", ""),
                vec![line("", ""), line("new ", "d")],
            ),
        ] {
            assert_eq!(old_places(&old, &new), want, "{old} {new}");
        }
    }
}
