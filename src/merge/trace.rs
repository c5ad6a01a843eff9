//! What the engine produces: steps, each one a rule at a place, with the edits that it made.

use std::sync::Arc;

use super::policy::verdict::Assessment;
use super::result_tree::ResultTree;
use super::result_tree::edit_log::{Change, TreeEdit};
use super::result_tree::node_id::{NodeRef, ResultId};
use super::result_tree::positions::Positions;
use super::rule::Rule;
use super::semantics::Semantics;
use super::step::Step;
use super::strategic::decision::DecisionSet;
use crate::document::Document;
use crate::schema::Schema;

/// Why a patch was rejected.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// Index of the refusing step, where a trace was asked for.
    pub step: u32,
    /// The rule.
    pub rule: Rule,
    /// The rejection in the words of the chosen semantics; under `kubernetes` what kubectl prints after `error: `.
    pub message: String,
    /// What kubectl can print as well: it looks at the fields of a map in random order. "no error" if it can accept the patch.
    pub other_message: Option<String>,
    /// The smallest change that would make this very patch pass, where it is known better than the rule knows it.
    pub fix: Option<String>,
    /// Two sequences that should agree, where order is the cause.
    pub sequences: Option<OrderSequences>,
    /// The guilty nodes, the most telling first.
    pub guilty: Vec<NodeRef>,
}

/// The patch list and the order, as texts, and where they part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSequences {
    /// Keys of the patch items, deletions left out.
    pub patch: Vec<String>,
    /// Keys of the order's entries.
    pub order: Vec<String>,
    /// Index of the first patch item that cannot be placed.
    pub mismatch: usize,
}

/// How a merge ended.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every patch was applied.
    Merged,
    /// A patch was rejected; the scene shows the state reached.
    Rejected(Box<Rejection>),
}

/// What is merged, and by which rules.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The live object.
    pub live: Arc<Document>,
    /// The patches, applied one after another.
    pub patches: Vec<Arc<Document>>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// Whose rules hold.
    pub semantics: Semantics,
}

/// A finished merge: the result, how it came about, and the way there and back.
#[derive(Clone, Debug)]
pub struct Merge {
    /// What was merged.
    pub inputs: Inputs,
    /// The result as it is after [`Self::position`] steps.
    pub scene: ResultTree,
    /// The steps in order; empty if no trace was asked for.
    pub steps: Vec<Step>,
    /// How it ended.
    pub verdict: Verdict,
    /// Of a policy's template: what the policy says of the object.
    pub assessment: Option<Assessment>,
    /// Of a strategic merge: the decisions that it came to. Other semantics that differ in none of them give this merge, too.
    pub reached: DecisionSet,
    pub(crate) position: usize,
    pub(crate) positions: Positions,
}

impl Inputs {
    /// Bytes of all texts.
    pub fn size(&self) -> usize {
        let documents = std::iter::once(&self.live).chain(&self.patches);
        documents.map(|document| document.text().len()).sum()
    }

    /// Whether both have the very same documents and schema, and equal semantics.
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
    /// What kubectl prints, of a rejection under `kubernetes` semantics; none where kubectl would merge what is not known here.
    pub fn text_of_kubectl(&self) -> Option<&str> {
        (self.rule != Rule::UnsupportedOldVersion).then_some(&self.message)
    }
}

impl OrderSequences {
    /// The two sequences side by side: patch item and order entry, each where the other has its like. The patch item
    /// that cannot be placed has no entry next to it; what follows it is not compared any more.
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
}

impl Merge {
    /// How many steps have been played: 0 is live untouched, `steps.len()` the end.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Plays to `position` (cut to the number of steps), forward or back, at the cost of the edits between.
    /// Returns what may have changed the lines, in the order in which it happened.
    pub fn seek(&mut self, position: usize) -> Vec<Change> {
        let target = position.min(self.steps.len());
        let mut changes = Vec::new();
        let (from, to) = (self.edits_at(self.position), self.edits_at(target));
        if from < to {
            for at in from..to {
                self.play(at, true, &mut changes);
            }
        } else {
            for at in (to..from).rev() {
                self.play(at, false, &mut changes);
            }
        }
        self.position = target;
        for change in &changes {
            self.positions.record_removed(&self.scene, *change);
        }
        changes
    }

    fn play(&mut self, at: u32, forward: bool, changes: &mut Vec<Change>) {
        if let Some(edit) = self.scene.log.get(at) {
            self.scene.apply(&edit, forward);
            changes.extend(edit.change());
        }
    }

    fn edits_at(&self, position: usize) -> u32 {
        match position.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => step.edits_end,
            None => 0,
        }
    }

    /// The nodes that a step changes (with the list, for a reorder), for making it stand out.
    pub fn touched_by(&self, step: usize) -> Vec<ResultId> {
        let range = self.edits_at(step)..self.edits_at(step + 1);
        range
            .filter_map(|at| self.scene.log.get(at))
            .map(|edit| edit.touches())
            .collect()
    }

    /// The nodes that a step gives another value, brings in or takes out; marks and orders are left aside.
    pub fn changed_by(&self, step: usize) -> impl Iterator<Item = ResultId> {
        let range = self.edits_at(step)..self.edits_at(step + 1);
        range.filter_map(|at| match self.scene.log.get(at)?.change()? {
            Change::Value(id) | Change::State(id) => Some(id),
            Change::Order(_) => None,
        })
    }

    /// The edits of a step.
    pub(crate) fn edits_of(&self, step: usize) -> impl Iterator<Item = TreeEdit> {
        let range = self.edits_at(step)..self.edits_at(step + 1);
        range.filter_map(|at| self.scene.log.get(at))
    }

    /// The children of the list that a step puts in order, ghosts too, before and after the step.
    pub(crate) fn orders_of(&self, step: usize) -> Option<(&[ResultId], &[ResultId])> {
        let is_order = |edit: TreeEdit| match edit {
            TreeEdit::Order { order, .. } => Some(order),
            _ => None,
        };
        let orders = self.scene.log.orders(self.edits_of(step).find_map(is_order)?)?;
        Some((&orders.old, &orders.new))
    }

    /// The rejection, if the merge ended with one.
    pub fn rejection(&self) -> Option<&Rejection> {
        match &self.verdict {
            Verdict::Rejected(rejection) => Some(rejection),
            Verdict::Merged => None,
        }
    }
}
