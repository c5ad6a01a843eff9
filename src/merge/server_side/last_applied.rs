//! The last-applied annotation, which server-side apply updates only for the default manager of kubectl.

use super::apply_run::ApplyRun;
use super::changed_paths::compare;
use super::field_paths::field_paths;
use super::field_set::{FieldSet, PathElement};
use super::structure::HandledPosition;
use crate::document::{Document, NodeId, Tree, Value, ValueKind, read};
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::{LAST_APPLIED, go_text};

/// The manager of `kubectl apply --server-side` without `--field-manager`.
pub(crate) const DEFAULT_MANAGER: &str = "kubectl";

/// Returns the path of the annotation.
pub(crate) fn annotation_path() -> [PathElement; 3] {
    ["metadata", "annotations", LAST_APPLIED].map(|name| PathElement::Field(name.into()))
}

fn annotation(object: &Document) -> Option<&str> {
    let metadata = object.get(object.root(), "metadata")?;
    let annotations = object.get(metadata, "annotations")?;
    object
        .value(object.get(annotations, LAST_APPLIED)?)
        .as_str()
        .filter(|text| !text.is_empty())
}

/// Returns the fields that the default manager can change without force: those with the same value in the
/// annotation and in the live object. The server treats them as its own (Go:
/// `allowedConflictsFromLastApplied`).
pub(crate) fn allowed_changes(live: &Document, position: HandledPosition<'_>) -> FieldSet {
    let applied =
        annotation(live).and_then(|text| read("last-applied annotation", text.as_bytes().to_vec()).ok());
    let Some(applied) = applied.filter(|applied| applied.kind(applied.root()) == ValueKind::Map) else {
        return FieldSet::default();
    };
    if applied.identity().0 != live.identity().0 {
        return FieldSet::default();
    }
    let mut set = field_paths(&applied, applied.root(), position);
    let found = compare(&applied, live, position);
    for differs in [found.added, found.changed, found.removed] {
        set.subtract(&differs);
    }
    set
}

/// Returns a document with the annotation as the server writes it for `config`. `None` if the live object
/// does not have the annotation, or if the manager is not the default one.
pub(crate) fn new_annotation(live: &Document, config: &Document, manager: &str) -> Option<Document> {
    if manager != DEFAULT_MANAGER {
        return None;
    }
    annotation(live)?;
    let text = format!(
        "{}\n",
        go_text::to_json(&WithoutAnnotation(config), config.root())
    );
    let entry = serde_json::json!({ (LAST_APPLIED): text });
    read("(annotation)", entry.to_string().into_bytes()).ok()
}

/// An object without the annotation, to encode it as the server does.
struct WithoutAnnotation<'d>(&'d Document);

impl Tree for WithoutAnnotation<'_> {
    type Id = NodeId;

    fn top(&self) -> NodeId {
        self.0.root()
    }

    fn value(&self, id: NodeId) -> Value<'_> {
        self.0.value(id)
    }

    fn key(&self, id: NodeId) -> Option<&str> {
        self.0.key(id)
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.0
            .children(id)
            .filter(|child| self.0.key(*child) != Some(LAST_APPLIED))
    }
}

/// The index of the result of [`new_annotation`], after live and the applied configuration.
const ANNOTATION_DOCUMENT: u16 = 2;

impl ApplyRun<'_, '_> {
    /// Returns the annotation in the result.
    pub(crate) fn annotation(&self) -> Option<ResultId> {
        let tree = &self.recorder.tree;
        let path = ["metadata", "annotations", LAST_APPLIED];
        path.iter().try_fold(tree.top(), |at, name| tree.get(at, name))
    }

    /// Updates the annotation for the default manager, if there is a result of [`new_annotation`].
    pub(crate) fn update_annotation(&mut self) {
        let document = ANNOTATION_DOCUMENT;
        let Some(text) = self.recorder.documents.get(usize::from(document)) else {
            return;
        };
        let Some(at) = self.annotation() else { return };
        let Some(node) = text.get(text.root(), LAST_APPLIED) else {
            return;
        };
        let old = self.recorder.tree.source(at);
        self.recorder
            .step(StepDraft::new(Rule::ApplyUpdatesAnnotation, at).old(old));
        self.recorder.tree.set_value(at, NodeRef { document, node });
    }
}
