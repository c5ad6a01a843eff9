//! The laws of explanations, for recorded and for generated merges.
//!
//! 1. Explanations are complete ([`complete`]): every leaf and directive of a patch has a step.
//! 2. Claims hold (`mergescope::merge::broken_claims`): the sentence of a step is true.
//! 5. Order is explained ([`order`]): the steps of a list are enough to compute its order by hand.
//! 6. Questions are fair ([`questions`]): the accepted answer, the effect and the sentence of a step agree.
//!
//! `MERGESCOPE_PAIRS=20000 MERGESCOPE_SEED=500000 cargo test --release --test laws generated -- --nocapture`
//! runs any number of pairs from any seed, and prints the counts. The default is 2,000 pairs.

#[cfg(test)]
mod complete;
#[cfg(test)]
mod generated;
#[cfg(test)]
mod judge;
#[cfg(test)]
mod order;
#[cfg(test)]
#[path = "../parity/pairs/mod.rs"]
mod pairs;
#[cfg(test)]
mod questions;
#[cfg(test)]
#[path = "../patch_types/random_patches.rs"]
mod random_patches;
#[cfg(test)]
mod recorded;
