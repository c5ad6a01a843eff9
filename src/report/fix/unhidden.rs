//! Fixes of a patch with several mistakes: a rejection hides the result and the findings after it. A fix that leaves one is
//! judged on the patch in which the other rejections are ended, too: by their fixes, or without the rejected parts.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::candidate::{Certainty, Subject};
use super::proof::{Proof, Removed, Unhidden, path_of, place_of};
use crate::document::write::{TextEdit, apply_edits};
use crate::merge::{Inputs, Merge, Reason, merge_with_steps};

/// Maximum number of rejections of a patch that are ended to judge a fix. With more, it needs a decision.
const MAX_REJECTIONS: usize = 8;

/// Finds the fix of a step that a program can apply, with the number of its patch.
pub(super) type FindFix = fn(&Merge, usize, &mut Proof<'_>) -> Option<(usize, Vec<TextEdit>)>;

impl Proof<'_> {
    /// Returns whether a fix that leaves a rejection works without the other rejections. `None` if that is not known.
    pub(super) fn holds_unhidden(
        &mut self,
        subject: &Subject<'_>,
        certainty: Certainty,
        edits: &[TextEdit],
        find_fix: FindFix,
    ) -> Option<bool> {
        let is_change = certainty != Certainty::SameResult && !subject.step.rule.is_rejection();
        let Some(Unhidden {
            merge: base,
            edits: ending,
        }) = self.unhidden(!subject.step.rule.is_rejection(), find_fix)
        else {
            // What several rejections hide of a change cannot be known. With a larger budget it could be.
            return (!self.is_cut).then_some(is_change);
        };
        // A finding in the rejected part is not in the patch without it.
        let Some(own) = after_edits(edits, &ending[subject.patch]) else {
            return Some(is_change);
        };
        let name = self.own_name(subject);
        let place = place_of(self.before, subject.index);
        let of_rule = || (0..base.steps.len()).filter(|at| base.steps[*at].rule == name.0);
        // Without another operation, a sentence has another number.
        let is_named = |at: &usize| path_of(&base, *at) == name.1;
        let has_reason = |at: &usize| base.steps[*at].reason() == subject.step.reason();
        let step = of_rule()
            .find(|at| is_named(at) && has_reason(at))
            .or_else(|| of_rule().find(is_named))
            .or_else(|| of_rule().find(|at| place_of(&base, *at) == place));
        let Some(step) = step else {
            return Some(is_change);
        };
        let mut proof = self.inner(&base);
        let subject = Subject::new(&base, step, &proof.list_items)?;
        // A rejection also hides that a result is random. Then only the user knows which one is meant.
        if subject.step.reason() == Some(&Reason::RandomOrder) {
            return Some(false);
        }
        let text = apply_edits(subject.document.text(), &own);
        let patch = proof.read(subject.document.name(), text).ok()?;
        let is_readable = patch.warnings().len() <= subject.document.warnings().len();
        let after = proof.paid_merge(subject.patch, patch);
        let holds = after.map(|after| {
            is_readable && after.rejection().is_none() && proof.holds(&subject, certainty, &after, &own)
        });
        self.bytes = proof.bytes;
        holds
    }

    /// Ends the rejections before other fixes use up the budget that this needs.
    pub(super) fn prepare_unhidden(&mut self, find_fix: FindFix) {
        self.unhidden(true, find_fix);
    }

    /// Returns the proof of a merge without rejections of this one, with the same budget.
    fn inner<'b>(&self, base: &'b Merge) -> Proof<'b> {
        let mut proof = Proof::new(base, self.bytes);
        proof.depth = self.depth + 1;
        proof
    }

    /// Returns the merge in which all rejections are ended, or all but the first one. `None` if they are too many, or if
    /// two are in the same text.
    fn unhidden(&mut self, with_first: bool, find_fix: FindFix) -> Option<Unhidden> {
        let cache = usize::from(with_first);
        if self.unhidden[cache].is_none() {
            let edits = match with_first {
                true => self.ending_all(find_fix),
                false => self.ending_others(find_fix),
            };
            let unhidden = edits.and_then(|edits| self.merged(edits));
            self.is_cut |= unhidden.is_none() && !self.is_open();
            self.unhidden[cache] = Some(unhidden);
        }
        self.unhidden[cache].clone()?
    }

    fn merged(&mut self, edits: Vec<Vec<TextEdit>>) -> Option<Unhidden> {
        self.pay(self.before.inputs.size())?;
        let mut inputs: Inputs = self.before.inputs.clone();
        for (patch, edits) in inputs
            .patches
            .iter_mut()
            .zip(&edits)
            .filter(|(_, edits)| !edits.is_empty())
        {
            let text = apply_edits(patch.text(), edits);
            *patch = Arc::new(self.read(patch.name(), text).ok()?);
        }
        let merge = merge_with_steps(inputs, true, self.before.server_steps);
        Some(Unhidden {
            merge: Rc::new(merge),
            edits: Rc::new(edits),
        })
    }

    /// Returns the edits that end all rejections.
    fn ending_all(&mut self, find_fix: FindFix) -> Option<Vec<Vec<TextEdit>>> {
        let before = self.before;
        let rejection = before.rejection()?;
        let others = self.unhidden(false, find_fix)?.edits;
        let subject = Subject::new(before, rejection.step as usize, &self.list_items)?;
        let of_fix = find_fix(before, subject.index, self);
        let removal = self
            .without_rejected(&subject, Removed::FieldOrItem)?
            .edits
            .clone();
        of_fix
            .into_iter()
            .chain([(subject.patch, removal)])
            .find_map(|(patch, own)| {
                let mut all = others.to_vec();
                after_edits(&own, all.get(patch)?)?;
                all[patch].extend(own);
                all[patch].sort_by_key(|edit| (edit.start, edit.end));
                Some(all)
            })
    }

    /// Returns the edits that end all rejections but the first one.
    fn ending_others(&mut self, find_fix: FindFix) -> Option<Vec<Vec<TextEdit>>> {
        let before = self.before;
        let subject = Subject::new(before, before.rejection()?.step as usize, &self.list_items)?;
        let without = self.without_rejected(&subject, Removed::FieldOrItem)?;
        if without.merge.rejection().is_none() {
            return Some(vec![Vec::new(); before.inputs.patches.len()]);
        }
        if self.depth >= MAX_REJECTIONS {
            return None;
        }
        let mut proof = self.inner(&without.merge);
        let all = proof.ending_all(find_fix);
        self.bytes = proof.bytes;
        let mut all = all?;
        let own = all.get_mut(subject.patch)?;
        *own = before_edits(own, &without.edits)?;
        Some(all)
    }
}

