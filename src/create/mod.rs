//! Computing a patch from two or three documents, as the library behind kubectl does, its flaws included.
//!
//! [`create`] takes a [`Request`] and gives a [`Created`]: the patch as a document, why each of its lines is there
//! ([`Reason`]), and what the patch cannot say ([`Remark`]). [`Told`] turns all that into sentences.

pub(crate) mod apply;
mod client_features;
mod conflict_check;
mod document_error;
mod json_patch;
mod line_reason;
mod merge_patch;
mod node_path;
mod patch_builder;
mod patch_document;
mod precondition;
mod sentence;
mod sides;
pub mod skew;
pub(crate) mod strategic;
mod three_way;

use std::sync::Arc;

use crate::document::{Kind, Tree};
use crate::merge::{PatchType, Rule};
use crate::schema::Schema;

pub use apply::last_applied::{ANNOTATION, Annotated, last_applied, read_last_applied};
pub use apply::ledger::{Row, ledger};
pub use apply::outcome::{Applied, Apply};
pub use apply::{ApplyError, apply};
pub use client_features::Client;
pub use line_reason::{Failure, Reason, Remark};
pub use patch_document::Patch;
pub use sentence::{Line, Names, Told};
pub use sides::{Side, Sides};

use crate::create::strategic::fields::{Diff, Options};
use sides::Held;

/// The kinds of patch that can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A strategic merge patch.
    Strategic,
    /// A JSON merge patch.
    Merge,
    /// A JSON patch.
    Json,
}

impl From<Form> for PatchType {
    fn from(form: Form) -> Self {
        match form {
            Form::Strategic => Self::Strategic,
            Form::Merge => Self::Merge,
            Form::Json => Self::Json,
        }
    }
}

/// What patch is wanted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The kind of patch.
    pub form: Form,
    /// What is compared.
    pub sides: Sides,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// Three-way: whether the patch may touch what has changed in current since original.
    pub overwrite: bool,
    /// Fields that the patch must not hold: `kind`, `metadata.name`.
    pub preconditions: Vec<String>,
    /// Whose strategic merge patch it is; a three-way one is [`Client::Library`]'s or [`Client::Old`]'s.
    pub client: Client,
}

/// A computed patch.
#[derive(Clone, Debug)]
pub struct Created {
    /// The patch, with the reason for each of its nodes.
    pub patch: Patch,
    /// What it cannot say, or says in a way that surprises.
    pub remarks: Vec<Remark>,
}

/// Computes the patch from original to modified, or with current the one of `kubectl apply`. A JSON patch is made from
/// original to modified always: it says where in live something stands, so it cannot be made of three documents.
///
/// # Errors
/// Why the library makes no patch, in its own words.
pub fn create(request: &Request) -> Result<Created, Failure> {
    let sides = &request.sides;
    for side in [Side::Original, Side::Modified, Side::Current] {
        let Some(document) = sides.document(side) else {
            continue;
        };
        let kind = document.kind(document.root());
        if !matches!(kind, Kind::Map | Kind::Null) {
            let detail = format!("{} is {}", document.name(), kind.with_article());
            let message = "invalid JSON document".to_owned();
            return Err(document_error::general(Rule::NotAMap, side, detail, message));
        }
    }
    let check = |patch: &Patch| precondition::check(patch, &request.preconditions);
    let whole = match request.form {
        Form::Strategic => None,
        Form::Merge => Some(merge_patch::patch(sides)?),
        Form::Json => Some(json_patch::patch(sides, &request.schema)?),
    };
    if let Some(patch) = whole {
        check(&patch)?;
        let remarks = Vec::new();
        return Ok(Created { patch, remarks });
    }
    let (api_version, kind) = sides.identity();
    let top = request.schema.top(api_version, kind).map_err(|unknown| {
        let detail = format!("{api_version} {kind}");
        let rule = Rule::of_unknown(&unknown.reason);
        document_error::general(rule, Side::Modified, detail, unknown.to_string())
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
            let options = Options {
                deletions: true,
                changes: true,
                order: request.client.sends_order(),
            };
            let pair = (Side::Original, Side::Modified);
            let mut held = Held::new(sides);
            let (patch, remarks) =
                Diff::run(&mut held, &request.schema, top, pair, (options, request.client))?;
            check(&patch)?;
            (patch, remarks)
        }
    };
    Ok(Created { patch, remarks })
}
