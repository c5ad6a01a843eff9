//! Proves candidates with a merge: the changed patch parses, the finding is gone, no other finding is new,
//! and the rest of the patch has the same effect.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Candidate, Certainty, ListItems, PatchChange, Subject, directed};
use super::draft::{Draft, DraftId};
use super::edit_effect::{
    is_in_edits, is_inside, leaves_nothing, loses_effect, removes_required, renamed_fields, writes_finding,
};
use super::emptied::empties_value;
use super::equal_items::adds_equal_items;
use super::operations::operation_of;
use super::scope::keys;
// `together` proves with the same parts.
pub(super) use super::edit_effect::MovedTexts;
pub(super) use super::finding_name::{FindingName, findings, findings_of, path_of, place_of};
pub(super) use super::scope::{Scopes, differs_only_in, scope};
use crate::document::write::{TextEdit, apply_edits, value_text};
use crate::document::{
    Document, NodeId, Numbers, Path, ReadError, Segment, Tree, ValueKind, read, read_live, same,
};
use crate::merge::{
    Inputs, Merge, Objection, Rule, Semantics, ServerMessage, Step, merge_with_steps, server_answer,
    violations,
};

/// Maximum number of merges with several fixes, for all findings of a merge.
const MAX_JOINT_MERGES: usize = 128;

/// Maximum length of the text that identifies a rejected node, in characters.
const MAX_GUILTY_CHARS: usize = 200;

/// What is known about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proved {
    Proven,
    /// Another rejection hides the result.
    Hidden,
    /// It ends the finding, but a user must decide about it.
    NotProven,
}

/// A merge in which rejections are ended, and the edits that end them, by patch.
#[derive(Clone)]
pub(super) struct Unhidden {
    pub(super) merge: Rc<Merge>,
    pub(super) edits: Rc<Vec<Vec<TextEdit>>>,
}

/// What is removed of a rejected patch.
#[derive(Clone, Copy)]
pub(super) enum Removed {
    Field,
    FieldOrItem,
}

/// A merge without the rejected part of a patch, and the edits that removed it.
pub(super) struct Unrejected {
    pub(super) edits: Vec<TextEdit>,
    pub(super) merge: Merge,
}

/// The proof of the fixes of one merge.
pub(super) struct Proof<'m> {
    pub(super) before: &'m Merge,
    /// The number of findings by identity.
    pub(super) findings: FxHashMap<FindingName, usize>,
    /// Whether the API server can decode the result, so that it validates its fields.
    is_validated: bool,
    /// Whether the API server stores the result.
    is_stored: bool,
    /// The rules that the result violates before any fix, as soon as they are asked for.
    violations: Option<Violations>,
    /// For a rejection: the merge without the rejected field, or without the smallest part that can be removed.
    without: [Option<Option<Rc<Unrejected>>>; 2],
    /// The patches in which all rejections but the first one are ended, and those in which all are.
    pub(super) unhidden: [Option<Option<Unhidden>>; 2],
    /// Whether the budget was used up before all rejections were ended.
    pub(super) is_cut: bool,
    /// The number of rejections that were removed before this merge.
    pub(super) depth: usize,
    /// The remaining bytes that can be parsed and merged.
    pub(super) bytes: usize,
    /// The remaining number of merges with several fixes.
    pub(super) joint_merges: usize,
    pub(super) list_items: Rc<ListItems>,
}

/// Returns the text of the rejected node and its neighbors.
fn guilty_text(merge: &Merge) -> Option<String> {
    let faulty = *merge.rejection()?.faulty.first()?;
    let document = merge.tree.document(faulty);
    let around = document.parent(faulty.node).unwrap_or(faulty.node);
    Some(value_text(document, around, MAX_GUILTY_CHARS))
}

/// Returns the text of the rejected node.
fn faulty_text(merge: &Merge) -> Option<String> {
    let faulty = *merge.rejection()?.faulty.first()?;
    Some(value_text(
        merge.tree.document(faulty),
        faulty.node,
        MAX_GUILTY_CHARS,
    ))
}

