//! Links between the nodes of the documents. They come from the trace, not from a comparison of texts.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::child_index::ChildIndex;
use super::link_table::{NodeLink, PatchLinks, ResultSources};
use super::step_id::StepId;
use crate::document::{NodeId, Tree};
use crate::merge::{
    KeyMap, KeyTable, Mark, Merge, MergeKey, NodeRef, PatchType, Presence, ResultId, ResultTree, Rule,
    RuleEffect,
};

/// A linked node, or the nearest ancestor of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearestNode<T> {
    /// The node.
    pub node: T,
    /// Whether it is the linked node itself.
    pub exact: bool,
}

/// The linked nodes of all three documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LinkedNodes {
    /// The node in the live object.
    pub live: Option<NearestNode<NodeId>>,
    /// The node in a patch.
    pub patch: Option<NearestNode<NodeRef>>,
    /// The node in the result.
    pub result: Option<NearestNode<ResultId>>,
}

/// The links of a merge.
#[derive(Clone, Debug, Default)]
pub struct NodeLinks {
    patch: PatchLinks,
    result: ResultSources,
    /// The live nodes of result nodes that have another number.
    live: FxHashMap<ResultId, NodeId>,
    /// For each result node, its live node or that of its nearest ancestor that has one.
    nearest_live: OnceLock<Vec<Option<NodeId>>>,
    replaced: FxHashMap<NodeId, ResultId>,
    /// The first step that warns about a patch node without applying it.
    warned: FxHashMap<NodeRef, StepId>,
    children: ChildIndex,
}

impl NodeLinks {
    /// Reads the whole trace once, in linear time. The merge must be at its last step.
    pub fn new(merge: &Merge) -> Self {
        let mut links = Self {
            patch: PatchLinks::new(merge.tree.documents()),
            result: ResultSources::new(merge.tree.node_count()),
            ..Self::default()
        };
        for (index, step) in merge.steps.iter().enumerate() {
            if step.rule.is_observation() {
                for source in [step.patch(), step.directive()].into_iter().flatten() {
                    links.warned.entry(source).or_insert(StepId::new(index));
                }
                continue;
            }
            let effect = step.rule.effect();
            let orders = matches!(effect, RuleEffect::Reordered | RuleEffect::ServerOnly);
            for source in [step.patch(), step.directive()].into_iter().flatten() {
                let link = NodeLink {
                    to: step.at,
                    step: Some(index as u32),
                    above: step.field() == Some(source),
                };
                let first = links.patch.or_insert(source, link);
                // If several steps have the same source, link the one with an effect: a directive is checked
                // before it is applied. A list with an order directive next to it is not linked to the
                // reorder.
                let has_effect =
                    effect.mark().is_some() && (!orders || step.directive().is_none_or(|it| it == source));
                let mark_of = |step: u32| merge.steps[step as usize].rule.effect().mark();
                let is_better = |first: NodeLink| {
                    first
                        .step
                        .is_some_and(|step| mark_of(step).is_none_or(|mark| mark == Mark::ServerOnly))
                };
                if has_effect && first.is_some_and(is_better) {
                    links.patch.set_step(source, index as u32);
                }
            }
            // A rejection of the whole object names one of its fields.
            let is_elsewhere = |source| {
                let link = links.patch.get(source);
                effect == RuleEffect::Rejected && link.is_some_and(|link| link.to != step.at)
            };
            if step.field().is_none() {
                if let Some(source) = step.patch().filter(|source| !is_elsewhere(*source)) {
                    links.result.insert(step.at, source);
                } else if let Some(source) = step.directive() {
                    links.result.or_insert(step.at, source);
                }
                let replaced = step
                    .old()
                    .filter(|old| effect == RuleEffect::Replaced && old.is_live());
                if let Some(live) = step
                    .live()
                    .or(replaced.map(|old| old.node))
                    .filter(|live| merge.tree.live_node(step.at) != Some(*live))
                {
                    links.live.insert(step.at, live);
                    links.replaced.insert(live, step.at);
                }
            }
            if let Some(order) = step.directive().filter(|_| step.rule == Rule::OrderByDirective) {
                links.add_order(merge, step.at, order, index as u32);
            }
        }
        for index in 0..merge.tree.node_count() as u32 {
            let id = ResultId(index);
            let source = merge.tree.source(id);
            if !source.is_live() {
                let link = NodeLink {
                    to: id,
                    step: None,
                    above: false,
                };
                links.patch.or_insert(source, link);
                links.result.or_insert(id, source);
            }
        }
        links.add_parents(merge);
        links.patch.find_nearest_steps(merge.tree.documents());
        links
    }

