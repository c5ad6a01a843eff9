//! The identity of findings, to compare those before and after a fix.

use rustc_hash::FxHashMap;

use crate::merge::{Merge, Rule};

/// Counts the findings of a merge by rule and `name`.
pub(super) fn findings(
    merge: &Merge,
    name: impl Fn(&Merge, usize) -> String,
) -> FxHashMap<FindingName, usize> {
    let mut all = FxHashMap::default();
    for (at, step) in merge.steps.iter().enumerate() {
        if step.rule.is_finding() {
            *all.entry((step.rule, name(merge, at))).or_default() += 1;
        }
    }
    all
}

pub(super) fn path_of(merge: &Merge, step: usize) -> String {
    let step = &merge.steps[step];
    format!(
        "{} {}",
        merge.step_path(step),
        step.detail.as_deref().unwrap_or_default()
    )
}

pub(super) fn place_of(merge: &Merge, step: usize) -> String {
    merge.step_path(&merge.steps[step]).to_string()
}

/// The identity of a finding before and after the change.
pub(super) type FindingName = (Rule, String);
