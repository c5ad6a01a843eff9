//! Describes a whole merge: the content of `explain` and of exports.

use serde::Serialize;

use super::fix::{FixReport, fixes};
use super::rejection::RejectionReport;
use super::source_location::SourceLocation;
use super::text_change::{self, changed_lines};
use crate::document::{Document, Numbers, Tree, same};
use crate::merge::{
    Inputs, Merge, MergeAgreement, NodeRef, RuleEffect, Semantics, Verdict, compare_merges, merge,
};

/// The texts of one step.
#[derive(Clone, Debug)]
pub struct StepText {
    /// The number of the step, from 1.
    pub number: usize,
    /// The number of its ancestor steps.
    pub depth: usize,
    /// The rule's name.
    pub rule: &'static str,
    /// The path; items are named by their merge key.
    pub path: String,
    /// The effect on the result.
    pub effect: RuleEffect,
    /// The sentence.
    pub sentence: String,
    /// The changed lines of a string of several lines.
    pub changed_lines: Vec<String>,
    /// The document and section that define the rule.
    pub source: &'static str,
    /// The help of a warning, possibly followed by patch lines; else empty.
    pub fix: String,
    /// The same with the edits, for warnings of a whole explanation.
    pub suggested: Option<FixReport>,
    /// The position in the live object.
    pub live: Option<SourceLocation>,
    /// The position in the patch.
    pub patch: Option<SourceLocation>,
    /// The position of the directive that caused it.
    pub directive: Option<SourceLocation>,
}

/// A warning of the reader about an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadWarning {
    /// One sentence.
    pub text: String,
    /// The position in the input.
    pub location: SourceLocation,
}

/// The texts of a whole merge.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The semantics of the merge.
    pub semantics: Semantics,
    /// The apiVersion and kind of the live object, for headings.
    pub kind: String,
    /// The file names of the live object and of the patches.
    pub files: Vec<String>,
    /// The warnings of the readers.
    pub warnings: Vec<ReadWarning>,
    /// The steps, in order.
    pub steps: Vec<StepText>,
    /// The rejection, if there is one.
    pub rejection: Option<RejectionReport>,
    /// The comparison with the result of the other semantics.
    pub agreement: MergeAgreement,
}

impl Explanation {
    /// Describes a traced merge. To compare, merges again with the other semantics, without a trace.
    pub fn new(merge: &Merge) -> Self {
        let other = other_merge(&merge.inputs);
        Self {
            semantics: merge.inputs.semantics,
            kind: object_kind(&merge.inputs),
            files: merge
                .inputs
                .documents()
                .map(|document| document.name().to_owned())
                .collect(),
            warnings: merge.inputs.documents().flat_map(warnings_of).collect(),
            steps: steps_with_fixes(merge),
            rejection: merge
                .rejection()
                .map(|rejection| RejectionReport::new(merge, rejection, &other)),
            agreement: compare_merges(merge, &other),
        }
    }

    /// Returns `merged` or `rejected`.
    pub fn verdict(&self) -> &'static str {
        if self.rejection.is_some() {
            "rejected"
        } else {
            "merged"
        }
    }
}

/// Returns the texts of all steps; those of warnings and rejections have fixes.
pub(crate) fn steps_with_fixes(merge: &Merge) -> Vec<StepText> {
    let steps = fixes(merge).into_iter().enumerate().map(|(index, fix)| {
        let mut step = step_text(merge, index);
        step.suggested = fix.map(|fix| FixReport::new(merge, &fix));
        if let Some(suggested) = &step.suggested {
            step.fix.clone_from(&suggested.fix);
        }
        step
    });
    steps.collect()
}

/// Merges the same inputs with the other semantics, without a trace.
pub fn other_merge(inputs: &Inputs) -> Merge {
    let mut inputs = inputs.clone();
    inputs.semantics = inputs.semantics.other();
    merge(inputs, false)
}

/// Returns the apiVersion and kind of the object of a merge for headings. A live object without fields does not exist
/// yet: then they are those of the patch.
pub fn object_kind(inputs: &Inputs) -> String {
    let live = &inputs.live;
    match inputs.patches.first() {
        Some(patch) if live.is_empty(live.root()) => kind_of(patch),
        _ => kind_of(live),
    }
}

/// Returns the apiVersion and kind of a manifest for headings.
pub fn kind_of(document: &Document) -> String {
    let (api_version, kind) = document.identity();
    let or_unknown = |text: &str| {
        if text.is_empty() {
            "?".to_owned()
        } else {
            text.to_owned()
        }
    };
    match (api_version, kind) {
        ("", "") => "no kind".to_owned(),
        _ => format!("{} {}", or_unknown(api_version), or_unknown(kind)),
    }
}

fn warnings_of(document: &Document) -> Vec<ReadWarning> {
    let warnings = document.warnings().iter().map(|warning| ReadWarning {
        location: SourceLocation::from_byte(document, warning.span.start),
        text: warning.text.clone(),
    });
    warnings.collect()
}

/// Returns the texts of the step with `index` (from 0).
pub fn step_text(merge: &Merge, index: usize) -> StepText {
    let step = &merge.steps[index];
    let locate = |source| SourceLocation::of_step(merge, step, source);
    StepText {
        number: index + 1,
        depth: usize::from(step.depth),
        rule: step.rule.name(),
        path: merge.distinct_step_path(step).to_string(),
        effect: step.rule.effect(),
        sentence: text_change::sentence(merge, step),
        changed_lines: changed_lines(merge, step),
        source: step.rule.text().source,
        fix: merge.fix(step),
        suggested: None,
        // An object that does not exist has no positions.
        live: step
            .live()
            .filter(|_| !merge.inputs.live.is_empty(merge.inputs.live.root()))
            .map(|node| locate(NodeRef::live(node))),
        patch: step.patch().map(locate),
        directive: step.directive().map(locate),
    }
}

/// Returns whether the patch was accepted.
pub fn is_merged(merge: &Merge) -> bool {
    matches!(merge.verdict, Verdict::Merged)
}

/// Returns whether the result differs from the live object.
pub fn is_changed(merge: &Merge) -> bool {
    let live = &merge.inputs.live;
    let tree = &merge.tree;
    !tree.has_result() || !same(tree, tree.top(), &**live, live.root(), Numbers::ByType)
}
