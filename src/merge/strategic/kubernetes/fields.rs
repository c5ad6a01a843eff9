//! The sequence of fields with kubernetes semantics: orders, deletions, then the other fields. Go visits each
//! group in random order; this engine uses the order of the patch and applies deletions first.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::ValueKind;
use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::node_id::NodeRef;
use crate::merge::strategic::decision::MisplacedDeleteList;
use crate::merge::strategic::directives::{DELETE_FROM_LIST, SET_ELEMENT_ORDER, is_parallel_list};
use crate::merge::strategic::fields::{FieldPatch, TargetMap};
use crate::merge::strategic::strategic_merge::StrategicMerge;

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges each list with a `$setElementOrder` first (Go: `mergePatchIntoOriginal`), then applies each
    /// `$deleteFromPrimitiveList`, then merges the other entries. `backwards` swaps the last two.
    pub(crate) fn merge_orders_first(
        &mut self,
        target: &mut TargetMap<'d>,
        entries: &[(&'d str, NodeRef)],
    ) -> MergeResult {
        let starting_with = |prefix| {
            entries
                .iter()
                .copied()
                .filter(move |(key, _)| key.starts_with(prefix))
        };
        let values: FxHashMap<&'d str, NodeRef> = match starting_with(SET_ELEMENT_ORDER).next() {
            Some(_) => entries.iter().copied().collect(),
            None => FxHashMap::default(),
        };
        let mut finished: FxHashSet<&'d str> = FxHashSet::default();
        for (_, directive) in starting_with(SET_ELEMENT_ORDER) {
            if self.drop_order(target.at, directive) {
                continue;
            }
            // Go checks its type before its name.
            if self.kind(directive) != ValueKind::List {
                return Err(self.reject_non_lists(target.at, None, "the order", directive, directive));
            }
            if self.composing {
                self.copy_directive(target.at, directive)?;
            }
            let name = self.directive_field(target.at, directive)?;
            let patch = FieldPatch {
                value: values.get(name).copied(),
                ..FieldPatch::default()
            };
            self.merge_ordered_field(target, name, patch, directive)?;
            finished.insert(name);
        }
        if !self.backwards {
            self.apply_deletions(target, entries)?;
        }
        for (key, entry) in entries.iter().copied() {
            if !is_parallel_list(key) && !finished.contains(key) {
                self.merge_entry(target, key, entry)?;
            }
        }
        if self.backwards {
            self.apply_deletions(target, entries)?;
        }
        Ok(())
    }

    fn apply_deletions(&mut self, target: &mut TargetMap<'d>, entries: &[(&'d str, NodeRef)]) -> MergeResult {
        let deletions = entries.iter().copied();
        for (key, directive) in deletions.filter(|(key, _)| key.starts_with(DELETE_FROM_LIST)) {
            if self.composing {
                self.copy_entry(target.at, directive);
                continue;
            }
            let name = match self.directive_field(target.at, directive)? {
                "" if self.decisions.misplaced_delete_list() == MisplacedDeleteList::Ignore => {
                    self.ignore_directive(target.at, directive);
                    continue;
                }
                // Go then uses the key of the directive as the name.
                "" => key,
                name => name,
            };
            self.delete_from_list(target, name, directive)?;
        }
        Ok(())
    }
}
