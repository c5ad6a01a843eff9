//! Computes a patch from two or three documents as the kubectl library does, including its bugs.
//!
//! [`create`] takes a [`CreateRequest`] and returns a [`Created`]: the patch as a document, the reason for
//! each of its lines ([`LineReason`]), and what the patch cannot express ([`PatchRemark`]). [`Sentences`]
//! formats them as text.

pub(crate) mod apply;
mod client_features;
mod conflict_check;
mod document_error;
mod failure_report;
mod json_patch;
mod line_reason;
mod longest_ascending;
mod merge_patch;
mod node_path;
mod patch_builder;
mod patch_document;
mod precondition;
mod request;
mod sentence;
mod sides;
pub mod skew;
pub(crate) mod strategic;
mod three_way;

use crate::document::{Tree, ValueKind};
use crate::merge::Rule;

pub use apply::convergence::Convergence;
pub use apply::creation::create_object;
pub use apply::last_applied::{LAST_APPLIED_NAME, last_applied, read_last_applied};
pub use apply::ledger::{LedgerRow, defaults_line, ledger};
pub use apply::outcome::{AppliedPatch, ApplyComputation};
pub use apply::outlook::OutlookNote;
pub use apply::{ApplyError, apply};
pub use client_features::ClientFeatures;
pub use failure_report::{FailureLocation, FailureReport};
pub use line_reason::{CreateFailure, LineReason, PatchRemark};
pub(crate) use longest_ascending::longest_ascending;
pub(crate) use node_path::of_node as path_of_node;
pub use patch_document::PatchDocument;
pub use request::{CreateRequest, Created, CreatedPatchType};
pub use sentence::{Sentences, SideNames};
pub use sides::{DocumentSide, Sides};

use crate::create::strategic::fields::{DiffOptions, StrategicDiff};
use sides::LibrarySides;

/// Computes the patch from original to modified, or the patch of `kubectl apply` if there is a current
/// document. A JSON patch always changes original to modified, because its operations need the exact object
/// that they are applied to.
///
/// # Errors
/// The failure of the library, with its message.
pub fn create(request: &CreateRequest) -> Result<Created, CreateFailure> {
    let sides = &request.sides;
    for side in [
        DocumentSide::Original,
        DocumentSide::Modified,
        DocumentSide::Current,
    ] {
        let Some(document) = sides.document(side) else {
            continue;
        };
        let kind = document.kind(document.root());
        if !matches!(kind, ValueKind::Map | ValueKind::Null) {
            let detail = format!("{} is {}", document.name(), kind.with_article());
            let message = "invalid JSON document".to_owned();
            return Err(document_error::general(Rule::NotAMap, side, detail, message));
        }
    }
    let check = |patch: &PatchDocument| precondition::check(patch, &request.preconditions);
    let whole = match request.form {
        CreatedPatchType::Strategic => None,
        CreatedPatchType::Merge => Some(merge_patch::patch(sides)?),
        CreatedPatchType::Json => Some(json_patch::patch(sides, &request.schema)?),
    };
    if let Some(patch) = whole {
        check(&patch)?;
        let remarks = Vec::new();
        return Ok(Created { patch, remarks });
    }
    let (api_version, kind) = sides.identity();
    let top = request.schema.top(api_version, kind).map_err(|unknown| {
        let detail = format!("{api_version} {kind}");
        let rule = Rule::for_unknown_kind(&unknown.reason);
        document_error::general(rule, DocumentSide::Modified, detail, unknown.to_string())
    })?;
    let (patch, remarks) = match sides.current {
        Some(_) => three_way::patch(
            sides,
            &request.schema,
            top,
            request.client,
            check,
            request.overwrite,
        )?,
        None => {
            let options = DiffOptions {
                deletions: true,
                changes: true,
                order: request.client.sends_order(),
            };
            let pair = (DocumentSide::Original, DocumentSide::Modified);
            let mut library_sides = LibrarySides::new(sides);
            let (patch, remarks) = StrategicDiff::run(
                &mut library_sides,
                &request.schema,
                top,
                pair,
                (options, request.client),
            )?;
            check(&patch)?;
            (patch, remarks)
        }
    };
    Ok(Created { patch, remarks })
}
