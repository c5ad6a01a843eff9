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
    says: String,
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
    says: &'static str,
    first: ChoiceJson,
    second: ChoiceJson,
    reached: bool,
}

#[derive(Serialize)]
struct ChoiceJson {
    says: &'static str,
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
    says: String,
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
    says: String,
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
            let told = comparison.to_text(difference);
            let [first, second] = told.sides;
            let moved =
                told.moved
                    .into_iter()
                    .map(|(item, [first, second])| MovedJson { item, first, second });
            Ok(DifferenceJson {
                path: told.path,
                kind: told.kind,
                says: told.words,
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
        says: comparison.verdict(),
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
        says: choice.says,
        source: choice.source,
    });
    DecisionJson {
        decision: text.decision.name(),
        says: text.decision.label(),
        first,
        second,
        reached: text.is_reached,
    }
}

fn verdict(comparison: &MergeComparison, side: DifferenceSide) -> VerdictJson {
    let rejection = comparison.rejection(side).map(|told| ComparedRejectionJson {
        rule: told.rule,
        path: told.path,
        message: told.message,
        why: told.why,
        fix: told.fix,
        source: told.source,
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
    told: SideText,
) -> Result<CompareEndJson> {
    let value = match (kind, told.node) {
        (DifferenceKind::Value | DifferenceKind::Only(_), Some(id)) => Some(RawValue::from_string(
            write::json_value(&comparison.merge(side).scene, id),
        )?),
        _ => None,
    };
    let step = told.step;
    Ok(CompareEndJson {
        value,
        step: step.as_ref().map(|step| step.number),
        rule: step.as_ref().map(|step| step.rule),
        says: told.says,
        source: step.map(|step| step.source),
    })
}
