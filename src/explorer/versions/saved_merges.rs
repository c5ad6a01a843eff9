//! The merges before and after a save: what it changed in the inputs and in the result.

use super::change_flash::result_words;
use super::change_stop::{ChangeStop, stop_at};
use crate::document::{Path, write};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::merge::Merge;
use crate::report::comparison::{Difference, DifferenceSide, MergeComparison};
use crate::report::line_hunks::{LineHunk, line_hunks};
use crate::report::live_objects::object_name;

/// The merges before and after a save.
pub(super) struct SavedMerges {
    pub(super) merged: [MergedView; 2],
    /// The differences of the results, unless they are about two different objects.
    comparison: Option<MergeComparison>,
    /// The text of the result before the save.
    pub(super) old_result: String,
    /// The changes of the result. If the patch is rejected, there are none.
    pub(super) in_result: Vec<LineHunk>,
}

/// The changes of an input.
pub(super) struct ChangedInput {
    pub(super) input: InputId,
    /// The text before and after the save, as a pane shows it.
    pub(super) old: String,
    pub(super) new: String,
    pub(super) hunks: Vec<LineHunk>,
}

/// Returns the view of an input.
pub(super) fn source_of(input: InputId, merged: &MergedView) -> Option<&SourceView> {
    match input {
        InputId::Patch(patch) => merged.patch(patch),
        _ => Some(merged.live()),
    }
}

/// Returns the text that a pane shows.
fn shown_text(view: &SourceView) -> String {
    if view.shows_text() {
        return view.document().text().to_owned();
    }
    let rows = view.rows(0, view.len()).into_iter();
    rows.map(|(_, text, _)| text + "\n").collect()
}

impl SavedMerges {
    pub(super) fn new(old: Merge, now: Merge) -> Self {
        let names = [&old, &now].map(|merge| object_name(&merge.inputs.live));
        let is_same = names[0] == names[1];
        let comparison = is_same.then(|| MergeComparison::new(old.clone(), now.clone()));
        let merged = [old, now].map(MergedView::new);
        let [old_result, result] = merged.each_ref().map(|view| write::yaml(&view.merge().tree));
        let in_result = match merged[1].merge().rejection() {
            Some(_) => Vec::new(),
            None => line_hunks(&old_result, &result),
        };
        Self {
            merged,
            comparison,
            old_result,
            in_result,
        }
    }

    /// Returns a summary of what a save changed in the result.
    pub(super) fn result_words(&self) -> String {
        match &self.comparison {
            Some(comparison) => result_words(comparison),
            // Counts of differences between two different objects are meaningless.
            None => format!(
                "another object, {}",
                object_name(&self.merged[1].merge().inputs.live)
            ),
        }
    }

    /// Returns the comparison whose differences the summary names.
    pub(super) fn named(&self) -> Option<&MergeComparison> {
        let is_rejected = |comparison: &MergeComparison, side| comparison.merge(side).rejection().is_some();
        let comparison = self.comparison.as_ref()?;
        let is_whole = !DifferenceSide::BOTH
            .into_iter()
            .any(|side| is_rejected(comparison, side));
        is_whole.then_some(comparison)
    }

    /// Returns the path of a difference on each side.
    pub(super) fn paths_of(&self, difference: &Difference) -> Option<[Path; 2]> {
        let path = |side: usize| Some(self.merged[side].merge().path(difference.nodes[side]?));
        let [old, new] = [path(0), path(1)];
        Some([old.clone().or_else(|| new.clone())?, new.or(old)?])
    }

    /// Returns the changes of the result.
    pub(super) fn stops_in_result(&self) -> Vec<ChangeStop> {
        let stop = |hunk| stop_at(None, hunk, Some(&self.old_result));
        self.in_result.iter().map(stop).collect()
    }

    /// Returns the changes of an input.
    pub(super) fn changes_of(&self, input: InputId) -> Option<ChangedInput> {
        let views = self.merged.each_ref().map(|merged| source_of(input, merged));
        let [old, new] = views.map(|view| view.map(shown_text));
        let (old, new) = (old?, new?);
        Some(ChangedInput {
            input,
            hunks: line_hunks(&old, &new),
            old,
            new,
        })
    }
}
