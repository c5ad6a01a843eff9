//! The sequence of fields with proposal semantics: as they are written, with each field and its directives
//! together.

use rustc_hash::FxHashMap;

use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::node_id::NodeRef;
use crate::merge::strategic::decision::MisplacedDeleteList;
use crate::merge::strategic::directives::{DELETE_FROM_LIST, SET_ELEMENT_ORDER, is_field};
use crate::merge::strategic::fields::{FieldPatch, TargetMap};
use crate::merge::strategic::strategic_merge::StrategicMerge;

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the entries in the order of the patch. A field, its `$setElementOrder` and its
    /// `$deleteFromPrimitiveList` are merged at the position of the first of them.
    pub(crate) fn merge_as_written(
        &mut self,
        target: &mut TargetMap<'d>,
        entries: &[(&'d str, NodeRef)],
    ) -> MergeResult {
        for (name, patch) in self.field_patches(target, entries)? {
            if let Some(directive) = patch.order {
                self.merge_ordered_field(target, name, patch, directive)?;
                continue;
            }
            if let Some(deletions) = patch.deletions {
                self.delete_from_list(target, name, deletions)?;
            }
            if let Some(value) = patch.value {
                self.merge_entry(target, name, value)?;
            }
        }
        Ok(())
    }

    /// Returns the entries for each field, in the order of the first entry of each field.
    fn field_patches(
        &mut self,
        target: &TargetMap<'d>,
        entries: &[(&'d str, NodeRef)],
    ) -> MergeResult<Vec<(&'d str, FieldPatch)>> {
        let mut patches: Vec<(&'d str, FieldPatch)> = Vec::with_capacity(entries.len());
        let mut positions: FxHashMap<&'d str, usize> = FxHashMap::default();
        for (key, entry) in entries.iter().copied() {
            let is_order = key.starts_with(SET_ELEMENT_ORDER);
            let is_deletion = key.starts_with(DELETE_FROM_LIST);
            if is_order && self.drop_order(target.at, entry) {
                continue;
            }
            let name = match is_order || is_deletion {
                false => key,
                true => match self.directive_field(target.at, entry)? {
                    "" if is_order
                        || self.decisions.misplaced_delete_list() == MisplacedDeleteList::Ignore =>
                    {
                        self.ignore_directive(target.at, entry);
                        continue;
                    }
                    "" => key,
                    name => name,
                },
            };
            if key.starts_with('$') && name == key && !is_field(self.schema, target.type_position, key) {
                // It cannot have a directive.
                let value = Some(entry);
                patches.push((
                    key,
                    FieldPatch {
                        value,
                        ..FieldPatch::default()
                    },
                ));
                continue;
            }
            let position = *positions.entry(name).or_insert(patches.len());
            if position == patches.len() {
                patches.push((name, FieldPatch::default()));
            }
            let patch = &mut patches[position].1;
            match (is_order, is_deletion) {
                (true, _) => patch.order = Some(entry),
                (_, true) => patch.deletions = Some(entry),
                _ => patch.value = Some(entry),
            }
        }
        Ok(patches)
    }
}
