//! Proves many fixes with a few merges: each merge has the edits of about half of them. A fix is proven if every merge with
//! its edits is fine. For each two fixes there is a merge with the edits of only one of them, so that no fix needs the
//! other. A fix that is not proven here can be proven alone.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Candidate, Certainty, PatchChange, Subject};
use super::edit_effect::{WrittenTexts, leaves_nothing, own_nodes};
use super::emptied::empties_value;
use super::equal_items::adds_equal_items;
use super::joint::Joint;
use super::proof::{
    FindingName, MovedTexts, Proof, Scopes, StillRejected, differs_only_in, findings, is_copied,
    is_of_server, is_required, newly_required, path_of, place_of, scope,
};
use crate::document::write::{TextEdit, apply_edits};
use crate::document::{Document, Numbers, Tree, same};
use crate::merge::{Merge, Rule};

/// Fewer fixes are proven one by one.
pub(super) const MIN_TOGETHER: usize = 5;

/// For more fixes than `1 << MAX_BITS`, most pairs are separated by chance.
const MAX_BITS: u32 = 8;

/// The fixes next to each other that are always separated.
const LOW_BITS: u32 = 5;

/// Mixes the bits of a number.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Maximum number of groups whose edits overlap with those of another group.
const MAX_LAYERS: usize = 6;

/// A candidate with its edits.
pub(super) struct Attempt<'s, 'm> {
    pub(super) subject: &'s Subject<'m>,
    pub(super) candidate: &'s Candidate,
    pub(super) edits: Vec<TextEdit>,
    own: FindingName,
    /// Where the result may change. `None`: nowhere.
    scope: Option<Vec<String>>,
}

impl<'s, 'm> Attempt<'s, 'm> {
    /// Returns `None` if the candidate has no small edits.
    pub(super) fn new(subject: &'s Subject<'m>, candidate: &'s Candidate) -> Option<Self> {
        let edits = match &candidate.change {
            PatchChange::Values(draft) => draft.quick_edits()?,
            PatchChange::Text(edit) => vec![edit.clone()],
        };
        let is_guess = candidate.certainty == Certainty::Guess;
        let is_certain = !edits.is_empty() && (is_guess || !empties_value(subject, candidate));
        is_certain.then(|| Self {
            subject,
            candidate,
            edits,
            own: (subject.step.rule, path_of(subject.merge, subject.index)),
            scope: match candidate.certainty {
                Certainty::SameResult => None,
                Certainty::IgnoredStatus => Some(vec!["status".to_owned()]),
                Certainty::Intended | Certainty::Guess => Some(scope(subject)),
            },
        })
    }
}

/// The texts that attempts wrote, with the attempt and the number of its edit.
type WrittenParts = WrittenTexts<(usize, usize)>;

/// Returns the positions of attempts in groups whose edits do not overlap or touch.
fn layers(attempts: &[Attempt<'_, '_>]) -> Vec<Vec<usize>> {
    let mut layers: Vec<((usize, usize), Vec<usize>)> = Vec::new();
    let mut order: Vec<usize> = (0..attempts.len()).collect();
    let start = |at: usize| {
        let Attempt { subject, edits, .. } = &attempts[at];
        (subject.patch, edits.first().map_or(0, |edit| edit.start))
    };
    order.sort_by_key(|at| start(*at));
    for at in order {
        let Attempt { subject, edits, .. } = &attempts[at];
        let end = (subject.patch, edits.last().map_or(0, |edit| edit.end));
        match layers.iter().position(|(taken, _)| *taken < start(at)) {
            Some(layer) => {
                layers[layer].0 = end;
                layers[layer].1.push(at);
            }
            None if layers.len() < MAX_LAYERS => layers.push((end, vec![at])),
            None => {}
        }
    }
    layers.into_iter().map(|(_, all)| all).collect()
}

