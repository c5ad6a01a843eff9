//! Selects how a patch is computed: by its type, and from two or three documents.

use super::line_reason::CreateFailure;
use super::patch_document::PatchDocument;
use super::request::{CreateRequest, Created, CreatedPatchType};
use super::sides::{DocumentSide, LibrarySides};
use super::strategic::fields::{DiffOptions, StrategicDiff};
use super::{document_error, json_patch, merge_patch, precondition, three_way};
use crate::document::{Tree, ValueKind};
use crate::merge::Rule;

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
