//! Prints a server-side apply as JSON: a contract.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::document::write;
use crate::merge::server_side::{ServerSideOutcome, exact_path, write_managed_fields};
use crate::report::rejection::RejectionReport;

#[derive(Serialize)]
struct SsaJson<'a> {
    /// `applied`, `conflict` or `error`.
    verdict: &'static str,
    /// The object without managedFields; null if nothing is written.
    result: Option<Box<RawValue>>,
    /// The ownership after the request; unchanged if nothing is written.
    managers: Vec<OwnerJson<'a>>,
    /// The same as `metadata.managedFields`: together with the result, it is the next live object.
    #[serde(rename = "managedFields")]
    managed_fields: serde_json::Value,
    /// The managers of client-side apply whose fields were taken over.
    #[serde(rename = "takenOver")]
    taken_over: &'a [String],
    /// The fields of other managers that the apply would change.
    conflicts: Vec<ConflictJson<'a>>,
    /// The reason why nothing is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// The same with its rule, position and fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<RejectionReport>,
}

#[derive(Serialize)]
struct OwnerJson<'a> {
    manager: &'a str,
    operation: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    subresource: &'a str,
    fields: Vec<String>,
}

#[derive(Serialize)]
struct ConflictJson<'a> {
    manager: &'a str,
    operation: &'static str,
    path: String,
}

pub(crate) fn print(served: &ServerSideOutcome) -> Result<String> {
    let rejection = served.merge.rejection();
    let verdict = match (rejection, served.conflicts.is_empty()) {
        (None, _) => "applied",
        (Some(_), false) => "conflict",
        (Some(_), true) => "error",
    };
    let result = match rejection {
        None => Some(RawValue::from_string(write::json_compact(&served.merge.tree))?),
        Some(_) => None,
    };
    let managers = served.managers.iter().map(|manager| OwnerJson {
        manager: &manager.name,
        operation: manager.operation.name(),
        subresource: &manager.subresource,
        fields: manager.fields.exact_paths(),
    });
    let conflicts = served.conflicts.iter().map(|conflict| ConflictJson {
        manager: &conflict.manager,
        operation: conflict.operation.name(),
        path: exact_path(&conflict.path),
    });
    let report = rejection.map(|rejection| RejectionReport::new(&served.merge, rejection, &served.merge));
    let answer = SsaJson {
        verdict,
        result,
        managers: managers.collect(),
        managed_fields: write_managed_fields(&served.managers),
        taken_over: &served.taken_over,
        conflicts: conflicts.collect(),
        error: rejection.map(|rejection| rejection.message.as_str()),
        rejection: report,
    };
    Ok(serde_json::to_string_pretty(&answer)? + "\n")
}
