//! `kubectl apply` seen from inside: from live and a manifest to the three-way patch that it sends, the result, and what a
//! second apply would send.

pub(crate) mod creation;
pub(crate) mod last_applied;
pub(crate) mod ledger;
pub(crate) mod live_fields;
pub(crate) mod outcome;
pub(crate) mod settling;
mod stored;

use std::sync::Arc;

use super::CreateRequest;
use super::Created;
use super::CreatedPatchType;
use super::Sentences;
use super::SideNames;
use super::client_features::ClientFeatures;
use super::create;
use super::document_error;
use super::line_reason::CreateFailure;
use super::sides::{DocumentSide, Sides};
use crate::document::{Document, NodeId, ReadError, Tree, Value, ValueKind};
use crate::merge::server_side::identity_fault;
use crate::merge::{Inputs, Merge, Rule, merge, strict_rejection};
use crate::schema::Schema;
use last_applied::{AnnotatedObject, annotate, last_applied, read_last_applied};
use outcome::{AppliedPatch, ApplyComputation};

/// Why nothing is applied.
#[derive(Clone, Debug)]
pub enum ApplyError {
    /// The annotation holds no manifest, or a document is too large.
    Unreadable(Box<ReadError>),
    /// No patch can be made.
    Failed(Box<(CreateFailure, Sides)>),
}

impl From<ReadError> for ApplyError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

/// Fields that a custom resource's patch must not hold.
const IDENTITY: [&str; 3] = ["apiVersion", "kind", "metadata.name"];

/// Computes what `kubectl apply` sends.
///
/// # Errors
/// Why there is nothing to send it with.
pub fn apply(apply: &AppliedPatch) -> Result<ApplyComputation, ApplyError> {
    let (live, manifest) = (&apply.live, &apply.manifest);
    for (side, document) in [(DocumentSide::Modified, manifest), (DocumentSide::Current, live)] {
        let kind = document.kind(document.root());
        if kind != ValueKind::Map {
            let detail = format!("{} is {}", document.name(), kind.with_article());
            let message = "invalid JSON document".to_owned();
            let failure = document_error::general(Rule::NotAMap, side, detail, message);
            return Err(failed(failure, apply, None));
        }
    }
    if let Some(fault) = identity_fault(live, manifest) {
        let mut failure = document_error::general(
            Rule::ApplyIdentity,
            DocumentSide::Modified,
            fault.detail,
            fault.message,
        );
        failure.reason = failure.reason.at(DocumentSide::Modified, fault.guilty);
        return Err(failed(failure, apply, None));
    }
    let original = match (&apply.last_applied, last_applied(live)) {
        (Some(given), _) => Some(Arc::clone(given)),
        (None, Some(text)) => Some(Arc::new(read_last_applied(text)?)),
        (None, None) => None,
    };
    let namespace = live
        .get(live.root(), "metadata")
        .and_then(|metadata| live.get(metadata, "namespace"))
        .map(|namespace| live.value(namespace));
    let namespace = match namespace {
        Some(Value::String(namespace)) => Some(namespace),
        _ => None,
    };
    let annotated = annotate(manifest, namespace)?;
    let (api_version, kind) = manifest.identity();
    // kubectl asks its own compiled types, whatever else is known of the kind.
    let form = match Schema::builtin().top(api_version, kind) {
        Ok(_) => CreatedPatchType::Strategic,
        Err(_) => CreatedPatchType::Merge,
    };
    let preconditions = match form {
        CreatedPatchType::Strategic => Vec::new(),
        _ => IDENTITY.map(str::to_owned).to_vec(),
    };
    let request = CreateRequest {
        form,
        sides: Sides {
            original,
            modified: Arc::clone(&annotated.document),
            current: Some(Arc::clone(live)),
        },
        schema: Arc::clone(&apply.schema),
        overwrite: apply.overwrite,
        preconditions,
        client: ClientFeatures::Library,
    };
    match create(&request) {
        Ok(mut created) => {
            explain_annotation(&mut created, &annotated);
            Ok(ApplyComputation {
                request,
                annotated,
                manifest: Arc::clone(manifest),
                created,
            })
        }
        Err(mut failure) => {
            if failure.reason.rule == Rule::PreconditionFailed {
                failure.message = "At least one of apiVersion, kind and name was changed".to_owned();
            }
            Err(failed(failure, apply, Some(request.sides)))
        }
    }
}

/// The manifest has the annotation, and often the map of annotations, only because kubectl adds it, so its lines have a
/// reason of their own.
fn explain_annotation(created: &mut Created, annotated: &AnnotatedObject) {
    for reason in &mut created.patch.reasons {
        let is_added = |node: NodeId| annotated.origins.get(node.index()).copied().flatten().is_none();
        if matches!(
            reason.rule,
            Rule::SendBelow | Rule::SendValue | Rule::SendNewField
        ) && reason.modified.is_some_and(is_added)
        {
            reason.rule = Rule::SendLastApplied;
        }
    }
}

fn failed(failure: CreateFailure, apply: &AppliedPatch, sides: Option<Sides>) -> ApplyError {
    let sides = sides.unwrap_or_else(|| Sides {
        original: None,
        modified: Arc::clone(&apply.manifest),
        current: Some(Arc::clone(&apply.live)),
    });
    ApplyError::Failed(Box::new((failure, sides)))
}

impl ApplyComputation {
    /// The object that is patched.
    pub fn live(&self) -> &Arc<Document> {
        self.request.sides.current.as_ref().unwrap_or(&self.manifest)
    }

    /// Sentences about it, places in the manifest's own file.
    pub fn told(&self) -> Sentences<'_> {
        Sentences {
            manifest: Some((&self.manifest, &self.annotated.origins)),
            ..Sentences::new(&self.request, SideNames::APPLY)
        }
    }

    /// What the patch's merge takes: whatever the server does with it.
    pub fn inputs(&self) -> Inputs {
        Inputs {
            live: Arc::clone(self.live()),
            patches: vec![Arc::clone(&self.created.patch.document)],
            schema: Arc::clone(&self.request.schema),
            semantics: self.request.form.into(),
        }
    }

    /// Why the API server rejects the patch, or the result.
    pub fn server_rejection(&self, merged: &Merge) -> Option<String> {
        match merged.rejection() {
            Some(rejection) => Some(rejection.message.trim_end().to_owned()),
            None => strict_rejection(merged),
        }
    }

    /// Whether there is nothing to send.
    pub fn is_unchanged(&self) -> bool {
        let patch = &self.created.patch.document;
        patch.is_empty(patch.root())
    }

    /// The merge of the patch into live.
    pub fn merged(&self, traced: bool) -> Merge {
        merge(self.inputs(), traced)
    }
}
