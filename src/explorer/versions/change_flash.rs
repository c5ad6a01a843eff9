//! The effect of a save: the lines to highlight, and a summary.

use rustc_hash::FxHashSet;

use crate::document::{Path, Segment};
use crate::merge::is_last_applied;
use crate::report::comparison::{Difference, DifferenceKind, DifferenceSide, MergeComparison};

/// The lines that are highlighted for a moment, by number from 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeFlash {
    /// The lines of the live object and of the patches.
    pub(crate) sources: Vec<FxHashSet<usize>>,
    /// The lines of the result at the last step.
    pub(crate) result: FxHashSet<usize>,
}

/// The summary if there are no differences.
pub(crate) const SAME_RESULT: &str = "the same";

/// Returns a summary of the differences between two results.
pub(crate) fn result_words(comparison: &MergeComparison) -> String {
    let rejected = DifferenceSide::BOTH.map(|side| comparison.merge(side).rejection().is_some());
    match rejected {
        [false, true] => return "now rejected".to_owned(),
        [true, false] => return "no longer rejected".to_owned(),
        [true, true] => return "still rejected".to_owned(),
        [false, false] => {}
    }
    let (annotation, differences): (Vec<_>, Vec<_>) = comparison
        .differences()
        .iter()
        .partition(|difference| path_of(comparison, difference).is_some_and(|path| is_last_applied(&path)));
    // The annotation follows the other changes.
    let differences = match differences.is_empty() {
        true => &annotation,
        false => &differences,
    };
    // An item of a list that is replaced as a whole is another value at the same position.
    let paths = |side| {
        let only = differences
            .iter()
            .filter(move |found| found.kind == DifferenceKind::Only(side));
        only.filter_map(|found| path_of(comparison, found))
            .filter(|path| matches!(path.0.last(), Some(Segment::Index(_))))
            .collect::<FxHashSet<Path>>()
    };
    let (removed, added) = (paths(DifferenceSide::First), paths(DifferenceSide::Second));
    let changed = removed.intersection(&added).count();
    if let [one, _] = differences[..]
        && changed == 1
    {
        return format!("{} changed", short_path(comparison, one));
    }
    if let [only] = differences[..] {
        let what = match only.kind {
            DifferenceKind::Value | DifferenceKind::Verdict { .. } => "changed",
            DifferenceKind::Only(DifferenceSide::First) => "removed",
            DifferenceKind::Only(DifferenceSide::Second) => "added",
            DifferenceKind::Order => "reordered",
        };
        return format!("{} {what}", short_path(comparison, only));
    }
    let count = |matches: fn(DifferenceKind) -> bool| {
        let kinds = differences.iter().map(|found| found.kind);
        kinds.filter(|kind| matches(*kind)).count()
    };
    let parts = [
        (
            count(|kind| kind == DifferenceKind::Value) + changed,
            "value changed",
            "values changed",
        ),
        (
            count(|kind| kind == DifferenceKind::Only(DifferenceSide::Second)) - changed,
            "addition",
            "additions",
        ),
        (
            count(|kind| kind == DifferenceKind::Only(DifferenceSide::First)) - changed,
            "removal",
            "removals",
        ),
        (
            count(|kind| kind == DifferenceKind::Order),
            "list reordered",
            "lists reordered",
        ),
    ];
    let words = parts.iter().filter(|part| part.0 > 0).map(|(count, one, many)| {
        let word = if *count == 1 { one } else { many };
        format!("{count} {word}")
    });
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => SAME_RESULT.to_owned(),
        false => words.join(", "),
    }
}

/// The maximum number of segments of a path in a summary.
const MAX_SEGMENTS: usize = 3;

/// Returns the path of a difference.
fn path_of(comparison: &MergeComparison, difference: &Difference) -> Option<Path> {
    let mut sides = DifferenceSide::BOTH.into_iter();
    sides.find_map(|side| {
        let node = difference.nodes[side as usize]?;
        Some(comparison.merge(side).path(node))
    })
}

/// Returns the end of the path of a difference.
fn short_path(comparison: &MergeComparison, difference: &Difference) -> String {
    let mut segments = path_of(comparison, difference).map_or_else(Vec::new, |path| path.0);
    let end = segments.split_off(segments.len().saturating_sub(MAX_SEGMENTS));
    let cut = if segments.is_empty() { "" } else { "…" };
    format!("{cut}{}", Path(end))
}
