//! The explanation as JSON: a contract, described in the README and held by tests.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::document::write;
use crate::merge::{Effect, Merge};
use crate::report::explanation::{Explanation, Location, ToldStep};

#[derive(Serialize)]
struct Answer<'a> {
    /// Of a stream: which object this is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<&'a str>,
    semantics: &'static str,
    verdict: &'static str,
    steps: Vec<Step<'a>>,
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<Rejection<'a>>,
    warnings: Vec<Warning<'a>>,
    /// Whether the other semantics end alike, and if not, in what.
    agreement: Agreement,
}

#[derive(Serialize)]
struct Step<'a> {
    number: usize,
    depth: usize,
    rule: &'static str,
    path: &'a str,
    effect: &'static str,
    says: &'a str,
    source: &'static str,
    /// Of a warning: the way out.
    #[serde(skip_serializing_if = "str::is_empty")]
    fix: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    directive: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Rejection<'a> {
    rule: &'static str,
    path: &'a str,
    message: &'a str,
    /// What kubectl prints; null if kubectl accepts the patch.
    kubernetes: Option<&'a str>,
    why: &'a str,
    fix: &'a str,
    source: &'static str,
    location: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Warning<'a> {
    text: &'a str,
    location: Place<'a>,
}

#[derive(Serialize)]
struct Agreement {
    with: &'static str,
    same: bool,
    difference: String,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

fn place(location: &Location) -> Place<'_> {
    Place {
        file: &location.file,
        line: location.line,
        column: location.column,
    }
}

fn step(step: &ToldStep) -> Step<'_> {
    Step {
        number: step.number,
        depth: step.depth,
        rule: step.rule,
        path: &step.path,
        effect: step.effect.name(),
        says: &step.says,
        source: step.source,
        fix: match step.effect {
            Effect::Warned => &step.fix,
            _ => "",
        },
        live: step.live.as_ref().map(place),
        patch: step.patch.as_ref().map(place),
        directive: step.directive.as_ref().map(place),
    }
}

/// The steps alone, as a list.
pub(crate) fn steps(steps: &[ToldStep]) -> Result<String> {
    let steps: Vec<Step<'_>> = steps.iter().map(step).collect();
    Ok(serde_json::to_string_pretty(&steps)?)
}

pub(crate) fn print(told: &Explanation, merge: &Merge, object: Option<&str>) -> Result<String> {
    let result = match told.rejection {
        None if !merge.scene.has_result() => None,
        // Raw newlines stand only between tokens, so the whole can be indented as text.
        None => Some(RawValue::from_string(
            write::json(&merge.scene).trim_end().replace('\n', "\n  "),
        )?),
        Some(_) => None,
    };
    let answer = Answer {
        object,
        semantics: told.semantics.name(),
        verdict: told.verdict(),
        steps: told.steps.iter().map(step).collect(),
        result,
        rejection: told.rejection.as_ref().map(|rejection| Rejection {
            rule: rejection.rule,
            path: &rejection.path,
            message: &rejection.message,
            kubernetes: rejection.kubernetes.as_deref(),
            why: &rejection.why,
            fix: &rejection.fix,
            source: rejection.source,
            location: rejection.location.as_ref().map(place),
        }),
        warnings: told
            .warnings
            .iter()
            .map(|warning| Warning {
                text: &warning.text,
                location: place(&warning.location),
            })
            .collect(),
        agreement: Agreement {
            with: told.semantics.other().name(),
            same: told.agreement.is_same(),
            difference: if told.agreement.is_same() {
                String::new()
            } else {
                told.agreement.to_string()
            },
        },
    };
    let mut text = serde_json::to_string_pretty(&answer)?;
    text.push('\n');
    Ok(text)
}
