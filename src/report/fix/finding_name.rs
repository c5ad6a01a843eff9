//! The identity of findings, to compare those before and after a fix.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::merge::{Merge, Rule};

/// Counts the findings of a merge by rule and `name`.
pub(super) fn findings(
    merge: &Merge,
    name: impl Fn(&Merge, usize) -> String,
) -> FxHashMap<FindingName, usize> {
    counted(merge, |rule| rule.is_finding(), name)
}

/// Counts the findings of some rules by rule and `name`.
pub(super) fn findings_of(
    merge: &Merge,
    rules: &FxHashSet<Rule>,
    name: impl Fn(&Merge, usize) -> String,
) -> FxHashMap<FindingName, usize> {
    counted(merge, |rule| rule.is_finding() && rules.contains(&rule), name)
}

fn counted(
    merge: &Merge,
    is_counted: impl Fn(Rule) -> bool,
    name: impl Fn(&Merge, usize) -> String,
) -> FxHashMap<FindingName, usize> {
    let mut all = FxHashMap::default();
    for (at, step) in merge.steps.iter().enumerate() {
        if is_counted(step.rule) {
            *all.entry((step.rule, name(merge, at))).or_default() += 1;
        }
    }
    all
}

pub(super) fn path_of(merge: &Merge, step: usize) -> String {
    let step = &merge.steps[step];
    format!("{} {}", merge.step_path(step), step.detail())
}

pub(super) fn place_of(merge: &Merge, step: usize) -> String {
    merge.step_path(&merge.steps[step]).to_string()
}

/// The identity of a finding before and after the change.
pub(super) type FindingName = (Rule, String);
