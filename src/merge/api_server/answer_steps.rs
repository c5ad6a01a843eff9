//! Adds the steps of the answer of the API server to a merge.

use rustc_hash::{FxHashMap, FxHashSet};

use super::objection::Objection;
use super::patch_cause::{ChangesBelow, ServerStep, patch_or_directive};
use crate::merge::claim::Claim;
use crate::merge::detail::Detail;
use crate::merge::mark::Mark;
use crate::merge::recorder::{Recorder, StepDraft};
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::{Rule, RuleEffect};

/// What a lint reports, and the API server, too.
const LINTS: [Rule; 6] = [
    Rule::NoSuchField,
    Rule::MissingDollar,
    Rule::Leftover,
    Rule::MutuallyExclusiveFields,
    Rule::WrongType,
    Rule::NotAString,
];

/// The recorder, with what is looked up for steps of the answer. Each is found when it is first needed.
pub(super) struct AnswerSteps<'r, 'd> {
    pub(super) recorder: &'r mut Recorder<'d>,
    /// The patch node of the last step about a value.
    changes: Option<FxHashMap<ResultId, NodeRef>>,
    below: Option<ChangesBelow>,
    lints: Option<LintedValues>,
}

/// The values that lints reported.
#[derive(Default)]
struct LintedValues {
    values: FxHashSet<(Rule, ResultId)>,
    patch_nodes: FxHashSet<(Rule, NodeRef)>,
    /// The maps with fields that exclude each other.
    unions: FxHashSet<(Rule, Option<ResultId>)>,
}

impl LintedValues {
    fn new(recorder: &Recorder<'_>) -> Self {
        let mut linted = Self::default();
        for step in recorder.steps.iter().filter(|step| LINTS.contains(&step.rule)) {
            linted.values.insert((step.rule, step.at));
            linted
                .patch_nodes
                .extend(step.patch().map(|patch| (step.rule, patch)));
            if matches!(step.rule, Rule::Leftover | Rule::MutuallyExclusiveFields) {
                linted.unions.insert((step.rule, recorder.tree.parent(step.at)));
            }
        }
        linted
    }
}

impl<'r, 'd> AnswerSteps<'r, 'd> {
    pub(super) fn new(recorder: &'r mut Recorder<'d>) -> Self {
        Self {
            recorder,
            changes: None,
            below: None,
            lints: None,
        }
    }

    /// Returns whether a step of one of the rules is about the value: the same node, the same patch node, or for
    /// unions a field of the same map.
    pub(super) fn is_explained(&mut self, rules: &[Rule], at: ResultId) -> bool {
        let lints = self.lints.get_or_insert_with(|| LintedValues::new(self.recorder));
        let tree = &self.recorder.tree;
        let source = tree.source(at);
        rules.iter().any(|rule| {
            lints.values.contains(&(*rule, at))
                || lints.patch_nodes.contains(&(*rule, source))
                || lints.unions.contains(&(*rule, tree.parent(at)))
                || lints.unions.contains(&(*rule, Some(at)))
        })
    }

    pub(super) fn add(&mut self, rule: Rule, at: ResultId, detail: impl Into<Detail>) {
        self.add_caused(StepDraft::new(rule, at).detail(detail), (rule, at), None, None);
    }

    /// Adds what the API server does not accept. `cause` is another value whose change is the reason, perhaps a removed one.
    pub(super) fn add_objection(
        &mut self,
        rule: Rule,
        at: ResultId,
        cause: Option<ResultId>,
        objection: Objection<ResultId>,
    ) {
        // The sentence has its own dot.
        let detail = objection.to_string().trim_end_matches('.').to_owned();
        let index = self.recorder.objections.len();
        let note = StepDraft::new(rule, at).detail(detail).objection(index);
        self.add_caused(note, (rule, at), cause, Some(&objection));
        self.recorder.objections.push(objection);
    }

    fn add_caused(
        &mut self,
        mut note: StepDraft,
        (rule, at): (Rule, ResultId),
        cause: Option<ResultId>,
        objection: Option<&Objection<ResultId>>,
    ) {
        let recorder = &mut *self.recorder;
        let changes = self.changes.get_or_insert_with(|| {
            // A dropped map is at the map around it, which it does not change.
            let steps = recorder
                .steps
                .iter()
                .filter(|step| step.rule.claim() != Claim::Drops);
            let of_patch = steps.filter_map(|step| Some((step.at, patch_or_directive(step)?)));
            of_patch.collect()
        });
        let source = recorder.tree.source(at);
        // A null that is in no input is placed at the operation that adds it.
        let patch = match source.is_live() || source == ResultTree::synthetic_null() {
            false => Some(source),
            true => changes.get(&at).copied().filter(|_| cause.is_none()).or_else(|| {
                let step = ServerStep {
                    recorder,
                    rule,
                    at,
                    cause,
                    objection,
                    changes: self.below.get_or_insert_with(|| ChangesBelow::new(recorder)),
                };
                step.patch_cause()
            }),
        };
        // What a policy leaves out is removed by the map around it.
        let around = || {
            let mut above = recorder.tree.ancestors(at);
            above.find_map(|id| changes.get(&id).copied())
        };
        let is_removed = recorder.tree.state(at) == Presence::Removed;
        let patch = patch.or_else(|| is_removed.then(around).flatten());
        if let Some(patch) = patch {
            note = note.patch(patch);
            changes.insert(at, patch);
        }
        if let Some(old) = recorder.tree.live_node(at) {
            note = note.old(NodeRef::live(old));
        }
        recorder.step(note);
        if let (Some(below), Some(step)) = (&mut self.below, recorder.steps.last()) {
            below.add(&recorder.tree, step);
        }
        if rule.text().effect == RuleEffect::Warned {
            recorder.tree.mark(at, Mark::Warning);
        }
    }

    /// Adds the numbers of the request that the API server stores as others.
    pub(super) fn add_wrapped(&mut self, wrapped: Vec<(ResultId, i32)>, most: usize) {
        let tree = &self.recorder.tree;
        let is_new = |(at, _): &(ResultId, i32)| !tree.source(*at).is_live();
        let new: Vec<(ResultId, i32)> = wrapped.into_iter().filter(is_new).take(most).collect();
        for (at, stored) in new {
            self.add(Rule::WrappedNumber, at, stored.to_string());
        }
    }
}
