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
    /// The first and the last of its lines in the file or in the result, from 1.
    pub(super) lines: (usize, usize),
}

/// The places that a save changed in a document: each run of new lines is one, and a save that only removes lines has one.
pub(super) fn stops_of(document: usize, change: &LineChange) -> Vec<ChangeStop> {
    let stop = |lines| match InputId::from_document(document) {
        InputId::Patch(patch) => ChangeStop {
            pane: Pane::Patch,
            patch,
            lines,
        },
        _ => ChangeStop {
            pane: Pane::Live,
            patch: PatchId::default(),
            lines,
        },
    };
    if change.added.is_empty() {
        return vec![stop((change.first, change.first))];
    }
    runs(&change.added).map(stop).collect()
}

/// The places in the result, for a save that changed no shown text, as that of a schema.
pub(super) fn stops_in_result(flash: &ChangeFlash) -> Vec<ChangeStop> {
    let mut changed: Vec<usize> = flash.result.iter().copied().collect();
    changed.sort_unstable();
    let stop = |lines| ChangeStop {
        pane: Pane::Result,
        patch: PatchId::default(),
        lines,
    };
    runs(&changed).map(stop).collect()
}

/// The first and the last of each run of consecutive numbers.
fn runs(lines: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let runs = lines.chunk_by(|one, next| one + 1 == *next);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?)))
}
