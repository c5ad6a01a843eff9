//! Simulates `kubectl apply`: computes from a live object and a manifest the three-way patch, its result, and
//! the patch of a second apply.

mod admission;
pub(crate) mod convergence;
pub(crate) mod creation;
pub(crate) mod last_applied;
pub(crate) mod ledger;
pub(crate) mod live_fields;
pub(crate) mod outcome;
pub(super) mod outlook;
mod stored;

use std::sync::Arc;

use super::client_features::ClientFeatures;
use super::create_patch::create;
use super::line_reason::CreateFailure;
use super::sides::{DocumentSide, Sides};
use super::{CreateRequest, Created, CreatedPatchType, Sentences, SideNames, document_error};
use crate::document::words::capitalize;
use crate::document::{Document, NodeId, ReadError, Tree, Value, ValueKind};
use crate::merge::server_side::identity_error;
use crate::merge::{Inputs, Merge, Rule, merge, no_object, node_at, strict_rejection, unread_manifest};
use crate::schema::Schema;
use last_applied::{AnnotatedObject, annotate, last_applied, read_last_applied};
use outcome::{AppliedPatch, ApplyComputation};

/// The reason why nothing can be applied.
#[derive(Clone, Debug)]
pub enum ApplyError {
    /// The annotation is not a manifest, or a document is too large.
    Unreadable(Box<ReadError>),
    /// No patch can be computed.
    Failed(Box<(CreateFailure, Sides)>),
}

impl From<ReadError> for ApplyError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

/// Fields that the patch of a custom resource must not contain.
const IDENTITY: [&str; 3] = ["apiVersion", "kind", "metadata.name"];

/// Computes the patch that `kubectl apply` sends.
///
/// # Errors
/// The reason why there is no patch.
pub fn apply(apply: &AppliedPatch) -> Result<ApplyComputation, ApplyError> {
    let (live, manifest) = (&apply.live, &apply.manifest);
    if let Some(failure) = input_failure(live, manifest, &apply.schema) {
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
    // kubectl uses its own compiled types, whatever schemas the user passed.
    let form = match Schema::builtin().known_top(api_version, kind) {
        Some(_) => CreatedPatchType::Strategic,
        None => CreatedPatchType::Merge,
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
            Arc::make_mut(&mut created.patch.document).is_of_manifest = true;
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
            // The reader has the manifest, not what kubectl makes of it.
            let origin = |node: NodeId| annotated.origins.get(node.index()).copied().flatten();
            failure.reason.modified = failure.reason.modified.and_then(origin);
            let sides = Sides {
                modified: Arc::clone(manifest),
                ..request.sides
            };
            Err(failed(failure, apply, Some(sides)))
        }
    }
}

/// Returns why a manifest cannot be applied to an object: kubectl does not read it, a document is not a map, or the manifest
/// does not identify the object.
fn input_failure(live: &Document, manifest: &Document, schema: &Schema) -> Option<CreateFailure> {
    for (side, document) in [(DocumentSide::Modified, manifest), (DocumentSide::Current, live)] {
        let kind = document.kind(document.root());
        if kind != ValueKind::Map {
            let detail = format!("{} is {}", document.name(), kind.with_article());
            // kubectl never reads the file with the live object.
            let message = match side {
                DocumentSide::Modified => no_object(document).unwrap_or_default(),
                _ => String::new(),
            };
            return Some(document_error::general(Rule::NotAMap, side, detail, message));
        }
    }
    let side = DocumentSide::Modified;
    if let Some(warning) = unread_manifest(manifest) {
        let text = capitalize(&warning.text);
        let mut failure = document_error::general(Rule::UnreadablePatch, side, text.clone(), text);
        failure.reason = failure
            .reason
            .with_node(side, node_at(manifest, warning.span.start));
        return Some(failure);
    }
    let fault = identity_error(live, manifest, schema)?;
    let mut failure = document_error::general(fault.rule, side, fault.detail, fault.message);
    failure.reason = failure.reason.with_node(side, fault.faulty);
    Some(failure)
}

/// Gives the lines of the last-applied annotation, and often of the map of annotations, their own reason: they are
/// in the manifest only because kubectl adds them.
fn explain_annotation(created: &mut Created, annotated: &AnnotatedObject) {
    for reason in &mut created.patch.reasons {
        let is_added = |node: NodeId| annotated.origins.get(node.index()).copied().flatten().is_none();
        if matches!(
            reason.rule,
            Rule::SendBelow | Rule::SendValue | Rule::SendNewField
        ) && reason.modified.is_some_and(is_added)
        {
            reason.rule = match reason.rule {
                Rule::SendBelow => Rule::SendAnnotations,
                _ => Rule::SendLastApplied,
            };
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
    /// Returns the object that is patched.
    pub fn live(&self) -> &Arc<Document> {
        self.request.sides.current.as_ref().unwrap_or(&self.manifest)
    }

    /// Returns the sentences about the patch, with positions in the file of the manifest.
    pub fn sentences(&self) -> Sentences<'_> {
        Sentences {
            manifest: Some((&self.manifest, &self.annotated.origins)),
            ..Sentences::new(&self.request, SideNames::APPLY)
        }
    }

    /// Returns the inputs of the merge of the patch, without regard to what the API server does.
    pub fn inputs(&self) -> Inputs {
        Inputs {
            live: Arc::clone(self.live()),
            patches: vec![Arc::clone(&self.created.patch.document)],
            schema: Arc::clone(&self.request.schema),
            semantics: self.request.form.into(),
        }
    }

    /// Returns the reason why the API server rejects the patch or the result.
    pub fn server_rejection(&self, merged: &Merge) -> Option<String> {
        match merged.rejection() {
            Some(rejection) => Some(rejection.message.trim_end().to_owned()),
            None => strict_rejection(merged),
        }
    }

    /// Returns whether kubectl sends no patch.
    pub fn is_unchanged(&self) -> bool {
        let patch = &self.created.patch.document;
        patch.is_empty(patch.root())
    }

    /// Merges the patch into the live object.
    pub fn merged(&self, traced: bool) -> Merge {
        merge(self.inputs(), traced)
    }
}
