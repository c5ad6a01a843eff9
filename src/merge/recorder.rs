//! The result tree and the steps of a merge, with the operations that all engines use.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::api_server::objection::{MAX_SERVER_STEPS, Objection};
use super::detail::Detail;
use super::mark::Mark;
use super::result_tree::moved_items::moved;
use super::result_tree::node_id::{NodeRef, Presence, ResultId};
use super::result_tree::path::scalar_text;
use super::result_tree::positions::Positions;
use super::result_tree::shared_keys::SharedKeys;
use super::result_tree::{InsertFilter, ResultTree, document_of};
use super::rule::Rule;
use super::step::{Step, StepSubject};
use super::strategic::decision::DecisionSet;
use super::trace::{Inputs, Merge, OrderSequences, Rejection, Verdict};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// The result of a merge step. `Err` means that the patch is rejected; the merge stops.
pub(crate) type MergeResult<T = ()> = Result<T, Box<Rejection>>;

/// The result of a merge that is being made, and its steps. It does not know the semantics: the engine of
/// each patch type wraps it in a type of its own.
#[derive(Debug)]
pub(crate) struct Recorder<'d> {
    /// The live object, then the patches.
    pub(crate) documents: &'d [Arc<Document>],
    pub(crate) tree: ResultTree,
    pub(crate) steps: Vec<Step>,
    /// What the API server does not accept, for [`Step::objection`].
    pub(crate) objections: Vec<Objection<ResultId>>,
    pub(crate) traced: bool,
    /// The patch that is applied, as an index into `documents`.
    pub(crate) patch: u16,
    /// The indices of the open steps, outermost first.
    open: Vec<u32>,
}

/// The data of a step before it is recorded.
#[derive(Clone, Debug)]
pub(crate) struct StepDraft {
    rule: Rule,
    at: ResultId,
    field: Option<NodeRef>,
    patch: Option<NodeRef>,
    directive: Option<NodeRef>,
    old: Option<NodeRef>,
    number: usize,
    detail: Option<Box<Detail>>,
}

impl StepDraft {
    /// Creates the draft of a step in which `rule` acts on the result node `at`.
    pub(crate) fn new(rule: Rule, at: ResultId) -> Self {
        Self {
            rule,
            at,
            field: None,
            patch: None,
            directive: None,
            old: None,
            number: 0,
            detail: None,
        }
    }

    /// Returns the patch node, if it is known.
    pub(crate) fn patch_node(&self) -> Option<NodeRef> {
        self.patch
    }

    /// Returns the directive, if there is one.
    pub(crate) fn directive_node(&self) -> Option<NodeRef> {
        self.directive
    }

    /// Returns the draft with another rule.
    pub(crate) fn with_rule(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// Sets the entry below `at` that the step is about and that has no result node.
    pub(crate) fn field(self, field: NodeRef) -> Self {
        Self {
            field: Some(field),
            ..self
        }
    }

    /// Sets the patch node that causes the step.
    pub(crate) fn patch(self, patch: NodeRef) -> Self {
        Self {
            patch: Some(patch),
            ..self
        }
    }

    /// Sets the directive that causes the step.
    pub(crate) fn directive(self, directive: impl Into<Option<NodeRef>>) -> Self {
        Self {
            directive: directive.into(),
            ..self
        }
    }

    /// Sets the old value.
    pub(crate) fn old(self, old: NodeRef) -> Self {
        Self {
            old: Some(old),
            ..self
        }
    }

    /// Sets the number of nodes that the step is about.
    pub(crate) fn count(self, count: usize) -> Self {
        Self {
            number: count,
            ..self
        }
    }

    /// Sets the index of the warning among those of its document.
    pub(crate) fn warning(self, index: usize) -> Self {
        Self {
            number: index,
            ..self
        }
    }

    /// Sets the index of what the API server does not accept.
    pub(crate) fn objection(self, index: usize) -> Self {
        self.count(index + 1)
    }

    /// Sets the names for the sentence.
    pub(crate) fn detail(self, detail: impl Into<Detail>) -> Self {
        Self {
            detail: Some(Box::new(detail.into())),
            ..self
        }
    }
}

impl<'d> Recorder<'d> {
    pub(crate) fn new(documents: &'d [Arc<Document>], traced: bool) -> Self {
        let tree = ResultTree::new(documents.to_vec(), traced);
        let capacity = if traced { tree.expected_steps() } else { 0 };
        Self {
            documents,
            tree,
            steps: Vec::with_capacity(capacity),
            objections: Vec::new(),
            traced,
            patch: 0,
            open: Vec::new(),
        }
    }

