//! What every part of the engine works with: the scene, the steps so far, and how to leave one.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::mark::Mark;
use super::result_tree::node_id::{NodeRef, Presence, ResultId};
use super::result_tree::path::scalar_text;
use super::result_tree::{InsertFilter, ResultTree, document_of};
use super::rule::Rule;
use super::step::{Step, StepSubject};
use super::trace::{OrderSequences, Rejection};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// The end of a merge before its time.
pub(crate) type MergeResult<T = ()> = Result<T, Box<Rejection>>;

/// The result of a merge under way, and the steps so far. It knows no semantics: the merge of each patch type has an object
/// of its own that holds this one.
#[derive(Debug)]
pub(crate) struct Recorder<'d> {
    /// Live, then the patches.
    pub(crate) documents: &'d [Arc<Document>],
    pub(crate) scene: ResultTree,
    pub(crate) steps: Vec<Step>,
    pub(crate) traced: bool,
    /// Which patch is applied: an index into `documents`.
    pub(crate) patch: u16,
    /// The steps that are still open, outermost first.
    open: Vec<u32>,
}

/// A step before it is taken: what is known of it beyond the rule and the place.
#[derive(Clone, Debug)]
pub(crate) struct StepDraft {
    rule: Rule,
    at: ResultId,
    field: Option<NodeRef>,
    patch: Option<NodeRef>,
    directive: Option<NodeRef>,
    old: Option<NodeRef>,
    count: usize,
    detail: Option<Box<str>>,
}

impl StepDraft {
    /// `rule` acts on the result node `at`.
    pub(crate) fn new(rule: Rule, at: ResultId) -> Self {
        Self {
            rule,
            at,
            field: None,
            patch: None,
            directive: None,
            old: None,
            count: 0,
            detail: None,
        }
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// The patch node, if it is known.
    pub(crate) fn place_in_patch(&self) -> Option<NodeRef> {
        self.patch
    }

    /// The directive, if there is one.
    pub(crate) fn place_of_directive(&self) -> Option<NodeRef> {
        self.directive
    }

    /// The same about another rule.
    pub(crate) fn renamed(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// It is about the entry `field` below `at`, which has no node of its own.
    pub(crate) fn field(self, field: NodeRef) -> Self {
        Self {
            field: Some(field),
            ..self
        }
    }

    /// The patch node it comes from.
    pub(crate) fn patch(self, patch: NodeRef) -> Self {
        Self {
            patch: Some(patch),
            ..self
        }
    }

    /// The directive that causes it.
    pub(crate) fn directive(self, directive: impl Into<Option<NodeRef>>) -> Self {
        Self {
            directive: directive.into(),
            ..self
        }
    }

    /// The value that was there before.
    pub(crate) fn old(self, old: NodeRef) -> Self {
        Self {
            old: Some(old),
            ..self
        }
    }

    /// How many nodes it concerns.
    pub(crate) fn count(self, count: usize) -> Self {
        Self { count, ..self }
    }

    /// Names for the sentence.
    pub(crate) fn detail(self, detail: String) -> Self {
        Self {
            detail: Some(detail.into()),
            ..self
        }
    }
}

impl<'d> Recorder<'d> {
    pub(crate) fn new(documents: &'d [Arc<Document>], traced: bool) -> Self {
        let scene = ResultTree::new(documents.to_vec(), traced);
        let room = if traced { scene.usual_steps() } else { 0 };
        Self {
            documents,
            scene,
            steps: Vec::with_capacity(room),
            traced,
            patch: 0,
            open: Vec::new(),
        }
    }

    // ---- looking ----

    pub(crate) fn document(&self, source: NodeRef) -> &'d Document {
        document_of(self.documents, source)
    }

    /// A node of the patch that is being applied.
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

    /// The entry `key` of a patch map, by walking.
    pub(crate) fn entry(&self, map: NodeRef, key: &str) -> Option<NodeRef> {
        self.children(map).find(|entry| self.key(*entry) == Some(key))
    }

    /// The `$patch` of a value, if it is a map that has one.
    pub(crate) fn patch_directive(&self, value: NodeRef) -> Option<NodeRef> {
        (self.kind(value) == ValueKind::Map)
            .then(|| self.entry(value, "$patch"))
            .flatten()
    }

    /// A scene node's key, borrowed from the documents so that the scene may change meanwhile.
    pub(crate) fn scene_key(&self, id: ResultId) -> Option<&'d str> {
        let key = self.key(self.scene.source(id))?;
        if key.starts_with('$') && self.scene.is_renamed(id) {
            // A field that has the value of its directive goes by its own name.
            return key.split_once('/').map(|(_, field)| field);
        }
        Some(key)
    }