/// Returns whether the rule is a rejection by the API server, whose position can be far from its cause.
pub(super) fn is_of_server(rule: Rule) -> bool {
    matches!(rule, Rule::InvalidObject | Rule::ImmutableField)
}

/// Returns whether the API server rejects the request. It drops a field with a wrong name, whatever its value is.
pub(super) fn is_rejected(rule: Rule) -> bool {
    is_of_server(rule) || matches!(rule, Rule::ServerType | Rule::ServerIdentity)
}

impl<'m> Proof<'m> {
    pub(super) fn new(before: &'m Merge, bytes: usize) -> Self {
        // The result of a policy is not checked.
        let is_checked = !matches!(before.inputs.semantics, Semantics::Policy(_));
        let objections = match before.rejection() {
            None if is_checked => server_answer(before).objections,
            _ => Vec::new(),
        };
        Self {
            before,
            findings: findings(before, path_of),
            is_validated: before.rejection().is_none() && !objections.iter().any(Objection::is_early),
            is_stored: before.rejection().is_none() && objections.is_empty(),
            violations: None,
            without: [None, None],
            unhidden: [None, None],
            is_cut: false,
            depth: 0,
            bytes,
            joint_merges: match bytes {
                0 => 0,
                _ => MAX_JOINT_MERGES,
            },
            list_items: Rc::default(),
        }
    }

    /// Returns whether bytes remain to prove fixes one by one.
    pub(super) fn is_open(&self) -> bool {
        self.bytes > 0
    }

    /// Subtracts `bytes` from the budget. Returns `None` if too few remain.
    pub(super) fn pay(&mut self, bytes: usize) -> Option<()> {
        let left = self.bytes.checked_sub(bytes);
        self.bytes = left.unwrap_or_default();
        left.map(|_| ())
    }

    /// Returns the edits of a candidate, and whether they are proven.
    pub(super) fn prove(
        &mut self,
        subject: &Subject<'_>,
        candidate: &Candidate,
    ) -> Option<(Vec<TextEdit>, Proved)> {
        self.pay(subject.document.text().len())?;
        let edits = match &candidate.change {
            PatchChange::Values(draft) => draft.edits(),
            PatchChange::Text(edit) => vec![edit.clone()],
        };
        let text = apply_edits(subject.document.text(), &edits);
        let patch = self.read(subject.document.name(), text).ok()?;
        let is_changed = !edits.is_empty() && patch.warnings().len() <= self.known_warnings(subject);
        let is_guess = candidate.certainty == Certainty::Guess;
        if is_guess && !is_of_server(subject.step.rule) {
            return is_changed.then_some((edits, Proved::NotProven));
        }
        let after = is_changed
            .then(|| self.paid_merge(subject.patch, patch))
            .flatten()?;
        let is_emptied = leaves_nothing(self.before, &after) || empties_value(subject, candidate);
        if !is_guess
            && !is_emptied
            && self.holds(subject, candidate.certainty, &after, &edits)
            && !adds_equal_items(self.before, &after)
            && (after.rejection().is_none()
                || subject.step.rule.is_rejection()
                || !self.is_rejected_alone(subject, &candidate.change))
        {
            // What a fix does is only known with the result.
            let needs_result = subject.step.rule.is_rejection() || subject.is_strategic();
            let proved = match after.rejection().is_some() && needs_result {
                true => Proved::Hidden,
                false => Proved::Proven,
            };
            return Some((edits, proved));
        }
        let can_be_chosen = !self.adds_conflict(subject, &after)
            && (is_emptied || matches!(candidate.certainty, Certainty::Guess | Certainty::Intended));
        (can_be_chosen && self.is_gone_from_place(subject, &after)).then_some((edits, Proved::NotProven))
    }

