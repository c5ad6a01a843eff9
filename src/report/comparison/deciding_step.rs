//! Finds the step of a merge that decides a difference. Reads it from the trace and never guesses it from the
//! values.

use rustc_hash::{FxHashMap, FxHashSet};

use super::difference::{Difference, DifferenceKind, DifferenceSide};
use crate::document::{Tree, ValueKind};
use crate::merge::{Claim, Mark, Merge, NodeRef, ResultId, Rule, RuleEffect, Step};

/// An index of the steps of a merge.
#[derive(Debug, Default)]
pub(crate) struct DecidingSteps {
    /// The last step that changed, added or removed a node.
    by_node: FxHashMap<ResultId, u32>,
    /// The last step that ordered a list.
    by_list: FxHashMap<ResultId, u32>,
    /// The last step that placed the server-only items first.
    server_only: FxHashMap<ResultId, u32>,
    /// The last step that removed a value from a live list.
    by_value: FxHashMap<(ResultId, String), u32>,
    /// The step of a patch node with the highest rank.
    by_source: FxHashMap<NodeRef, u32>,
    /// The last step of a result node by the patch node that it comes from.
    by_origin: FxHashMap<NodeRef, u32>,
    /// The step that found the patch list in the order of a `$setElementOrder`.
    by_order: FxHashMap<NodeRef, u32>,
    /// The rules of the steps with their patch nodes.
    acts: FxHashSet<StepAct>,
}

/// A rule and the patch nodes of its step; equal in all merges with this step.
type StepAct = (Rule, [Option<NodeRef>; 3]);

fn act(step: &Step) -> StepAct {
    (step.rule, [step.patch(), step.directive(), step.field()])
}

/// Returns a value of a live list: the list, whose id is the same in all merges of one live object, and the
/// value as text.
fn value_of_list(merge: &Merge, id: ResultId) -> Option<(ResultId, String)> {
    let list = merge
        .tree
        .parent(id)
        .filter(|list| merge.tree.live_node(*list).is_some())?;
    let is_value = merge.tree.kind(list) == ValueKind::List && merge.tree.kind(id).is_scalar();
    is_value.then(|| (list, format!("{:?}", merge.tree.value(id))))
}

fn is_order(step: &Step) -> bool {
    matches!(step.rule.effect(), RuleEffect::Reordered | RuleEffect::ServerOnly)
}

/// Returns how much a step says about a part of the patch: a check nothing, a match its target.
fn rank(step: &Step) -> u8 {
    match step.rule.effect() {
        _ if step.rule == Rule::CheckOrder => 0,
        RuleEffect::Matched => 1,
        _ => 2,
    }
}

impl DecidingSteps {
    /// Indexes a trace.
    pub(crate) fn new(merge: &Merge) -> Self {
        let mut decisions = Self::default();
        for (index, step) in merge.steps.iter().enumerate() {
            if step.rule.is_observation() {
                continue;
            }
            let at = index as u32;
            decisions.acts.insert(act(step));
            if let Some(directive) = step.directive().filter(|_| step.rule == Rule::CheckOrder) {
                decisions.by_order.insert(directive, at);
            }
            for id in merge.changed_by(index) {
                decisions.by_node.insert(id, at);
                if step.rule.claim() == Claim::RemovesItems
                    && let Some(value) = value_of_list(merge, id)
                {
                    decisions.by_value.insert(value, at);
                }
            }
            // A warning about the whole object says nothing about its fields.
            let is_remark = step.rule.effect() == RuleEffect::Warned && step.at == merge.tree.top();
            if step.field().is_none() && step.rule.effect().mark().is_some() && !is_order(step) && !is_remark
            {
                // An emptied map counts as changed, although only its children were removed.
                decisions.by_node.insert(step.at, at);
            }
            match step.rule.effect() {
                RuleEffect::Reordered => decisions.by_list.insert(step.at, at),
                _ if step.rule == Rule::LiveListChanged => decisions.by_list.insert(step.at, at),
                RuleEffect::ServerOnly => decisions.server_only.insert(step.at, at),
                _ => None,
            };
            for source in [step.patch(), step.directive(), step.field()]
                .into_iter()
                .flatten()
            {
                let known = decisions.by_source.entry(source).or_insert(at);
                let before = &merge.steps[*known as usize];
                let closer = step.patch() == Some(source) && !is_order(step);
                if rank(step) > rank(before) || rank(step) == 2 && (closer || is_order(before)) {
                    *known = at;
                }
            }
        }
        for (id, step) in &decisions.by_node {
            let origin = merge.tree.source(*id);
            if !origin.is_live() {
                decisions.by_origin.insert(origin, *step);
            }
        }
        decisions
    }

