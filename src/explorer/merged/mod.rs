//! A merge with all data derived from it, at one step position.

mod child_index;
mod link_table;
pub(crate) mod links;
pub(crate) mod source_lines;
pub(crate) mod step_id;
mod step_label;
pub(crate) mod steps;

use std::ops::Range;
use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::Tree;
use crate::explorer::inputs::input_id::PatchId;
use crate::merge::{Inputs, Merge, NodeRef, ResultId, Rule, RuleEffect, Semantics, Step, is_last_applied};
use crate::report::agreement::is_unexpected;
use crate::report::explanation_line::ExplanationLine;
use crate::report::fix::{Fix, fix, fixes};
use crate::report::live_objects::{has_unused_document_for, object_name};
use crate::report::manifest_help::manifest_help;
use crate::report::order_alignment::align;
use crate::report::redact;
use crate::report::redact::Secrets;
use crate::report::rows::heights::Heights;
use crate::report::text_change::{TextChange, changed_texts};
use crate::schema::TypePosition;
use links::NodeLinks;
use source_lines::SourceView;
use step_id::StepId;
use step_label::label;

/// The maximum size of inputs whose fixes are tried out for the help, in bytes. Trying out a fix takes several
/// merges.
const MAX_TRIED_BYTES: usize = 64 << 10;

/// The merge that is shown.
#[derive(Clone, Debug)]
pub struct MergedView {
    merge: Merge,
    shown: ShownMerge,
    index: MergeIndex,
    /// The nodes that the current step changed.
    touched: FxHashSet<ResultId>,
    /// The help of the findings that it was requested for.
    help: Arc<Mutex<FxHashMap<StepId, String>>>,
}

/// The inputs as the panes show them; independent of the merge.
#[derive(Clone, Debug)]
pub(crate) struct ShownMerge {
    live: SourceView,
    patches: Vec<SourceView>,
    secrets: Secrets,
}

/// Data derived from the whole trace.
#[derive(Clone, Debug)]
pub(crate) struct MergeIndex {
    heights: Heights,
    links: NodeLinks,
    top: Option<TypePosition>,
    /// The steps that are issues with either semantics, in order.
    issues: Vec<StepId>,
    warnings: Vec<StepId>,
    /// The steps that predict that the API server rejects the result, in order.
    server_rejections: Vec<StepId>,
    /// Whether the patch has a field that the API server does not know.
    unknown_field: Option<StepId>,
    /// The patch list and the order of a rejection next to each other, if they are its cause.
    rejected_order: Vec<ExplanationLine>,
    longest_label: usize,
    last_change: usize,
    /// The changed multi-line texts: by node, and by the patch node with the new text.
    text_changes: FxHashMap<ResultId, Vec<(StepId, TextChange)>>,
    text_sources: FxHashMap<NodeRef, (ResultId, usize)>,
}

impl ShownMerge {
    /// Indexes the lines of the inputs in linear time.
    pub(crate) fn new(inputs: &Inputs) -> Self {
        Self {
            live: SourceView::new(inputs.live.clone()),
            patches: inputs.patches.iter().cloned().map(SourceView::new).collect(),
            secrets: redact::secrets(inputs),
        }
    }
}

