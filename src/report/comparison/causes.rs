//! Computes why two strategic semantics differ. A semantics is a set of decisions: one decision of one
//! semantics is switched to the choice of the other, and the inputs are merged again. If the difference is
//! gone, the decision is its cause. If no single decision removes it, the causes are the decisions that
//! change it, and a smallest set that removes it together.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::align_rows;
use super::deciding_step::{self, DecidingSteps};
use super::difference::{Difference, DifferenceKind, DifferenceSide};
use super::merge_comparison::{MergeComparison, have_same_documents};
use crate::document::{Path, Segment, write};
use crate::merge::{Decision, Dialect, Inputs, Merge, Rule, Semantics, merge};
use crate::parallel::map;
use crate::report::decisions::{self, DecisionText};
use crate::report::rows::heights::Heights;

/// Maximum number of result nodes of all merges that search for causes.
const MAX_NODES: usize = 3_000_000;

/// Maximum length of a value that is compared, in characters.
const MAX_VALUE_CHARS: usize = 200;

/// The identity of a difference in other comparisons of the same documents.
type DifferenceKey = (Path, &'static str);

/// The differences of two merges.
struct Differences {
    rejected: [bool; 2],
    keys: Vec<DifferenceKey>,
    /// The details of each difference.
    details: FxHashMap<DifferenceKey, String>,
    /// The paths of the maps and lists with a value that differs or that only one result has.
    above: FxHashSet<Path>,
}

/// The effect of a switched decision on a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum CauseEffect {
    #[default]
    Same,
    Changed,
    Gone,
}

/// The decisions with the strongest effect on a difference when switched alone.
#[derive(Clone, Debug, Default)]
struct Strongest {
    effect_on: CauseEffect,
    decisions: Vec<Decision>,
}

impl Strongest {
    fn add(&mut self, decision: Decision, effect_on: CauseEffect) {
        if effect_on > self.effect_on {
            self.effect_on = effect_on;
            self.decisions.clear();
        }
        if effect_on == self.effect_on
            && effect_on != CauseEffect::Same
            && self.decisions.last() != Some(&decision)
        {
            self.decisions.push(decision);
        }
    }
}

impl MergeComparison {
    /// Finds the decisions that cause each difference between two strategic semantics. Each decision that a
    /// merge reached costs one more merge.
    #[must_use]
    pub fn with_causes(mut self) -> Self {
        let Some(dialects) = self.dialects().filter(|_| have_same_documents(&self.merges)) else {
            return self;
        };
        // No decision of a merge rejects a text.
        let is_unread = |merge: &Merge| {
            merge
                .rejection()
                .is_some_and(|it| it.rule == Rule::UnreadablePatch)
        };
        if self.differences.is_empty() || self.merges.iter().any(is_unread) {
            return self;
        }
        let size: usize = self.merges.iter().map(|merge| merge.tree.node_count()).sum();
        let mut left = MAX_NODES / size.max(1);
        let before = differences(self.merges.each_ref(), &self.differences);
        let strongest = self.switch_each(dialects, &before, &mut left);
        let mut known = FxHashMap::default();
        for (
            at,
            Strongest {
                effect_on,
                mut decisions,
            },
        ) in strongest.into_iter().enumerate()
        {
            // Decisions that only change the difference are not the whole cause.
            if effect_on != CauseEffect::Gone {
                decisions.extend(self.joint_causes(at, dialects, &before, &mut known, &mut left));
                decisions.sort_unstable();
                decisions.dedup();
            }
            self.differences[at].causes = decisions;
        }
        self.drop_common_steps();
        self
    }

