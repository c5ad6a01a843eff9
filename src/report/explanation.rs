//! A merge told from beginning to end: what `explain` prints and what exports are made from.

use unicode_width::UnicodeWidthStr;

use crate::document::Document;
use crate::merge::{
    Inputs, Merge, MergeAgreement, NodeRef, OrderSequences, Rejection, RuleEffect, Semantics, Verdict,
    agreement, merge,
};

/// A place in one of the input files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// What the document is called: a path as the user gave it, `<stdin>`, `--patch`.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl SourceLocation {
    /// Where an input node's entry begins.
    pub fn of(document: &Document, node: crate::document::NodeId) -> Self {
        let position = document.position(node);
        Self {
            file: document.name().to_owned(),
            line: position.line,
            column: position.column,
        }
    }
}

impl std::fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One step, told.
#[derive(Clone, Debug)]
pub struct StepText {
    /// From 1.
    pub number: usize,
    /// How many steps it lies under.
    pub depth: usize,
    /// The rule's name.
    pub rule: &'static str,
    /// The path, items by their key.
    pub path: String,
    /// What it does to the result.
    pub effect: RuleEffect,
    /// The sentence.
    pub says: String,
    /// The document and section that define it.
    pub source: &'static str,
    /// For warnings: the way out, and perhaps patch lines behind it; else empty.
    pub fix: String,
    /// Where it stands in live.
    pub live: Option<SourceLocation>,
    /// Where it stands in the patch.
    pub patch: Option<SourceLocation>,
    /// Where the directive stands that caused it.
    pub directive: Option<SourceLocation>,
}

/// A refusal, told.
#[derive(Clone, Debug)]
pub struct RejectionReport {
    /// The rule's name.
    pub rule: &'static str,
    /// The path of what is refused.
    pub path: String,
    /// The refusal in the words of the chosen semantics.
    pub message: String,
    /// What kubectl prints; nothing if kubectl accepts this patch.
    pub kubernetes: Option<String>,
    /// Why, in a sentence.
    pub why: String,
    /// The smallest change that would make the patch pass.
    pub fix: String,
    /// The document and section that define it.
    pub source: &'static str,
    /// The guilty place.
    pub location: Option<SourceLocation>,
    /// The two sequences that should agree, where order is the cause.
    pub sequences: Option<OrderSequences>,
}

/// What the reader had to say about an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadWarning {
    /// Where.
    pub location: SourceLocation,
    /// One sentence.
    pub text: String,
}

/// A whole merge, told.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Whose rules held.
    pub semantics: Semantics,
    /// apiVersion and kind of live, for headings.
    pub kind: String,
    /// The names of live and of the patches.
    pub files: Vec<String>,
    /// What the readers accepted with a frown.
    pub warnings: Vec<ReadWarning>,
    /// The steps, in order.
    pub steps: Vec<StepText>,
    /// The refusal, if there was one.
    pub rejection: Option<RejectionReport>,
    /// What the other semantics make of the same input.
    pub agreement: MergeAgreement,
}

impl Explanation {
    /// Tells a traced merge. Merges once more, untraced, by the other semantics, to compare.
    pub fn new(told: &Merge) -> Self {
        let other = other_merge(&told.inputs);
        Self {
            semantics: told.inputs.semantics,
            kind: kind_of(&told.inputs.live),
            files: told
                .scene
                .documents()
                .iter()
                .map(|document| document.name().to_owned())
                .collect(),
            warnings: told
                .scene
                .documents()
                .iter()
                .flat_map(|document| warnings_of(document))
                .collect(),
            steps: (0..told.steps.len())
                .map(|index| tell_step(told, index))
                .collect(),
            rejection: told
                .rejection()
                .map(|refusal| tell_refusal(told, refusal, &other)),
            agreement: agreement(told, &other),
        }
    }

    /// `merged` or `rejected`.
    pub fn verdict(&self) -> &'static str {
        if self.rejection.is_some() {
            "rejected"
        } else {
            "merged"
        }
    }
}

/// The same inputs by the other semantics, untraced.
pub fn other_merge(inputs: &Inputs) -> Merge {
    let mut inputs = inputs.clone();
    inputs.semantics = inputs.semantics.other();
    merge(inputs, false)
}

/// The apiVersion and kind of a manifest, as headings say them.
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
    let warnings = document.warnings().iter().map(|warning| {
        let position = document.lines().position(document.text(), warning.span.start);
        let location = SourceLocation {
            file: document.name().to_owned(),
            line: position.line,
            column: position.column,
        };
        ReadWarning {
            location,
            text: warning.text.clone(),
        }
    });
    warnings.collect()
}

/// One step of a merge, told; `index` from 0.
pub fn tell_step(told: &Merge, index: usize) -> StepText {
    let step = &told.steps[index];
    let locate = |source: NodeRef| SourceLocation::of(told.scene.document(source), source.node);
    StepText {
        number: index + 1,
        depth: usize::from(step.depth),
        rule: step.rule.name(),
        path: told.step_path(step).to_string(),
        effect: step.rule.effect(),
        says: told.sentence(step),
        source: step.rule.text().source,
        fix: told.fix(step),
        live: step.live().map(|node| locate(NodeRef::live(node))),
        patch: step.patch().map(locate),
        directive: step.directive().map(locate),
    }
}

/// A refusal, told; `other` is the merge by the other semantics, for kubectl's text.
pub fn tell_refusal(told: &Merge, refusal: &Rejection, other: &Merge) -> RejectionReport {
    let kubernetes = match told.inputs.semantics.is_kubernetes() {
        true => refusal.text_of_kubectl(),
        false => other.rejection().and_then(Rejection::text_of_kubectl),
    };
    let kubernetes = kubernetes.map(str::to_owned);
    let step = told.steps.get(refusal.step as usize);
    RejectionReport {
        rule: refusal.rule.name(),
        path: step
            .map(|step| told.step_path(step).to_string())
            .unwrap_or_default(),
        message: refusal.message.clone(),
        kubernetes,
        why: step.map(|step| told.sentence(step)).unwrap_or_default(),
        fix: step.map(|step| told.fix(step)).unwrap_or_default(),
        source: refusal.rule.text().source,
        location: refusal
            .guilty
            .first()
            .map(|source| SourceLocation::of(told.scene.document(*source), source.node)),
        sequences: refusal.sequences.clone(),
    }
}

impl RejectionReport {
    /// The two sequences side by side, the item without a place marked; empty where order is not the cause.
    pub fn aligned(&self) -> Vec<String> {
        let Some(sequences) = &self.sequences else {
            return Vec::new();
        };
        let width = sequences
            .patch
            .iter()
            .map(|key| key.width())
            .max()
            .unwrap_or(0)
            .max("patch list".len());
        let pad = |text: &str| " ".repeat(width.saturating_sub(text.width()));
        let mut lines = vec![format!("  patch list{}   order", pad("patch list"))];
        for (item, entry) in sequences.aligned() {
            let mark = if entry.is_none() { '✗' } else { ' ' };
            let item = item.unwrap_or("");
            lines.push(format!(
                "{mark} {item}{}   {}",
                pad(item),
                entry.unwrap_or("(no place left)")
            ));
        }
        lines
    }
}

/// Whether a merge went through.
pub fn is_merged(told: &Merge) -> bool {
    matches!(told.verdict, Verdict::Merged)
}
