//! Fixes of findings as edits of the text of a patch, for `lint --fix`, JSON output and the explorer.
//!
//! [`fix`] gets candidates from the file of the topic (`directives`, `items`, `item_types`, `duplicates`, `order`, `values`,
//! `texts`, `places`, `result`, `policy`),
//! the best one first. `proof` applies each candidate to the text and merges again. A candidate is
//! machine-applicable only if the finding is gone, no other finding is new and the rest of the result stays
//! the same. All others need a decision. [`fixes`] first tries the candidates of all findings with a few merges (`together`).

mod candidate;
mod directives;
mod draft;
mod duplicates;
mod edit_effect;
mod emptied;
mod equal_items;
mod finding_name;
mod hidden_fix;
mod item_places;
mod item_types;
mod items;
mod joint;
mod named_items;
mod operations;
mod order;
mod other_names;
mod places;
mod pointers;
mod policy;
mod proof;
mod result;
mod scope;
mod texts;
mod together;
mod unhidden;
mod values;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

pub(crate) use self::candidate::Removal;
use self::candidate::{Candidate, Certainty, ListItems, Offers, Subject, first_line};
pub(crate) use self::edit_effect::leaves_nothing;
use self::proof::{Proof, Proved};
pub(crate) use self::result::kind_edits;
use self::together::Attempt;
use crate::document::write::{TextEdit, apply_edits};
use crate::document::{Document, Segment};
use crate::merge::{Merge, PatchType, Rule, ServerMessage, Step, merge_with_steps};
use crate::report::redact::originals;

/// Bytes that can be parsed and merged again to prove fixes one by one; a few times the size of larger inputs. Fixes
/// without a proof need a decision.
const PROOF_BYTES: usize = 2 << 20;

/// The number of times that large inputs can be parsed and merged again.
const LARGE_PROOFS: usize = 4;

/// Maximum number of fixes that are tried for findings that follow from other mistakes.
const MAX_CAUSES: usize = 16;

/// Maximum number of fixes proven together that are also judged without the rejection of the patch. The others need a
/// decision.
const MAX_UNHIDDEN: usize = 64;

/// Maximum number of candidates of a finding that are tried together with those of others.
const MAX_ROUNDS: usize = 6;

/// Maximum size of inputs that are merged again, in bytes.
const MAX_PROVEN_BYTES: usize = 8 << 20;

/// Returns the bytes that can be parsed and merged again to prove the fixes of inputs with `size` bytes one by one.
fn proof_bytes(size: usize) -> usize {
    match size <= MAX_PROVEN_BYTES {
        true => PROOF_BYTES.max(LARGE_PROOFS * size),
        false => 0,
    }
}

/// Whether a program can apply a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// The fix removes the finding, and the rest of the patch has the same effect.
    MachineApplicable,
    /// The user must decide what was intended.
    NeedsDecision,
}

/// A change of a patch that fixes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The help: the change as a sentence, possibly with other ways to fix the finding and with patch lines.
    pub sentence: String,
    /// What the edits do, on one line.
    pub change: String,
    /// Whether a program can apply the fix.
    pub applicability: Applicability,
    /// Whether all candidates were tried. Those of many findings or of large inputs are not.
    pub is_tried: bool,
    /// The index of the edited patch, from 0.
    pub patch: usize,
    /// The edits of its text in order; empty if the new text is not known.
    pub edits: Vec<TextEdit>,
    /// Whether the edits can have hidden values of a Secret.
    pub hides_edits: bool,
    /// What the help says, if it is only about a removal.
    pub(crate) removal: Option<Removal>,
}

/// An edit in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FixEdit {
    /// The name of the document.
    pub file: String,
    /// The first byte that is replaced, from 0.
    pub byte_start: usize,
    /// The byte after the last byte that is replaced.
    pub byte_end: usize,
    /// The line of the first byte, from 1.
    pub line: u32,
    /// The column of the first byte in characters, from 1.
    pub column: u32,
    /// The line of the byte after the last one, from 1. Only SARIF needs it.
    #[serde(skip)]
    pub end_line: u32,
    /// The column of the byte after the last one in characters, from 1. Only SARIF needs it.
    #[serde(skip)]
    pub end_column: u32,
    /// The new text.
    pub replacement: String,
}

