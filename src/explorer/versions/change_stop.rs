//! The changes of a save, as positions to go to.

use super::change_flash::ChangeFlash;
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::panes::focus::Pane;
use crate::report::line_change::LineChange;

/// A change of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChangeStop {
    pub(super) pane: Pane,
    /// The patch, if the change is in one.
    pub(super) patch: PatchId,
    /// The first and the last line in the file or in the result, from 1.
    pub(super) lines: (usize, usize),
    /// Whether lines before these were removed and these are unchanged.
    pub(super) is_removal: bool,
    /// The line of a patch before which the lines were removed that change these lines of the result.
    pub(super) removed_before: Option<usize>,
}

/// Returns the changes of a save in an input.
pub(super) fn stops_of(input: InputId, change: &LineChange) -> Vec<ChangeStop> {
    let (pane, patch) = match input {
        InputId::Patch(patch) => (Pane::Patch, patch),
        _ => (Pane::Live, PatchId::default()),
    };
    let stop = |(lines, is_removal)| ChangeStop {
        pane,
        patch,
        lines,
        is_removal,
        removed_before: None,
    };
    places(change).into_iter().map(stop).collect()
}

/// Returns the lines of each place of the new text that differs, and whether lines were only removed there: each run
/// of added lines, and the line after each run of removed lines that no added lines replace. If lines are only moved,
/// the place is the first of them.
fn places(change: &LineChange) -> Vec<((usize, usize), bool)> {
    let after_removed = change
        .removals()
        .into_iter()
        .map(|(line, _)| ((line, line), true));
    let added = runs(&change.added).map(|lines| (lines, false));
    let mut places: Vec<_> = added.chain(after_removed).collect();
    if places.is_empty() {
        places.push(((change.first, change.first), false));
    }
    places.sort_unstable();
    places
}

/// Returns the changes in the result, for a save that changed no shown text, such as a schema.
pub(super) fn stops_in_result(flash: &ChangeFlash) -> Vec<ChangeStop> {
    let mut changed: Vec<usize> = flash.result.iter().copied().collect();
    changed.sort_unstable();
    let stop = |lines| ChangeStop {
        pane: Pane::Result,
        patch: PatchId::default(),
        lines,
        is_removal: false,
        removed_before: None,
    };
    runs(&changed).map(stop).collect()
}

/// Returns the changes in the result, for a save that only removed lines of a patch: the lines there are unchanged.
pub(super) fn stops_of_removal(stops: Vec<ChangeStop>, flash: &ChangeFlash) -> Vec<ChangeStop> {
    let is_removal = |stop: &ChangeStop| stop.is_removal && stop.pane == Pane::Patch;
    let in_result = stops_in_result(flash);
    let Some(first) = stops.first().copied() else {
        return stops;
    };
    if in_result.is_empty() || !stops.iter().all(is_removal) {
        return stops;
    }
    let (patch, removed_before) = (first.patch, Some(first.lines.0).filter(|_| stops.len() == 1));
    let with_place = |stop| ChangeStop {
        patch,
        removed_before,
        ..stop
    };
    in_result.into_iter().map(with_place).collect()
}

/// Returns the first and the last number of each run of consecutive numbers.
fn runs(lines: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let runs = lines.chunk_by(|one, next| one + 1 == *next);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?)))
}