/// Returns edits of a text as edits of the text in which other edits were made. `None` if they are not apart.
fn after_edits(edits: &[TextEdit], made: &[TextEdit]) -> Option<Vec<TextEdit>> {
    let replaced = |it: &TextEdit| Replaced {
        range: it.start..it.end,
        length: it.text.len(),
        is_removal: it.text.is_empty(),
    };
    moved(edits, &made.iter().map(replaced).collect::<Vec<_>>())
}

/// Returns edits of a text in which other edits were made as edits of the text before them. `None` if they are not apart.
fn before_edits(edits: &[TextEdit], made: &[TextEdit]) -> Option<Vec<TextEdit>> {
    let (mut grown, mut shrunk) = (0, 0);
    let restored = |it: &TextEdit| {
        let start = it.start + grown - shrunk;
        grown += it.text.len();
        shrunk += it.end - it.start;
        Replaced {
            range: start..start + it.text.len(),
            length: it.end - it.start,
            is_removal: it.text.is_empty(),
        }
    };
    moved(edits, &made.iter().map(restored).collect::<Vec<_>>())
}

/// A part of a text that was replaced, and the length of what is there now.
struct Replaced {
    range: Range<usize>,
    length: usize,
    /// Whether only text was removed: what touches it is not part of it.
    is_removal: bool,
}

/// Moves edits as the replaced parts before them moved them.
fn moved(edits: &[TextEdit], replaced: &[Replaced]) -> Option<Vec<TextEdit>> {
    let one = |edit: &TextEdit| {
        let (mut grown, mut shrunk) = (0, 0);
        for Replaced {
            range,
            length,
            is_removal,
        } in replaced
        {
            let gap = usize::from(!is_removal);
            if range.end + gap <= edit.start {
                grown += length;
                shrunk += range.len();
            } else if edit.end + gap > range.start {
                return None;
            }
        }
        Some(TextEdit {
            start: edit.start + grown - shrunk,
            end: edit.end + grown - shrunk,
            text: edit.text.clone(),
        })
    };
    edits.iter().map(one).collect()
}