    /// Returns whether a fix writes fields that the API server does not accept together.
    fn adds_conflict(&self, subject: &Subject<'_>, after: &Merge) -> bool {
        let count = |merge: &Merge| {
            let steps = merge.steps.iter();
            let conflicts = steps.filter(|step| step.rule == Rule::MutuallyExclusiveFields);
            conflicts.count()
        };
        match subject.step.rule {
            Rule::DuplicateLiveItems => count(after) > count(self.before),
            Rule::RetainKeysUnlisted => leaves_conflict(subject, after),
            _ => false,
        }
    }

    /// Returns whether a fix makes the map of the finding rejected, without the rest of the patch. The merge of the whole
    /// patch stops at its rejection, and can then not show another one.
    fn is_rejected_alone(&mut self, subject: &Subject<'_>, change: &PatchChange) -> bool {
        let (PatchChange::Values(draft), Some(node)) = (change, subject.node) else {
            return false;
        };
        let mut is_rejected = |draft: Draft| {
            let text = apply_edits(
                subject.document.text(),
                &only_map_of(subject, node, draft).edits(),
            );
            let patch = self.read(subject.document.name(), text).ok();
            let merged = patch.and_then(|patch| self.paid_merge(subject.patch, patch));
            merged.is_none_or(|merged| merged.rejection().is_some())
        };
        is_rejected(draft.clone()) && !is_rejected(subject.draft())
    }

    /// Returns whether there are fewer findings of this rule at this path. Unlike sentences, paths do not
    /// change if items move.
    fn is_gone_from_place(&self, subject: &Subject<'_>, after: &Merge) -> bool {
        let own = (subject.step.rule, subject.path().to_string());
        let count = |merge: &Merge| {
            let all = findings(merge, place_of);
            all.get(&own).copied().unwrap_or_default()
        };
        let of_server = |merge: &Merge| {
            let steps = merge.steps.iter();
            steps.filter(|step| is_of_server(step.rule)).count()
        };
        let is_rejected_again = || {
            let hides_others = subject.objection().is_some_and(Objection::hides_others);
            let is_known = self.is_validated && is_of_server(subject.step.rule) && !hides_others;
            is_known && of_server(after) >= of_server(self.before)
        };
        after.rejection().is_none() && count(after) < count(self.before) && !is_rejected_again()
    }

    /// Returns the number of warnings about the text of a patch. Those about a template are about its file.
    pub(super) fn known_warnings(&self, subject: &Subject<'_>) -> usize {
        let patch = subject.document;
        match subject.is_template() {
            true => self
                .read(patch.name(), patch.text().to_owned())
                .map_or(0, |old| old.warnings().len()),
            false => patch.warnings().len(),
        }
    }

    /// Reads a changed patch. A template is read as live objects are.
    pub(super) fn read(&self, name: &str, text: String) -> Result<Document, ReadError> {
        match self.before.inputs.semantics {
            Semantics::Policy(_) => read_live(name, text.into_bytes()),
            _ => read(name, text.into_bytes()),
        }
    }

    /// Merges with a changed patch. Returns `None` if the budget is used up.
    pub(super) fn paid_merge(&mut self, number: usize, patch: Document) -> Option<Merge> {
        self.pay(self.before.inputs.size())?;
        self.merge_with(number, patch)
    }

    /// Merges with a changed patch.
    pub(super) fn merge_with(&self, number: usize, patch: Document) -> Option<Merge> {
        let mut inputs: Inputs = self.before.inputs.clone();
        *inputs.patches.get_mut(number)? = Arc::new(patch);
        Some(merge_with_steps(inputs, true, self.before.server_steps))
    }

