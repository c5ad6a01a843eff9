//! What the manager applied before and applies no more goes, unless somebody else owns it; and finding the nodes that
//! paths lead to.

use super::field_set::{Element, FieldSet};
use super::structure::{Handling, Spot};
use crate::document::{Kind, Tree};
use crate::merge::mark::Mark;
use crate::merge::recorder::{Engine, Note};
use crate::merge::result_tree::Scene;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;

/// The parts of a node with their names, and whether they are named fields of a struct.
fn parts(scene: &Scene, at: ResultId, spot: Spot<'_>) -> (Vec<(Element, ResultId)>, bool) {
    let handling = spot.handling(scene.kind(at));
    let children = scene.present(at);
    let named = match handling {
        Handling::Whole => Vec::new(),
        Handling::Struct | Handling::Free => children
            .filter_map(|id| Some((Element::Field(scene.key(id)?.into()), id)))
            .collect(),
        Handling::Keyed | Handling::Set => children
            .filter_map(|id| Some((spot.element(scene, id).ok()?, id)))
            .collect(),
    };
    (named, handling == Handling::Struct)
}

fn below<'s>(spot: Spot<'s>, element: &Element) -> Option<Spot<'s>> {
    match element {
        Element::Field(name) => spot.field(name),
        _ => Some(spot.item()),
    }
}

impl Engine<'_> {
    /// Takes out what `old` has and `all` has not. A struct field counts as owned with anything in it.
    pub(crate) fn prune(&mut self, at: ResultId, spot: Spot<'_>, old: &FieldSet, all: Option<&FieldSet>) {
        let (parts, is_struct) = parts(&self.scene, at, spot);
        let counts = |set: &FieldSet| set.member || is_struct && !set.below.is_empty();
        for (element, id) in parts {
            let Some(own) = old.below(&element) else { continue };
            let others = all.and_then(|all| all.below(&element));
            if counts(own) && !others.is_some_and(counts) {
                let source = self.scene.source(id);
                self.step(Note::new(Rule::ApplyPrunes, id).old(source));
                self.take_out(id, Mark::Deleted);
            } else if let Some(spot) = below(spot, &element) {
                self.prune(id, spot, own, others);
            }
        }
    }
}

/// The nodes of the result that the paths of a set lead to, each with its path.
pub(crate) fn locate(scene: &Scene, spot: Spot<'_>, set: &FieldSet) -> Vec<(Vec<Element>, ResultId)> {
    let mut found = Vec::new();
    walk(scene, scene.top(), spot, set, &mut Vec::new(), &mut found);
    found
}

fn walk(
    scene: &Scene,
    at: ResultId,
    spot: Spot<'_>,
    set: &FieldSet,
    way: &mut Vec<Element>,
    found: &mut Vec<(Vec<Element>, ResultId)>,
) {
    if set.member {
        found.push((way.clone(), at));
    }
    if set.below.is_empty() || scene.kind(at) == Kind::Null {
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

impl Engine<'_> {
    /// An update writes the whole object: what it lacks goes.
    pub(crate) fn drop_missing(
        &mut self,
        at: ResultId,
        config: crate::merge::result_tree::node_id::Source,
        spot: Spot<'_>,
    ) {
        let document = self.document(config);
        let theirs: rustc_hash::FxHashMap<Element, crate::document::NodeId> =
            match spot.handling(document.kind(config.node)) {
                Handling::Whole => return,
                Handling::Struct | Handling::Free => document
                    .children(config.node)
                    .filter_map(|id| Some((Element::Field(document.key(id)?.into()), id)))
                    .collect(),
                Handling::Keyed | Handling::Set => document
                    .children(config.node)
                    .filter_map(|id| Some((spot.element(document, id).ok()?, id)))
                    .collect(),
            };
        for (element, id) in parts(&self.scene, at, spot).0 {
            match theirs.get(&element) {
                Some(node) => {
                    if let Some(below) = below(spot, &element) {
                        let source = crate::merge::result_tree::node_id::Source {
                            node: *node,
                            ..config
                        };
                        self.drop_missing(id, source, below);
                    }
                }
                None => {
                    let old = self.scene.source(id);
                    self.step(Note::new(Rule::UpdateDrops, id).old(old));
                    self.take_out(id, Mark::Deleted);
                }
            }
        }
    }
}
