//! Checks the claims of all sentences of a merge.
//!
//! Each row of the rule table has a [`Claim`](super::Claim). [`broken_claims`] plays a merge back and
//! compares every step with the live object, the patches and the result around it. [`step_facts`] reads what
//! a step changes, [`steps`] checks the claims of the steps of a merge, [`lints`] those of findings.

mod check;
mod lints;
mod step_facts;
mod steps;

use super::trace::Merge;
use step_facts::StepFacts;

/// A step whose sentence is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenClaim {
    /// The step, as an index into [`Merge::steps`].
    pub step: usize,
    /// The reason.
    pub why: &'static str,
}

/// Returns the steps of a traced merge whose claims are false. The merge is at its end afterwards.
pub fn broken_claims(merge: &mut Merge) -> Vec<BrokenClaim> {
    let end = merge.steps.len();
    merge.seek(end);
    let mut broken: Vec<BrokenClaim> = Vec::new();
    for (step, result) in lints::check(merge) {
        broken.extend(result.err().map(|why| BrokenClaim { step, why }));
    }
    let sources = steps::sources(merge);
    for step in (0..end).rev() {
        merge.seek(step + 1);
        let facts = StepFacts::new(merge, step, &sources);
        let result = facts.check();
        broken.extend(result.err().map(|why| BrokenClaim { step, why }));
    }
    merge.seek(end);
    broken
}