    /// Returns those of the steps whose findings the edits of a patch end.
    pub(super) fn ended(&mut self, patch: usize, edits: &[TextEdit], steps: &[usize]) -> FxHashSet<usize> {
        let before = self.before;
        let after = before.inputs.patches.get(patch).and_then(|old| {
            let text = apply_edits(old.text(), edits);
            let changed = self.read(old.name(), text).ok()?;
            self.paid_merge(patch, changed)
        });
        let Some(after) = after.filter(|after| after.rejection().is_none()) else {
            return FxHashSet::default();
        };
        // Paths and details are both compared, because moved items have other indexes.
        let rules: FxHashSet<Rule> = steps.iter().map(|at| before.steps[*at].rule).collect();
        let of = |merge: &Merge, name: fn(&Merge, usize) -> String| findings_of(merge, &rules, name);
        let (places, known) = (of(&after, place_of), of(before, place_of));
        let words = of(&after, path_of);
        let is_fewer =
            |all: &FxHashMap<FindingName, usize>, known: &FxHashMap<_, usize>, name: FindingName| {
                all.get(&name).copied().unwrap_or_default() < known.get(&name).copied().unwrap_or_default()
            };
        let ends = |at: &usize| {
            let rule = before.steps[*at].rule;
            is_fewer(&places, &known, (rule, place_of(before, *at)))
                && is_fewer(&words, &self.findings, (rule, path_of(before, *at)))
        };
        steps.iter().copied().filter(ends).collect()
    }

    pub(super) fn holds(
        &mut self,
        subject: &Subject<'_>,
        certainty: Certainty,
        after: &Merge,
        edits: &[TextEdit],
    ) -> bool {
        let before = self.before;
        if certainty == Certainty::Intended && loses_effect(subject, after, edits) {
            return false;
        }
        match (before.rejection(), after.rejection()) {
            (None, None) => {
                !StillRejected::new(after).has(subject)
                    && self.has_only_known(subject, after, edits)
                    && self.keeps_rest(subject, certainty, after)
                    && !self.adds_violation(after)
            }
            // The warning became a rejection.
            (None, Some(_)) => false,
            (Some(_), _) if subject.step.rule.is_rejection() => self.ends_rejection(subject, after, edits),
            // The patch is rejected for another reason, which stays.
            (Some(old), Some(new)) => {
                let position = |merge: &Merge, step: u32| place_of(merge, step as usize);
                old.rule == new.rule
                    && position(before, old.step) == position(after, new.step)
                    && self.has_only_known(subject, after, edits)
            }
            // The rejection is gone, too, so there can be any findings after it.
            (Some(_), None) => {
                self.is_gone(subject, &findings(after, path_of))
                    && !writes_finding(subject, after, edits)
                    && !leaves_conflict(subject, after)
                    && !self.violates_rejected(&scope(subject), subject, after)
            }
        }
    }

    /// Returns whether the result violates a rule of its kind only after a fix. The API server does not report it while it
    /// cannot decode the result, and positions do not tell violations of the same rule apart.
    pub(super) fn adds_violation(&mut self, after: &Merge) -> bool {
        let before = self.before;
        let known = self.violations.get_or_insert_with(|| count_violations(before));
        !added_violations(known, after).is_empty()
    }

    /// Returns whether a fix of a rejection ends it and changes nothing else.
    fn ends_rejection(&mut self, subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
        let before = self.before;
        if let Some(new) = after.rejection() {
            let is_same = before.rejection().is_some_and(|old| {
                old.rule == new.rule
                    && (old.message == new.message || guilty_text(before) == guilty_text(after))
            });
            // The rejection may have been there before, after the first one.
            return !is_same
                && self
                    .without_rejected(subject, Removed::Field)
                    .is_some_and(|without| is_same_rejection(&without.merge, after))
                && !is_in_edits(subject, after, edits);
        }
        if writes_finding(subject, after, edits)
            || leaves_conflict(subject, after)
            || returns_default(subject, after)
            || removes_required(subject, after, edits)
        {
            return false;
        }
        // An item that then changes nothing is probably another item.
        let has_no_effect = || after.steps.iter().any(|step| step.rule == Rule::NoOpPatch);
        if subject.step.rule == Rule::MissingMergeKey && has_no_effect()
            || self.violates_rejected(&keys(&subject.path()), subject, after)
        {
            return false;
        }
        let scope = Scopes::of(&scope(subject));
        match self.without_rejected(subject, Removed::Field) {
            Some(without) if without.merge.rejection().is_none() => {
                differs_only_in(&without.merge.tree, &after.tree, &scope)
            }
            _ => true,
        }
    }