    /// Switches each decision that a merge reached, one at a time.
    fn switch_each(
        &mut self,
        dialects: [Dialect; 2],
        before: &Differences,
        left: &mut usize,
    ) -> Vec<Strongest> {
        let mut switches = Vec::new();
        for decision in dialects[0].differences(dialects[1]) {
            for side in DifferenceSide::BOTH {
                if !self.merge(side).reached.has(decision) {
                    continue;
                }
                let Some(fewer) = left.checked_sub(1) else {
                    self.has_untried_causes = true;
                    continue;
                };
                *left = fewer;
                switches.push((decision, side));
            }
        }
        let count = self.differences.len();
        let effects = map(&switches, |(decision, side)| {
            let [own, other] = [*side, side.other()].map(|side| dialects[side as usize]);
            let after = self.differences_with(*side, own.with_choice_from(*decision, other));
            let effects = (0..count).map(|at| self.effect_on(at, before, &after));
            effects.collect::<Vec<CauseEffect>>()
        });
        let mut strongest = vec![Strongest::default(); count];
        for ((decision, _), effects) in switches.iter().zip(effects) {
            for (strongest, effect_on) in strongest.iter_mut().zip(effects) {
                strongest.add(*decision, effect_on);
            }
        }
        strongest
    }

    /// Finds a smallest set of decisions that cause a difference together: starts with all decisions in which
    /// the semantics differ, and keeps those that cannot be switched back without the difference. `known` are
    /// the merges of earlier searches.
    fn joint_causes(
        &mut self,
        at: usize,
        dialects: [Dialect; 2],
        before: &Differences,
        known: &mut FxHashMap<Dialect, Differences>,
        left: &mut usize,
    ) -> Vec<Decision> {
        let mut switched = dialects[1];
        for decision in dialects[0].differences(dialects[1]) {
            let fewer = switched.with_choice_from(decision, dialects[0]);
            let after = match known.entry(fewer) {
                Entry::Occupied(after) => after.into_mut(),
                Entry::Vacant(place) => {
                    let Some(rest) = left.checked_sub(1) else {
                        self.has_untried_causes = true;
                        return Vec::new();
                    };
                    *left = rest;
                    place.insert(self.differences_with(DifferenceSide::First, fewer))
                }
            };
            if self.effect_on(at, before, after) == CauseEffect::Gone {
                switched = fewer;
            }
        }
        switched.differences(dialects[0]).collect()
    }

    /// Removes the steps that both merges have in common.
    fn drop_common_steps(&mut self) {
        let deciding = self.merges.each_ref().map(DecidingSteps::new);
        let is_explained = |difference: &&mut Difference| {
            !difference.causes.is_empty() && !matches!(difference.kind, DifferenceKind::Verdict { .. })
        };
        for difference in self.differences.iter_mut().filter(is_explained) {
            deciding_step::drop_common(&self.merges, &deciding, difference);
        }
    }

    /// Returns the two semantics if both are strategic.
    fn dialects(&self) -> Option<[Dialect; 2]> {
        match DifferenceSide::BOTH.map(|side| self.semantics(side)) {
            [Semantics::Strategic(first), Semantics::Strategic(second)] => Some([first, second]),
            _ => None,
        }
    }

    /// Returns the decisions in which the semantics differ; empty if one of them is not strategic.
    pub fn decisions(&self) -> Vec<DecisionText> {
        let [first, second] = &self.merges;
        let reached = first.reached.or(second.reached);
        let text = |dialects| decisions::differences(dialects, reached);
        self.dialects().map(text).unwrap_or_default()
    }

    /// Describes the decisions that cause a difference. Several decisions, none of which causes it alone,
    /// cause it together.
    pub fn causes(&self, difference: &Difference) -> Vec<DecisionText> {
        let is_cause = |text: &DecisionText| difference.causes.contains(&text.decision);
        self.decisions().into_iter().filter(is_cause).collect()
    }

    /// Returns whether the inputs were too large to try all decisions.
    pub fn has_untried_causes(&self) -> bool {
        self.has_untried_causes
    }

    /// Returns the differences if one side has another semantics.
    fn differences_with(&self, side: DifferenceSide, dialect: Dialect) -> Differences {
        let inputs = Inputs {
            semantics: Semantics::Strategic(dialect),
            ..self.merge(side).inputs.clone()
        };
        let switched = merge(inputs, false);
        let switched_heights = Heights::new(&switched.tree);
        let (mut merges, mut heights) = (self.merges.each_ref(), self.heights.each_ref());
        merges[side as usize] = &switched;
        heights[side as usize] = &switched_heights;
        let found = align_rows::align(merges, heights).1;
        let is_rejected = merges.iter().any(|merge| merge.rejection().is_some());
        differences(merges, if is_rejected { &[] } else { &found })
    }

