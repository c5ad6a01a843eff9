//! JSON merge patches (RFC 7396): objects merge member by member, null removes, everything else replaces.
//! Kubernetes also removes nulls inside lists, and accepts only objects.

use std::ops::{Deref, DerefMut};

use super::go_text;
use super::mark::Mark;
use super::object_checks::kind_is_missing;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::InsertFilter;
use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::{Rule, RuleEffect};
use super::semantics::JsonRules;
use super::strategic::is_directive;
use super::trace::Rejection;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};

/// A JSON merge patch that is being applied.
struct MergePatchRun<'e, 'd> {
    recorder: &'e mut Recorder<'d>,
    rules: JsonRules,
}

impl<'d> Deref for MergePatchRun<'_, 'd> {
    type Target = Recorder<'d>;

    fn deref(&self) -> &Recorder<'d> {
        self.recorder
    }
}

impl DerefMut for MergePatchRun<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.recorder
    }
}

/// Applies the recorder's patches as JSON merge patches.
///
/// # Errors
/// The first rejection.
pub(crate) fn run(recorder: &mut Recorder<'_>, rules: JsonRules) -> MergeResult {
    let mut merge = MergePatchRun { recorder, rules };
    let top = merge.tree.top();
    let live = NodeRef::live(merge.documents[0].root());
    if merge.kind(live) != ValueKind::Map {
        return Err(merge.reject_non_map(live, "the live object"));
    }
    for patch in 1..merge.documents.len() {
        merge.patch = patch as u16;
        let root = merge.in_patch(merge.documents[patch].root());
        match (merge.kind(root), merge.tree.kind(top)) {
            (ValueKind::Map, ValueKind::Map) => merge.merge_members(top, root),
            _ if rules == JsonRules::Rfc => merge.replace_document(top, root),
            _ => return Err(merge.reject_non_object(root)),
        }
        if rules == JsonRules::Kubernetes {
            merge.require_kind(root).map_err(|mut rejection| {
                if merge.tree.is_object() {
                    rejection.message = kind_is_missing(&merge.result_as_written());
                }
                rejection
            })?;
        }
    }
    Ok(())
}

impl MergePatchRun<'_, '_> {
    /// Returns the result as the JSON of kubectl's library, which keeps scalars of a JSON patch as they are written.
    fn result_as_written(&self) -> String {
        let raw = |id: ResultId| {
            let source = self.tree.source(id);
            let (document, is_scalar) = (self.document(source), self.tree.kind(id).is_scalar());
            // The scalars of earlier patches were read back before this one.
            let is_own = !source.is_live() && source.document == self.patch;
            let is_json = is_own && document.text().trim_start().starts_with('{');
            let span = document.span(source.node);
            let text = document.text().get(span.start as usize..span.end as usize)?;
            (is_json && is_scalar).then(|| go_text::escape_html(text))
        };
        go_text::to_json_with(&self.tree, self.tree.top(), &raw)
    }
}

/// Returns whether a map in a value has a null.
fn has_null_member(document: &Document, top: NodeId) -> bool {
    let mut todo = vec![top];
    while let Some(node) = todo.pop() {
        if document.kind(node) == ValueKind::Null && document.key(node).is_some() && node != top {
            return true;
        }
        todo.extend(document.children(node));
    }
    false
}

/// Admits a new value without the nulls that the semantics removes.
struct NullPruner {
    rfc: bool,
    /// The value is admitted unchanged: Kubernetes does so if it replaces an object by a value of another
    /// type.
    verbatim: bool,
    traced: bool,
    events: Vec<(Rule, NodeId)>,
}

impl InsertFilter for NullPruner {
    /// Whether the container is inside a list.
    type Context = bool;

    fn admit(&mut self, document: &Document, node: NodeId, in_list: bool) -> Option<bool> {
        let key = document.key(node);
        if key.is_some() && document.kind(node) == ValueKind::Null {
            let (kept, rule) = match (in_list, self.rfc) {
                _ if self.verbatim => (true, None),
                (false, _) => (false, Some(Rule::MergePatchDropNull)),
                (true, false) => (false, Some(Rule::MergePatchNullRemoved)),
                (true, true) => (true, Some(Rule::MergePatchNullKept)),
            };
            self.record(rule, node);
            return kept.then_some(in_list);
        }
        if key.is_some_and(is_directive) {
            self.record(Some(Rule::MergePatchDirective), node);
        }
        Some(in_list || document.kind(node) == ValueKind::List)
    }
}

impl NullPruner {
    fn record(&mut self, rule: Option<Rule>, node: NodeId) {
        if self.traced {
            self.events.extend(rule.map(|rule| (rule, node)));
        }
    }
}

impl MergePatchRun<'_, '_> {
    fn reject_non_object(&mut self, patch: NodeRef) -> Box<Rejection> {
        let kind = self.kind(patch);
        let message = match kind {
            ValueKind::List => "json: cannot unmarshal array into Go value of type unstructured.detector",
            _ => "Invalid JSON Patch",
        };
        let detail = format!("The patch is {}", kind.with_article());
        let note = StepDraft::new(Rule::MergePatchNotAnObject, self.tree.top()).patch(patch);
        let mut rejection = self.reject(note, message.to_owned(), detail, vec![patch]);
        rejection.fix = self.json_patch_help(patch);
        rejection
    }

    fn pruner(&self, verbatim: bool) -> NullPruner {
        NullPruner {
            rfc: self.rules == JsonRules::Rfc,
            verbatim,
            traced: self.traced,
            events: Vec::new(),
        }
    }