impl Proof<'_> {
    /// Returns the attempts that are proven, by their position.
    pub(super) fn prove_together(&mut self, attempts: &[Attempt<'_, '_>]) -> FxHashSet<usize> {
        let mut proven = FxHashSet::default();
        for layer in layers(attempts) {
            // What one may change lies outside of what another one may change, or is the same.
            let mut classes: FxHashMap<(usize, Option<usize>), Vec<usize>> = FxHashMap::default();
            for at in layer {
                let attempt = &attempts[at];
                let depth = attempt.scope.as_ref().map(Vec::len);
                let class = classes.entry((attempt.subject.patch, depth));
                class.or_default().push(at);
            }
            let mut classes: Vec<_> = classes.into_iter().collect();
            classes.sort_unstable();
            for (_, class) in classes {
                if class.len() >= MIN_TOGETHER {
                    proven.extend(self.proven_in(attempts, class));
                }
            }
        }
        proven
    }

    /// Returns the attempts whose texts have the values that they want, by their position. For what only the user can
    /// decide; what the API server says is not known without a merge.
    pub(super) fn readable_together(&self, attempts: &[Attempt<'_, '_>]) -> Vec<usize> {
        let mut readable = Vec::new();
        let is_free = |at: &usize| !is_of_server(attempts[*at].subject.step.rule);
        for layer in layers(attempts) {
            let mut patches: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
            for at in layer.into_iter().filter(is_free) {
                patches.entry(attempts[at].subject.patch).or_default().push(at);
            }
            for all in patches.into_values() {
                if all.len() >= MIN_TOGETHER && self.changed(attempts, &all).is_some() {
                    readable.extend(all);
                }
            }
        }
        readable
    }

    /// Returns the proven attempts of a class.
    fn proven_in(&mut self, attempts: &[Attempt<'_, '_>], class: Vec<usize>) -> Vec<usize> {
        let mut failing = self.failing(attempts, class.clone());
        let class: Vec<usize> = class.into_iter().filter(|at| !failing.contains(at)).collect();
        let bits = usize::BITS - class.len().saturating_sub(1).leading_zeros();
        for round in 0..bits.min(MAX_BITS) {
            let side = |number: usize| match bits > MAX_BITS && round >= LOW_BITS {
                true => ((number as u64 + 1).wrapping_mul(MIXER) >> (56 + round)) & 1 == 0,
                false => (number >> round) & 1 == 0,
            };
            for wanted in [true, false] {
                let half = class
                    .iter()
                    .enumerate()
                    .filter(|(number, at)| side(*number) == wanted && !failing.contains(*at));
                let half = half.map(|(_, at)| *at).collect();
                let more = self.failing(attempts, half);
                failing.extend(more);
            }
        }
        class.into_iter().filter(|at| !failing.contains(at)).collect()
    }

    /// Returns the attempts because of which a merge with all of them is not fine.
    fn failing(&mut self, attempts: &[Attempt<'_, '_>], all: Vec<usize>) -> FxHashSet<usize> {
        let (mut failing, mut todo) = (FxHashSet::default(), vec![all]);
        while let Some(mut all) = todo.pop() {
            if all.is_empty() {
                continue;
            }
            if self.joint_merges == 0 {
                failing.extend(all);
                continue;
            }
            self.joint_merges -= 1;
            let Err(guilty) = self.try_together(attempts, &all) else {
                continue;
            };
            if all.len() == 1 {
                failing.extend(all);
            } else if guilty.is_empty() {
                let second = all.split_off(all.len() / 2);
                todo.extend([all, second]);
            } else {
                all.retain(|at| !guilty.contains(at));
                failing.extend(guilty);
                todo.push(all);
            }
        }
        failing
    }

    /// Merges with the edits of several attempts. Returns those that are guilty if something is not fine; an empty set if
    /// that is not known.
    fn try_together(&mut self, attempts: &[Attempt<'_, '_>], all: &[usize]) -> Result<(), FxHashSet<usize>> {
        let unknown = FxHashSet::default;
        let (patch, written) = self.changed(attempts, all).ok_or_else(unknown)?;
        let number = attempts[all[0]].subject.patch;
        let before = self.before;
        let after = self.merge_with(number, patch).ok_or_else(unknown)?;
        let Some(patch) = after.inputs.patches.get(number) else {
            return Err(unknown());
        };
        let parts = |step: usize| {
            let nodes = own_nodes(&after, step, number);
            nodes.filter_map(|node| written.at(patch.entry_span(node).start as usize))
        };
        let is_rejected = match (before.rejection(), after.rejection()) {
            (None, None) => false,
            (Some(old), Some(new)) => {
                let place = |merge: &Merge, step: u32| place_of(merge, step as usize);
                if old.rule != new.rule || place(before, old.step) != place(&after, new.step) {
                    return Err(unknown());
                }
                true
            }
            (None, Some(new)) => return Err(parts(new.step as usize).map(|it| it.0).collect()),
            (Some(_), None) => return Err(unknown()),
        };
        if !is_rejected {
            let still = StillRejected::new(&after);
            let guilty: FxHashSet<usize> = all
                .iter()
                .copied()
                .filter(|at| still.has(attempts[*at].subject))
                .collect();
            if !guilty.is_empty() {
                return Err(guilty);
            }
        }
        if leaves_nothing(before, &after)
            || adds_equal_items(before, &after)
            || !is_rejected && self.adds_violation(&after)
        {
            return Err(unknown());
        }
        self.only_known_after(attempts, all, &after, &parts)?;
        if is_rejected {
            return Ok(());
        }
        let mut scopes = Scopes::default();
        for scope in all.iter().filter_map(|at| attempts[*at].scope.as_ref()) {
            scopes.add(scope);
        }
        match differs_only_in(&before.tree, &after.tree, &scopes) {
            true => Ok(()),
            false => Err(unknown()),
        }
    }

    /// Returns the patch with the edits of several attempts, if it has the values that they want.
    fn changed(&self, attempts: &[Attempt<'_, '_>], all: &[usize]) -> Option<(Document, WrittenParts)> {
        let subject = attempts[*all.first()?].subject;
        let document = subject.document;
        let of_all = all.iter().flat_map(|at| {
            let edits = attempts[*at].edits.iter().enumerate();
            edits.map(|(number, edit)| (edit, (*at, number)))
        });
        let mut edits: Vec<(&TextEdit, (usize, usize))> = of_all.collect();
        edits.sort_by_key(|(edit, _)| (edit.start, edit.end));
        let written = WrittenTexts::new(&edits);
        let edits: Vec<TextEdit> = edits.into_iter().map(|(edit, _)| edit.clone()).collect();
        let patch = self
            .read(document.name(), apply_edits(document.text(), &edits))
            .ok()?;
        let drafts = all.iter().filter_map(|at| match &attempts[*at].candidate.change {
            PatchChange::Values(draft) => Some(draft),
            PatchChange::Text(_) => None,
        });
        let joint = Joint::new(document, drafts.collect())?;
        let is_as_wanted = patch.warnings().len() <= self.known_warnings(subject)
            && same(&patch, patch.root(), &joint, joint.top(), Numbers::ByValue);
        is_as_wanted.then_some((patch, written))
    }

    /// Checks that the findings of the attempts are gone and no other finding is new.
    fn only_known_after<W: Iterator<Item = (usize, usize)>>(
        &self,
        attempts: &[Attempt<'_, '_>],
        all: &[usize],
        after: &Merge,
        parts: &impl Fn(usize) -> W,
    ) -> Result<(), FxHashSet<usize>> {
        let found = findings(after, path_of);
        let count = |all: &FxHashMap<FindingName, usize>, name: &FindingName| {
            all.get(name).copied().unwrap_or_default()
        };
        let mut known = self.findings.clone();
        let mut removed: FxHashMap<Rule, usize> = FxHashMap::default();
        for at in all {
            if let Some(count) = known.get_mut(&attempts[*at].own) {
                *count = count.saturating_sub(1);
            }
            *removed.entry(attempts[*at].own.0).or_default() += 1;
        }
        let required = newly_required(after, &known);
        let is_bad = |at: &&usize| {
            let Attempt { subject, own, .. } = &attempts[**at];
            count(&found, own) > count(&known, own)
                || is_copied(subject, after)
                || is_required(subject, &required)
        };
        let guilty: FxHashSet<usize> = all.iter().filter(is_bad).copied().collect();
        if !guilty.is_empty() {
            return Err(guilty);
        }
        let subject = attempts[all[0]].subject;
        let fixes = all.iter().map(|at| &*attempts[*at].edits);
        let (mut fresh, steps) = self.fresh(after, (found, &known), fixes, subject.patch);
        if fresh.iter().any(|rule| self.can_be_revealed(*rule)) {
            let is_new_text = |(at, edit): &(usize, usize)| {
                let Attempt { subject, edits, .. } = &attempts[*at];
                !MovedTexts::new(subject, edits).has(&edits[*edit].text)
            };
            let findings = (0..after.steps.len()).filter(|at| after.steps[*at].rule.is_finding());
            let guilty: FxHashSet<usize> = findings
                .flat_map(parts)
                .filter(is_new_text)
                .map(|(at, _)| at)
                .collect();
            if !guilty.is_empty() {
                return Err(guilty);
            }
            fresh.retain(|rule| !self.can_be_revealed(*rule));
        }
        let removed = |rule| removed.get(&rule).copied().unwrap_or_default();
        match self.is_known_by_place(subject, after, removed, &mut fresh) {
            true => Ok(()),
            false => {
                let guilty = steps
                    .into_iter()
                    .filter(|at| fresh.contains(&after.steps[*at].rule));
                Err(guilty.flat_map(parts).map(|(at, _)| at).collect())
            }
        }
    }
}