    /// Returns whether a rule is violated around the finding, and the rejected part of the patch does it.
    fn violates_rejected(&mut self, own: &[String], subject: &Subject<'_>, after: &Merge) -> bool {
        let without = self.without_rejected(subject, Removed::Field);
        let without = without.filter(|without| without.merge.rejection().is_none());
        is_violated_around(own, without.as_ref().map(|without| &without.merge), after)
    }

    /// Returns whether the result stays the same outside of what the fix is for.
    fn keeps_rest(&self, subject: &Subject<'_>, certainty: Certainty, after: &Merge) -> bool {
        let (old, new) = (&self.before.tree, &after.tree);
        match certainty {
            Certainty::SameResult => same(old, old.top(), new, new.top(), Numbers::ByType),
            Certainty::IgnoredStatus => differs_only_in(old, new, &Scopes::of(&["status".to_owned()])),
            _ => differs_only_in(old, new, &Scopes::of(&scope(subject))),
        }
    }

    pub(super) fn own_name(&self, subject: &Subject<'_>) -> FindingName {
        (subject.step.rule, path_of(self.before, subject.index))
    }

    /// Returns whether there are fewer findings with this identity.
    fn is_gone(&self, subject: &Subject<'_>, found: &FxHashMap<FindingName, usize>) -> bool {
        let own = self.own_name(subject);
        let count = |all: &FxHashMap<FindingName, usize>| all.get(&own).copied().unwrap_or_default();
        count(found) < count(&self.findings)
    }

    /// Returns whether a new finding may have existed before without a step: the API server validates an
    /// object only if it can decode it, a patch without an invalid part may have no effect, and a list that
    /// is no longer replaced may have duplicates.
    pub(super) fn can_be_revealed(&self, rule: Rule) -> bool {
        let is_cut = || {
            let own = self.findings.iter().filter(|((own, _), _)| *own == rule);
            own.map(|(_, count)| count).sum::<usize>() >= self.before.server_steps
        };
        match rule {
            Rule::NoOpPatch | Rule::DuplicateLiveItems => true,
            Rule::ServerIdentity | Rule::ImmutableField | Rule::InvalidObject | Rule::ServerType => {
                !self.is_validated || is_cut()
            }
            Rule::AliasIgnored
            | Rule::DefaultReturns
            | Rule::EmptyDirAdded
            | Rule::FieldOfOtherType
            | Rule::StringDataEncoded => !self.is_stored || is_cut(),
            Rule::UnstoredField | Rule::WrappedNumber => is_cut(),
            _ => false,
        }
    }

    /// Returns whether the finding is gone and no other finding is new.
    fn has_only_known(&self, subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
        let found = findings(after, path_of);
        if is_copied(subject, after) || !self.is_gone(subject, &found) {
            return false;
        }
        let mut known = self.findings.clone();
        if let Some(count) = known.get_mut(&self.own_name(subject)) {
            *count -= 1;
        }
        if is_required(subject, &newly_required(after, &known)) {
            return false;
        }
        let (mut fresh, _) = self.fresh(after, (found, &known), std::iter::once(edits), subject.patch);
        if fresh.iter().any(|rule| self.can_be_revealed(*rule)) && !writes_finding(subject, after, edits) {
            fresh.retain(|rule| !self.can_be_revealed(*rule));
        }
        let removed = |rule| usize::from(rule == subject.step.rule);
        self.is_known_by_place(subject, after, removed, &mut fresh)
    }

