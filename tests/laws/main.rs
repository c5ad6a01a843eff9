//! The laws of explanations, on recorded and on generated merges.
//!
//! 1. Nothing is silent ([`complete`]): every leaf and directive of a patch has a step.
//! 2. Claims hold (`mergescope::merge::broken_claims`): what the sentence of a step says is so.
//! 5. Order is explained ([`order`]): the steps of a list are enough to compute its order by hand.
//! 6. Questions are fair ([`questions`]): the accepted answer, the effect and the sentence of a step agree.
//!
//! `MERGESCOPE_PAIRS=20000 MERGESCOPE_SEED=500000 cargo test --release --test laws generated -- --nocapture` tries any number of
//! pairs from any seed on, and prints the counts. Without the variables 2,000 pairs are tried.

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
