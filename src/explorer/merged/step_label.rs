//! The short label of a step.

use crate::merge::{RuleEffect, Step};

/// Returns the label of a step: the name of its effect, or the code of a warning, which is more specific.
pub(crate) fn label(step: &Step) -> &'static str {
    let effect = step.rule.effect();
    match effect.mark() {
        Some(_) if effect != RuleEffect::Warned => effect.label(),
        _ => step.rule.name(),
    }
}
