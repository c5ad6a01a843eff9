//! Items with `$patch`: deletions, and the replacement of the whole list.

use super::decision::Errors;
use super::items::ItemIndex;
use super::list::ListMerge;
use super::strategic_merge::StrategicMerge;
use crate::document::Value;
use crate::merge::keys::key_table::KeyId;
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

impl<'d> StrategicMerge<'_, 'd> {
    /// Applies the items with `$patch` (Go: `mergeSliceWithSpecialElements`). Returns a `$patch: replace`, if
    /// there is one, and the number of deleted live items.
    pub(crate) fn apply_item_directives(
        &mut self,
        merge: &ListMerge<'d>,
        merge_key: &'d str,
        index: &mut ItemIndex,
    ) -> MergeResult<(Option<NodeRef>, usize)> {
        let list = merge.list;
        let (mut replaces, mut deleted) = (None, 0);
        for (at, item) in merge.lists.patch.iter().enumerate() {
            let Some(directive) = item.patch_directive else {
                continue;
            };
            let source = item.source;
            let note = |rule| StepDraft::new(rule, list).patch(source).directive(directive);
            match self.value(directive) {
                Value::String("replace") => replaces = Some(directive),
                Value::String("delete") => {
                    let Some(key) = merge.lists.table.key(item.key_id) else {
                        let message = self.missing_key_message(source, merge_key);
                        let detail = format!("an item with `$patch: delete` has no `{merge_key}`");
                        return Err(self.reject(note(Rule::MissingMergeKey), message, detail, vec![source]));
                    };
                    if let Some(id) = index.uncomparable_with(key) {
                        let note = note(Rule::KubernetesPanics);
                        return Err(self.reject_key_panic(note, key, id, Some(merge_key)));
                    }
                    deleted += self.delete_items(list, source, directive, item.key_id, index);
                }
                Value::String("merge") if self.decisions.errors() == Errors::Kubectl => {
                    let message = "merging lists cannot yet be specified in the patch".to_owned();
                    let note = note(Rule::UnknownPatchType);
                    return Err(self.reject(note, message, "\"merge\"".to_owned(), vec![directive]));
                }
                _ => {
                    let holder = format!("item {} of {:?}", at + 1, self.list_name(list));
                    return Err(self.reject_patch_type(list, source, directive, &holder));
                }
            }
        }
        Ok((replaces, deleted))
    }

    /// Deletes all live items with a key (Go: `deleteMatchingEntries`). Returns their number.
    fn delete_items(
        &mut self,
        list: ResultId,
        item: NodeRef,
        directive: NodeRef,
        key_id: KeyId,
        index: &mut ItemIndex,
    ) -> usize {
        let matching: Vec<ResultId> = index.all(key_id).collect();
        let Some(first) = matching.first().copied() else {
            let named = |entry| Some(format!("{}={}", self.key(entry)?, self.key_text(entry, None)));
            let keys = self.children(item).filter(|entry| *entry != directive);
            let shown: Vec<String> = keys.filter_map(named).take(2).collect();
            let note = StepDraft::new(Rule::DeleteMissingItem, list)
                .patch(item)
                .directive(directive);
            self.step(note.detail(shown.join(", ")));
            return 0;
        };
        let note = StepDraft::new(Rule::DeleteItem, first)
            .patch(item)
            .directive(directive);
        self.step(note.count(matching.len()));
        for id in &matching {
            self.remove(*id, Mark::Deleted);
        }
        index.forget(key_id);
        matching.len()
    }
}