    /// Links the entries of an order directive to the items that they list.
    fn add_order(&mut self, merge: &Merge, list: ResultId, order: NodeRef, step: u32) {
        let tree = &merge.tree;
        let field = merge.field(list);
        let key = field.as_ref().and_then(|field| field.merge_key);
        let document = tree.document(order);
        let items: Vec<ResultId> = tree.present(list).collect();
        let key_of = |item: &ResultId| {
            let scalar = match key {
                Some(key) => tree.get(*item, key)?,
                None => *item,
            };
            Some(MergeKey::from_value(tree.value(scalar)))
        };
        // Most items are in the order of the directive. The others are looked up by key.
        let mut next = 0;
        let mut key_index: Option<(KeyTable<'_>, KeyMap)> = None;
        for entry in document.children(order.node) {
            let scalar = match key {
                Some(key) if !document.kind(entry).is_scalar() => document.get(entry, key),
                _ => Some(entry),
            };
            let Some(entry_key) = scalar.map(|scalar| MergeKey::from_value(document.value(scalar))) else {
                continue;
            };
            let found = match items.get(next).and_then(key_of) {
                Some(key) if key == entry_key => Some(next),
                _ => {
                    let (table, first) = key_index.get_or_insert_with(|| {
                        let mut table = KeyTable::with_capacity(items.len());
                        let keys: Vec<Option<MergeKey<'_>>> = items.iter().map(key_of).collect();
                        let first = KeyMap::first_positions(table.intern_all(&keys).into_iter());
                        (table, first)
                    });
                    first.get(table.intern(entry_key))
                }
            };
            if let Some(index) = found {
                let to = items[index];
                next = index + 1;
                let source = NodeRef {
                    document: order.document,
                    node: entry,
                };
                let link = NodeLink {
                    to,
                    step: Some(step),
                    above: false,
                };
                self.patch.or_insert(source, link);
                self.result.or_insert(to, source);
            }
        }
    }

    /// Links a live text with the text at the same position in the list that replaces its list.
    pub(crate) fn add_replaced_text(&mut self, old: NodeId, new: ResultId) {
        self.live.insert(new, old);
        self.replaced.insert(old, new);
    }

    /// Links maps that contain a linked node to the node that contains its counterpart.
    fn add_parents(&mut self, merge: &Merge) {
        for (document, text) in merge.tree.documents().iter().enumerate().skip(1) {
            for index in (0..text.node_count() as u32).rev() {
                let source = |node| NodeRef {
                    document: document as u16,
                    node,
                };
                let Some(link) = self.patch.get(source(NodeId(index))) else {
                    continue;
                };
                let container = match link.above {
                    true => Some(link.to),
                    false => container(&merge.tree, link.to, text.key(NodeId(index))),
                };
                if let (Some(parent), Some(to)) = (text.parent(NodeId(index)), container) {
                    let link = NodeLink {
                        to,
                        step: None,
                        above: false,
                    };
                    self.patch.or_insert(source(parent), link);
                    self.result.or_insert(to, source(parent));
                }
            }
        }
    }

    /// Returns the step that a patch node causes and `true`, or the step of its nearest ancestor with a step
    /// and `false`.
    pub fn step_of(&self, source: NodeRef) -> Option<(StepId, bool)> {
        let (step, is_own) = self.patch.nearest_step(source)?;
        Some((StepId::new(step as usize), is_own))
    }

    /// Returns the result node of a patch node that is linked itself.
    pub fn item_of(&self, source: NodeRef) -> Option<ResultId> {
        let link = self.patch.get(source).filter(|link| !link.above);
        link.map(|link| link.to)
    }

    /// Returns the first step that warns about a patch node without applying it.
    pub fn warning_of(&self, source: NodeRef) -> Option<StepId> {
        self.warned.get(&source).copied()
    }

    /// Returns the nodes linked with a live node.
    pub fn at_live(&self, merge: &Merge, node: NodeId) -> LinkedNodes {
        let own = ResultId(node.0);
        let is_gone = merge.tree.state(own) != Presence::Present;
        let result = match self.replaced.get(&node) {
            Some(new) if is_gone => *new,
            _ => own,
        };
        LinkedNodes {
            live: Some(NearestNode { node, exact: true }),
            patch: self.patch_of(merge, result),
            result: Some(NearestNode {
                node: result,
                exact: true,
            }),
        }
    }

    /// Returns the nodes linked with a node of an input.
    pub fn at_source(&self, merge: &Merge, source: NodeRef) -> LinkedNodes {
        if source.is_live() {
            self.at_live(merge, source.node)
        } else {
            self.at_patch(merge, source)
        }
    }

    /// Returns the nodes linked with a result node.
    pub fn at_result(&self, merge: &Merge, id: ResultId) -> LinkedNodes {
        let new = merge.tree.live_node(id).and_then(|live| self.replaced.get(&live));
        let id = match (merge.tree.state(id), new) {
            (Presence::Replaced, Some(new)) => *new,
            _ => id,
        };
        LinkedNodes {
            live: self.live_of(merge, id),
            patch: self.patch_of(merge, id),
            result: Some(NearestNode {
                node: id,
                exact: true,
            }),
        }
    }

    /// Returns the nodes linked with a patch node.
    pub fn at_patch(&self, merge: &Merge, source: NodeRef) -> LinkedNodes {
        let result = self.result_of(merge, source);
        LinkedNodes {
            live: result.and_then(|near| {
                let live = self.live_of(merge, near.node)?;
                Some(NearestNode {
                    exact: live.exact && near.exact,
                    ..live
                })
            }),
            patch: Some(NearestNode {
                node: source,
                exact: true,
            }),
            result,
        }
    }

    fn result_of(&self, merge: &Merge, source: NodeRef) -> Option<NearestNode<ResultId>> {
        let document = merge.tree.document(source);
        let (mut node, mut below) = (source.node, Vec::new());
        loop {
            let here = NodeRef { node, ..source };
            if let Some(link) = self.patch.get(here) {
                let find = |parent, key: &str| self.children.find(&merge.tree, parent, key);
                return Some(match link.above {
                    true => NearestNode {
                        node: link.to,
                        exact: false,
                    },
                    false => descend(merge, link.to, &below, find),
                });
            }
            below.push(document.key(node));
            node = document.parent(node)?;
        }
    }

    fn live_of(&self, merge: &Merge, id: ResultId) -> Option<NearestNode<NodeId>> {
        if let Some(node) = self.own_live(merge, id) {
            return Some(NearestNode { node, exact: true });
        }
        // Of all nodes at once: to climb from each node of a deep value is quadratic.
        let nearest = self.nearest_live.get_or_init(|| self.all_nearest_live(merge));
        let node = nearest.get(id.index()).copied().flatten()?;
        Some(NearestNode { node, exact: false })
    }

    /// Returns the live node of a result node.
    fn own_live(&self, merge: &Merge, id: ResultId) -> Option<NodeId> {
        merge.tree.live_node(id).or_else(|| self.live.get(&id).copied())
    }

    /// Returns the live node of each result node, or of its nearest ancestor that has one.
    fn all_nearest_live(&self, merge: &Merge) -> Vec<Option<NodeId>> {
        let mut all: Vec<Option<NodeId>> = Vec::with_capacity(merge.tree.node_count());
        // Parents have lower numbers than their children.
        for id in (0..merge.tree.node_count() as u32).map(ResultId) {
            let parent = merge.tree.parent(id);
            let above = parent.and_then(|parent| all.get(parent.index()).copied().flatten());
            all.push(self.own_live(merge, id).or(above));
        }
        all
    }

    fn patch_of(&self, merge: &Merge, id: ResultId) -> Option<NearestNode<NodeRef>> {
        let (mut result, mut below) = (id, Vec::new());
        loop {
            if let Some(source) = self.result.get(result) {
                let document = merge.tree.document(source);
                let find = |parent: NodeRef, key: &str| {
                    let node = document.get(parent.node, key)?;
                    Some(NodeRef { node, ..parent })
                };
                return Some(descend(merge, source, &below, find));
            }
            below.push(merge.tree.key(result));
            result = merge.tree.parent(result)?;
        }
    }
}

/// Follows keys, the innermost first, down from a linked node to nodes that no step mentions because they do not change.
fn descend<T: Copy>(
    merge: &Merge,
    mut node: T,
    below: &[Option<&str>],
    find: impl Fn(T, &str) -> Option<T>,
) -> NearestNode<T> {
    // The fields of an operation are not those of the node that it changes.
    let has_fields = merge.inputs.semantics.patch_type() != PatchType::Json;
    for key in below.iter().rev() {
        match key.filter(|_| has_fields).and_then(|key| find(node, key)) {
            Some(child) => node = child,
            None => return NearestNode { node, exact: false },
        }
    }
    NearestNode { node, exact: true }
}

/// Returns the counterpart of the map with the patch field `key`, which is linked to `to`. A directive is
/// linked to the map that contains it, or to a node below the field that it names.
fn container(tree: &ResultTree, to: ResultId, key: Option<&str>) -> Option<ResultId> {
    let Some(directive) = key.and_then(|key| key.strip_prefix('$')) else {
        return tree.parent(to);
    };
    let Some((_, field)) = directive.split_once('/') else {
        return Some(to);
    };
    let mut ancestors = tree.ancestors(to);
    let named = ancestors.find(|id| tree.key(*id) == Some(field));
    tree.parent(named.unwrap_or(to))
}
