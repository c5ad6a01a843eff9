//! Whether the two semantics give the same, in a few words for the status line.

use rustc_hash::{FxHashMap, FxHashSet};

use super::other_result::{OtherNode, other_nodes};
use crate::merge::{Merge, MergeAgreement, Rejection, ResultId, RuleEffect, Semantics, Step, compare_merges};

/// What the other semantics makes of the same input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreementReport {
    /// The other semantics.
    pub other: Semantics,
    /// How the results compare.
    pub agreement: MergeAgreement,
    /// The rejection with the other semantics, if they reject the patch.
    pub rejection: Option<String>,
    /// The steps, by index, that decide what is not alike.
    deciding: FxHashSet<u32>,
    /// What the other result has in place of nodes of this one.
    other_nodes: FxHashMap<ResultId, OtherNode>,
}

impl AgreementReport {
    /// Compares a merge with that of the other semantics; both are at their last step.
    pub(crate) fn new(this: &Merge, other: &Merge) -> Self {
        let agreement = compare_merges(this, other);
        let differing = match &agreement {
            MergeAgreement::Differ(found) => found.reordered.iter().chain(&found.other).copied().collect(),
            MergeAgreement::Same | MergeAgreement::OneRejects { .. } => FxHashSet::default(),
        };
        Self {
            other: other.inputs.semantics,
            deciding: deciding(this, &differing),
            other_nodes: match &agreement {
                MergeAgreement::Differ(_) => other_nodes([this, other]),
                MergeAgreement::Same | MergeAgreement::OneRejects { .. } => FxHashMap::default(),
            },
            rejection: other
                .rejection()
                .and_then(Rejection::kubectl_message)
                .map(str::to_owned),
            agreement,
        }
    }

    /// What the other result has in place of a node; none where it has the same.
    pub(crate) fn other_node(&self, id: ResultId) -> Option<&OtherNode> {
        self.other_nodes.get(&id)
    }

    /// Whether a step is a surprise: by its rule, or because the other semantics come out differently there.
    pub(crate) fn is_issue(&self, index: usize, step: &Step) -> bool {
        is_surprise(step) || self.decides(index)
    }

    /// Whether the other semantics come out differently where the step with this index acts.
    pub(crate) fn decides(&self, index: usize) -> bool {
        u32::try_from(index).is_ok_and(|index| self.deciding.contains(&index))
    }

    /// Whether both give the same.
    pub fn agrees(&self) -> bool {
        self.agreement.is_same()
    }

    /// As the status line shows it: `= kubernetes`, `≠ kubernetes (2 lists in a different order)`.
    pub fn text(&self) -> String {
        if self.agrees() {
            self.brief()
        } else {
            format!("≠ {} ({})", self.other, self.agreement)
        }
    }

    /// `≠ kubernetes`, for titles.
    pub fn sign(&self) -> String {
        format!("≠ {}", self.other)
    }

    /// The same without the differences; only a rejection by one of them is named.
    pub fn brief(&self) -> String {
        let told = match self.agreement {
            MergeAgreement::Same => return format!("= {}", self.other),
            MergeAgreement::OneRejects { second: true } => " (rejected)",
            MergeAgreement::OneRejects { second: false } => " (accepted)",
            MergeAgreement::Differ(_) => "",
        };
        format!("≠ {}{told}", self.other)
    }
}

/// The steps that do something to the nodes that differ; of a node to which nothing is done, the last one about it.
fn deciding(merge: &Merge, differing: &FxHashSet<ResultId>) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    let mut quiet: FxHashMap<ResultId, u32> = FxHashMap::default();
    let mut acted: FxHashSet<ResultId> = FxHashSet::default();
    for (index, step) in (0u32..).zip(&merge.steps) {
        if !differing.contains(&step.at) || step.rule.is_observation() {
            continue;
        }
        if matches!(step.rule.effect(), RuleEffect::Matched | RuleEffect::Nothing) {
            quiet.insert(step.at, index);
        } else {
            acted.insert(step.at);
            found.insert(index);
        }
    }
    found.extend(
        quiet
            .iter()
            .filter(|(at, _)| !acted.contains(*at))
            .map(|(_, index)| *index),
    );
    found
}

/// Whether a step shows something that people do not expect.
pub(crate) fn is_surprise(step: &Step) -> bool {
    matches!(
        step.rule.effect(),
        RuleEffect::Reordered | RuleEffect::ServerOnly | RuleEffect::Rejected | RuleEffect::Warned
    )
}