    /// Returns the rules with more findings than are known, and their steps that are not known. Those in the value of a field
    /// that fixes rename existed before, but the type had no such field.
    pub(super) fn fresh<'e>(
        &self,
        after: &Merge,
        (found, known): (FxHashMap<FindingName, usize>, &FxHashMap<FindingName, usize>),
        fixes: impl Iterator<Item = &'e [TextEdit]>,
        patch: usize,
    ) -> (FxHashSet<Rule>, Vec<usize>) {
        let more = found
            .into_iter()
            .filter(|(name, count)| known.get(name).is_none_or(|own| count > own));
        let mut fresh: FxHashSet<Rule> = more.map(|(name, _)| name.0).collect();
        if fresh.is_empty() {
            return (fresh, Vec::new());
        }
        let is_fresh = |at: &usize| {
            let rule = after.steps[*at].rule;
            fresh.contains(&rule) && !self.findings.contains_key(&(rule, path_of(after, *at)))
        };
        let steps: Vec<usize> = (0..after.steps.len()).filter(is_fresh).collect();
        let renamed = renamed_fields(fixes, after, patch);
        fresh.retain(|rule| {
            let mut of_rule = steps.iter().filter(|at| after.steps[**at].rule == *rule);
            renamed.is_empty()
                || is_rejected(*rule)
                || !of_rule.all(|at| is_inside(after, *at, patch, &renamed))
        });
        (fresh, steps)
    }

    /// Removes the rules whose findings are those of before, except for `removed` of each, at other positions. Returns whether
    /// no rule remains.
    pub(super) fn is_known_by_place(
        &self,
        subject: &Subject<'_>,
        after: &Merge,
        removed: impl Fn(Rule) -> usize,
        fresh: &mut FxHashSet<Rule>,
    ) -> bool {
        if fresh.is_empty() {
            return true;
        }
        // Moved items and operations have other numbers and other sentences: compare by position.
        let (old, new) = (findings(self.before, place_of), findings(after, place_of));
        let total = |all: &FxHashMap<FindingName, usize>, rule: Rule| -> usize {
            let own = all.iter().filter(|((own, _), _)| *own == rule);
            own.map(|(_, count)| count).sum()
        };
        fresh.retain(|rule| {
            let is_numbered =
                subject.is_json_patch() || new.keys().any(|(own, place)| own == rule && place.contains('['));
            total(&new, *rule) + removed(*rule) > total(&old, *rule) || !is_numbered
        });
        fresh.is_empty()
    }

    /// Returns the merge without the rejected part of the patch.
    pub(super) fn without_rejected(
        &mut self,
        subject: &Subject<'_>,
        removed: Removed,
    ) -> Option<Rc<Unrejected>> {
        if self.without[removed as usize].is_none() {
            self.without[removed as usize] = Some(self.find_without(subject, removed).map(Rc::new));
        }
        self.without[removed as usize].clone()?
    }

    fn find_without(&mut self, subject: &Subject<'_>, removed: Removed) -> Option<Unrejected> {
        let before = self.before;
        let rejection = before.rejection()?;
        let mut without = |draft: Draft| {
            let edits = draft.edits();
            let text = apply_edits(subject.document.text(), &edits);
            let patch = self.read(subject.document.name(), text).ok()?;
            let merge = self.paid_merge(subject.patch, patch)?;
            Some(Unrejected { edits, merge })
        };
        if let Some(operation) = operation_of(subject) {
            let mut draft = subject.draft();
            draft.remove(operation.into());
            return without(draft);
        }
        let node = subject.node.or(subject.directive)?;
        let ways: Vec<NodeId> = subject
            .up(node)
            .filter(|node| match removed {
                Removed::Field => subject.document.key(*node).is_some(),
                Removed::FieldOrItem => subject.parent(*node).is_some(),
            })
            .collect();
        for node in ways {
            let mut draft = subject.draft();
            let name = subject.key(node);
            if subject.list_of(node).is_some() {
                draft.remove(DraftId::from(node));
            }
            let list = directed(name).unwrap_or(name);
            for entry in subject
                .parent(node)
                .into_iter()
                .flat_map(|map| subject.document.children(map))
            {
                let own = subject.key(entry);
                if !own.is_empty() && (own == name || own == list || directed(own) == Some(list)) {
                    draft.remove(DraftId::from(entry));
                }
            }
            let unrejected = without(draft)?;
            let is_gone = unrejected.merge.rejection().is_none_or(|it| {
                let is_same = it.rule == rejection.rule && it.message == rejection.message;
                !is_same || faulty_text(&unrejected.merge) != faulty_text(before)
            });
            if is_gone {
                return Some(unrejected);
            }
        }
        None
    }
}

