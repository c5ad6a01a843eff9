//! Composes two patches: merges the second one into the first, which is a patch too. Lists and maps merge as
//! usual; nulls stay values, and parallel lists (`$setElementOrder`, `$deleteFromPrimitiveList`,
//! `$retainKeys`) are copied and not applied (Go: `mergeMap` with `MergeParallelList` off).

use super::decision::{Dialect, Strip};
use super::directives::RETAIN_KEYS;
use crate::document::{Numbers, Tree, same};
use crate::merge::go_text;
use crate::merge::keys::keyed_items::ListCache;
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, Recorder, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::{Schema, TypePosition};

/// Merges the recorder's second document into its first. `type_position` is the type of the object that both patch.
///
/// # Errors
/// The first rejection, with kubectl's message.
pub(crate) fn compose_patches<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    type_position: TypePosition,
) -> MergeResult {
    // A null stands for a removal by the composed patch.
    let dialect = Dialect {
        new_fields: Strip::PatchMaps,
        ..Dialect::KUBERNETES
    };
    let mut merge = StrategicMerge::new(recorder, schema, dialect, ListCache::default());
    merge.composing = true;
    merge.patch = 1;
    let (top, patch) = (merge.tree.top(), merge.in_patch(merge.documents[1].root()));
    merge.merge_map(top, patch, type_position)
}

impl StrategicMerge<'_, '_> {
    /// Copies a directive that only the second patch has. A directive of both patches must be equal in both.
    pub(crate) fn copy_directive(&mut self, at: ResultId, directive: NodeRef) -> MergeResult {
        let key = self.key(directive).unwrap_or_default();
        let Some(ours) = self.tree.get(at, key) else {
            self.copy_entry(at, directive);
            return Ok(());
        };
        let theirs = self.document(directive);
        if same(&self.tree, ours, theirs, directive.node, Numbers::ByType) {
            return Ok(());
        }
        let message = match key {
            RETAIN_KEYS => format!(
                "{} and {} are not deep equal: this may happen when calculating the 3-way diff patch",
                go_text::format_value(&self.tree, ours),
                go_text::format_value(theirs, directive.node)
            ),
            _ => "invalid patch format of setElementOrder list".to_owned(),
        };
        let note = StepDraft::new(Rule::DirectivesDiffer, at)
            .field(directive)
            .patch(directive)
            .directive(Some(directive));
        Err(self.reject(note, message, format!("`{key}`"), vec![directive]))
    }

    /// Copies an entry of the second patch into the first without merging it.
    pub(crate) fn copy_entry(&mut self, at: ResultId, entry: NodeRef) {
        let key = self.key(entry).unwrap_or_default();
        let old = self.tree.get(at, key);
        let mut filter = self.filter(Strip::Nothing, entry);
        let new = self.prepare_insert(at, old, entry, &mut filter, None);
        self.step(StepDraft::new(Rule::AddField, new).patch(entry));
        if let Some(old) = old {
            self.tree.replace_with(old);
        }
        self.tree.mark(new, Mark::Added);
        self.tree.commit_insert(new);
    }
}