    /// Returns the step that decided a result node: its own, or that of the nearest ancestor that was added
    /// or changed as a whole.
    fn of_node(&self, merge: &Merge, id: ResultId) -> Option<u32> {
        // A null or a directive that is stored is in the result because of that, and so is a map whose `$patch` is stored.
        let directive = merge.tree.get(id, "$patch").map(|child| merge.tree.source(child));
        let sources = [directive, Some(merge.tree.source(id))];
        let mut known = sources
            .into_iter()
            .flatten()
            .filter_map(|source| self.by_source.get(&source).copied());
        let is_stored = |step: &u32| merge.steps[*step as usize].rule.claim() == Claim::StoresData;
        if let Some(step) = known.find(is_stored) {
            return Some(step);
        }
        let mut at = Some(id);
        while let Some(id) = at {
            if let Some(step) = self.by_node.get(&id) {
                return Some(*step);
            }
            let source = merge.tree.source(id);
            if let Some(step) = self.by_source.get(&source).filter(|_| !source.is_live()) {
                return Some(*step);
            }
            at = merge.tree.parent(id);
        }
        None
    }

    /// Returns the last step that changed anything inside a value.
    fn of_content(&self, merge: &Merge, id: ResultId) -> Option<u32> {
        let mut todo = vec![id];
        let mut last = None;
        while let Some(id) = todo.pop() {
            last = last.max(self.by_node.get(&id).copied());
            todo.extend(merge.tree.all_children(id));
        }
        last
    }

    /// Returns the step about a patch node or its nearest ancestor.
    fn of_source(&self, merge: &Merge, source: NodeRef) -> Option<u32> {
        let document = merge.tree.document(source);
        let mut at = Some(source.node);
        while let Some(node) = at {
            if let Some(step) = self.by_source.get(&NodeRef { node, ..source }) {
                return Some(*step);
            }
            at = document.parent(node);
        }
        None
    }

    /// Returns the step because of which a node of the other merge is missing in this one.
    fn of_absent(&self, merge: &Merge, other: &Merge, id: ResultId) -> Option<u32> {
        match other.tree.live_node(id) {
            // Live nodes have the same ids in all merges of the same live object.
            Some(_) => self.of_node(merge, id),
            None => {
                let source = Some(other.tree.source(id)).filter(|source| !source.is_live())?;
                // The node may have been added and removed, or the list may have lost such a value.
                let left = self.by_origin.get(&source).copied();
                let lost = || self.by_value.get(&value_of_list(other, id)?).copied();
                left.or_else(lost).or_else(|| self.of_source(merge, source))
            }
        }
    }

    /// Returns the step about the same patch nodes as a step of the other merge.
    fn like(&self, merge: &Merge, step: &Step) -> Option<u32> {
        [step.directive(), step.patch(), step.field()]
            .into_iter()
            .flatten()
            .filter(|source| !source.is_live())
            .find_map(|source| self.of_source(merge, source))
    }

