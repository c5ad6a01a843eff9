//! Merges two maps: `$patch` alone if there is one, otherwise `$retainKeys`, then field by field.

use rustc_hash::FxHashSet;

use super::decision::MapDeletion;
use super::new_values::PatchValueFilter;
use super::strategic_merge::StrategicMerge;
use crate::document::Value;
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::InsertFilter;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::schema::TypePosition;

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the patch map into the result's map `at` of type `type_position` (Go: `mergeMap`).
    pub(crate) fn merge_map(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        type_position: TypePosition,
    ) -> MergeResult {
        match self.patch_directive(patch) {
            Some(directive) => self.apply_patch_directive(at, patch, directive, type_position),
            None => self.merge_map_without_directive(at, patch, type_position),
        }
    }

    /// As [`Self::merge_map`], for a patch map without `$patch`.
    pub(crate) fn merge_map_without_directive(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        type_position: TypePosition,
    ) -> MergeResult {
        self.retain_keys(at, patch)?;
        self.merge_fields(at, patch, type_position)
    }

    /// Applies `$patch` in a map that the live object has, too (Go: `handleDirectiveInMergeMap`).
    fn apply_patch_directive(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        directive: NodeRef,
        type_position: TypePosition,
    ) -> MergeResult {
        let note = |rule| StepDraft::new(rule, at).patch(patch).directive(directive);
        match self.value(directive) {
            Value::String("replace") => {
                let filter = self.content_filter(patch);
                self.replace_content(at, patch, type_position, filter, note(Rule::ReplaceMap));
                Ok(())
            }
            Value::String("delete") => {
                match self.decisions.map_deletion() {
                    MapDeletion::RemoveMap => {
                        self.step(note(Rule::DeleteMap));
                        self.remove(at, Mark::Deleted);
                    }
                    MapDeletion::EmptyMap => {
                        self.step(note(Rule::EmptyMap));
                        for child in self.items(at) {
                            self.remove(child, Mark::Deleted);
                        }
                        self.tree.mark(at, Mark::Changed);
                    }
                }
                Ok(())
            }
            _ => {
                let key = self.result_key(at);
                let holder = key.map_or_else(|| "the patch".to_owned(), |key| format!("{key:?}"));
                Err(self.reject_patch_type(at, patch, directive, &holder))
            }
        }
    }

    /// Sets a scalar. Records no step for an equal value.
    pub(crate) fn set_value(&mut self, live: ResultId, entry: NodeRef) {
        if self.result_value(live) == self.value(entry) {
            return;
        }
        let old = self.tree.source(live);
        self.step(StepDraft::new(Rule::SetValue, live).patch(entry).old(old));
        self.tree.set_value(live, entry);
        self.tree.mark(live, Mark::Changed);
    }

    /// Removes a field that is null in the patch.
    pub(crate) fn remove_field(&mut self, map: ResultId, live: Option<ResultId>, entry: NodeRef) {
        let Some(live) = live else {
            let note = StepDraft::new(Rule::NullNoOp, map);
            return self.step(note.field(entry).patch(entry));
        };
        let old = self.tree.source(live);
        self.step(StepDraft::new(Rule::RemoveField, live).patch(entry).old(old));
        self.remove(live, Mark::Deleted);
    }

    /// Replaces the content of the map `at` by the entries of the patch map that `filter` admits.
    pub(crate) fn replace_content(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        type_position: TypePosition,
        mut filter: PatchValueFilter<'d>,
        note: StepDraft,
    ) {
        let document = self.document(patch);
        let mut new = Vec::new();
        let mut keys: FxHashSet<&str> = FxHashSet::default();
        let context = self.filter_context(filter.strip, || Some(type_position));
        for entry in self.children(patch) {
            if let Some(context) = filter.admit(document, entry.node, context) {
                keys.extend(self.key(entry));
                new.push(self.prepare_insert(at, None, entry, &mut filter, context));
            }
        }
        self.step(note.count(new.len()));
        for child in self.items(at) {
            match self.result_key(child).is_some_and(|key| keys.contains(key)) {
                true => self.tree.replace_with(child),
                false => self.remove(child, Mark::Deleted),
            }
        }
        for id in new {
            self.tree.mark(id, Mark::Added);
            self.tree.commit_insert(id);
        }
        self.tree.mark(at, Mark::Replaced);
        self.record_filtered(at, filter.events);
    }
}
