//! The result of an engine: the steps of a merge with their edits, and the verdict.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::api_server::objection::Objection;
use super::policy::verdict::Assessment;
use super::result_tree::ResultTree;
use super::result_tree::edit_log::{Change, TreeEdit};
use super::result_tree::node_id::{NodeRef, ResultId};
use super::result_tree::positions::Positions;
use super::result_tree::shared_keys::SharedKeys;
use super::rule::Rule;
use super::semantics::Semantics;
use super::step::Step;
use super::strategic::decision::DecisionSet;
use crate::document::Document;
use crate::schema::{Schema, TypePosition};

/// The reason why a patch was rejected.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The index of the rejecting step, if the merge was traced.
    pub step: u32,
    /// The rule.
    pub rule: Rule,
    /// The message of the chosen semantics. With `kubernetes` semantics, it is what kubectl prints after
    /// `error: `.
    pub message: String,
    /// Another message that kubectl can print, because it visits map fields in random order. "no error" if it
    /// can accept the patch.
    pub other_message: Option<String>,
    /// The smallest change that makes this patch pass, if it is known more exactly than the rule's help.
    pub fix: Option<String>,
    /// What `fix` changes in a list or in its order.
    pub order_change: Option<OrderChange>,
    /// The two sequences that must agree, if the order is the cause.
    pub sequences: Option<OrderSequences>,
    /// The nodes that cause the rejection, the most specific first.
    pub faulty: Vec<NodeRef>,
    /// The other reasons of the same answer, in its words.
    pub others: Vec<String>,
}

/// What the help of a rejection changes in a list or in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderChange {
    /// It sorts items of the patch list.
    SortItems,
    /// It removes items from the patch list.
    RemoveItems,
    /// It adds an entry to the order.
    AddEntry,
    /// It writes a value instead of a map in the order.
    WriteValues,
    /// It removes the order.
    RemoveOrder,
}

/// The patch list and the order, as text, and their first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSequences {
    /// The keys of the patch items without deletions.
    pub patch: Vec<String>,
    /// The keys of the order's entries.
    pub order: Vec<String>,
    /// The index of the first patch item that cannot be placed.
    pub mismatch: usize,
    /// The index of another item that is out of order, if the first one is not listed.
    pub also: Option<usize>,
    /// The indices of the patch items that the order does not list, in order.
    pub missing: Vec<usize>,
}

/// The verdict of a merge.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every patch was applied.
    Merged,
    /// A patch was rejected. The result tree has the state that was reached.
    Rejected(Box<Rejection>),
}

/// The inputs of a merge, with its semantics.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The live object.
    pub live: Arc<Document>,
    /// The patches, applied one after another.
    pub patches: Vec<Arc<Document>>,
    /// The merge rules of fields.
    pub schema: Arc<Schema>,
    /// The semantics.
    pub semantics: Semantics,
}

/// A finished merge: the result, and the steps that made it, which can be played in both directions.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The inputs.
    pub inputs: Inputs,
    /// The result after [`Self::position`] steps.
    pub tree: ResultTree,
    /// The steps in order; empty if the merge was not traced.
    pub steps: Vec<Step>,
    /// The verdict.
    pub verdict: Verdict,
    /// For a policy template, what the policy says about the object.
    pub assessment: Option<Assessment>,
    /// For a strategic merge, the decisions that it made. Semantics that differ in none of them give the same
    /// merge.
    pub reached: DecisionSet,
    /// What the API server does not accept, for [`Step::objection`].
    pub(crate) objections: Vec<Objection<ResultId>>,
    pub(crate) position: usize,
    /// Whether the tree is without the edits of the rejected patch; see [`Self::seek_written`].
    pub(crate) is_unwritten: bool,
    /// The maximum number of steps of one kind about the answer of the API server.
    pub(crate) server_steps: usize,
    pub(crate) positions: Positions,
    pub(crate) shared_keys: SharedKeys,
    /// For [`Self::top_type`], which every path asks for.
    pub(crate) top_type: OnceLock<Option<TypePosition>>,
}

impl Inputs {
    /// Returns the size of all texts, in bytes.
    pub fn size(&self) -> usize {
        self.documents().map(|document| document.text().len()).sum()
    }