    /// Merges the members of the patch object `patch` into the result's object `at`.
    fn merge_members(&mut self, at: ResultId, patch: NodeRef) {
        let mut fields = self.fields(at, self.document(patch).len(patch.node));
        for entry in self.children(patch) {
            let Some(key) = self.key(entry) else { continue };
            match (self.find(&fields, key), self.kind(entry)) {
                (Some(live), ValueKind::Null) => {
                    let old = self.tree.source(live);
                    self.step(StepDraft::new(Rule::MergePatchRemove, live).patch(entry).old(old));
                    self.remove(live, Mark::Deleted);
                }
                (None, ValueKind::Null) => {
                    self.step(
                        StepDraft::new(Rule::MergePatchNullNoOp, at)
                            .field(entry)
                            .patch(entry),
                    );
                }
                (Some(live), ValueKind::Map) if self.tree.kind(live) == ValueKind::Map => {
                    self.merge_members(live, entry);
                }
                (Some(live), kind) if kind.is_scalar() && self.tree.kind(live).is_scalar() => {
                    if self.tree.value(live) != self.value(entry) {
                        let old = self.tree.source(live);
                        self.step(StepDraft::new(Rule::MergePatchSet, live).patch(entry).old(old));
                        self.tree.set_value(live, entry);
                        self.tree.mark(live, Mark::Changed);
                    }
                }
                (Some(live), ValueKind::List) if self.tree.kind(live) == ValueKind::List => {
                    self.replace_list(live, entry);
                }
                (live, _) => {
                    let new = self.add_or_replace(at, live, entry);
                    fields.add(key, new);
                }
            }
        }
    }

    /// Replaces all items of a list by those of the patch. Records no step for an equal list.
    fn replace_list(&mut self, list: ResultId, entry: NodeRef) {
        let document = self.document(entry);
        // Kubernetes also removes the nulls of a list that is equal.
        let is_stored_as_is = self.rules == JsonRules::Rfc || !has_null_member(document, entry.node);
        if is_stored_as_is && same(&self.tree, list, document, entry.node, Numbers::ByType) {
            return;
        }
        let mut pruner = self.pruner(false);
        let mut new = Vec::new();
        for item in self.children(entry) {
            new.push(self.prepare_insert(list, None, item, &mut pruner, true));
        }
        self.step(
            StepDraft::new(Rule::MergePatchList, list)
                .patch(entry)
                .count(new.len()),
        );
        let old: Vec<ResultId> = self.tree.present(list).collect();
        for item in old {
            self.remove(item, Mark::Deleted);
        }
        for item in new {
            self.tree.mark(item, Mark::Added);
            self.tree.commit_insert(item);
        }
        self.tree.mark(list, Mark::Replaced);
        if self.key(entry).is_some_and(is_directive) {
            // The warning is about the list of the patch.
            self.tree.set_value(list, entry);
        }
        self.record_inserted(list, entry, pruner);
    }

    /// Adds a value that has nothing to merge with as a member of `at`, or replaces `live` by it.
    fn add_or_replace(&mut self, at: ResultId, live: Option<ResultId>, entry: NodeRef) -> ResultId {
        let kind = self.kind(entry);
        let was = live.map(|live| self.tree.kind(live));
        let mut pruner = self.pruner(was == Some(ValueKind::Map) && kind != ValueKind::Map);
        let new = self.prepare_insert(at, live, entry, &mut pruner, kind == ValueKind::List);
        match live {
            Some(live) => {
                let old = self.tree.source(live);
                self.step(StepDraft::new(Rule::MergePatchReplace, new).patch(entry).old(old));
                self.tree.replace_with(live);
                self.tree.mark(new, Mark::Replaced);
            }
            None => {
                self.step(StepDraft::new(Rule::MergePatchAdd, new).patch(entry));
                self.tree.mark(new, Mark::Added);
            }
        }
        self.tree.commit_insert(new);
        self.record_inserted(new, entry, pruner);
        new
    }

    /// Records the directives and nulls of a value that was inserted.
    fn record_inserted(&mut self, at: ResultId, entry: NodeRef, mut pruner: NullPruner) {
        if self.key(entry).is_some_and(is_directive) {
            pruner.record(Some(Rule::MergePatchDirective), entry.node);
        }
        self.record_pruned(at, pruner.events);
    }

    /// Replaces the whole document, as the RFC defines for a patch or target that is not an object.
    fn replace_document(&mut self, top: ResultId, patch: NodeRef) {
        let mut pruner = self.pruner(false);
        let in_list = self.kind(patch) == ValueKind::List;
        let document = self.document(patch);
        let mut new = Vec::new();
        for entry in self.children(patch) {
            if let Some(context) = pruner.admit(document, entry.node, in_list) {
                new.push(self.prepare_insert(top, None, entry, &mut pruner, context));
            }
        }
        self.step(StepDraft::new(Rule::MergePatchReplacesDocument, top).patch(patch));
        let old: Vec<ResultId> = self.tree.present(top).collect();
        for child in old {
            self.remove(child, Mark::Deleted);
        }
        self.tree.set_value(top, patch);
        self.tree.mark(top, Mark::Replaced);
        for id in new {
            self.tree.commit_insert(id);
        }
        self.record_pruned(top, pruner.events);
    }

    fn record_pruned(&mut self, at: ResultId, events: Vec<(Rule, NodeId)>) {
        for (rule, node) in events {
            let source = self.in_patch(node);
            let is_itself = self.tree.source(at) == source;
            let note = StepDraft::new(rule, at).patch(source);
            self.step(if is_itself { note } else { note.field(source) });
            if rule.effect() == RuleEffect::Warned {
                self.tree.mark(at, Mark::Warning);
            }
        }
    }
}
