//! Prints a skew as JSON: a contract, documented in `src/help/json.md`.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::create::skew::{Age, Skew};
use crate::create::{Sentences, SideNames};
use crate::document::{Document, write};

#[derive(Serialize)]
struct SkewJson {
    old: &'static str,
    new: &'static str,
    patches: [SkewPatchJson; 2],
    results: Vec<SkewOutcomeJson>,
}

/// The patch of a client; `error` if it cannot compute one.
#[derive(Serialize)]
struct SkewPatchJson {
    client: &'static str,
    patch: Option<Box<RawValue>>,
    error: Option<String>,
    remarks: Vec<RemarkJson>,
}

#[derive(Serialize)]
struct RemarkJson {
    path: String,
    rule: &'static str,
    #[serde(rename = "says")]
    sentence: String,
}

#[derive(Serialize)]
struct SkewOutcomeJson {
    client: &'static str,
    server: &'static str,
    verdict: &'static str,
    result: Option<Box<RawValue>>,
    error: Option<String>,
    lost: Vec<LossJson>,
}

#[derive(Serialize)]
struct LossJson {
    path: String,
    kind: &'static str,
    #[serde(rename = "says")]
    sentence: String,
}

pub(crate) fn print(skew: &Skew) -> Result<String> {
    let answer = SkewJson {
        old: skew.question.old.name(),
        new: skew.question.new.name(),
        patches: [patch(skew, Age::Old)?, patch(skew, Age::New)?],
        results: skew.cells().map(outcome).collect::<Result<_>>()?,
    };
    Ok(format!("{}\n", serde_json::to_string_pretty(&answer)?))
}

fn raw(document: &Document) -> Result<Box<RawValue>> {
    Ok(RawValue::from_string(write::json_compact(document))?)
}

fn patch(skew: &Skew, age: Age) -> Result<SkewPatchJson> {
    let request = skew.request(age);
    let sentences = Sentences::new(&request, SideNames::PLAIN);
    let (patch, error, remarks) = match &skew.patches[age as usize] {
        Ok(created) => {
            let remarks = created.remarks.iter().map(|remark| RemarkJson {
                path: remark.path.to_string(),
                rule: remark.reason.rule.name(),
                sentence: sentences.remark(remark),
            });
            (Some(raw(&created.patch.document)?), None, remarks.collect())
        }
        Err(failure) => (None, Some(failure.message.clone()), Vec::new()),
    };
    Ok(SkewPatchJson {
        client: age.name(),
        patch,
        error,
        remarks,
    })
}

fn outcome(cell: &crate::create::skew::SkewOutcome) -> Result<SkewOutcomeJson> {
    let rejection = cell.merged.as_ref().and_then(|merged| merged.rejection());
    let lost = cell.lost.iter().map(|lost| LossJson {
        path: lost.path.to_string(),
        kind: lost.loss.name(),
        sentence: lost.sentence.clone(),
    });
    Ok(SkewOutcomeJson {
        client: cell.client.name(),
        server: cell.server.name(),
        verdict: match (&cell.merged, rejection) {
            (None, _) => "no-patch",
            (Some(_), None) => "merged",
            (Some(_), Some(_)) => "rejected",
        },
        result: cell.result.as_deref().map(raw).transpose()?,
        error: rejection.map(|rejection| rejection.message.clone()),
        lost: lost.collect(),
    })
}