/// A fix in JSON output: the sentence, its applicability and its edits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FixReport {
    /// The sentence.
    pub fix: String,
    /// Whether a program can apply the fix.
    pub applicability: Applicability,
    /// `Some(false)` if the fix needs a decision because it was not tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<bool>,
    /// The edits.
    pub edits: Vec<FixEdit>,
}

impl FixReport {
    /// Returns an empty report, for merges without a trace.
    pub(crate) fn none() -> Self {
        Self {
            fix: String::new(),
            applicability: Applicability::NeedsDecision,
            tried: None,
            edits: Vec::new(),
        }
    }

    /// Describes the fix of a step of a merge.
    pub fn new(merge: &Merge, fix: &Fix) -> Self {
        let edits = match fix.hides_edits {
            true => Vec::new(),
            false => fix.edits_in(merge),
        };
        Self {
            fix: fix.sentence.clone(),
            applicability: fix.applicability,
            tried: fix.is_untried().then_some(false),
            edits,
        }
    }
}

impl Fix {
    /// Returns whether a program can apply the fix.
    pub fn is_machine_applicable(&self) -> bool {
        self.applicability == Applicability::MachineApplicable
    }

    /// Returns whether the fix needs a decision, perhaps only because it was not tried.
    pub fn is_untried(&self) -> bool {
        !self.is_tried && !self.is_machine_applicable()
    }

    /// Returns the edits with their file and positions.
    fn edits_in(&self, merge: &Merge) -> Vec<FixEdit> {
        let Some(shown) = merge.inputs.patches.get(self.patch) else {
            return Vec::new();
        };
        let document: &Document = shown.original().unwrap_or(shown);
        let position = |byte: usize| document.lines().position(document.text(), byte as u32);
        let positioned = |edit: &TextEdit| {
            let (at, end) = (position(edit.start), position(edit.end));
            FixEdit {
                file: document.name().to_owned(),
                byte_start: edit.start,
                byte_end: edit.end,
                line: at.line,
                column: at.column,
                end_line: end.line,
                end_column: end.column,
                replacement: edit.text.clone(),
            }
        };
        self.edits.iter().map(positioned).collect()
    }

    /// Returns the text of the patch with the fix applied.
    pub fn apply(&self, merge: &Merge) -> String {
        let shown = merge.inputs.patches.get(self.patch);
        shown.map_or_else(String::new, |shown| {
            apply_edits(shown.original_text(), &self.edits)
        })
    }
}

/// Returns the fixes of the findings of a merge; `None` for steps that are not findings.
pub fn fixes(merge: &Merge) -> Vec<Option<Fix>> {
    let indexes: Vec<usize> = (0..merge.steps.len()).collect();
    fixes_of(merge, &indexes)
}

/// Returns the fix of a step, if it is a finding.
pub fn fix(merge: &Merge, step: usize) -> Option<Fix> {
    match is_consequence(merge, step) {
        true => fixes(merge).get(step)?.clone(),
        false => fixes_of(merge, &[step]).pop().flatten(),
    }
}

/// Returns the steps that are findings, without their fixes.
pub(crate) fn found_steps(merged: &Merge) -> Vec<usize> {
    let real = with_values(merged);
    let merge = real.as_ref().unwrap_or(merged);
    let steps = 0..merged.steps.len();
    steps.filter(|step| is_finding(merged, merge, *step)).collect()
}

/// Returns the merge of the values that placeholders hide. It has the same steps, but other texts.
fn with_values(merged: &Merge) -> Option<Merge> {
    let inputs = &merged.inputs;
    let is_hidden = inputs
        .patches
        .iter()
        .chain([&inputs.live])
        .any(|it| it.original().is_some());
    is_hidden.then(|| merge_with_steps(originals(inputs.clone()), true, merged.server_steps))
}

