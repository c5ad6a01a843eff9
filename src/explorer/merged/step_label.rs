//! What a step does, in a word.

use crate::merge::{RuleEffect, Step};

/// What a step does, in a word; of a warning its code, which tells more than that it is one.
pub(crate) fn label(step: &Step) -> &'static str {
    let effect = step.rule.effect();
    match effect.mark() {
        Some(_) if effect != RuleEffect::Warned => effect.name(),
        _ => step.rule.name(),
    }
}