    /// Returns the finished merge, at its last step.
    pub(crate) fn into_merge(mut self, inputs: Inputs, verdict: Verdict) -> Merge {
        self.seal();
        Merge {
            inputs,
            tree: self.tree,
            position: self.steps.len(),
            steps: self.steps,
            objections: self.objections,
            verdict,
            assessment: None,
            reached: DecisionSet::default(),
            is_unwritten: false,
            server_steps: MAX_SERVER_STEPS,
            positions: Positions::default(),
            shared_keys: SharedKeys::default(),
            top_type: OnceLock::new(),
        }
    }

    // ---- reading ----

    pub(crate) fn document(&self, source: NodeRef) -> &'d Document {
        document_of(self.documents, source)
    }

    /// Returns a node of the patch that is being applied.
    pub(crate) fn in_patch(&self, node: NodeId) -> NodeRef {
        NodeRef {
            document: self.patch,
            node,
        }
    }

    pub(crate) fn value(&self, source: NodeRef) -> Value<'d> {
        self.document(source).value(source.node)
    }

    pub(crate) fn kind(&self, source: NodeRef) -> ValueKind {
        self.value(source).kind()
    }

    pub(crate) fn key(&self, source: NodeRef) -> Option<&'d str> {
        self.document(source).key(source.node)
    }

    pub(crate) fn children(&self, source: NodeRef) -> impl Iterator<Item = NodeRef> + use<'d> {
        let document = self.document(source);
        document.children(source.node).map(move |node| NodeRef {
            document: source.document,
            node,
        })
    }

    /// Returns the entry `key` of a patch map. Walks the map.
    pub(crate) fn entry(&self, map: NodeRef, key: &str) -> Option<NodeRef> {
        self.children(map).find(|entry| self.key(*entry) == Some(key))
    }

    /// Returns the `$patch` of a value, if it is a map that has one.
    pub(crate) fn patch_directive(&self, value: NodeRef) -> Option<NodeRef> {
        (self.kind(value) == ValueKind::Map)
            .then(|| self.entry(value, "$patch"))
            .flatten()
    }

    /// Returns the key of a result node, borrowed from the documents so that the tree can change meanwhile.
    pub(crate) fn result_key(&self, id: ResultId) -> Option<&'d str> {
        let key = self.key(self.tree.source(id))?;
        if key.starts_with('$') && self.tree.is_renamed(id) {
            // A field with the value of its directive keeps its own name.
            return key.split_once('/').map(|(_, field)| field);
        }
        Some(key)
    }

    pub(crate) fn result_value(&self, id: ResultId) -> Value<'d> {
        self.value(self.tree.source(id))
    }

    /// Returns a lookup of the present entries of a map. `lookups` is the number of expected calls.
    pub(crate) fn fields(&self, map: ResultId, order: usize) -> FieldLookup<'d> {
        if order <= FieldLookup::MAX_SCANNED_LOOKUPS {
            return FieldLookup { map, index: None };
        }
        let entries = self
            .tree
            .present(map)
            .filter_map(|id| Some((self.result_key(id)?, id)));
        FieldLookup {
            map,
            index: Some(entries.collect()),
        }
    }

    /// Returns the present entry `key`.
    pub(crate) fn find(&self, fields: &FieldLookup<'d>, key: &str) -> Option<ResultId> {
        match &fields.index {
            None => self.tree.get(fields.map, key),
            Some(index) => index
                .get(key)
                .copied()
                .filter(|id| self.tree.state(*id) == Presence::Present),
        }
    }

    /// Returns a value in quotes for messages.
    pub(crate) fn quote_value(&self, source: NodeRef) -> String {
        match self.value(source) {
            Value::String(text) => format!("{text:?}"),
            value => scalar_text(value).unwrap_or_else(|| format!("a {}", value.kind().name())),
        }
    }

    // ---- recording ----

    /// Records a step. The edits that follow belong to it.
    pub(crate) fn step(&mut self, note: StepDraft) {
        self.seal();
        if !self.traced {
            return;
        }
        let live = self.tree.live_node(note.at).or_else(|| {
            let source = self.tree.source(note.at);
            source.is_live().then_some(source.node)
        });
        let about = StepSubject {
            field: note.field,
            live: if note.field.is_some() { None } else { live },
            patch: note.patch,
            directive: note.directive,
            old: note.old,
        };
        let mut step = Step::new(note.rule, note.at, &self.open, about);
        step.set_number(note.number as u32);
        step.detail = note.detail;
        step.edits_end = self.tree.log.len();
        self.steps.push(step);
    }

    /// Records a step that is the parent of the following ones, until [`Self::close`].
    pub(crate) fn open(&mut self, note: StepDraft) {
        self.step(note);
        if self.traced {
            self.open.push(self.steps.len() as u32 - 1);
        }
    }

    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// Assigns the edits so far to the last step.
    pub(crate) fn seal(&mut self) {
        let end = self.tree.log.len();
        if let Some(last) = self.steps.last_mut() {
            last.edits_end = end;
        }
    }

    /// Records the rejection and returns it. `message` is the error text of the semantics, `detail` is for
    /// the rule's sentence.
    pub(crate) fn reject(
        &mut self,
        note: StepDraft,
        message: String,
        detail: impl Into<Detail>,
        faulty: Vec<NodeRef>,
    ) -> Box<Rejection> {
        self.reject_order(note, message, detail, faulty, None)
    }

    /// As [`Self::reject`], with the two sequences that differ.
    pub(crate) fn reject_order(
        &mut self,
        note: StepDraft,
        message: String,
        detail: impl Into<Detail>,
        faulty: Vec<NodeRef>,
        sequences: Option<OrderSequences>,
    ) -> Box<Rejection> {
        let (rule, at) = (note.rule, note.at);
        let patch = note
            .patch
            .or_else(|| faulty.iter().copied().find(|source| !source.is_live()));
        let live = faulty
            .iter()
            .find(|source| source.is_live())
            .map(|source| source.node);
        self.step(StepDraft { patch, ..note }.detail(detail));
        if let (Some(live), Some(last)) = (live, self.steps.last_mut()) {
            last.set_live(live);
        }
        self.tree.mark(at, Mark::Rejected);
        self.seal();
        let step = (self.steps.len() as u32).saturating_sub(1);
        Box::new(Rejection {
            step,
            rule,
            message,
            other_message: None,
            fix: None,
            order_change: None,
            sequences,
            faulty,
            others: Vec::new(),
        })
    }

    // ---- changing ----

    /// Removes a node and marks it; it stays visible as a placeholder row.
    pub(crate) fn remove(&mut self, id: ResultId, mark: Mark) {
        self.tree.mark(id, mark);
        self.tree.remove(id);
    }

    /// Creates a node for a patch value; `incoming` filters its content. See [`ResultTree::prepare_insert`].
    pub(crate) fn prepare_insert<I: InsertFilter>(
        &mut self,
        parent: ResultId,
        after: Option<ResultId>,
        source: NodeRef,
        incoming: &mut I,
        context: I::Context,
    ) -> ResultId {
        self.tree.prepare_insert(parent, after, source, incoming, context)
    }

    /// Puts a list, whose present items are `now`, into an order, marks the moved items, and records a step.
    /// Does nothing if the list already has the order; `note` is only called for a step.
    pub(crate) fn put_in_order(
        &mut self,
        list: ResultId,
        now: &[ResultId],
        order: &[ResultId],
        note: impl FnOnce(&Self) -> StepDraft,
        mark: Mark,
    ) {
        if now == order {
            return;
        }
        let note = note(self);
        self.step(note.count(order.len()));
        if self.traced {
            let moved = self.moved_items(now, order);
            for (id, _) in order.iter().zip(moved).filter(|(_, moved)| *moved) {
                self.tree.mark(*id, mark);
            }
        }
        self.reorder(list, order);
    }

    /// Returns for each item of a new order whether it moved. If there is a choice, the items stay that keep their order
    /// in the live list.
    fn moved_items(&self, now: &[ResultId], order: &[ResultId]) -> Vec<bool> {
        let lowest = now.iter().min().map_or(0, |id| id.index());
        let highest = now.iter().max().map_or(0, |id| id.index());
        let mut before = vec![None; highest - lowest + 1];
        for (at, id) in (0u32..).zip(now) {
            // Items from the patch are new, not moved.
            before[id.index() - lowest] = self.tree.live_node(*id).map(|_| at);
        }
        let position = |id: &ResultId| *before.get(id.index().checked_sub(lowest)?)?;
        let old: Vec<Option<u32>> = order.iter().map(position).collect();
        let fewest = moved(&old);
        let live_node = |id: &ResultId| Some(self.tree.live_node(*id)?.0);
        if now.iter().filter_map(live_node).is_sorted() {
            return fewest;
        }
        let since_live = moved(&order.iter().map(live_node).collect::<Vec<_>>());
        let kept = old.iter().zip(&since_live).filter(|(_, moved)| !**moved);
        let count = |moved: &[bool]| moved.iter().filter(|moved| **moved).count();
        match kept.filter_map(|(old, _)| *old).is_sorted() && count(&since_live) == count(&fewest) {
            true => since_live,
            false => fewest,
        }
    }

    /// Puts the present items of a list into an order.
    pub(crate) fn reorder(&mut self, list: ResultId, order: &[ResultId]) {
        self.tree.reorder(list, order);
    }
}

/// The entries of a map by key. Walks the map for a few lookups, has an index for many.
#[derive(Debug)]
pub(crate) struct FieldLookup<'d> {
    map: ResultId,
    index: Option<FxHashMap<&'d str, ResultId>>,
}

impl<'d> FieldLookup<'d> {
    const MAX_SCANNED_LOOKUPS: usize = 6;

    /// Adds a new entry to the index.
    pub(crate) fn add(&mut self, key: &'d str, id: ResultId) {
        if let Some(index) = &mut self.index {
            index.insert(key, id);
        }
    }
}