    /// Returns the live object, then the patches.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        let documents = std::iter::once(&self.live).chain(&self.patches);
        documents.map(|document| &**document)
    }

    /// Returns whether the patch is computed from a manifest.
    pub(crate) fn is_of_manifest(&self) -> bool {
        self.patches.first().is_some_and(|patch| patch.is_of_manifest)
    }

    /// Returns whether both have identical (not only equal) documents and schema, and equal semantics.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let patches = self.patches.iter().zip(&other.patches);
        self.semantics == other.semantics
            && Arc::ptr_eq(&self.live, &other.live)
            && Arc::ptr_eq(&self.schema, &other.schema)
            && self.patches.len() == other.patches.len()
            && patches.into_iter().all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl Rejection {
    pub(crate) fn set_order_help(&mut self, (change, sentence): (OrderChange, String)) {
        (self.order_change, self.fix) = (Some(change), Some(sentence));
    }

    /// Returns what kubectl prints for a rejection with `kubernetes` semantics. `None` if kubectl would merge
    /// an object that the schema does not know.
    pub fn kubectl_message(&self) -> Option<&str> {
        (self.rule != Rule::UnsupportedOldVersion).then_some(&self.message)
    }
}

impl OrderSequences {
    /// Aligns the two sequences: patch item and order entry in one row if they are equal. The patch item that
    /// cannot be placed has no entry; the items after it are not compared.
    pub fn aligned(&self) -> Vec<(Option<&str>, Option<&str>)> {
        let mut rows = Vec::with_capacity(self.order.len() + 1);
        let mut items = self.patch.iter().take(self.mismatch).peekable();
        for entry in &self.order {
            let item = items.next_if(|item| *item == entry);
            rows.push((item.map(String::as_str), Some(entry.as_str())));
        }
        rows.extend(
            self.patch
                .iter()
                .skip(self.mismatch)
                .map(|item| (Some(item.as_str()), None)),
        );
        rows
    }

    /// Returns why the patch item at an index cannot be placed.
    pub fn reason(&self, at: usize) -> &'static str {
        let item = &self.patch[at];
        match self.order.contains(item) {
            false => "(not listed)",
            true if self.patch[..at].last() == Some(item) => "(repeated)",
            true => "(out of order)",
        }
    }
}

