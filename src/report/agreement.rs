//! Compares the results of both semantics for the status line.

use rustc_hash::{FxHashMap, FxHashSet};

use super::other_result::{OtherNode, other_nodes};
use crate::merge::{
    Merge, MergeAgreement, Rejection, ResultId, RuleEffect, Semantics, Step, compare_merges, server_rejection,
};

/// The comparison with the result of the other semantics for the same input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreementReport {
    /// The other semantics.
    pub other: Semantics,
    /// The kind of agreement.
    pub agreement: MergeAgreement,
    /// The rejection with the other semantics, if they reject the patch.
    pub rejection: Option<String>,
    /// Whether only the other semantics accept the patch, and the API server rejects their result.
    server_rejects_other: bool,
    /// The indices of the steps that decide the differences.
    deciding: FxHashSet<u32>,
    /// The differences of the other result by the node of this result.
    other_nodes: FxHashMap<ResultId, OtherNode>,
}

impl AgreementReport {
    /// Compares a merge with that of the other semantics. Both must be at their last step.
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
            server_rejects_other: matches!(agreement, MergeAgreement::OneRejects { second: false })
                && server_rejection(other).is_some(),
            agreement,
        }
    }

    /// Returns the difference of the other result for a node, or `None` if it is equal.
    pub(crate) fn other_node(&self, id: ResultId) -> Option<&OtherNode> {
        self.other_nodes.get(&id)
    }

    /// Returns whether a step is an issue: by its rule, or because the other semantics have a different
    /// result for it.
    pub(crate) fn is_issue(&self, index: usize, step: &Step) -> bool {
        is_unexpected(step) || self.decides(index)
    }

    /// Returns whether the step with this index decides a difference.
    pub(crate) fn decides(&self, index: usize) -> bool {
        u32::try_from(index).is_ok_and(|index| self.deciding.contains(&index))
    }

    /// Returns whether a list only has a different order with the other semantics.
    pub(crate) fn is_reordered(&self, list: ResultId) -> bool {
        matches!(&self.agreement, MergeAgreement::Differ(found) if found.reordered.contains(&list))
    }

    /// Returns whether a step decides a difference.
    pub(crate) fn decides_any(&self) -> bool {
        !self.deciding.is_empty()
    }

    /// Returns whether both results are the same.
    pub fn agrees(&self) -> bool {
        self.agreement.is_same()
    }

    /// Returns the text for the status line: `= kubernetes`, `≠ kubernetes (2 lists in a different order)`.
    pub fn text(&self) -> String {
        if self.agrees() {
            format!("= {}", self.other)
        } else {
            format!("≠ {} ({})", self.other, self.difference())
        }
    }

    /// Returns what is different with the other semantics: `2 lists in a different order`, `accepted`.
    pub fn difference(&self) -> String {
        match self.server_rejects_other {
            true => "rejected by the API server".to_owned(),
            false => self.agreement.to_string(),
        }
    }

    /// Returns `≠ kubernetes`, for titles.
    pub fn sign(&self) -> String {
        format!("≠ {}", self.other)
    }

    /// Returns the text without the differences; only a rejection by one semantics is named. The name is short, for small screens.
    pub fn brief(&self) -> String {
        let difference = match self.agreement {
            MergeAgreement::Same => return format!("= {}", self.other.name()),
            MergeAgreement::OneRejects { second: true } => " (rejected)".to_owned(),
            MergeAgreement::OneRejects { second: false } => format!(" ({})", self.difference()),
            MergeAgreement::Differ(_) => String::new(),
        };
        format!("≠ {}{difference}", self.other.name())
    }
}

/// Returns the steps that change the nodes that differ; for an unchanged node, the last step about it.
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

/// Returns whether the result of a step is unexpected for most users.
pub(crate) fn is_unexpected(step: &Step) -> bool {
    matches!(
        step.rule.effect(),
        RuleEffect::Reordered | RuleEffect::ServerOnly | RuleEffect::Rejected | RuleEffect::Warned
    )
}