impl MergeIndex {
    /// Indexes a merge at its last step in linear time.
    pub(crate) fn new(merge: &Merge) -> Self {
        let (mut issues, mut warnings, mut longest_label) = (Vec::new(), Vec::new(), 0);
        let (mut server_rejections, mut unknown_field) = (Vec::new(), None);
        let mut text_changes: FxHashMap<ResultId, Vec<(StepId, TextChange)>> = FxHashMap::default();
        let mut text_sources = FxHashMap::default();
        let mut links = NodeLinks::new(merge);
        for (index, step) in merge.steps.iter().enumerate() {
            if is_unexpected(step) {
                issues.push(StepId::new(index));
            }
            if step.rule.is_server_rejection() {
                server_rejections.push(StepId::new(index));
            }
            let unknown = [Rule::NoSuchField, Rule::MissingDollar, Rule::UnstoredField];
            if unknown.contains(&step.rule) {
                unknown_field.get_or_insert(StepId::new(index));
            }
            if step.rule.effect() == RuleEffect::Warned {
                warnings.push(StepId::new(index));
            }
            longest_label = longest_label.max(label(step).len() + usize::from(step.depth));
            for text in changed_texts(merge, step) {
                let step = StepId::new(index);
                // A live item that is replaced has a node of its own.
                let old = ResultId(text.old.node.0);
                if text.old.is_live() && old != text.at {
                    let changes = text_changes.entry(old).or_default();
                    changes.push((step, text.change.clone()));
                    links.add_replaced_text(text.old.node, text.at);
                }
                let changes = text_changes.entry(text.at).or_default();
                text_sources.insert(text.new, (text.at, changes.len()));
                changes.push((step, text.change));
            }
        }
        let rejected = merge.rejection().and_then(|it| it.sequences.as_ref());
        Self {
            rejected_order: rejected.map(align).unwrap_or_default(),
            heights: Heights::new(&merge.tree),
            links,
            top: merge.top_type(),
            issues,
            warnings,
            server_rejections,
            unknown_field,
            longest_label,
            last_change: last_change(merge),
            text_changes,
            text_sources,
        }
    }
}

/// Returns what [`MergedView::last_change`] returns, for a merge at its last step.
fn last_change(merge: &Merge) -> usize {
    let top = merge.tree.top();
    let has_verdict = matches!(merge.inputs.semantics, Semantics::Policy(_));
    let matters = |step: &Step| {
        has_verdict && step.at == top
            || step.rule.effect().mark().is_some() && !writes_last_applied(merge, step)
    };
    // Another warning can be the reason why a patch has no effect.
    let is_reason = |step: &Step| matters(step) && step.rule != Rule::NoOpPatch;
    let steps = merge.steps.iter();
    let last = steps
        .clone()
        .rposition(is_reason)
        .or(steps.clone().rposition(matters));
    last.map_or(0, |last| last + 1)
}

/// Returns whether a step writes the annotation of kubectl and nothing else.
fn writes_last_applied(merge: &Merge, step: &Step) -> bool {
    let is_annotation = |id: ResultId| is_last_applied(&merge.path(id));
    let mut items = merge.tree.present(step.at).peekable();
    is_annotation(step.at) || items.peek().is_some() && items.all(is_annotation)
}

impl MergedView {
    /// Indexes a merge in linear time. The merge is at its last step afterwards.
    pub fn new(mut merge: Merge) -> Self {
        merge.seek(merge.steps.len());
        let shown = ShownMerge::new(&merge.inputs);
        let index = MergeIndex::new(&merge);
        Self::from_parts(merge, shown, index)
    }

    /// Combines a merge at its last step with its derived data.
    pub(crate) fn from_parts(merge: Merge, shown: ShownMerge, index: MergeIndex) -> Self {
        let mut merged = Self {
            merge,
            shown,
            index,
            touched: FxHashSet::default(),
            help: Arc::default(),
        };
        for change in merged.merge.seek_written(merged.len()) {
            merged.index.heights.touch(&merged.merge.tree, change);
        }
        merged.find_touched();
        merged
    }

    /// Returns the help of the current finding, or an empty text at step 0.
    pub(crate) fn help(&self) -> String {
        let current = StepId::from_position(self.position());
        current.map_or_else(String::new, |step| self.help_of(step))
    }

    /// Returns the help of a finding: the sentence of the fix that the fix key applies. Fixes of larger inputs are
    /// not tried out.
    pub(crate) fn help_of(&self, id: StepId) -> String {
        let Some(step) = self.merge.steps.get(id.index()) else {
            return String::new();
        };
        // Lines to copy are more specific than the sentence of an edit.
        if self.merge.inputs.size() > MAX_TRIED_BYTES || !self.merge.fix_lines(step).is_empty() {
            return self.to_user(step, None);
        }
        let Ok(mut known) = self.help.lock() else {
            return self.to_user(step, None);
        };
        if let Some(sentence) = known.get(&id) {
            return sentence.clone();
        }
        let sentence = self.to_user(step, fix(&self.merge, id.index()));
        known.insert(id, sentence.clone());
        sentence
    }

