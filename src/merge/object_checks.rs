//! Checks of whole objects, for all patch types.

use super::go_text;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::NodeRef;
use super::rule::Rule;
use super::trace::Rejection;
use crate::document::{Document, Tree, Value, ValueKind};

/// The help for a live object that is not a map.
pub(crate) const NO_OBJECT_HELP: &str = "pass an object as LIVE, as `kubectl get -o yaml` prints it";

/// Returns what kubectl prints if a file has no object that it can patch, or `None` if it has one.
pub fn no_object(live: &Document) -> Option<String> {
    let top = live.root();
    let name = live.name();
    match live.kind(top) {
        ValueKind::Null => Some("no objects passed to patch".to_owned()),
        ValueKind::Map => {
            let kind = live.get(top, "kind").map(|kind| live.value(kind));
            let is_named = matches!(kind, Some(Value::String(kind)) if !kind.is_empty());
            (!is_named).then(|| {
                let json = go_text::to_json(live, top);
                format!("unable to decode {name:?}: Object 'Kind' is missing in '{json}'")
            })
        }
        kind => {
            let kind = go_text::json_type_name(kind);
            Some(format!(
                "unable to decode {name:?}: json: cannot unmarshal {kind} into Go value of type unstructured.detector"
            ))
        }
    }
}

/// Returns kubectl's message for an object without a kind.
pub(crate) fn kind_is_missing(json: &str) -> String {
    format!("Object 'Kind' is missing in '{json}'")
}

impl Recorder<'_> {
    /// Rejects a document that is not a map; `who` names it.
    pub(crate) fn reject_non_map(&mut self, document: NodeRef, who: &str) -> Box<Rejection> {
        let detail = format!("{who} is {}", self.kind(document).with_article());
        let note = StepDraft::new(Rule::NotAMap, self.tree.top());
        let message = match document.is_live() {
            true => no_object(self.document(document)).unwrap_or_default(),
            false => "invalid JSON document".to_owned(),
        };
        let mut rejection = self.reject(note, message, detail, vec![document]);
        rejection.fix = self.json_patch_help(document);
        rejection
    }

    /// Returns the help for a list of operations in place of an object.
    pub(crate) fn json_patch_help(&self, document: NodeRef) -> Option<String> {
        let is_list = !document.is_live() && self.kind(document) == ValueKind::List;
        let first = self.children(document).next().filter(|_| is_list)?;
        let is_operation = self.entry(first, "op").is_some() && self.entry(first, "path").is_some();
        is_operation.then(|| "This is a JSON patch: use `--type json`.".to_owned())
    }

    /// Rejects a result without a kind, because Kubernetes cannot read it back.
    ///
    /// # Errors
    /// The rejection, if `patch` left no kind.
    pub(crate) fn require_kind(&mut self, patch: NodeRef) -> MergeResult {
        let top = self.tree.top();
        let kind = self
            .tree
            .is_object()
            .then(|| self.tree.get(top, "kind"))
            .flatten();
        if kind.is_some_and(|kind| matches!(self.tree.value(kind), Value::String(name) if !name.is_empty())) {
            return Ok(());
        }
        let result = match self.tree.is_object() {
            true => go_text::to_json(&self.tree, top),
            false => "{}".to_owned(),
        };
        let message = kind_is_missing(&result);
        let live = self.documents[0].root();
        let detail = match kind {
            Some(kind) if self.tree.is_object() => {
                format!("it is {}", self.quote_value(self.tree.source(kind)))
            }
            _ if self.documents[0].get(live, "kind").is_none() => {
                "neither the live object nor the patch has one".to_owned()
            }
            _ => "the patch removed it".to_owned(),
        };
        let faulty = self
            .entry(patch, "kind")
            .or_else(|| self.patch_directive(patch))
            .unwrap_or(patch);
        Err(self.reject(
            StepDraft::new(Rule::ResultWithoutKind, top),
            message,
            detail,
            vec![faulty],
        ))
    }
}