    /// Returns the effect on a difference.
    fn effect_on(&self, at: usize, before: &Differences, after: &Differences) -> CauseEffect {
        let difference = &self.differences[at];
        let is_verdict = matches!(difference.kind, DifferenceKind::Verdict { .. });
        if is_verdict && after.rejected[0] == after.rejected[1] {
            return CauseEffect::Gone;
        }
        if is_verdict || after.rejected.contains(&true) {
            return CauseEffect::Same;
        }
        let key = &before.keys[at];
        match after.details.get(key) {
            Some(detail) if before.details.get(key) == Some(detail) => CauseEffect::Same,
            Some(_) => CauseEffect::Changed,
            None if is_within_another(&key.0, after) => CauseEffect::Changed,
            // A change of the items' values does not change the order of a list.
            None if difference.kind != DifferenceKind::Order && after.above.contains(&key.0) => {
                CauseEffect::Changed
            }
            None => CauseEffect::Gone,
        }
    }
}

/// Returns whether there is a difference at the path or an ancestor.
fn is_within_another(path: &Path, differences: &Differences) -> bool {
    let above = (0..=path.0.len()).map(|length| Path(path.0[..length].to_vec()));
    let kinds = ["value", "only-first", "only-second"];
    above
        .flat_map(|path| kinds.map(|kind| (path.clone(), kind)))
        .any(|key| differences.details.contains_key(&key))
}

fn differences(merges: [&Merge; 2], differences: &[Difference]) -> Differences {
    let keys: Vec<DifferenceKey> = differences
        .iter()
        .map(|difference| key(merges, difference))
        .collect();
    let details = differences.iter().map(|difference| detail(merges, difference));
    let of_values = keys
        .iter()
        .filter(|(_, kind)| *kind != DifferenceKind::Order.name());
    let above =
        of_values.flat_map(|(path, _)| (0..path.0.len()).map(|length| Path(path.0[..length].to_vec())));
    Differences {
        rejected: merges.map(|merge| merge.rejection().is_some()),
        above: above.collect(),
        details: keys.iter().cloned().zip(details).collect(),
        keys,
    }
}

fn key(merges: [&Merge; 2], difference: &Difference) -> DifferenceKey {
    let mut paths = DifferenceSide::BOTH.iter().filter_map(|side| {
        let id = difference.nodes[*side as usize]?;
        Some(merges[*side as usize].path(id))
    });
    (paths.next().unwrap_or_default(), difference.kind.name())
}

/// Returns the details that identify a difference at its path: the values, or the orders of the moved items.
fn detail(merges: [&Merge; 2], difference: &Difference) -> String {
    let side = |side: DifferenceSide| {
        let merge = merges[side as usize];
        match difference.kind {
            DifferenceKind::Value => difference.nodes[side as usize].map_or_else(String::new, |id| {
                write::value_text(&merge.tree, id, MAX_VALUE_CHARS)
            }),
            DifferenceKind::Order => {
                let mut moved = difference.moved.clone();
                moved.sort_by_key(|moved| moved.positions[side as usize]);
                let Some(list) = difference.nodes[side as usize] else {
                    return String::new();
                };
                let field = merge.field(list);
                let name = |id| segment_text(merge.item_segment(list, id, field.as_ref()));
                let names: Vec<String> = moved
                    .iter()
                    .map(|moved| name(moved.items[side as usize]))
                    .collect();
                names.join(" ")
            }
            DifferenceKind::Only(_) | DifferenceKind::Verdict { .. } => String::new(),
        }
    };
    let [first, second] = DifferenceSide::BOTH.map(side);
    format!("{first}\n{second}")
}

fn segment_text(segment: Segment) -> String {
    Path(vec![segment]).to_string()
}
