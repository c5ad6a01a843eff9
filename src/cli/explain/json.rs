//! Prints an explanation as JSON: a contract, documented in `src/help/json.md` and checked by tests.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::document::write;
use crate::merge::{Merge, RuleEffect};
use crate::report::explanation::{Explanation, ReadWarning, StepText};
use crate::report::fix::{Applicability, FixEdit};
use crate::report::rejection::RejectionReport;
use crate::report::source_location::SourceLocation;

#[derive(Serialize)]
struct ExplainJson<'a> {
    /// The object, for a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<&'a str>,
    semantics: &'static str,
    verdict: &'static str,
    steps: Vec<StepJson<'a>>,
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<&'a RejectionReport>,
    warnings: &'a [ReadWarning],
    /// Whether the results of both semantics agree, and the differences.
    agreement: AgreementJson,
}

#[derive(Serialize)]
struct StepJson<'a> {
    number: usize,
    depth: usize,
    rule: &'static str,
    path: &'a str,
    effect: &'static str,
    #[serde(rename = "says")]
    sentence: &'a str,
    source: &'static str,
    /// The help of a warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    applicability: Option<Applicability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edits: Option<&'a [FixEdit]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<&'a SourceLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<&'a SourceLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    directive: Option<&'a SourceLocation>,
}

#[derive(Serialize)]
struct AgreementJson {
    with: &'static str,
    same: bool,
    difference: String,
}

fn step(step: &StepText) -> StepJson<'_> {
    let is_warning = step.effect == RuleEffect::Warned;
    let suggested = step
        .suggested
        .as_ref()
        .filter(|fix| is_warning && !fix.fix.is_empty());
    StepJson {
        number: step.number,
        depth: step.depth,
        rule: step.rule,
        path: &step.path,
        effect: step.effect.name(),
        sentence: &step.sentence,
        source: step.source,
        fix: Some(&*step.fix).filter(|fix| is_warning && !fix.is_empty()),
        applicability: suggested.map(|fix| fix.applicability),
        tried: suggested.and_then(|fix| fix.tried),
        edits: suggested.map(|fix| &*fix.edits),
        live: step.live.as_ref(),
        patch: step.patch.as_ref(),
        directive: step.directive.as_ref(),
    }
}

/// Returns only the steps, as a list.
pub(crate) fn steps(steps: &[StepText]) -> Result<String> {
    let steps: Vec<StepJson<'_>> = steps.iter().map(step).collect();
    Ok(serde_json::to_string_pretty(&steps)?)
}

pub(crate) fn print(explanation: &Explanation, merge: &Merge, object: Option<&str>) -> Result<String> {
    let result = match explanation.rejection {
        None if !merge.tree.has_result() => None,
        // Raw newlines are only between tokens, so JSON can be indented as text.
        None => Some(RawValue::from_string(
            write::json(&merge.tree).trim_end().replace('\n', "\n  "),
        )?),
        Some(_) => None,
    };
    let answer = ExplainJson {
        object,
        semantics: explanation.semantics.name(),
        verdict: explanation.verdict(),
        steps: explanation.steps.iter().map(step).collect(),
        result,
        rejection: explanation.rejection.as_ref(),
        warnings: &explanation.warnings,
        agreement: AgreementJson {
            with: explanation.semantics.other().name(),
            same: explanation.agreement.is_same(),
            difference: if explanation.agreement.is_same() {
                String::new()
            } else {
                explanation.agreement.to_string()
            },
        },
    };
    let mut text = serde_json::to_string_pretty(&answer)?;
    text.push('\n');
    Ok(text)
}