/// Returns whether a step is a finding in the merge that is shown and in the real one.
fn is_finding(shown: &Merge, real: &Merge, step: usize) -> bool {
    let own = real.steps.get(step).map(|step| step.rule);
    shown.steps.get(step).map(|step| step.rule) == own && own.is_some_and(|rule| rule.is_finding())
}

fn fixes_of(merged: &Merge, steps: &[usize]) -> Vec<Option<Fix>> {
    let is_found = |step: &usize| merged.steps.get(*step).is_some_and(|step| step.rule.is_finding());
    if !steps.iter().any(is_found) {
        return steps.iter().map(|_| None).collect();
    }
    // The rejected operation is about the object that the operations before it changed.
    let reached = merged.is_unwritten.then(|| {
        let mut reached = merged.clone();
        reached.seek(reached.steps.len());
        reached
    });
    let merged = reached.as_ref().unwrap_or(merged);
    let real = with_values(merged);
    let is_hidden = real.is_some();
    let merge = real.as_ref().unwrap_or(merged);
    let mut proof = Proof::new(merge, proof_bytes(merge.inputs.size()));
    let shown_items = Rc::new(ListItems::default());
    let is_finding = |step: &usize| is_finding(merged, merge, *step);
    let findings: Vec<usize> = steps.iter().copied().filter(is_finding).collect();
    let near = near_rejection(merge, &findings, &proof.list_items);
    let has_others = findings.len() > near.len();
    let mut together = first_fixes(merge, (&near, has_others), &mut proof);
    let others: Vec<usize> = findings
        .iter()
        .copied()
        .filter(|step| !together.contains_key(step))
        .collect();
    together.extend(self::together(merge, &others, &mut proof));
    let one = |step: &usize| {
        is_finding(step).then(|| {
            let fix = match together.remove(step) {
                Some(fix) => fix,
                None => fix_of(merge, *step, &mut proof),
            };
            match is_hidden {
                true => without_values(fix, merged, *step, &shown_items),
                false => fix,
            }
        })
    };
    let mut all: Vec<Option<Fix>> = steps.iter().map(one).collect();
    let is_pending = |at: &usize| {
        let fix = all[*at].as_ref();
        is_consequence(merge, steps[*at]) && fix.is_some_and(|fix| !fix.is_machine_applicable())
    };
    let mut pending: Vec<usize> = (0..steps.len()).filter(is_pending).collect();
    let is_near = |at: &usize| near.contains(&steps[*at]);
    let mut in_order: Vec<usize> = (0..steps.len()).collect();
    in_order.sort_by_key(|at| !is_near(at));
    let mut causes: Vec<Fix> = in_order
        .into_iter()
        .filter_map(|at| all[at].clone())
        .filter(Fix::is_machine_applicable)
        .collect();
    causes.truncate(MAX_CAUSES);
    for cause in causes {
        if pending.is_empty() {
            break;
        }
        let open: Vec<usize> = pending.iter().map(|at| steps[*at]).collect();
        let ended = proof.ended(cause.patch, &cause.edits, &open);
        pending.retain(|at| {
            let is_ended = ended.contains(&steps[*at]);
            if is_ended {
                all[*at] = Some(cause.clone());
            }
            !is_ended
        });
    }
    for at in pending {
        if let Some(fix) = fix_of_key(merge, (steps, &all), at, &mut proof) {
            all[at] = Some(fix);
        }
    }
    all
}

/// Returns the rejection among the findings and those next to the rejected node, whose fixes can end it.
fn near_rejection(merge: &Merge, findings: &[usize], list_items: &Rc<ListItems>) -> Vec<usize> {
    let Some(rejection) = merge.rejection() else {
        return Vec::new();
    };
    let step = rejection.step as usize;
    let Some(rejected) = Subject::new(merge, step, list_items) else {
        return Vec::new();
    };
    let is_near = |at: &usize| {
        let Some(other) = Subject::new(merge, *at, list_items).filter(|it| it.patch == rejected.patch) else {
            return false;
        };
        match (rejected.node, other.node) {
            (Some(rejected), Some(node)) => {
                let parent = other.parent(node);
                node == rejected || parent == Some(rejected) || parent == other.parent(rejected)
            }
            _ => false,
        }
    };
    let others = findings.iter().copied().filter(|at| *at != step && is_near(at));
    let own = findings.iter().copied().filter(|at| *at == step);
    own.chain(others).take(MAX_CAUSES).collect()
}

