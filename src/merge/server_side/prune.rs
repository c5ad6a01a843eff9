//! Removes what the manager applied before and no longer applies, unless another manager owns it. Also finds the nodes
//! of the result that paths lead to.

use super::apply_run::ApplyRun;
use super::field_set::{FieldSet, PathElement};
use super::structure::{FieldHandling, TypedPosition};
use crate::document::{Tree, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;

/// The parts of a node with their names, and whether they are named fields of a struct.
fn parts(scene: &ResultTree, at: ResultId, spot: TypedPosition<'_>) -> (Vec<(PathElement, ResultId)>, bool) {
    let handling = spot.handling(scene.kind(at));
    let children = scene.present(at);
    let named = match handling {
        FieldHandling::Whole => Vec::new(),
        FieldHandling::Struct | FieldHandling::Free => children
            .filter_map(|id| Some((PathElement::Field(scene.key(id)?.into()), id)))
            .collect(),
        FieldHandling::Keyed | FieldHandling::Set => children
            .filter_map(|id| Some((spot.element(scene, id).ok()?, id)))
            .collect(),
    };
    (named, handling == FieldHandling::Struct)
}

/// The position of a part of a value.
pub(crate) fn below<'s>(spot: TypedPosition<'s>, element: &PathElement) -> Option<TypedPosition<'s>> {
    match element {
        PathElement::Field(name) => spot.field(name),
        _ => Some(spot.item()),
    }
}

impl ApplyRun<'_, '_> {
    /// Removes what `old` has and `all` does not. A struct field counts as owned with anything in it. Returns whether
    /// something below was removed and nothing is left: the library makes such a map or list null, and the server drops it.
    pub(crate) fn prune(
        &mut self,
        at: ResultId,
        spot: TypedPosition<'_>,
        old: &FieldSet,
        all: Option<&FieldSet>,
        emptied: &mut Vec<ResultId>,
    ) {
        let (parts, is_struct) = parts(&self.recorder.scene, at, spot);
        let counts = |set: &FieldSet| set.member || is_struct && !set.below.is_empty();
        let mut has_removed = false;
        for (element, id) in parts {
            let Some(own) = old.below(&element) else { continue };
            let others = all.and_then(|all| all.below(&element));
            if counts(own) && !others.is_some_and(counts) {
                let source = self.recorder.scene.source(id);
                self.recorder
                    .step(StepDraft::new(Rule::ApplyPrunes, id).old(source));
                self.recorder.remove(id, Mark::Deleted);
                has_removed = true;
            } else if let Some(spot) = below(spot, &element) {
                self.prune(id, spot, own, others, emptied);
            }
        }
        if has_removed && self.recorder.scene.present(at).next().is_none() {
            emptied.push(at);
        }
    }

    /// Drops the maps and lists that pruning has emptied.
    pub(crate) fn drop_emptied(&mut self, emptied: Vec<ResultId>) {
        let top = self.recorder.scene.top();
        for id in emptied.into_iter().filter(|id| *id != top) {
            self.recorder.step(StepDraft::new(Rule::ApplyDropsEmptied, id));
            self.recorder.remove(id, Mark::Deleted);
        }
    }
}

/// The nodes of the result that the paths of a set lead to, each with its path.
pub(crate) fn locate(
    scene: &ResultTree,
    spot: TypedPosition<'_>,
    set: &FieldSet,
) -> Vec<(Vec<PathElement>, ResultId)> {
    let mut found = Vec::new();
    walk(scene, scene.top(), spot, set, &mut Vec::new(), &mut found);
    found
}

fn walk(
    scene: &ResultTree,
    at: ResultId,
    spot: TypedPosition<'_>,
    set: &FieldSet,
    way: &mut Vec<PathElement>,
    found: &mut Vec<(Vec<PathElement>, ResultId)>,
) {
    if set.member {
        found.push((way.clone(), at));
    }
    if set.below.is_empty() || scene.kind(at) == ValueKind::Null {
        return;
    }
    for (element, id) in parts(scene, at, spot).0 {
        if let (Some(inner), Some(spot)) = (set.below(&element), below(spot, &element)) {
            way.push(element);
            walk(scene, id, spot, inner, way, found);
            way.pop();
        }
    }
}
