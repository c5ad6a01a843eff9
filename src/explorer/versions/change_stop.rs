//! The places that a save changed.

use super::change_flash::ChangeFlash;
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::panes::focus::Pane;
use crate::report::line_change::LineChange;

/// A place that a save changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChangeStop {
    pub(super) pane: Pane,
    /// The patch, if it is in one.
    pub(super) patch: PatchId,
    /// The line of the file or of the result, from 1.
    pub(super) line: usize,
}

/// The places that a save changed in a document: each run of new lines is one, and a save that only removes lines has one.
pub(super) fn stops_of(document: usize, change: &LineChange) -> Vec<ChangeStop> {
    let stop = |line| match InputId::from_document(document) {
        InputId::Patch(patch) => ChangeStop {
            pane: Pane::Patch,
            patch,
            line,
        },
        _ => ChangeStop {
            pane: Pane::Live,
            patch: PatchId::default(),
            line,
        },
    };
    if change.added.is_empty() {
        return vec![stop(change.first)];
    }
    runs(&change.added).map(stop).collect()
}

/// The places in the result, for a save that changed no shown text, as that of a schema.
pub(super) fn stops_in_result(flash: &ChangeFlash) -> Vec<ChangeStop> {
    let mut lines: Vec<usize> = flash.result.iter().copied().collect();
    lines.sort_unstable();
    let stop = |line| ChangeStop {
        pane: Pane::Result,
        patch: PatchId::default(),
        line,
    };
    runs(&lines).map(stop).collect()
}

/// The first of each run of consecutive numbers.
fn runs(lines: &[usize]) -> impl Iterator<Item = usize> {
    let begins = |at: &usize| *at == 0 || lines[at - 1] + 1 != lines[*at];
    (0..lines.len()).filter(begins).map(|at| lines[at])
}
