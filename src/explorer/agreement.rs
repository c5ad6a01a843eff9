//! Whether the two semantics give the same, in a few words for the status line.

use rustc_hash::FxHashSet;

use super::player::is_surprise;
use crate::merge::{Agreement, Merge, ResultId, Semantics, Step, agreement};

/// What the other semantics makes of the same input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The other semantics.
    pub other: Semantics,
    /// How the results compare.
    pub agreement: Agreement,
    /// The other semantics' refusal, where they refuse.
    pub refusal: Option<String>,
    /// The nodes that are not alike.
    differing: FxHashSet<ResultId>,
}

impl Badge {
    /// Compares a merge with the same under the other semantics; both stand at their last step.
    pub(super) fn new(this: &Merge, other: &Merge) -> Self {
        let agreement = agreement(this, other);
        let differing = match &agreement {
            Agreement::Differ(found) => found.reordered.iter().chain(&found.other).copied().collect(),
            Agreement::Same | Agreement::OneRefuses { .. } => FxHashSet::default(),
        };
        Self {
            other: other.inputs.semantics,
            agreement,
            differing,
            refusal: other.refusal().map(|refusal| refusal.message.clone()),
        }
    }

    /// Whether a step is a surprise: by its rule, or because the other semantics come out differently there.
    pub(super) fn is_surprise(&self, step: &Step) -> bool {
        is_surprise(step) || self.differing.contains(&step.at)
    }

    /// Whether both give the same.
    pub fn agrees(&self) -> bool {
        self.agreement.is_same()
    }

    /// As the status line shows it: `= kubernetes`, `≠ kubernetes (2 lists ordered differently)`.
    pub fn text(&self) -> String {
        match self.agrees() {
            true => self.brief(),
            false => format!("{} ({})", self.brief(), self.agreement),
        }
    }

    /// The same without saying what differs.
    pub fn brief(&self) -> String {
        let sign = if self.agrees() { "=" } else { "≠" };
        format!("{sign} {}", self.other)
    }
}
