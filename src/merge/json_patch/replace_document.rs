//! Operations with an empty path, which replace the whole document.

use super::edits::PutContent;
use super::operation::{JsonPatchOperation, WITH_VALUE};
use super::{JsonPatchRun, Rule};
use crate::document::Tree;
use crate::merge::mark::Mark;
use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

impl JsonPatchRun<'_, '_> {
    /// Replaces the whole document by a value.
    pub(crate) fn replace_whole(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        content: PutContent,
    ) -> MergeResult {
        let top = self.engine.scene.top();
        let value = match content {
            PutContent::Patch(value) => value,
            PutContent::Copy(from) => self.engine.scene.source(from),
            PutContent::Nothing => return Err(self.reject_panic(operation, top, WITH_VALUE)),
        };
        let note = self.note(operation, Rule::JsonReplaceDocument, top);
        if !self.rfc && self.engine.kind(value).is_scalar() {
            self.lenient.push(Rule::JsonReplaceIgnored);
            return Ok(());
        }
        let new = match content {
            // A copy of the document to itself changes nothing.
            PutContent::Copy(from) if from == top => {
                self.engine.step(note);
                return Ok(());
            }
            PutContent::Copy(from) => self.copies(from),
            _ => {
                let document = self.engine.document(value);
                let children: Vec<NodeRef> = self.engine.children(value).collect();
                let scene = &mut self.engine.scene;
                let graft = |child: NodeRef| {
                    scene.prepare_insert_as(top, InsertPosition::Last, child, document.key(child.node))
                };
                children.into_iter().map(graft).collect()
            }
        };
        self.engine.step(note);
        let old: Vec<ResultId> = self.engine.scene.present(top).collect();
        for child in old {
            self.engine.remove(child, Mark::Deleted);
        }
        self.engine.scene.preserve_key(top);
        self.engine.scene.set_value(top, value);
        self.engine.scene.mark(top, Mark::Replaced);
        for id in new {
            self.engine.scene.commit_insert(id);
        }
        self.members.clear();
        Ok(())
    }

    /// Prepares copies of the content of a value as children of the top.
    fn copies(&mut self, from: ResultId) -> Vec<ResultId> {
        let scene = &mut self.engine.scene;
        let top = scene.top();
        let children: Vec<ResultId> = scene.present(from).collect();
        let copy = |child| {
            let name = scene.key(child).map(str::to_owned);
            scene.copy_as(top, InsertPosition::Last, child, name.as_deref())
        };
        children.into_iter().map(copy).collect()
    }
}
