//! Whether what the sentence of each rule claims is so.
//!
//! Each row of the rule table names a [`Claim`](super::Claim). [`broken_claims`] plays a merge back and holds every step against
//! live, the patches and the result as they are around it. [`step_facts`] says what a step has changed, [`steps`] checks what
//! the steps of a merge claim, [`lints`] what the findings do.

mod check;
mod lints;
mod step_facts;
mod steps;

use super::trace::Merge;
use step_facts::StepFacts;

/// A step whose sentence is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenClaim {
    /// The step, an index into [`Merge::steps`].
    pub step: usize,
    /// What is not so.
    pub why: &'static str,
}

/// The steps of a traced merge whose claims do not hold. The merge stands at its end before and after.
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