impl Merge {
    /// Returns the number of played steps: 0 is the live object, `steps.len()` is the end.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns what the user wrote, for sentences.
    pub(crate) fn input_name(&self) -> &'static str {
        match self.inputs.semantics {
            Semantics::ServerSide(_) => "the applied configuration",
            Semantics::Policy(_) => "the template",
            _ if self.inputs.is_of_manifest() => "the manifest",
            _ => "the patch",
        }
    }

    /// Returns what contains the items that the user wrote, for sentences.
    pub(crate) fn input_list(&self) -> &'static str {
        match self.inputs.semantics {
            Semantics::Policy(_) => "the template list",
            _ if self.inputs.is_of_manifest() => "the manifest",
            _ => "the patch list",
        }
    }

    /// Returns what the API server does not accept, if that is what a step is about.
    pub(crate) fn objection(&self, step: &Step) -> Option<&Objection<ResultId>> {
        self.objections.get(step.objection()?)
    }

    /// Returns the merge before its first step, without its steps and its verdict.
    #[must_use]
    pub fn without_steps(mut self) -> Self {
        self.seek(0);
        self.steps.clear();
        (self.verdict, self.assessment) = (Verdict::Merged, None);
        self
    }

    /// Plays forward or back to `position`, at most to the last step. Costs as much as the edits in between.
    /// Returns the changes that can affect lines, in the order in which they were made.
    pub fn seek(&mut self, position: usize) -> Vec<Change> {
        let target = position.min(self.steps.len());
        if self.position == self.steps.len() {
            self.shared_keys.remember_result(&self.tree);
        }
        let mut changes = Vec::new();
        if self.is_unwritten {
            let (written, own, end) = self.edits_of_rejected();
            self.play_all(own..end, false, &mut changes);
            self.play_all(written..end, true, &mut changes);
            self.is_unwritten = false;
        }
        let (from, to) = (self.edits_at(self.position), self.edits_at(target));
        match from < to {
            true => self.play_all(from..to, true, &mut changes),
            false => self.play_all(to..from, false, &mut changes),
        }
        self.position = target;
        self.record_changes(&changes);
        changes
    }

    /// As [`Self::seek`], but the step of a rejection has the object that is written: the result of the patches before the
    /// rejected one.
    pub(crate) fn seek_written(&mut self, position: usize) -> Vec<Change> {
        let mut changes = self.seek(position);
        // A rejected apply has undone its changes.
        if self.rejection().is_some()
            && self.position == self.steps.len()
            && !matches!(self.inputs.semantics, Semantics::ServerSide(_))
        {
            self.shared_keys.remember_result(&self.tree);
            let (written, own, end) = self.edits_of_rejected();
            let mut undone = Vec::new();
            self.play_all(written..end, false, &mut undone);
            self.play_all(own..end, true, &mut undone);
            self.is_unwritten = true;
            self.record_changes(&undone);
            changes.extend(undone);
        }
        changes
    }

    /// Returns where the edits of the rejected patch begin, where those of its rejection begin, and where they end.
    fn edits_of_rejected(&self) -> (u32, u32, u32) {
        let steps = self.steps.len();
        let own = self.edits_at(steps.saturating_sub(1));
        let written = self.edits_at(self.written_position());
        (written.min(own), own, self.edits_at(steps))
    }

    /// Returns the position at which a merge has the object that is written: its last step, or the last step
    /// before the rejected patch.
    pub(crate) fn written_position(&self) -> usize {
        let Some(rejection) = self.rejection() else {
            return self.steps.len();
        };
        let documents = |step: &Step| {
            let sources = [step.patch(), step.directive(), step.field()];
            sources.into_iter().flatten().map(|source| source.document).max()
        };
        let sources = rejection.faulty.iter().map(|source| source.document);
        let step = self.steps.get(rejection.step as usize);
        let rejected = sources.max().max(step.and_then(documents)).unwrap_or(0);
        let first = self
            .steps
            .iter()
            .position(|step| documents(step) >= Some(rejected));
        // The steps before the first one about a first patch are about the live object.
        first.filter(|_| rejected > 1).unwrap_or(0)
    }

    fn play_all(&mut self, edits: Range<u32>, forward: bool, changes: &mut Vec<Change>) {
        match forward {
            true => edits.for_each(|at| self.play(at, true, changes)),
            false => edits.rev().for_each(|at| self.play(at, false, changes)),
        }
    }

    fn record_changes(&mut self, changes: &[Change]) {
        for change in changes {
            self.positions.record_change(&self.tree, *change);
        }
    }

    fn play(&mut self, at: u32, forward: bool, changes: &mut Vec<Change>) {
        if let Some(edit) = self.tree.log.get(at) {
            self.tree.apply(&edit, forward);
            changes.extend(edit.change());
        }
    }

    fn edits_at(&self, position: usize) -> u32 {
        match position.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => step.edits_end,
            None => 0,
        }
    }

    /// Returns the nodes that a step changes (for a reorder, the list), for highlighting.
    pub fn touched_by(&self, step: usize) -> Vec<ResultId> {
        let range = self.edits_at(step)..self.edits_at(step + 1);
        range
            .filter_map(|at| self.tree.log.get(at))
            .map(|edit| edit.touches())
            .collect()
    }

    /// Returns the nodes that a step sets, adds or removes, without those that it only marks or reorders.
    pub fn changed_by(&self, step: usize) -> impl Iterator<Item = ResultId> {
        let range = self.edits_at(step)..self.edits_at(step + 1);
        range.filter_map(|at| match self.tree.log.get(at)?.change()? {
            Change::Value(id) | Change::State(id) => Some(id),
            Change::Order(_) => None,
        })
    }

    /// Returns the edits of a step.
    pub(crate) fn edits_of(&self, step: usize) -> impl Iterator<Item = TreeEdit> {
        let range = self.edits_at(step)..self.edits_at(step + 1);
        range.filter_map(|at| self.tree.log.get(at))
    }

    /// Returns the children of the list that a step reorders, including placeholders, before and after the
    /// step.
    pub(crate) fn orders_of(&self, step: usize) -> Option<(&[ResultId], &[ResultId])> {
        let is_order = |edit: TreeEdit| match edit {
            TreeEdit::Order { order, .. } => Some(order),
            _ => None,
        };
        let orders = self.tree.log.orders(self.edits_of(step).find_map(is_order)?)?;
        Some((&orders.old, &orders.new))
    }

    /// Returns the rejection, if the merge ended with one.
    pub fn rejection(&self) -> Option<&Rejection> {
        match &self.verdict {
            Verdict::Rejected(rejection) => Some(rejection),
            Verdict::Merged => None,
        }
    }

    /// Returns whether a step of a merge that was not rejected says that the API server rejects its result. Without
    /// steps, the answer is no.
    pub fn server_rejects(&self) -> bool {
        self.rejection().is_none() && self.steps.iter().any(|step| step.rule.is_server_rejection())
    }
}
