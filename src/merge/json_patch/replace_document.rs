//! Operations with an empty path, which replace the whole document.

use super::edits::PutContent;
use super::operation::{JsonPatchOperation, VALUE_HELP};
use super::{JsonPatchRun, Rule};
use crate::document::Tree;
use crate::merge::mark::Mark;
use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

impl JsonPatchRun<'_, '_> {
    /// Replaces the whole document by a value.
    pub(crate) fn replace_document(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        content: PutContent,
    ) -> MergeResult {
        let top = self.recorder.tree.top();
        let value = match content {
            PutContent::Patch(value) => value,
            PutContent::Copy(from) => self.recorder.tree.source(from),
            PutContent::Nothing => return Err(self.reject_panic(operation, top, VALUE_HELP)),
        };
        let note = self.draft_step(operation, Rule::JsonReplaceDocument, top);
        if !self.rfc && self.recorder.kind(value).is_scalar() {
            self.deviations.push(Rule::JsonReplaceIgnored);
            return Ok(());
        }
        let new = match content {
            // A copy of the document to itself changes nothing.
            PutContent::Copy(from) if from == top => {
                self.recorder.step(note);
                return Ok(());
            }
            PutContent::Copy(from) => self.prepare_copies(from),
            _ => {
                let document = self.recorder.document(value);
                let children: Vec<NodeRef> = self.recorder.children(value).collect();
                let tree = &mut self.recorder.tree;
                let graft = |child: NodeRef| {
                    tree.prepare_insert_as(top, InsertPosition::Last, child, document.key(child.node))
                };
                children.into_iter().map(graft).collect()
            }
        };
        self.recorder.step(note);
        let old: Vec<ResultId> = self.recorder.tree.present(top).collect();
        for child in old {
            self.recorder.remove(child, Mark::Deleted);
        }
        self.recorder.tree.preserve_key(top);
        self.recorder.tree.set_value(top, value);
        self.recorder.tree.mark(top, Mark::Replaced);
        for id in new {
            self.recorder.tree.commit_insert(id);
        }
        self.members.clear();
        Ok(())
    }

    /// Prepares copies of the content of a value as children of the top.
    fn prepare_copies(&mut self, from: ResultId) -> Vec<ResultId> {
        let tree = &mut self.recorder.tree;
        let top = tree.top();
        let children: Vec<ResultId> = tree.present(from).collect();
        let copy = |child| {
            let name = tree.key(child).map(str::to_owned);
            tree.copy_as(top, InsertPosition::Last, child, name.as_deref())
        };
        children.into_iter().map(copy).collect()
    }
}
