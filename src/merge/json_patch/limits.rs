//! Limits on what a small patch can make of an object: copies of copies double, and each value added to a
//! value is deeper.

use super::edits::PutContent;
use super::operation::JsonPatchOperation;
use super::{JsonPatchRun, Rule};
use crate::document::{MAX_DEPTH, Tree, write};
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

/// The maximum size of all copies of a patch, in bytes of JSON. The API server has the same limit
/// (`JSONPatchMaxCopyBytes`).
const MAX_COPIED_BYTES: usize = 3 << 20;

/// The maximum number of values that the moves of a patch can take with them: half as many as the largest input of the
/// default size has. A moved value becomes new nodes of the result.
const MAX_MOVED_VALUES: usize = 1 << 20;

/// The maximum number of operations of a patch on the API server (`maxJSONPatchOperations`).
const MAX_OPERATIONS: usize = 10_000;

impl JsonPatchRun<'_, '_> {
    /// Requires that a patch does not have more operations than the API server accepts.
    ///
    /// # Errors
    /// The rejection of the patch.
    pub(crate) fn check_count(&mut self, patch: NodeRef) -> MergeResult {
        let count = self.recorder.children(patch).count();
        if self.rfc || count <= MAX_OPERATIONS {
            return Ok(());
        }
        let message = format!(
            "Request entity too large: The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {count}"
        );
        let detail =
            format!("The patch has {count} operations, but the API server accepts at most {MAX_OPERATIONS}");
        let note = StepDraft::new(Rule::JsonTooLarge, self.recorder.tree.top()).patch(patch);
        let mut rejection = self.recorder.reject(note, message, detail, vec![patch]);
        rejection.fix = Some(format!(
            "Split the patch into patches with at most {MAX_OPERATIONS} operations."
        ));
        Err(rejection)
    }

    /// Adds the number of values in a value that is moved.
    ///
    /// # Errors
    /// The rejection of the move that exceeds the limit.
    pub(crate) fn count_move(&mut self, operation: &JsonPatchOperation<'_>, moved: ResultId) -> MergeResult {
        let mut todo = vec![moved];
        while let Some(id) = todo.pop() {
            self.moved += 1;
            if self.moved > MAX_MOVED_VALUES {
                let reason = format!(
                    "mergescope moves at most {MAX_MOVED_VALUES} values in one patch, and kubectl has no such limit"
                );
                return Err(self.reject(operation, Rule::JsonTooLarge, moved, String::new(), &reason));
            }
            todo.extend(self.recorder.tree.children(id));
        }
        Ok(())
    }

    /// Adds the size of a copy.
    ///
    /// # Errors
    /// The rejection of the copy that exceeds the limit.
    pub(crate) fn count_copy(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        content: PutContent,
    ) -> MergeResult {
        let PutContent::Copy(from) = content else {
            return Ok(());
        };
        self.copied += write::json_value(&self.recorder.tree, from).len();
        if self.copied <= MAX_COPIED_BYTES {
            return Ok(());
        }
        let message = format!(
            "Unable to complete the copy, the accumulated size increase of copy is {}, exceeding the limit {MAX_COPIED_BYTES}",
            self.copied
        );
        let reason = format!("the copies add up to {} bytes", self.copied);
        Err(self.reject(operation, Rule::JsonTooLarge, from, message, &reason))
    }

    /// Requires that no value is deeper than a text that can be read, because code that walks a result
    /// recursively relies on it.
    ///
    /// # Errors
    /// The rejection of `content`, if it is too deep for `container`.
    pub(crate) fn check_depth(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        container: ResultId,
        content: PutContent,
    ) -> MergeResult {
        let tree = &self.recorder.tree;
        let inside = match content {
            PutContent::Patch(value) => depth(self.recorder.document(value), value.node),
            PutContent::Copy(from) => depth(tree, from),
            PutContent::Nothing => 0,
        };
        let above = tree.ancestors(container).count();
        if inside == 0 || above + inside <= MAX_DEPTH {
            return Ok(());
        }
        let reason = format!(
            "lists and maps would be nested more than {MAX_DEPTH} levels deep, which is the limit of mergescope"
        );
        Err(self.reject(operation, Rule::JsonTooLarge, container, String::new(), &reason))
    }
}

/// Returns how deep lists and maps are nested in a value; 0 for a scalar.
fn depth<T: Tree>(tree: &T, top: T::Id) -> usize {
    let mut deepest = 0;
    let mut todo = vec![(top, 1)];
    while let Some((id, depth)) = todo.pop() {
        if !tree.kind(id).is_scalar() {
            deepest = deepest.max(depth);
            todo.extend(tree.children(id).map(|child| (child, depth + 1)));
        }
    }
    deepest
}