/// Removes all but the map of a node. The scalars above it can be merge keys.
fn only_map_of(subject: &Subject<'_>, node: NodeId, mut draft: Draft) -> Draft {
    let document = subject.document;
    for own in subject.up(node).skip(1) {
        let Some(parent) = subject.parent(own) else { break };
        let is_map = document.kind(parent) == ValueKind::Map;
        let is_other = |other: &NodeId| *other != own && !(is_map && document.kind(*other).is_scalar());
        for other in document.children(parent).filter(is_other) {
            draft.remove(other.into());
        }
    }
    draft
}

fn is_same_rejection(one: &Merge, other: &Merge) -> bool {
    match (one.rejection(), other.rejection()) {
        (Some(one), Some(other)) => one.rule == other.rule && one.message == other.message,
        _ => false,
    }
}

/// The number of violated rules of the kind of an object, by identity.
pub(super) type Violations = FxHashMap<String, usize>;

fn count_violations(merge: &Merge) -> Violations {
    let mut counts = Violations::default();
    for violation in violations(merge) {
        *counts.entry(violation.identity).or_default() += 1;
    }
    counts
}

/// Returns the fields of a result that violate rules of its kind which are not known.
fn added_violations(known: &Violations, after: &Merge) -> Vec<String> {
    let mut seen = Violations::default();
    let mut added = violations(after);
    added.retain(|violation| {
        let count = seen.entry(violation.identity.clone()).or_default();
        *count += 1;
        known.get(&violation.identity).is_none_or(|known| *count > *known)
    });
    added.into_iter().map(|violation| violation.field).collect()
}

/// Returns whether the list or map of the finding, one around it, or a value in it violates a rule only with the rejected
/// part. The API server does not validate what it cannot decode.
fn is_violated_around(own: &[String], without: Option<&Merge>, after: &Merge) -> bool {
    // What the rest of the patch does to the whole object is not known.
    if own.is_empty() && without.is_none() {
        return false;
    }
    let is_decoded = !server_answer(after).objections.iter().any(Objection::is_early);
    let fields = match without {
        Some(without) => added_violations(&count_violations(without), after),
        None => violations(after)
            .into_iter()
            .map(|violation| violation.field)
            .collect(),
    };
    fields.iter().any(|field| {
        let parts = field_keys(field);
        own.starts_with(&parts) && !field.ends_with(']') || is_decoded && parts.starts_with(own)
    })
}

/// Returns the keys of a field in the notation of the API server: `data[tls.crt]` has two, `ports[0].name` has two.
fn field_keys(field: &str) -> Vec<String> {
    let mut keys = Vec::new();
    for (number, part) in field.split('[').enumerate() {
        let (bracket, rest) = match number {
            0 => ("", part),
            _ => part.split_once(']').unwrap_or((part, "")),
        };
        let is_index = bracket.bytes().all(|byte| byte.is_ascii_digit());
        keys.extend((!is_index).then(|| bracket.to_owned()));
        keys.extend(rest.split('.').filter(|key| !key.is_empty()).map(str::to_owned));
    }
    keys
}

/// What the API server rejects in the result after fixes.
pub(super) struct StillRejected {
    /// The fields that are missing.
    required: FxHashSet<Vec<String>>,
    /// The lists and maps with mutually exclusive fields in them.
    conflicts: FxHashSet<Vec<Segment>>,
}

impl StillRejected {
    pub(super) fn new(after: &Merge) -> Self {
        let (mut required, mut conflicts) = (FxHashSet::default(), FxHashSet::default());
        for step in &after.steps {
            match step.rule {
                Rule::InvalidObject => {
                    let objection = after.objection(step);
                    let missing = objection.filter(|it| matches!(it.message, ServerMessage::Required(_)));
                    required.extend(missing.map(|it| field_keys(&it.field)));
                }
                Rule::Leftover | Rule::MutuallyExclusiveFields => {
                    let path = after.step_path(step).0;
                    conflicts.extend((0..path.len()).map(|length| path[..length].to_vec()));
                }
                _ => {}
            }
        }
        Self { required, conflicts }
    }

