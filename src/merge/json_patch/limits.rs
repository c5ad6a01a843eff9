//! What a small patch may make of an object: copies of copies double, and a value put into a value lies deeper each
//! time.

use super::edits::PutContent;
use super::operation::JsonPatchOperation;
use super::{JsonPatchRun, Rule};
use crate::document::{MAX_DEPTH, Tree, write};
use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::node_id::ResultId;

/// How many bytes of JSON all copies of a patch may add: the API server's limit (its `JSONPatchMaxCopyBytes`).
const MAX_COPIED_BYTES: usize = 3 << 20;

impl JsonPatchRun<'_, '_> {
    /// Counts a copy.
    ///
    /// # Errors
    /// The rejection of the copy that goes beyond the limit.
    pub(crate) fn count_copy(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        content: PutContent,
    ) -> MergeResult {
        let PutContent::Copy(from) = content else {
            return Ok(());
        };
        self.copied += write::json_value(&self.engine.scene, from).len();
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

    /// Sees to it that nothing lies deeper than in a text that is read: who walks a result counts on it.
    ///
    /// # Errors
    /// The rejection of `content`, if it is too deep for `container`.
    pub(crate) fn check_depth(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        container: ResultId,
        content: PutContent,
    ) -> MergeResult {
        let scene = &self.engine.scene;
        let inside = match content {
            PutContent::Patch(value) => depth(self.engine.document(value), value.node),
            PutContent::Copy(from) => depth(scene, from),
            PutContent::Nothing => 0,
        };
        let above = std::iter::successors(Some(container), |id| scene.parent(*id)).count();
        if inside == 0 || above + inside <= MAX_DEPTH {
            return Ok(());
        }
        let reason = format!("lists and maps would be nested more than {MAX_DEPTH} levels deep");
        Err(self.reject(operation, Rule::JsonTooLarge, container, reason.clone(), &reason))
    }
}

/// How deep lists and maps are nested in a value; 0 for a scalar.
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
