//! Prints a comparison as JSON: a contract, documented in `src/help/json.md` and checked by tests.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::document::write;
use crate::report::comparison::{DifferenceKind, DifferenceSide, MergeComparison, SideText};
use crate::report::decisions::DecisionText;
use crate::report::fix::FixReport;

#[derive(Serialize)]
struct CompareJson {
    first: VerdictJson,
    second: VerdictJson,
    same: bool,
    #[serde(rename = "says")]
    sentence: String,
    differences: Vec<DifferenceJson>,
    /// The decisions in which the semantics differ; empty if one of them is not strategic.
    decisions: Vec<DecisionJson>,
    /// Whether every decision that can be a cause was tried.
    #[serde(rename = "allCausesTried")]
    all_causes_tried: bool,
}

#[derive(Serialize)]
struct DecisionJson {
    decision: String,
    #[serde(rename = "says")]
    sentence: &'static str,
    first: ChoiceJson,
    second: ChoiceJson,
    reached: bool,
}

#[derive(Serialize)]
struct ChoiceJson {
    #[serde(rename = "says")]
    sentence: &'static str,
    source: &'static str,
}

#[derive(Serialize)]
struct VerdictJson {
    semantics: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<ComparedRejectionJson>,
}

#[derive(Serialize)]
struct ComparedRejectionJson {
    rule: &'static str,
    path: String,
    message: String,
    why: String,
    #[serde(flatten)]
    fix: FixReport,
    source: &'static str,
}

#[derive(Serialize)]
struct DifferenceJson {
    path: String,
    kind: &'static str,
    #[serde(rename = "says")]
    sentence: String,
    /// The names of the decisions that cause it.
    causes: Vec<String>,
    first: CompareEndJson,
    second: CompareEndJson,
    /// For a different order: the items at other positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<MovedJson>,
}

/// The side of one merge.
#[derive(Serialize)]
struct CompareEndJson {
    /// Missing if the node does not exist, and for a different order or a rejection.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
    step: Option<usize>,
    rule: Option<&'static str>,
    #[serde(rename = "says")]
    sentence: String,
    source: Option<&'static str>,
}

#[derive(Serialize)]
struct MovedJson {
    item: String,
    first: usize,
    second: usize,
}

pub(crate) fn print(comparison: &MergeComparison) -> Result<String> {
    let differences: Result<Vec<DifferenceJson>> = comparison
        .differences()
        .iter()
        .map(|difference| {
            let text = comparison.to_text(difference);
            let [first, second] = text.sides;
            let moved =
                text.moved
                    .into_iter()
                    .map(|(item, [first, second])| MovedJson { item, first, second });
            Ok(DifferenceJson {
                path: text.path,
                kind: text.kind,
                sentence: text.words,
                causes: difference.causes.iter().map(|cause| cause.name()).collect(),
                first: end(comparison, difference.kind, DifferenceSide::First, first)?,
                second: end(comparison, difference.kind, DifferenceSide::Second, second)?,
                moved: moved.collect(),
            })
        })
        .collect();
    let answer = CompareJson {
        first: verdict(comparison, DifferenceSide::First),
        second: verdict(comparison, DifferenceSide::Second),
        same: comparison.is_same(),
        sentence: comparison.verdict_with_server(),
        differences: differences?,
        decisions: comparison.decisions().into_iter().map(decision).collect(),
        all_causes_tried: !comparison.has_untried_causes(),
    };
    let mut text = serde_json::to_string_pretty(&answer)?;
    text.push('\n');
    Ok(text)
}

fn decision(text: DecisionText) -> DecisionJson {
    let [first, second] = text.choices.map(|choice| ChoiceJson {
        sentence: choice.sentence,
        source: choice.source,
    });
    DecisionJson {
        decision: text.decision.name(),
        sentence: text.decision.label(),
        first,
        second,
        reached: text.is_reached,
    }
}

fn verdict(comparison: &MergeComparison, side: DifferenceSide) -> VerdictJson {
    let rejection = comparison.rejection(side).map(|text| ComparedRejectionJson {
        rule: text.rule,
        path: text.path,
        message: text.message,
        why: text.why,
        fix: text.fix,
        source: text.source,
    });
    VerdictJson {
        semantics: comparison.semantics(side).name(),
        verdict: match rejection {
            Some(_) => "rejected",
            None => "merged",
        },
        rejection,
    }
}

fn end(
    comparison: &MergeComparison,
    kind: DifferenceKind,
    side: DifferenceSide,
    text: SideText,
) -> Result<CompareEndJson> {
    let value = match (kind, text.node) {
        (DifferenceKind::Value | DifferenceKind::Only(_), Some(id)) => Some(RawValue::from_string(
            write::json_value(&comparison.merge(side).tree, id),
        )?),
        _ => None,
    };
    let step = text.step;
    Ok(CompareEndJson {
        value,
        step: step.as_ref().map(|step| step.number),
        rule: step.as_ref().map(|step| step.rule),
        sentence: text.sentence,
        source: step.map(|step| step.source),
    })
}
