//! A comparison as JSON: a contract, described in the README and held by tests.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::document::write;
use crate::report::comparison::{Comparison, Kind, Side, ToldSide};

#[derive(Serialize)]
struct Answer {
    first: Verdict,
    second: Verdict,
    same: bool,
    says: String,
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct Verdict {
    semantics: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<Rejection>,
}

#[derive(Serialize)]
struct Rejection {
    rule: &'static str,
    path: String,
    message: String,
    why: String,
    fix: String,
    source: &'static str,
}

#[derive(Serialize)]
struct Difference {
    path: String,
    kind: &'static str,
    says: String,
    first: End,
    second: End,
    /// Of another order: the items that stand elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<Moved>,
}

/// How one merge comes to its side.
#[derive(Serialize)]
struct End {
    /// Missing where the node is absent, and where another order or a refusal is the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
    step: Option<usize>,
    rule: Option<&'static str>,
    says: String,
    source: Option<&'static str>,
}

#[derive(Serialize)]
struct Moved {
    item: String,
    first: usize,
    second: usize,
}

pub(crate) fn print(comparison: &Comparison) -> Result<String> {
    let differences: Result<Vec<Difference>> = comparison
        .differences()
        .iter()
        .map(|difference| {
            let told = comparison.tell(difference);
            let [first, second] = told.sides;
            let moved = told
                .moved
                .into_iter()
                .map(|(item, [first, second])| Moved { item, first, second });
            Ok(Difference {
                path: told.path,
                kind: told.kind,
                says: told.words,
                first: end(comparison, difference.kind, Side::First, first)?,
                second: end(comparison, difference.kind, Side::Second, second)?,
                moved: moved.collect(),
            })
        })
        .collect();
    let answer = Answer {
        first: verdict(comparison, Side::First),
        second: verdict(comparison, Side::Second),
        same: comparison.is_same(),
        says: comparison.verdict(),
        differences: differences?,
    };
    let mut text = serde_json::to_string_pretty(&answer)?;
    text.push('\n');
    Ok(text)
}

fn verdict(comparison: &Comparison, side: Side) -> Verdict {
    let rejection = comparison.rejection(side).map(|told| Rejection {
        rule: told.rule,
        path: told.path,
        message: told.message,
        why: told.why,
        fix: told.fix,
        source: told.source,
    });
    Verdict {
        semantics: comparison.semantics(side).name(),
        verdict: match rejection {
            Some(_) => "rejected",
            None => "merged",
        },
        rejection,
    }
}

fn end(comparison: &Comparison, kind: Kind, side: Side, told: ToldSide) -> Result<End> {
    let value = match (kind, told.node) {
        (Kind::Value | Kind::Only(_), Some(id)) => Some(RawValue::from_string(write::json_value(
            &comparison.merge(side).scene,
            id,
        ))?),
        _ => None,
    };
    let step = told.step;
    Ok(End {
        value,
        step: step.as_ref().map(|step| step.number),
        rule: step.as_ref().map(|step| step.rule),
        says: told.says,
        source: step.map(|step| step.source),
    })
}
