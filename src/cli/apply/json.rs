//! Prints an apply as JSON.

use anyhow::Result;
use serde_json::{Value, json};

use crate::create::{ApplyComputation, CreateFailure, DocumentSide, LedgerRow, Sentences};
use crate::document::{Document, NodeId, Tree, write};
use crate::merge::{Merge, PatchType};

/// Returns the JSON of an apply. `rejection` is the rejection by the API server.
pub(crate) fn print(
    applied: &ApplyComputation,
    merged: &Merge,
    rows: &[LedgerRow],
    rejection: Option<&str>,
) -> Result<Value> {
    let sentences = applied.sentences();
    let (verdict, result) = match (merged.rejection(), applied.is_unchanged()) {
        (Some(_), _) => ("rejected", Value::Null),
        _ if rejection.is_some() => ("rejected", tree(&merged.tree)),
        (None, true) => ("unchanged", tree(&merged.tree)),
        (None, false) => ("applied", tree(&merged.tree)),
    };
    let remarks = applied.created.remarks.iter().map(|remark| {
        json!({
            "path": remark.path.to_string(),
            "rule": remark.reason.rule.name(),
            "says": sentences.remark(remark),
        })
    });
    let ledger = rows.iter().map(|row| {
        let document = |side| applied.request.sides.document(side);
        Ok(json!({
            "path": row.path.to_string(),
            "lastApplied": node(document(DocumentSide::Original), row.last),
            "manifest": node(document(DocumentSide::Modified), row.manifest),
            "live": node(document(DocumentSide::Current), row.live),
            "result": match row.keeps_live() {
                true => node(document(DocumentSide::Current), row.live),
                false => row.result.map_or(Value::Null, |id| write::json_tree(&merged.tree, id)),
            },
            "fate": row.rule.name(),
            "says": row.sentence(),
            "driftBy": row.drift_by.iter().map(|drifter| json!({
                "manager": drifter.manager,
                "time": drifter.time,
            })).collect::<Vec<_>>(),
        }))
    });
    let reasons = sentences.lines(&applied.created).into_iter().map(|line| {
        json!({
            "path": line.path,
            "rule": line.reason.rule.name(),
            "says": line.sentence,
        })
    });
    let again = match merged.rejection() {
        Some(_) => None,
        None => applied.again(merged),
    };
    let answer = json!({
        "verdict": verdict,
        "error": rejection,
        "patchType": PatchType::from(applied.request.form).name(),
        "patch": tree(&*applied.created.patch.document),
        "reasons": reasons.collect::<Vec<_>>(),
        "remarks": remarks.collect::<Vec<_>>(),
        "annotation": applied.annotated.text,
        "result": result,
        "ledger": match merged.rejection() {
            Some(_) => Vec::new(),
            None => ledger.collect::<Result<Vec<_>>>()?,
        },
        "next": again.map_or(Value::Null, |again| tree(&*again.created.patch.document)),
    });
    Ok(answer)
}

pub(crate) fn failed(sentences: &Sentences<'_>, failure: &CreateFailure) -> Value {
    json!({
        "verdict": "error",
        "error": failure.message.trim_end(),
        "rule": failure.reason.rule.name(),
        "path": failure.path.to_string(),
        "says": sentences.failure(failure),
        "fix": sentences.fix(failure),
    })
}

fn tree<T: Tree>(tree: &T) -> Value {
    write::json_tree(tree, tree.top())
}

fn node(document: Option<&Document>, node: Option<NodeId>) -> Value {
    match document.zip(node) {
        Some((document, node)) => write::json_tree(document, node),
        None => Value::Null,
    }
}
