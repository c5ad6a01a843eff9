//! A pair of versions to compare.

use std::sync::Arc;

use super::find_changes::context;
use super::version::Version;
use crate::document::Document;
use crate::explorer::workspace::Workspace;
use crate::merge::Inputs;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::line_change::line_change;

/// The maximum number of differing lines that are shown.
const MAX_DIFF_LINES: usize = 20;

/// Two versions, the older one on the left.
#[derive(Clone, Debug)]
pub(crate) struct VersionPair {
    /// The numbers on the screen.
    pub(crate) numbers: [usize; 2],
    /// The inputs of both merges.
    pub(crate) inputs: [Inputs; 2],
    /// The time of each version and its changes; not escaped.
    pub(crate) about: [String; 2],
    /// The lines of text that only one version has.
    pub(crate) changed: [Vec<ExplanationLine>; 2],
}

impl VersionPair {
    pub(crate) fn names(&self) -> [String; 2] {
        self.numbers.map(|number| format!("version {number}"))
    }
}

/// Returns the version with an index and the one that is shown, the older one first.
pub(crate) fn pair_with_shown(index: usize, cx: &Workspace) -> Option<VersionPair> {
    let shown = cx.versions.shown();
    let indexes = [index.min(shown), index.max(shown)];
    let [first, second] = indexes.map(|index| cx.versions.get(index));
    let versions = [first?, second?];
    let is_other = versions[0].semantics != versions[1].semantics;
    let context = context(cx);
    let inputs = |version: &Version| {
        let mut inputs = context.inputs_of(version)?;
        inputs.semantics = version.semantics.filter(|_| is_other).unwrap_or(inputs.semantics);
        Some(cx.session.redaction.apply(inputs))
    };
    let (one, other) = (inputs(versions[0])?, inputs(versions[1])?);
    Some(VersionPair {
        numbers: indexes.map(|index| cx.versions.number(index)),
        changed: [only_in(&one, &other), only_in(&other, &one)],
        inputs: [one, other],
        about: versions.map(|version| {
            let time = version.time.iter().map(|time| format!("{time} · "));
            time.collect::<String>() + &version.change
        }),
    })
}

/// Returns the lines of text that only the first inputs have, as they are shown, because Secret values can be
/// hidden.
fn only_in(inputs: &Inputs, others: &Inputs) -> Vec<ExplanationLine> {
    let mut lines = Vec::new();
    let mut more = 0;
    let documents = |inputs: &Inputs| -> Vec<Arc<Document>> {
        let all = std::iter::once(&inputs.live).chain(&inputs.patches);
        all.cloned().collect()
    };
    for (document, other) in documents(inputs).iter().zip(&documents(others)) {
        let change = line_change(other.text(), document.text());
        if !change.added.is_empty() {
            lines.push(explanation_line(
                LineKind::Title,
                format!("only in this version of {}:", document.name()),
            ));
        }
        for number in change.added {
            if lines.len() > MAX_DIFF_LINES {
                more += 1;
                continue;
            }
            let text = document.lines().line(document.text(), number - 1);
            lines.push(explanation_line(
                LineKind::Sentence,
                format!("{number:>4}  {text}"),
            ));
        }
    }
    if more > 0 {
        lines.push(explanation_line(
            LineKind::Sentence,
            format!("and {more} more lines"),
        ));
    }
    lines
}