    /// Returns the help for what the user writes: a patch, or a manifest.
    fn to_user(&self, step: &Step, fix: Option<Fix>) -> String {
        let inputs = &self.merge.inputs;
        // Only the first document of a patch file is used.
        if step.rule == Rule::ServerIdentity
            && inputs.size() <= MAX_TRIED_BYTES
            && let Some(source) = step.patch().filter(|source| !source.is_live())
            && has_unused_document_for(self.merge.tree.document(source), &inputs.live)
        {
            let object = object_name(&inputs.live);
            return format!("Write the document for {object} into a file of its own.");
        }
        let (help, removal) = match fix {
            Some(fix) => (fix.sentence, fix.removal),
            None => (self.merge.fix(step), None),
        };
        match inputs.is_of_manifest() {
            true => manifest_help(&self.merge, step, &help, removal.as_ref()),
            false => help,
        }
    }

    /// Finds the help of all findings. Trying out the fixes of all together takes about as long as of one.
    pub(crate) fn find_all_help(&self) {
        if self.merge.inputs.size() <= MAX_TRIED_BYTES
            && let Ok(mut known) = self.help.lock()
        {
            let all = fixes(&self.merge).into_iter().zip(&self.merge.steps).enumerate();
            known.extend(all.filter_map(|(index, (fix, step))| {
                Some((StepId::new(index), self.to_user(step, Some(fix?))))
            }));
        }
    }

    /// Goes to a step position. Takes time linear in the edits in between.
    pub fn seek(&mut self, position: usize) {
        if position == self.merge.position() {
            return;
        }
        for change in self.merge.seek_written(position) {
            self.index.heights.touch(&self.merge.tree, change);
        }
        self.find_touched();
    }

    fn find_touched(&mut self) {
        self.touched = match self.merge.position().checked_sub(1) {
            Some(step) => self.merge.touched_by(step).into_iter().collect(),
            None => FxHashSet::default(),
        };
    }

    /// Returns whether the inputs have Secret values, and whether they are shown.
    pub fn secrets(&self) -> Secrets {
        self.shown.secrets
    }

    /// Returns the merge at its current position.
    pub fn merge(&self) -> &Merge {
        &self.merge
    }

    /// Returns the number of played steps.
    pub fn position(&self) -> usize {
        self.merge.position()
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.merge.steps.len()
    }

    /// Returns the position after the last step that a reader looks for: a change, a warning or a rejection, or the verdict
    /// of a policy. kubectl writes its annotation in each apply. 0 if there is none.
    pub(crate) fn last_change(&self) -> usize {
        self.index.last_change
    }