/// Finds the fixes of a rejection and of what is next to it with a budget of their own. Many other findings would use it up,
/// and without these fixes no other can be judged.
fn first_fixes(
    merge: &Merge,
    (near, has_others): (&[usize], bool),
    proof: &mut Proof<'_>,
) -> FxHashMap<usize, Fix> {
    let mut found = FxHashMap::default();
    if merge.rejection().is_none() {
        return found;
    }
    let bytes = proof.bytes;
    for step in near {
        let fix = fix_of(merge, *step, proof);
        // What was not tried can still be proven together with others.
        if !fix.is_untried() || merge.steps[*step].rule.is_rejection() {
            found.insert(*step, fix);
        }
    }
    proof.bytes = bytes;
    if has_others {
        proof.prepare_unhidden(machine_fix);
        proof.bytes = bytes;
    }
    found
}

/// Returns the fix of a finding about the merge key of the same list, for a duplicate value in the result: it keeps what
/// the patch changes.
fn fix_of_key(
    merge: &Merge,
    (steps, all): (&[usize], &[Option<Fix>]),
    at: usize,
    proof: &mut Proof<'_>,
) -> Option<Fix> {
    let item = |step: &Step| {
        let mut path = merge.step_path(step);
        let last = path.0.iter().rposition(|it| !matches!(it, Segment::Key(_)))?;
        path.0.truncate(last + 1);
        let item = path.0.pop()?;
        Some((path, item))
    };
    let duplicate = merge.steps.get(steps[at])?;
    let message = &merge.objection(duplicate)?.message;
    if duplicate.rule != Rule::InvalidObject || !matches!(message, ServerMessage::Duplicate(_)) {
        return None;
    }
    let (own_list, own_item) = item(duplicate)?;
    let (mut whole, mut edit) = (None, None);
    for (step, fix) in steps.iter().zip(all) {
        let (step, Some(fix)) = (&merge.steps[*step], fix) else {
            continue;
        };
        let is_of_key = matches!(
            step.rule,
            Rule::KeyCollision | Rule::DuplicatePatchItems | Rule::ChangedKeyAddsItem
        );
        if !is_of_key {
            continue;
        }
        let Some((_, item)) = item(step).filter(|(list, _)| *list == own_list) else {
            continue;
        };
        // Without an edit, the help is to write the whole list.
        if fix.edits.is_empty() {
            whole = whole.or((item == own_item).then_some(fix));
        } else if edit.is_none()
            && proof
                .ended(fix.patch, &fix.edits, &[steps[at]])
                .contains(&steps[at])
        {
            edit = Some(fix);
        }
    }
    let fix = edit.or(whole)?.clone();
    Some(Fix {
        applicability: Applicability::NeedsDecision,
        ..fix
    })
}

/// Returns whether a finding can follow from another mistake: the patch is rejected or has no effect, or the API server
/// rejects the result.
fn is_consequence(merge: &Merge, step: usize) -> bool {
    let rule = merge.steps.get(step).map(|step| step.rule);
    rule.is_some_and(|rule| rule.is_rejection() || matches!(rule, Rule::NoOpPatch | Rule::InvalidObject))
}