    /// Returns whether the field of the finding is still missing, or the list in which a fix joins items has a conflict.
    pub(super) fn has(&self, subject: &Subject<'_>) -> bool {
        let mut path = subject.path();
        if self.required.contains(&keys(&path)) {
            return true;
        }
        while matches!(path.0.last(), Some(last) if !matches!(last, Segment::Key(_))) {
            path.0.pop();
        }
        subject.step.rule == Rule::DuplicatePatchItems && self.conflicts.contains(&path.0)
    }
}

/// Returns whether the map of the finding still has mutually exclusive fields.
fn leaves_conflict(subject: &Subject<'_>, after: &Merge) -> bool {
    let own = keys(&subject.path());
    let is_map = subject.merge.tree.kind(subject.step.at) == ValueKind::Map;
    // What `$retainKeys` clears can be what the API server wants.
    let is_retaining = subject.step.rule == Rule::RetainKeysUnlisted;
    let is_conflict = |rule| {
        matches!(rule, Rule::Leftover | Rule::MutuallyExclusiveFields) || is_retaining && is_of_server(rule)
    };
    let mut conflicts = after.steps.iter().filter(|step| is_conflict(step.rule));
    conflicts.any(|step| {
        let path = keys(&after.step_path(step));
        match is_map {
            true => path.starts_with(&own),
            // Fields of the same map.
            false => {
                path.len() == own.len() && path.split_last().map(|it| it.1) == own.split_last().map(|it| it.1)
            }
        }
    })
}

/// Returns whether a default of the API server takes the place of what a fix leaves out because `$retainKeys` does not
/// keep it.
fn returns_default(subject: &Subject<'_>, after: &Merge) -> bool {
    let own = keys(&subject.path());
    let mut steps = after
        .steps
        .iter()
        .filter(|step| step.rule == Rule::DefaultReturns);
    subject.step.rule == Rule::RetainKeysUnlisted
        && steps.any(|step| keys(&after.step_path(step)).starts_with(&own))
}

/// Returns the names of fields that the API server requires, according to findings that are not known.
pub(super) fn newly_required<'m>(
    after: &'m Merge,
    known: &FxHashMap<FindingName, usize>,
) -> FxHashSet<&'m str> {
    let required = |(at, step): (usize, &'m Step)| {
        let objection = after
            .objection(step)
            .filter(|_| step.rule == Rule::InvalidObject)?;
        let is_new = matches!(objection.message, ServerMessage::Required(_))
            && !known.contains_key(&(step.rule, path_of(after, at)));
        objection.field.rsplit('.').next().filter(|_| is_new)
    };
    after.steps.iter().enumerate().filter_map(required).collect()
}

/// Returns whether a fix removes one of the required fields.
pub(super) fn is_required(subject: &Subject<'_>, required: &FxHashSet<&str>) -> bool {
    subject
        .node
        .is_some_and(|node| required.contains(subject.target_name(node)))
}

/// Returns whether the result has a field that is not stored, and the live object does not: a value that a JSON patch
/// copies from the live object is not reported as one of the patch.
pub(super) fn is_copied(subject: &Subject<'_>, after: &Merge) -> bool {
    if subject.step.rule != Rule::UnstoredField {
        return false;
    }
    let (live, path) = (subject.live(), subject.path());
    has_field(&path, after.tree.top(), |map, key| after.tree.get(map, key))
        && !has_field(&path, live.root(), |map, key| live.get(map, key))
}

/// Returns whether a tree has the field at a path of keys.
fn has_field<I>(path: &Path, top: I, get: impl Fn(I, &str) -> Option<I>) -> bool {
    let mut segments = path.0.iter();
    let field = segments.try_fold(top, |map, segment| match segment {
        Segment::Key(key) => get(map, key),
        _ => None,
    });
    field.is_some()
}
