//! The merges before and after a save: what it changed in the inputs and in the result.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::change_flash::result_words;
use super::change_stop::{ChangeStop, OldText, stop_at};
use super::value_hunks::value_hunks;
use crate::document::{Document, NodeId, Numbers, Path, Segment, Tree, same, write};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::merge::{Merge, NodeRef};
use crate::report::comparison::{Difference, DifferenceSide, MergeComparison};
use crate::report::line_hunks::{LineHunk, line_hunks, pair_changed};
use crate::report::live_objects::{has_object, object_name};
use crate::report::redact::Secrets;

/// The merges before and after a save.
pub(super) struct SavedMerges {
    pub(super) merged: [MergedView; 2],
    /// The differences of the results, unless they are about two different objects.
    comparison: Option<MergeComparison>,
    /// The text of the result before the save.
    pub(super) old_result: OldText,
    /// The changes of the result. If the patch is rejected, there are none.
    pub(super) in_result: Vec<LineHunk>,
}

/// The changes of an input.
pub(super) struct ChangedInput {
    pub(super) input: InputId,
    /// The text before and after the save, as a pane shows it.
    pub(super) old: OldText,
    pub(super) new: String,
    pub(super) hunks: Vec<LineHunk>,
    /// The old values of `hunks`, and the nodes of the new ones, if the text is also in another format: then these are the lines of the changed values.
    pub(super) old_values: Option<Vec<(Option<String>, Option<NodeId>)>>,
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
        return view.shown_text().to_owned();
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
            old_result: OldText::new(old_result),
            in_result,
        }
    }

    /// Returns a summary of what a save changed in the result.
    pub(super) fn result_words(&self) -> String {
        match &self.comparison {
            Some(comparison) => result_words(comparison),
            // Counts of differences between two different objects are meaningless.
            None => {
                let [old, now] = self.merged.each_ref().map(|merged| &*merged.merge().inputs.live);
                match [old, now].map(has_object) {
                    [false, _] => format!("the live object {} is there now", object_name(now)),
                    [_, false] => format!("the live object {} is gone", object_name(old)),
                    _ => format!("another object, {}", object_name(now)),
                }
            }
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
        let views = [views[0]?, views[1]?];
        let [old, new] = views.map(shown_text);
        let mut hunks = line_hunks(&old, &new);
        let values = self.shows_values().then(|| value_hunks(views, &hunks)).flatten();
        let (values, old_values) = values
            .map(|values| {
                let values = values
                    .into_iter()
                    .map(|value| (value.hunk, (value.old, value.now)));
                values.unzip::<_, _, Vec<_>, Vec<_>>()
            })
            .unzip();
        hunks = values.unwrap_or(hunks);
        pair_changed(&mut hunks, [&old, &new], |removed, added| {
            let item = self.item_at(input, 0, &removed.old);
            item.is_some() && item == self.item_at(input, 1, &added.new)
        });
        Some(ChangedInput {
            input,
            hunks,
            old: OldText::new(old),
            new,
            old_values,
        })
    }

    /// Returns whether no value is hidden: a hidden value can be another one.
    fn shows_values(&self) -> bool {
        self.merged
            .iter()
            .all(|merged| merged.secrets() != Secrets::Hidden)
    }

    /// Returns whether an input has the same values and keys as before in another format, such as YAML instead of JSON.
    pub(super) fn is_reformatted(&self, input: InputId) -> bool {
        let views = self.merged.each_ref().map(|merged| source_of(input, merged));
        let [Some(old), Some(new)] = views.map(|view| view.map(|view| &**view.document())) else {
            return false;
        };
        // A second document can be another one.
        let is_whole = |document: &Document| document.warnings().is_empty();
        self.shows_values()
            && [old, new]
                .iter()
                .any(|document| document.text().trim_start().starts_with(['{', '[']))
            && is_whole(old)
            && is_whole(new)
            && same(old, old.root(), new, new.root(), Numbers::ByType)
    }

    /// Returns the path of the item with a merge key that some lines of an input are, and the key of its list.
    fn item_at(&self, input: InputId, side: usize, lines: &Range<usize>) -> Option<(Path, String)> {
        let merged = &self.merged[side];
        let view = source_of(input, merged)?;
        let document = view.document();
        let (node, begins) = view.node_at(lines.start)?;
        let mut nodes = begins.then(|| view.with_items(node))?.into_iter();
        let item = nodes.find(|node| {
            let (first, further) = view.extent(*node);
            document.key(*node).is_none() && *lines == (first..first + further + 1)
        })?;
        let linked = match input {
            InputId::Patch(patch) => {
                let source = NodeRef {
                    document: patch.document(),
                    node: item,
                };
                merged.links().at_patch(merged.merge(), source)
            }
            _ => merged.links().at_live(merged.merge(), item),
        };
        let result = linked.result.filter(|near| near.exact)?;
        let path = merged.merge().path(result.node);
        let list = document.key(document.parent(item)?)?.to_owned();
        matches!(path.0.last(), Some(Segment::Item { .. })).then_some((path, list))
    }

    /// Returns whether the text of an input was replaced by that of another object or patch: few of its values are the
    /// same. A short text can be read as a whole.
    pub(super) fn is_replaced(&self, changed: &ChangedInput) -> bool {
        let texts = [&changed.old.text, &changed.new];
        if texts.iter().any(|text| text.lines().count() < MIN_REPLACED_LINES) {
            return false;
        }
        let views = self
            .merged
            .each_ref()
            .map(|merged| source_of(changed.input, merged));
        let [Some(old), Some(new)] = views else {
            return false;
        };
        if old.document().is_other_kind(new.document()) {
            return true;
        }
        let [old, new] = [old, new].map(|view| values(view.document()));
        let known: FxHashSet<_> = old.iter().collect();
        let kept = new.iter().filter(|value| known.contains(value)).count();
        kept * 4 < old.len().min(new.len())
    }
}

/// The minimum number of lines of a text that can be replaced.
const MIN_REPLACED_LINES: usize = 12;

/// Returns the keys and scalars of a document, without their order; of a multi-line text, each line.
fn values(document: &Document) -> Vec<(Option<&str>, &str)> {
    let text = document.text();
    let mut found = Vec::new();
    let mut open = vec![document.top()];
    while let Some(node) = open.pop() {
        open.extend(document.children(node));
        if document.kind(node).is_scalar() {
            let span = document.span(node);
            let written = &text[span.start as usize..span.end as usize];
            let key = document.key(node);
            let value = document.value(node).as_str().unwrap_or(written);
            match value.lines().nth(1) {
                Some(_) => found.extend(value.lines().map(|line| (key, line))),
                None => found.push((key, value)),
            }
        }
    }
    found
}