    pub(crate) fn scene_value(&self, id: ResultId) -> Value<'d> {
        self.value(self.scene.source(id))
    }

    /// An index of a map's present entries, for `wanted` look-ups.
    pub(crate) fn fields(&self, map: ResultId, wanted: usize) -> FieldLookup<'d> {
        if wanted <= FieldLookup::SCAN {
            return FieldLookup { map, index: None };
        }
        let entries = self
            .scene
            .present(map)
            .filter_map(|id| Some((self.scene_key(id)?, id)));
        FieldLookup {
            map,
            index: Some(entries.collect()),
        }
    }

    /// The present entry `key`.
    pub(crate) fn find(&self, fields: &FieldLookup<'d>, key: &str) -> Option<ResultId> {
        match &fields.index {
            None => self.scene.get(fields.map, key),
            Some(index) => index
                .get(key)
                .copied()
                .filter(|id| self.scene.state(*id) == Presence::Present),
        }
    }

    /// A value in quotes for messages.
    pub(crate) fn quoted(&self, source: NodeRef) -> String {
        match self.value(source) {
            Value::String(text) => format!("{text:?}"),
            value => scalar_text(value).unwrap_or_else(|| format!("a {}", value.kind().name())),
        }
    }

    // ---- stepping ----

    /// Takes a step; the edits that follow belong to it.
    pub(crate) fn step(&mut self, note: StepDraft) {
        self.seal();
        if !self.traced {
            return;
        }
        let live = self.scene.live_node(note.at).or_else(|| {
            let source = self.scene.source(note.at);
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
        step.count = note.count as u32;
        step.detail = note.detail;
        step.edits_end = self.scene.log.len();
        self.steps.push(step);
    }

    /// Takes a step that the following ones are part of, until [`Self::close`].
    pub(crate) fn open(&mut self, note: StepDraft) {
        self.step(note);
        if self.traced {
            self.open.push(self.steps.len() as u32 - 1);
        }
    }

    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// Gives the edits so far to the step taken last.
    pub(crate) fn seal(&mut self) {
        let end = self.scene.log.len();
        if let Some(last) = self.steps.last_mut() {
            last.edits_end = end;
        }
    }

    /// Ends the merge: `message` is the dialect's own text, `detail` what goes into the rule's sentence.
    pub(crate) fn reject(
        &mut self,
        note: StepDraft,
        message: String,
        detail: String,
        guilty: Vec<NodeRef>,
    ) -> Box<Rejection> {
        self.reject_order(note, message, detail, guilty, None)
    }

    /// As [`Self::reject`], with the two sequences that do not agree.
    pub(crate) fn reject_order(
        &mut self,
        note: StepDraft,
        message: String,
        detail: String,
        guilty: Vec<NodeRef>,
        sequences: Option<OrderSequences>,
    ) -> Box<Rejection> {
        let (rule, at) = (note.rule, note.at);
        let patch = note
            .patch
            .or_else(|| guilty.iter().copied().find(|source| !source.is_live()));
        let live = guilty
            .iter()
            .find(|source| source.is_live())
            .map(|source| source.node);
        self.step(StepDraft { patch, ..note }.detail(detail));
        if let (Some(live), Some(last)) = (live, self.steps.last_mut()) {
            last.set_live(live);
        }
        self.scene.mark(at, Mark::Rejected);
        self.seal();
        let step = (self.steps.len() as u32).saturating_sub(1);
        Box::new(Rejection {
            step,
            rule,
            message,
            other_message: None,
            fix: None,
            sequences,
            guilty,
        })
    }

    // ---- changing ----

    /// Takes a node out, as a ghost with `mark`.
    pub(crate) fn remove(&mut self, id: ResultId, mark: Mark) {
        self.scene.mark(id, mark);
        self.scene.remove(id);
    }

    /// Prepares an entry that comes in from the patch, with what `incoming` says of its content.
    pub(crate) fn prepare_insert<I: InsertFilter>(
        &mut self,
        parent: ResultId,
        after: Option<ResultId>,
        source: NodeRef,
        incoming: &mut I,
        context: I::Context,
    ) -> ResultId {
        self.scene
            .prepare_insert(parent, after, source, incoming, context)
    }

    /// Puts a list, whose present items are `now`, into an order, marks what moved, and says so in a step; nothing if
    /// it stands so already. The note is asked for only where there is a step.
    pub(crate) fn put_in_order(
        &mut self,
        list: ResultId,
        now: &[ResultId],
        wanted: &[ResultId],
        note: impl FnOnce(&Self) -> StepDraft,
        mark: Mark,
    ) {
        if now == wanted {
            return;
        }
        let note = note(self);
        self.step(note.count(wanted.len()));
        if self.traced {
            let lowest = now.iter().min().map_or(0, |id| id.index());
            let highest = now.iter().max().map_or(0, |id| id.index());
            let mut before = vec![None; highest - lowest + 1];
            for (at, id) in (0u32..).zip(now) {
                // What came from the patch is new, and not moved.
                before[id.index() - lowest] = self.scene.live_node(*id).map(|_| at);
            }
            let position = |id: &ResultId| *before.get(id.index().checked_sub(lowest)?)?;
            let old: Vec<Option<u32>> = wanted.iter().map(position).collect();
            for (id, moved) in wanted.iter().zip(super::result_tree::moved_items::moved(&old)) {
                if moved {
                    self.scene.mark(*id, mark);
                }
            }
        }
        self.reorder(list, wanted);
    }

    /// Puts the present items of a list into an order.
    pub(crate) fn reorder(&mut self, list: ResultId, wanted: &[ResultId]) {
        self.scene.reorder(list, wanted);
    }
}

/// A map's entries by key: walked for a few look-ups, indexed for many.
#[derive(Debug)]
pub(crate) struct FieldLookup<'d> {
    map: ResultId,
    index: Option<FxHashMap<&'d str, ResultId>>,
}

impl<'d> FieldLookup<'d> {
    const SCAN: usize = 6;

    /// Learns of a new entry.
    pub(crate) fn add(&mut self, key: &'d str, id: ResultId) {
        if let Some(index) = &mut self.index {
            index.insert(key, id);
        }
    }
}
