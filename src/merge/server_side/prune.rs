//! What the manager applied before and applies no more goes, unless somebody else owns it; and finding the nodes that
//! paths lead to.

use super::field_set::{FieldSet, PathElement};
use super::server_side_run::ServerSideRun;
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

fn below<'s>(spot: TypedPosition<'s>, element: &PathElement) -> Option<TypedPosition<'s>> {
    match element {
        PathElement::Field(name) => spot.field(name),
        _ => Some(spot.item()),
    }
}

impl ServerSideRun<'_, '_> {
    /// Takes out what `old` has and `all` has not. A struct field counts as owned with anything in it.
    pub(crate) fn prune(
        &mut self,
        at: ResultId,
        spot: TypedPosition<'_>,
        old: &FieldSet,
        all: Option<&FieldSet>,
    ) {
        let (parts, is_struct) = parts(&self.scene, at, spot);
        let counts = |set: &FieldSet| set.member || is_struct && !set.below.is_empty();
        for (element, id) in parts {
            let Some(own) = old.below(&element) else { continue };
            let others = all.and_then(|all| all.below(&element));
            if counts(own) && !others.is_some_and(counts) {
                let source = self.scene.source(id);
                self.step(StepDraft::new(Rule::ApplyPrunes, id).old(source));
                self.remove(id, Mark::Deleted);
            } else if let Some(spot) = below(spot, &element) {
                self.prune(id, spot, own, others);
            }
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

impl ServerSideRun<'_, '_> {
    /// An update writes the whole object: what it lacks goes.
    pub(crate) fn drop_missing(
        &mut self,
        at: ResultId,
        config: crate::merge::result_tree::node_id::NodeRef,
        spot: TypedPosition<'_>,
    ) {
        let document = self.document(config);
        let theirs: rustc_hash::FxHashMap<PathElement, crate::document::NodeId> =
            match spot.handling(document.kind(config.node)) {
                FieldHandling::Whole => return,
                FieldHandling::Struct | FieldHandling::Free => document
                    .children(config.node)
                    .filter_map(|id| Some((PathElement::Field(document.key(id)?.into()), id)))
                    .collect(),
                FieldHandling::Keyed | FieldHandling::Set => document
                    .children(config.node)
                    .filter_map(|id| Some((spot.element(document, id).ok()?, id)))
                    .collect(),
            };
        for (element, id) in parts(&self.scene, at, spot).0 {
            match theirs.get(&element) {
                Some(node) => {
                    if let Some(below) = below(spot, &element) {
                        let source = crate::merge::result_tree::node_id::NodeRef {
                            node: *node,
                            ..config
                        };
                        self.drop_missing(id, source, below);
                    }
                }
                None => {
                    let old = self.scene.source(id);
                    self.step(StepDraft::new(Rule::UpdateDrops, id).old(old));
                    self.remove(id, Mark::Deleted);
                }
            }
        }
    }
}
