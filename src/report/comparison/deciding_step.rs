//! Which step of a merge decides a difference: read from the trace, never guessed from the values.

use rustc_hash::{FxHashMap, FxHashSet};

use super::difference::{Difference, DifferenceKind, DifferenceSide};
use crate::document::{Tree, ValueKind};
use crate::merge::{Claim, Mark, Merge, NodeRef, ResultId, Rule, RuleEffect, Step};

/// The steps of one merge by what they are about.
#[derive(Debug, Default)]
pub(crate) struct DecidingSteps {
    /// The last step that changed a node, brought it in or took it out.
    by_node: FxHashMap<ResultId, u32>,
    /// The last step that put a list in order.
    by_list: FxHashMap<ResultId, u32>,
    /// The last step that put server-only items first.
    server_only: FxHashMap<ResultId, u32>,
    /// The last step that took a value out of a list of live.
    by_value: FxHashMap<(ResultId, String), u32>,
    /// The most telling step of a patch node.
    by_source: FxHashMap<NodeRef, u32>,
    /// The last step of a node that a patch node has become.
    by_origin: FxHashMap<NodeRef, u32>,
    /// What the steps do, and with what of the patch.
    acts: FxHashSet<StepAct>,
}

/// What a step does, and with what of the patch: the same in every merge that takes the step.
type StepAct = (Rule, [Option<NodeRef>; 3]);

fn act(step: &Step) -> StepAct {
    (step.rule, [step.patch(), step.directive(), step.field()])
}

/// A value of a list of live: the list, which has one number in all merges of one live, and the value as text.
fn value_of_list(merge: &Merge, id: ResultId) -> Option<(ResultId, String)> {
    let list = merge
        .scene
        .parent(id)
        .filter(|list| merge.scene.live_node(*list).is_some())?;
    let is_value = merge.scene.kind(list) == ValueKind::List && merge.scene.kind(id).is_scalar();
    is_value.then(|| (list, format!("{:?}", merge.scene.value(id))))
}

fn is_order(step: &Step) -> bool {
    matches!(step.rule.effect(), RuleEffect::Reordered | RuleEffect::ServerOnly)
}

/// How much a step tells of what becomes of a piece of the patch: a check nothing, a match who it is for.
fn rank(step: &Step) -> u8 {
    match step.rule.effect() {
        _ if step.rule == Rule::CheckOrder => 0,
        RuleEffect::Matched => 1,
        _ => 2,
    }
}