    /// Returns the step that ordered a list: that of the server-only items if their positions differ in the
    /// other list, or if only they are placed in another way, else the last step that ordered the list, else one that
    /// placed such an item or added another item.
    fn of_order(
        &self,
        merge: &Merge,
        list: ResultId,
        moved: impl Iterator<Item = ResultId> + Clone,
        other: Option<(&Merge, ResultId)>,
    ) -> Option<u32> {
        let is_server_only = |item| merge.tree.marks(item).has(Mark::ServerOnly);
        let are_others_same = || other.is_some_and(|other| has_same_others((merge, list), other));
        let first = self
            .server_only
            .get(&list)
            .filter(|_| moved.clone().any(is_server_only) || are_others_same());
        let placed = || moved.clone().find_map(|item| self.by_node.get(&item));
        let came_in = || merge.tree.present(list).find_map(|item| self.by_node.get(&item));
        first
            .or_else(|| self.by_list.get(&list))
            .or_else(|| self.server_only.get(&list))
            .or_else(placed)
            .or_else(came_in)
            .copied()
    }
}

/// Returns whether the items that are not server-only in the first list have the same order in both lists.
fn has_same_others(first: (&Merge, ResultId), other: (&Merge, ResultId)) -> bool {
    // Live nodes have the same ids in all merges of the same live object.
    let origin = |merge: &Merge, item| match merge.tree.live_node(item) {
        Some(live) => NodeRef::live(live),
        None => merge.tree.source(item),
    };
    let origins = |(merge, list): (&Merge, ResultId), is_kept: &dyn Fn(NodeRef) -> bool| -> Vec<NodeRef> {
        let all = merge.tree.present(list).map(|item| origin(merge, item));
        all.filter(|origin| is_kept(*origin)).collect()
    };
    let (merge, list) = first;
    let server_only = merge
        .tree
        .present(list)
        .filter(|item| merge.tree.marks(*item).has(Mark::ServerOnly));
    let server_only: FxHashSet<NodeRef> = server_only.map(|item| origin(merge, item)).collect();
    let is_other = |origin: NodeRef| !server_only.contains(&origin);
    !server_only.is_empty() && origins(first, &is_other) == origins(other, &is_other)
}

/// Removes the deciding steps that both merges have in common. If only one merge has the node, both may have
/// removed it, so a step that changes something stays.
pub(crate) fn drop_common(merges: &[Merge; 2], decisions: &[DecidingSteps; 2], difference: &mut Difference) {
    for side in DifferenceSide::BOTH {
        let step = difference.steps[side as usize].and_then(|index| merges[side as usize].steps.get(index));
        let is_about_it = |step: &Step| {
            difference.kind != DifferenceKind::Order || is_order(step) || step.rule == Rule::LiveListChanged
        };
        let is_common = |step: &Step| decisions[side.other() as usize].acts.contains(&act(step));
        if let Some(index) = difference.steps[side as usize]
            && step.is_some_and(is_common)
            && let Some(own) = about_same_directive(merges, decisions, difference, side)
            && own != index
        {
            difference.steps[side as usize] = Some(own);
            continue;
        }
        let may_decide =
            |step: &Step| difference.kind != DifferenceKind::Order && step.rule.effect().mark().is_some();
        if step.is_some_and(|step| is_common(step) && !may_decide(step) || !is_about_it(step)) {
            difference.steps[side as usize] = None;
        }
    }
}

/// Returns the step about the directive that decides in the other merge, if only this merge has the node and that step:
/// the node came in with a value in which the two treat the directive differently.
fn about_same_directive(
    merges: &[Merge; 2],
    decisions: &[DecidingSteps; 2],
    difference: &Difference,
    side: DifferenceSide,
) -> Option<usize> {
    let (own, other) = (side as usize, side.other() as usize);
    if difference.nodes[own].is_none() || difference.nodes[other].is_some() {
        return None;
    }
    let directive = merges[other].steps.get(difference.steps[other]?)?.directive()?;
    let index = *decisions[own].by_source.get(&directive)?;
    let step = merges[own].steps.get(index as usize)?;
    (!decisions[other].acts.contains(&act(step))).then_some(index as usize)
}

