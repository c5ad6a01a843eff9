//! The strategic merge.

use crate::merge::trace::{Inputs, Merge};

/// Merges; with `traced` every change and every refusal is a step.
pub fn merge(inputs: Inputs, traced: bool) -> Merge {
    let mut documents = vec![inputs.live.clone()];
    documents.extend(inputs.patches.iter().cloned());
    let scene = super::Scene::new(documents, traced);
    Merge {
        inputs,
        scene,
        steps: Vec::new(),
        verdict: super::Verdict::Merged,
        position: 0,
    }
}
