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
}

/// Returns the changes of a save in a document. Each run of added lines is a change; a save that only removes
/// lines has one change.
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

/// Returns the changes in the result, for a save that changed no shown text, such as a schema.
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

/// Returns the first and the last number of each run of consecutive numbers.
fn runs(lines: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let runs = lines.chunk_by(|one, next| one + 1 == *next);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?)))
}