/// Finds the deciding step of a difference in each merge.
pub(crate) fn decide(merges: &[Merge; 2], decisions: &[DecidingSteps; 2], difference: &mut Difference) {
    let own = own_steps(merges, decisions, difference);
    let own = DifferenceSide::BOTH.map(|side| {
        let (merge, decisions) = (&merges[side as usize], &decisions[side as usize]);
        if difference.nodes[side as usize].is_some() {
            return own[side as usize];
        }
        let id = difference.nodes[side.other() as usize]?;
        let step = decisions.of_absent(merge, &merges[side.other() as usize], id);
        step.map(|step| step as usize)
    });
    // If a side has no step, the step about the same part of the patch explains why it had no effect.
    let answered = DifferenceSide::BOTH.map(|side| {
        own[side as usize].or_else(|| {
            let other = &merges[side.other() as usize];
            let step = other.steps.get(own[side.other() as usize]?)?;
            let like = decisions[side as usize].like(&merges[side as usize], step);
            like.map(|step| step as usize)
        })
    });
    difference.steps = answered;
    difference.stays = DifferenceSide::BOTH
        .map(|side| own[side as usize].is_none() && difference.nodes[side as usize].is_some());
}

/// Sets for each merge the step of its own node. Unlike [`decide`], ignores the other merge, whose documents
/// may differ.
pub(crate) fn own_steps(
    merges: &[Merge; 2],
    decisions: &[DecidingSteps; 2],
    difference: &Difference,
) -> [Option<usize>; 2] {
    DifferenceSide::BOTH.map(|side| {
        let (merge, decisions) = (&merges[side as usize], &decisions[side as usize]);
        let id = difference.nodes[side as usize]?;
        let step = match difference.kind {
            DifferenceKind::Order => {
                let moved = difference.moved.iter().map(|moved| moved.items[side as usize]);
                let other_list = difference.nodes[side.other() as usize];
                let other = other_list.map(|list| (&merges[side.other() as usize], list));
                decisions.of_order(merge, id, moved, other)
            }
            _ => decisions
                .of_node(merge, id)
                .or_else(|| decisions.of_content(merge, id)),
        };
        step.map(|step| step as usize)
    })
}

/// Returns the step of the other merge about the part of the patch that `rejects` rejects in step `index`.
pub(crate) fn answer_to(
    merges: &[Merge; 2],
    decisions: &[DecidingSteps; 2],
    rejects: DifferenceSide,
    index: usize,
) -> Option<usize> {
    let rejecting = &merges[rejects as usize];
    let step = rejecting.steps.get(index)?;
    let faulty = rejecting
        .rejection()
        .into_iter()
        .flat_map(|rejection| &rejection.faulty);
    let (merge, decisions) = (
        &merges[rejects.other() as usize],
        &decisions[rejects.other() as usize],
    );
    // The part of the patch for an operation of a JSON patch is its value.
    let within = || {
        let operation = step.patch().filter(|source| !source.is_live())?;
        let mut parts = merge.tree.document(operation).children(operation.node);
        parts.find_map(|node| decisions.by_source.get(&NodeRef { node, ..operation }).copied())
    };
    // What happens to the items later does not decide whether they have the order.
    let is_about_order = matches!(step.rule, Rule::OrderMissing | Rule::OrderMismatch);
    let by_order = || {
        let directive = step.directive().filter(|_| is_about_order)?;
        let check = decisions.by_order.get(&directive);
        check.or_else(|| decisions.by_source.get(&directive)).copied()
    };
    let by_faulty = || {
        let mut faulty = faulty.filter(|source| !source.is_live());
        faulty.find_map(|source| decisions.by_source.get(source).copied())
    };
    by_order()
        .or_else(by_faulty)
        .or_else(within)
        .or_else(|| decisions.like(merge, step))
        .map(|step| step as usize)
}