/// Finds the fixes of many findings with a few merges: in each round one candidate of each finding without a fix. What
/// fails is tried alone while the budget lasts, as for a single finding.
fn together(merge: &Merge, steps: &[usize], proof: &mut Proof<'_>) -> FxHashMap<usize, Fix> {
    let mut found = FxHashMap::default();
    // The others are few, and what they depend on is not only their place.
    let is_local = |step: &&usize| {
        let rule = merge.steps[**step].rule;
        !rule.is_rejection() && rule != Rule::NoOpPatch
    };
    let local: Vec<usize> = steps.iter().filter(is_local).copied().collect();
    if local.len() < together::MIN_TOGETHER {
        return found;
    }
    let subjects: Vec<Subject<'_>> = local
        .iter()
        .filter_map(|step| Subject::new(merge, *step, &proof.list_items))
        .collect();
    let mut pending: Vec<(&Subject<'_>, Vec<Candidate>)> = subjects
        .iter()
        .map(|subject| (subject, candidates(subject)))
        .collect();
    let mut left = MAX_UNHIDDEN;
    for round in 0..MAX_ROUNDS {
        // Whether the result stays the same is not known if a rejection hides it.
        let is_hidden = merge.rejection().is_some() && merge.patch_type() == PatchType::Strategic;
        let is_certain = |it: &&Candidate| {
            it.certainty != Certainty::Guess && !(is_hidden && it.certainty == Certainty::SameResult)
        };
        let attempts: Vec<Attempt<'_, '_>> = pending
            .iter()
            .filter_map(|(subject, all)| {
                let candidate = all.iter().filter(is_certain).nth(round)?;
                Attempt::new(subject, candidate)
            })
            .collect();
        if attempts.len() < together::MIN_TOGETHER {
            break;
        }
        let mut proven: Vec<usize> = proof.prove_together(&attempts).into_iter().collect();
        proven.sort_unstable();
        for at in proven {
            let Attempt {
                subject,
                candidate,
                edits,
                ..
            } = &attempts[at];
            let holds = match merge.rejection() {
                None => Some(true),
                Some(_) if left == 0 => None,
                Some(_) => {
                    left -= 1;
                    proof.holds_unhidden(subject, candidate.certainty, edits, machine_fix)
                }
            };
            if holds == Some(false) {
                continue;
            }
            // What was not judged without the rejection can break the patch.
            let is_judged = holds.is_some();
            let fix = fix_with(subject, candidate, (edits.clone(), is_judged), is_judged);
            found.insert(subject.index, fix);
        }
        drop(attempts);
        pending.retain(|(subject, _)| !found.contains_key(&subject.index));
        // In their order, as far as the budget lasts.
        pending.retain(|(subject, all)| {
            let is_tried = round == 0 && all.iter().any(|it| is_certain(&it)) && proof.is_open();
            if is_tried {
                let fix = fix_of(merge, subject.index, proof);
                if fix.is_machine_applicable() || proof.is_open() {
                    found.insert(subject.index, fix);
                }
            }
            !found.contains_key(&subject.index)
        });
    }
    // What only the user can decide must be readable.
    let guesses: Vec<Attempt<'_, '_>> = pending
        .iter()
        .filter_map(|(subject, all)| {
            let guess = all.iter().find(|it| it.certainty == Certainty::Guess)?;
            Attempt::new(subject, guess)
        })
        .collect();
    let is_certain = |it: &Candidate| it.certainty != Certainty::Guess;
    let with_others: FxHashSet<usize> = pending
        .iter()
        .filter(|(_, all)| all.iter().any(is_certain))
        .map(|(subject, _)| subject.index)
        .collect();
    for at in proof.readable_together(&guesses) {
        let Attempt {
            subject,
            candidate,
            edits,
            ..
        } = &guesses[at];
        let has_others = with_others.contains(&subject.index);
        let fix = fix_with(subject, candidate, (edits.clone(), false), !has_others);
        found.insert(subject.index, fix);
    }
    found
}

/// Returns the fix of a candidate with its edits, which are proven or not.
fn fix_with(
    subject: &Subject<'_>,
    candidate: &Candidate,
    (edits, is_proven): (Vec<TextEdit>, bool),
    is_tried: bool,
) -> Fix {
    Fix {
        change: first_line(&candidate.sentence),
        sentence: candidate.help().to_owned(),
        removal: candidate.removal.clone().filter(|_| candidate.help.is_none()),
        applicability: match is_proven {
            true => Applicability::MachineApplicable,
            false => Applicability::NeedsDecision,
        },
        is_tried,
        patch: subject.patch,
        edits,
        hides_edits: false,
    }
}

/// Returns the first candidate that is proven, else the decision that the user must make.
fn fix_of(merge: &Merge, step: usize, proof: &mut Proof<'_>) -> Fix {
    let (mut guess, mut hidden) = (None, None);
    let subject = Subject::new(merge, step, &proof.list_items)
        .filter(|subject| proof.pay(subject.document.text().len()).is_some());
    let candidates = subject.iter().flat_map(|subject| {
        let all = candidates(subject);
        all.into_iter().map(move |candidate| (candidate, subject))
    });
    for (candidate, subject) in candidates {
        let is_guess = candidate.certainty == Certainty::Guess;
        if is_guess && guess.is_some() {
            continue;
        }
        let Some((edits, proved)) = proof.prove(subject, &candidate) else {
            continue;
        };
        let holds = match proved {
            Proved::Proven => Some(true),
            Proved::Hidden => proof.holds_unhidden(subject, candidate.certainty, &edits, machine_fix),
            Proved::NotProven => Some(false),
        };
        let fix = fix_with(subject, &candidate, (edits, holds == Some(true)), holds.is_some());
        if fix.is_machine_applicable() {
            return fix;
        }
        match proved {
            Proved::Hidden => hidden.get_or_insert(fix),
            _ => guess.get_or_insert(fix),
        };
    }
    let fix = guess.or(hidden).unwrap_or_else(|| Fix {
        change: String::new(),
        sentence: merge.fix(&merge.steps[step]),
        applicability: Applicability::NeedsDecision,
        is_tried: true,
        patch: 0,
        edits: Vec::new(),
        hides_edits: false,
        removal: None,
    });
    Fix {
        is_tried: fix.is_tried && proof.is_open(),
        ..fix
    }
}

/// Returns the edits of the fix of a step that a program can apply.
fn machine_fix(merge: &Merge, step: usize, proof: &mut Proof<'_>) -> Option<(usize, Vec<TextEdit>)> {
    let fix = fix_of(merge, step, proof);
    fix.is_machine_applicable().then_some((fix.patch, fix.edits))
}

/// Returns a fix of the step with `index` without hidden values: the one of the merge with placeholders, or else the
/// help of the rule.
fn without_values(fix: Fix, shown: &Merge, index: usize, list_items: &Rc<ListItems>) -> Fix {
    let subject = Subject::new(shown, index, list_items);
    let all = subject.as_ref().map(candidates).unwrap_or_default();
    let same = hidden_fix::same_candidate(&all, &fix.sentence, &fix.change);
    let sentence = match same {
        Some(candidate) => candidate.hidden_help().to_owned(),
        None => shown.fix(&shown.steps[index]),
    };
    let writes_text = fix.edits.iter().any(|edit| !edit.text.is_empty());
    Fix {
        change: first_line(same.map_or(&sentence, |candidate| &candidate.sentence)),
        sentence,
        hides_edits: writes_text && !same.is_some_and(|candidate| hidden_fix::writes(candidate, &fix.edits)),
        ..fix
    }
}

/// Returns the candidates for a finding, the best first.
fn candidates(subject: &Subject<'_>) -> Vec<Candidate> {
    let mut offers = Offers {
        subject,
        all: Vec::new(),
    };
    let families: &[fn(&mut Offers<'_, '_>)] = match subject.merge.patch_type() {
        PatchType::Strategic | PatchType::Merge => &[
            directives::offer,
            items::offer,
            item_types::offer,
            duplicates::offer,
            order::offer,
            values::offer,
            result::offer,
        ],
        PatchType::Json => &[operations::offer, values::offer, result::offer],
        PatchType::Apply => &[values::offer_applied],
        PatchType::Policy => &[],
    };
    if subject.is_template() {
        policy::offer(&mut offers);
    }
    for family in families {
        family(&mut offers);
    }
    // A policy compares the status.
    if !subject.is_template() {
        result::without_ignored_status(&mut offers);
    }
    emptied::complete(subject, &mut offers.all);
    offers.all
}
