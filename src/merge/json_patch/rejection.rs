//! Rejections of JSON patches, with our sentence and kubectl's message.

use super::location::{LocationError, TargetLocation};
use super::operation::{JsonPatchOperation, VALUE_HELP};
use super::pointer::IndexError;
use super::{JsonPatchRun, Rule};
use crate::document::words::capitalize;
use crate::document::{Tree, ValueKind};
use crate::merge::go_text;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::trace::Rejection;

impl JsonPatchRun<'_, '_> {
    /// Rejects the patch because of `operation`. `message` is kubectl's text, `reason` ours, without the
    /// operation's name.
    pub(crate) fn reject(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        rule: Rule,
        at: ResultId,
        message: String,
        reason: &str,
    ) -> Box<Rejection> {
        let detail = format!("{}: {reason}", capitalize(&operation.name()));
        let message = if self.rfc { reason.to_owned() } else { message };
        let note = StepDraft::new(rule, at).patch(operation.source);
        self.recorder
            .reject(note, message, detail, vec![operation.source])
    }

    /// Rejects a position that a list does not have. `lead` is the part of kubectl's message before the
    /// reason, `also` what else the operation could have there.
    pub(crate) fn reject_index(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        location: &TargetLocation<'_>,
        error: LocationError,
        lead: &str,
        also: &str,
    ) -> Box<Rejection> {
        let token = &location.token;
        let len = self.members.items(&self.recorder.tree, location.container).len();
        let (words, reason) = match error {
            LocationError::Index(error) => {
                let go = match error {
                    IndexError::Syntax => "invalid syntax",
                    IndexError::Range => "value out of range",
                };
                let words = format!("strconv.Atoi: parsing {token:?}: {go}");
                (words, format!("`{token}` is not a list index"))
            }
            LocationError::Bounds(index) => (
                format!("Unable to access invalid index: {index}: invalid index referenced"),
                match len {
                    1 => format!("the list has 1 item, so there is no index {index}"),
                    _ => format!("the list has {len} items, so there is no index {index}"),
                },
            ),
        };
        let message = format!("{lead}{words}");
        let rule = Rule::JsonIndexInvalid;
        let mut rejection = self.reject(operation, rule, location.container, message, &reason);
        if !matches!(operation.kind, Some("add" | "replace")) {
            rejection.fix = Some(format!(
                "Use an index that the list has at that point (earlier operations shift the indexes){also}."
            ));
        }
        rejection
    }

    /// Rejects a patch that is not a list of operations.
    pub(crate) fn reject_non_list(&mut self, patch: NodeRef) -> Box<Rejection> {
        let kind = self.recorder.kind(patch);
        let name = go_text::json_type_name(kind);
        let message = format!("json: cannot unmarshal {name} into Go value of type jsonpatch.Patch");
        let detail = format!("The patch is {}, not a list of operations", kind.with_article());
        let note = StepDraft::new(Rule::JsonPatchFormat, self.recorder.tree.top()).patch(patch);
        let mut rejection = self.recorder.reject(note, message, detail, vec![patch]);
        if kind == ValueKind::Map && self.recorder.entry(patch, "op").is_none() {
            rejection.fix = Some(
                "A map is a strategic or JSON merge patch: use `--type strategic` or `--type merge`. A JSON patch is a list of operations."
                    .to_owned(),
            );
        }
        rejection
    }

    /// Requires that all operations are objects. kubectl reads all of them before it applies the first one.
    ///
    /// # Errors
    /// The rejection of the first one that is not an object.
    pub(crate) fn require_objects(&mut self, patch: NodeRef) -> MergeResult {
        let invalid = self.recorder.children(patch).enumerate().find(|(_, operation)| {
            let kind = self.recorder.kind(*operation);
            kind != ValueKind::Map && kind != ValueKind::Null
        });
        let Some((index, operation)) = invalid else {
            return Ok(());
        };
        let kind = self.recorder.kind(operation);
        let name = go_text::json_type_name(kind);
        let message = format!("json: cannot unmarshal {name} into Go value of type jsonpatch.Operation");
        let detail = format!("Operation {index} is {}, not an object", kind.with_article());
        let note = StepDraft::new(Rule::JsonPatchFormat, self.recorder.tree.top()).patch(operation);
        let mut rejection = self.recorder.reject(note, message, detail, vec![operation]);
        rejection.fix = Some(format!(
            "Write operation {index} as an object: `op: replace`, `path: /spec/replicas` and `value: 3`."
        ));
        Err(rejection)
    }

    /// Rejects an operation with a missing member or an unknown name. `fix` says what to write.
    pub(crate) fn reject_malformed(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        message: &str,
        reason: &str,
        fix: &str,
    ) -> Box<Rejection> {
        let top = self.recorder.tree.top();
        let mut rejection = self.reject(operation, Rule::JsonPatchFormat, top, message.to_owned(), reason);
        rejection.fix = Some(fix.to_owned());
        rejection
    }

    /// Rejects an operation on which Kubernetes panics. `fix` avoids that.
    pub(crate) fn reject_panic(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        at: ResultId,
        fix: &str,
    ) -> Box<Rejection> {
        let detail = format!("{} refers to a value that does not exist", operation.name());
        self.reject_panic_because(operation, at, fix, detail)
    }

    /// Rejects a `test` without value on which Kubernetes panics, because the member is missing or null.
    pub(crate) fn reject_test_panic(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        at: ResultId,
    ) -> Box<Rejection> {
        let detail = format!(
            "{} has no value, and the member is missing or null (kubectl 1.32; in later versions a missing value is null, and the test passes)",
            operation.name()
        );
        self.reject_panic_because(operation, at, VALUE_HELP, detail)
    }

    /// Rejects a `test` that compares a null item of a list.
    pub(crate) fn reject_null_item_panic(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        at: ResultId,
    ) -> Box<Rejection> {
        let detail = format!(
            "{} compares a list with a null item (kubectl 1.32)",
            operation.name()
        );
        let help = "Test items without null one by one, by their index.";
        self.reject_panic_because(operation, at, help, detail)
    }

    fn reject_panic_because(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        at: ResultId,
        fix: &str,
        detail: String,
    ) -> Box<Rejection> {
        let message = "runtime error: invalid memory address or nil pointer dereference";
        let note = StepDraft::new(Rule::KubernetesPanics, at).patch(operation.source);
        let mut rejection = self
            .recorder
            .reject(note, message.to_owned(), detail, vec![operation.source]);
        rejection.fix = Some(fix.to_owned());
        rejection
    }

    /// Requires that the result is an object, because Kubernetes accepts no other result.
    ///
    /// # Errors
    /// The rejection of any other result.
    pub(crate) fn require_object(&mut self, patch: NodeRef) -> MergeResult {
        let top = self.recorder.tree.top();
        let kind = self.recorder.tree.kind(top);
        if kind == ValueKind::Map {
            return Ok(());
        }
        let name = go_text::json_type_name(kind);
        let message = format!("json: cannot unmarshal {name} into Go value of type unstructured.detector");
        let note = StepDraft::new(Rule::NotAMap, top).patch(patch);
        let detail = format!("the result is {}", kind.with_article());
        let mut rejection = self.recorder.reject(note, message, detail, vec![patch]);
        rejection.fix =
            Some("Correct the operation with the empty `path`: the new value must be a map.".to_owned());
        Err(rejection)
    }
}