impl DecidingSteps {
    /// Reads a trace once.
    pub(crate) fn new(merge: &Merge) -> Self {
        let mut decisions = Self::default();
        for (index, step) in merge.steps.iter().enumerate() {
            if step.rule.is_observation() {
                continue;
            }
            let at = index as u32;
            decisions.acts.insert(act(step));
            for id in merge.changed_by(index) {
                decisions.by_node.insert(id, at);
                if step.rule.claim() == Claim::RemovesItems
                    && let Some(value) = value_of_list(merge, id)
                {
                    decisions.by_value.insert(value, at);
                }
            }
            // A warning about the whole object says nothing of its fields.
            let is_remark = step.rule.effect() == RuleEffect::Warned && step.at == merge.scene.top();
            if step.field().is_none() && step.rule.effect().mark().is_some() && !is_order(step) && !is_remark
            {
                // A map that was emptied is the one that changed, although only its content went.
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
            let origin = merge.scene.source(*id);
            if !origin.is_live() {
                decisions.by_origin.insert(origin, *step);
            }
        }
        decisions
    }

    /// The step that made a node of the result what it is: its own, or that of the nearest node above that came in
    /// or changed whole.
    fn of_node(&self, merge: &Merge, id: ResultId) -> Option<u32> {
        let mut at = Some(id);
        while let Some(id) = at {
            if let Some(step) = self.by_node.get(&id) {
                return Some(*step);
            }
            let source = merge.scene.source(id);
            if let Some(step) = self.by_source.get(&source).filter(|_| !source.is_live()) {
                return Some(*step);
            }
            at = merge.scene.parent(id);
        }
        None
    }

    /// The last step that changed something in a value.
    fn of_content(&self, merge: &Merge, id: ResultId) -> Option<u32> {
        let mut todo = vec![id];
        let mut last = None;
        while let Some(id) = todo.pop() {
            last = last.max(self.by_node.get(&id).copied());
            todo.extend(merge.scene.all_children(id));
        }
        last
    }

    /// The step that dealt with a patch node, or with the nearest one above it.
    fn of_source(&self, merge: &Merge, source: NodeRef) -> Option<u32> {
        let document = merge.scene.document(source);
        let mut at = Some(source.node);
        while let Some(node) = at {
            if let Some(step) = self.by_source.get(&NodeRef { node, ..source }) {
                return Some(*step);
            }
            at = document.parent(node);
        }
        None
    }

    /// The step that keeps a node of the other merge away from this one.
    fn of_absent(&self, merge: &Merge, other: &Merge, id: ResultId) -> Option<u32> {
        match other.scene.live_node(id) {
            // Live's nodes have the same numbers in every merge of the same live.
            Some(_) => self.of_node(merge, id),
            None => {
                let source = Some(other.scene.source(id)).filter(|source| !source.is_live())?;
                // It may have come in and left again, or the list may have had such a value and lost it.
                let left = self.by_origin.get(&source).copied();
                let lost = || self.by_value.get(&value_of_list(other, id)?).copied();
                left.or_else(lost).or_else(|| self.of_source(merge, source))
            }
        }
    }

    /// The step that dealt with what a step of the other merge dealt with.
    fn like(&self, merge: &Merge, step: &Step) -> Option<u32> {
        [step.directive(), step.patch(), step.field()]
            .into_iter()
            .flatten()
            .filter(|source| !source.is_live())
            .find_map(|source| self.of_source(merge, source))
    }

    /// The step that gave a list its order: that of the server-only items if their positions differ in the other list,
    /// else the last step that ordered the list, else one that placed such an item or added another item.
    fn of_order(
        &self,
        merge: &Merge,
        list: ResultId,
        moved: impl Iterator<Item = ResultId> + Clone,
    ) -> Option<u32> {
        let is_server_only = |item| merge.scene.marks(item).has(Mark::ServerOnly);
        let first = self
            .server_only
            .get(&list)
            .filter(|_| moved.clone().any(is_server_only));
        let placed = || moved.clone().find_map(|item| self.by_node.get(&item));
        let came_in = || merge.scene.present(list).find_map(|item| self.by_node.get(&item));
        first
            .or_else(|| self.by_list.get(&list))
            .or_else(|| self.server_only.get(&list))
            .or_else(placed)
            .or_else(came_in)
            .copied()
    }
}

/// Takes away the steps that do not tell the two merges apart: both take them alike. Where one merge has a node that the
/// other removes, both may have removed it, so a step that changes something stays.
pub(crate) fn drop_common(merges: &[Merge; 2], decisions: &[DecidingSteps; 2], difference: &mut Difference) {
    for side in DifferenceSide::BOTH {
        let step = difference.steps[side as usize].and_then(|index| merges[side as usize].steps.get(index));
        let is_about_it = |step: &Step| {
            difference.kind != DifferenceKind::Order || is_order(step) || step.rule == Rule::LiveListChanged
        };
        let is_common = |step: &Step| decisions[side.other() as usize].acts.contains(&act(step));
        let may_decide =
            |step: &Step| difference.kind != DifferenceKind::Order && step.rule.effect().mark().is_some();
        if step.is_some_and(|step| is_common(step) && !may_decide(step) || !is_about_it(step)) {
            difference.steps[side as usize] = None;
        }
    }
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
    // Where a side has no step of its own, the one that met the same piece of the patch says why nothing came of it.
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

/// For each merge the step that made its own node of a difference what it is. Unlike [`decide`] it asks nothing of the
/// other merge, whose documents may be others.
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
                decisions.of_order(merge, id, moved)
            }
            _ => decisions
                .of_node(merge, id)
                .or_else(|| decisions.of_content(merge, id)),
        };
        step.map(|step| step as usize)
    })
}

/// What the other merge did with that which `rejects` rejects in step `index`.
pub(crate) fn answer_to(
    merges: &[Merge; 2],
    decisions: &[DecidingSteps; 2],
    rejects: DifferenceSide,
    index: usize,
) -> Option<usize> {
    let refusing = &merges[rejects as usize];
    let step = refusing.steps.get(index)?;
    let guilty = refusing
        .rejection()
        .into_iter()
        .flat_map(|rejection| &rejection.guilty);
    let (merge, decisions) = (
        &merges[rejects.other() as usize],
        &decisions[rejects.other() as usize],
    );
    // An operation of a JSON patch has its value as the piece of the patch that it brings in.
    let within = || {
        let operation = step.patch().filter(|source| !source.is_live())?;
        let mut parts = merge.scene.document(operation).children(operation.node);
        parts.find_map(|node| decisions.by_source.get(&NodeRef { node, ..operation }).copied())
    };
    guilty
        .filter(|source| !source.is_live())
        .find_map(|source| decisions.by_source.get(source).copied())
        .or_else(within)
        .or_else(|| decisions.like(merge, step))
        .map(|step| step as usize)
}