    /// Returns whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.merge.steps.is_empty()
    }

    /// Returns the last played step, or `None` at step 0.
    pub fn step(&self) -> Option<&Step> {
        self.merge.steps.get(self.merge.position().checked_sub(1)?)
    }

    /// Returns the number of warnings.
    pub fn warnings(&self) -> usize {
        self.index.warnings.len()
    }

    /// Returns the width of the longest label in the list of steps, in cells, including its indentation.
    pub fn longest_label(&self) -> usize {
        self.index.longest_label
    }

    /// Returns the position of the first warning.
    pub fn first_warning(&self) -> Option<usize> {
        self.index.warnings.first().map(|step| step.position())
    }

    /// Returns the first step that predicts that the API server rejects the result, or `None` if the patch
    /// itself is rejected.
    pub fn server_rejection(&self) -> Option<StepId> {
        let first = self.server_rejections().first().copied();
        first.filter(|_| self.merge().rejection().is_none())
    }

    /// Returns the first step about a field that the API server does not know.
    pub(crate) fn unknown_field(&self) -> Option<StepId> {
        self.index.unknown_field
    }

    /// Returns the steps that predict that the API server rejects the result, in order.
    pub(crate) fn server_rejections(&self) -> &[StepId] {
        &self.index.server_rejections
    }

    /// Returns the patch list and the order of a rejection next to each other; empty if they are not its cause.
    pub(crate) fn rejected_order(&self) -> &[ExplanationLine] {
        &self.index.rejected_order
    }

    /// Returns whether the step before a position is a warning.
    pub fn is_warning(&self, position: usize) -> bool {
        StepId::from_position(position).is_some_and(|step| self.index.warnings.binary_search(&step).is_ok())
    }

    /// Returns whether a step is an issue with either semantics.
    pub(crate) fn has_issues(&self) -> bool {
        !self.index.issues.is_empty()
    }

    /// Returns the first step in a range of indexes that is an issue with either semantics.
    pub fn issue_in(&self, steps: Range<usize>) -> Option<StepId> {
        let first = self
            .index
            .issues
            .partition_point(|step| step.index() < steps.start);
        let step = *self.index.issues.get(first)?;
        steps.contains(&step.index()).then_some(step)
    }

    /// Returns all changes of multi-line texts: the patch node with the new text, the result node, the step
    /// and the changed lines.
    pub(crate) fn text_changes(&self) -> impl Iterator<Item = (NodeRef, ResultId, StepId, &TextChange)> {
        self.index
            .text_sources
            .iter()
            .filter_map(|(source, (id, index))| {
                let (step, change) = self.index.text_changes.get(id)?.get(*index)?;
                Some((*source, *id, *step, change))
            })
    }

    /// Returns all changes of multi-line texts by node: the live node, and the new node of an item that
    /// replaces it.
    pub(crate) fn changed_texts(&self) -> impl Iterator<Item = (ResultId, &TextChange)> {
        let texts = self.index.text_changes.iter();
        texts.flat_map(|(id, changes)| changes.iter().map(|(_, change)| (*id, change)))
    }

    /// Returns the changed lines of a multi-line text, as of the last step so far that changed it.
    pub(crate) fn text_change(&self, id: ResultId) -> Option<&TextChange> {
        let changes = self.index.text_changes.get(&id)?.iter().rev();
        let mut reached = changes.filter(|(step, _)| step.position() <= self.position());
        reached.next().map(|(_, change)| change)
    }

    /// Returns the changed lines of the multi-line text of a patch node, once its step is played.
    pub(crate) fn text_change_by(&self, source: NodeRef) -> Option<&TextChange> {
        let (id, index) = self.index.text_sources.get(&source)?;
        let (step, change) = self.index.text_changes.get(id)?.get(*index)?;
        (step.position() <= self.position()).then_some(change)
    }

    /// Returns the row heights of the result.
    pub fn heights(&self) -> &Heights {
        &self.index.heights
    }

    /// Returns the links between nodes.
    pub fn links(&self) -> &NodeLinks {
        &self.index.links
    }

    /// Returns the live object as it is shown.
    pub fn live(&self) -> &SourceView {
        &self.shown.live
    }

    /// Returns a patch as it is shown, or `None` if it does not exist.
    pub fn patch(&self, patch: PatchId) -> Option<&SourceView> {
        self.shown.patches.get(patch.index())
    }

    /// Returns the number of patches.
    pub fn patch_count(&self) -> usize {
        self.shown.patches.len()
    }

    /// Returns all patches in order.
    pub fn patches(&self) -> impl Iterator<Item = PatchId> + use<> {
        (0..self.patch_count()).map(PatchId::new)
    }

    /// Returns whether the current step changed the node.
    pub fn is_touched(&self, id: ResultId) -> bool {
        self.touched.contains(&id)
    }

    /// Returns the type of the object, if it is known.
    pub fn top_type(&self) -> Option<TypePosition> {
        self.index.top
    }
}
