//! Removes fields that the manager no longer applies, unless another manager owns them. Also finds the result
//! nodes of field paths.

use rustc_hash::FxHashMap;

use super::apply_run::ApplyRun;
use super::field_set::{FieldSet, PathElement};
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Tree, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;

/// Returns the parts of a node with their path elements.
fn named_parts(
    tree: &ResultTree,
    at: ResultId,
    position: HandledPosition<'_>,
) -> Vec<(PathElement, ResultId)> {
    let children = tree.present(at);
    match position.handling(tree.kind(at)) {
        FieldHandling::Whole => Vec::new(),
        FieldHandling::Struct | FieldHandling::Free => children
            .filter_map(|id| Some((PathElement::Field(tree.key(id)?.into()), id)))
            .collect(),
        FieldHandling::Keyed | FieldHandling::Set => children
            .filter_map(|id| Some((position.path_element(tree, id).ok()?, id)))
            .collect(),
    }
}

/// Returns the position of a part of a value.
pub(crate) fn child_position<'s>(
    position: HandledPosition<'s>,
    element: &PathElement,
) -> Option<HandledPosition<'s>> {
    match element {
        PathElement::Field(name) => position.field(name),
        _ => Some(position.item()),
    }
}

/// Whether the field paths of an object contain a value or something in it. They do not contain an empty list of
/// items, or a struct with nothing else, and the library prunes by paths (Go: `ToFieldSet`).
fn has_path(tree: &ResultTree, at: ResultId, position: HandledPosition<'_>) -> bool {
    let mut children = tree.present(at);
    match position.handling(tree.kind(at)) {
        FieldHandling::Whole | FieldHandling::Free => true,
        FieldHandling::Keyed | FieldHandling::Set => children.next().is_some(),
        FieldHandling::Struct => {
            let mut is_empty = true;
            children.any(|id| {
                is_empty = false;
                let name = tree.key(id).unwrap_or_default();
                let child = position.field(name);
                !position.is_named_field(name) || child.is_some_and(|child| has_path(tree, id, child))
            }) || is_empty
        }
    }
}

impl ApplyRun<'_, '_> {
    /// Removes the fields that are in `old` and not in `all`. A named field counts as owned if anything in
    /// it is. Adds the maps and lists that this empties to `emptied`: the library makes them null, and the
    /// server drops them. Returns whether anything was removed.
    pub(crate) fn prune(
        &mut self,
        at: ResultId,
        position: HandledPosition<'_>,
        old: &FieldSet,
        all: Option<&FieldSet>,
        emptied: &mut Vec<ResultId>,
    ) -> bool {
        let parts = named_parts(&self.recorder.tree, at, position);
        let mut has_removed = false;
        let mut has_removed_below = false;
        for (element, id) in parts {
            let Some(own) = old.below(&element) else { continue };
            let is_named = matches!(&element, PathElement::Field(name) if position.is_named_field(name));
            let counts = |set: &FieldSet| set.member || is_named && !set.below.is_empty();
            let child = child_position(position, &element);
            let others = all.and_then(|all| all.below(&element));
            let has_path =
                |tree: &ResultTree| !is_named || child.is_none_or(|child| has_path(tree, id, child));
            if counts(own) && !others.is_some_and(counts) {
                if has_path(&self.recorder.tree) {
                    let draft = StepDraft::new(Rule::ApplyPrunes, id);
                    self.remove_pruned(
                        id,
                        match own.member {
                            true => draft,
                            false => draft.count(1),
                        },
                    );
                    has_removed = true;
                }
                continue;
            }
            let Some(position) = child else { continue };
            let count = emptied.len();
            if self.prune(id, position, own, others, emptied) {
                has_removed_below = true;
                // What became null counts as a path.
                if counts(own) && emptied.len() == count && !has_path(&self.recorder.tree) {
                    self.remove_pruned(id, StepDraft::new(Rule::ApplyDropsEmptied, id));
                    has_removed = true;
                }
            }
        }
        if has_removed && self.recorder.tree.present(at).next().is_none() {
            emptied.push(at);
        }
        has_removed || has_removed_below
    }

    fn remove_pruned(&mut self, id: ResultId, draft: StepDraft) {
        let source = self.recorder.tree.source(id);
        self.recorder.step(draft.old(source));
        self.recorder.remove(id, Mark::Deleted);
    }

    /// Drops the maps and lists that pruning has emptied.
    pub(crate) fn drop_emptied(&mut self, emptied: Vec<ResultId>) {
        let top = self.recorder.tree.top();
        for id in emptied.into_iter().filter(|id| *id != top) {
            self.recorder.step(StepDraft::new(Rule::ApplyDropsEmptied, id));
            self.recorder.remove(id, Mark::Deleted);
        }
    }
}

/// Returns the result nodes of the paths of all sets, each with the index of its set, in the order of the
/// sets. One walk for all sets, because an object can have many managers.
pub(crate) fn locate<'f>(
    tree: &ResultTree,
    position: HandledPosition<'_>,
    sets: impl Iterator<Item = &'f FieldSet>,
) -> Vec<(usize, ResultId)> {
    let mut found = Vec::new();
    walk(
        tree,
        tree.top(),
        position,
        &sets.enumerate().collect::<Vec<_>>(),
        &mut found,
    );
    found.sort_by_key(|(set, _)| *set);
    found
}

fn walk(
    tree: &ResultTree,
    at: ResultId,
    position: HandledPosition<'_>,
    sets: &[(usize, &FieldSet)],
    found: &mut Vec<(usize, ResultId)>,
) {
    found.extend(
        sets.iter()
            .filter(|(_, set)| set.member)
            .map(|(number, _)| (*number, at)),
    );
    let mut inner: FxHashMap<&PathElement, Vec<(usize, &FieldSet)>> = FxHashMap::default();
    for (number, set) in sets {
        for (element, below) in &set.below {
            inner.entry(element).or_default().push((*number, below));
        }
    }
    if inner.is_empty() || tree.kind(at) == ValueKind::Null {
        return;
    }
    for (element, id) in named_parts(tree, at, position) {
        if let (Some(sets), Some(position)) = (inner.get(&element), child_position(position, &element)) {
            walk(tree, id, position, sets, found);
        }
    }
}
