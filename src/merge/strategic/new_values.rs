//! Inserts values that have nothing to merge with: drops or stores their nulls and directives.

use super::decision::{MissingMap, Strip};
use super::directives::{PATCH, is_directive, is_field};
use super::strategic_merge::StrategicMerge;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertFilter;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::schema::{Schema, TypePosition};

/// Decides which nodes of a new value are inserted, and records what it drops or stores.
pub(crate) struct PatchValueFilter<'d> {
    schema: &'d Schema,
    pub(crate) strip: Strip,
    missing_map: MissingMap,
    /// Directives of the value itself that were applied. Their absence needs no step.
    pub(crate) used: Vec<NodeId>,
    traced: bool,
    pub(crate) events: Vec<(Rule, NodeId)>,
}

fn patch_directive(document: &Document, node: NodeId) -> Option<Value<'_>> {
    if document.kind(node) != ValueKind::Map {
        return None;
    }
    document
        .get(node, PATCH)
        .map(|directive| document.value(directive))
}

impl PatchValueFilter<'_> {
    pub(crate) fn record(&mut self, rule: Rule, node: NodeId) {
        if self.traced {
            self.events.push((rule, node));
        }
    }

    /// Returns whether a value is inserted at all. A map with a `$patch` that has nothing to act on is not.
    pub(crate) fn is_kept(&self, document: &Document, node: NodeId, is_item: bool) -> bool {
        match (self.strip, patch_directive(document, node)) {
            (Strip::Nothing, _) | (_, None) => true,
            // The null is dropped first, and then there is no directive.
            (Strip::NullsAndPatchMaps, Some(Value::Null)) => true,
            (_, Some(Value::String("replace"))) => !is_item && self.missing_map == MissingMap::AddContent,
            _ => false,
        }
    }

    fn child_type(&self, document: &Document, node: NodeId, parent: TypePosition) -> Option<TypePosition> {
        match document.key(node) {
            Some(key) => Some(self.schema.peek(parent, key)?.type_position),
            None => Some(self.schema.item(parent)),
        }
    }
}

impl InsertFilter for PatchValueFilter<'_> {
    /// The type of the container, if it is needed and known.
    type Context = Option<TypePosition>;

    fn admit(
        &mut self,
        document: &Document,
        node: NodeId,
        parent: Option<TypePosition>,
    ) -> Option<Option<TypePosition>> {
        let key = document.key(node);
        if self.used.contains(&node) {
            return None;
        }
        let is_null_field = key.is_some() && document.kind(node) == ValueKind::Null;
        if is_null_field && matches!(self.strip, Strip::NullsAndDirectives | Strip::NullsAndPatchMaps) {
            self.record(Rule::DropNull, node);
            return None;
        }
        if !self.is_kept(document, node, key.is_none()) {
            self.record(Rule::DroppedDirective, node);
            return None;
        }
        if let Some(key) = key.filter(|key| key.starts_with('$')) {
            let is_field = parent.is_some_and(|type_position| is_field(self.schema, type_position, key));
            let is_dropped = match self.strip {
                Strip::NullsAndDirectives => !is_field,
                Strip::Nothing => false,
                // A map with `$patch` that is kept loses only the directive.
                Strip::NullsAndPatchMaps | Strip::PatchMaps => key == PATCH,
            };
            if is_dropped {
                self.record(Rule::DroppedDirective, node);
                return None;
            }
            if !is_field && is_directive(key) {
                self.record(Rule::StoredDirective, node);
            } else if is_null_field {
                self.record(Rule::StoredNull, node);
            }
        } else if is_null_field {
            self.record(Rule::StoredNull, node);
        }
        // The type is needed only to distinguish directives from fields, and only if directives are dropped.
        Some(parent.and_then(|parent| self.child_type(document, node, parent)))
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Returns the filter for the new value `value`.
    pub(crate) fn filter(&self, strip: Strip, value: NodeRef) -> PatchValueFilter<'d> {
        let may_be_missing_map = strip != Strip::Nothing && !self.kind(value).is_scalar();
        let missing_map = match may_be_missing_map {
            true => self.decisions.missing_map(),
            false => MissingMap::DropMap,
        };
        let directive = self.patch_directive(value).filter(|_| strip != Strip::Nothing);
        let replace = directive.filter(|directive| self.value(*directive) == Value::String("replace"));
        PatchValueFilter {
            schema: self.schema,
            strip,
            missing_map,
            used: replace.map(|directive| directive.node).into_iter().collect(),
            traced: self.traced,
            events: Vec::new(),
        }
    }

    /// Returns the filter for the content of a map that replaces another one because of its `$patch:
    /// replace`.
    pub(crate) fn content_filter(&self, map: NodeRef) -> PatchValueFilter<'d> {
        PatchValueFilter {
            used: self
                .patch_directive(map)
                .map(|directive| directive.node)
                .into_iter()
                .collect(),
            ..self.filter(self.decisions.replacements(), map)
        }
    }

    /// Returns the type of a container for [`PatchValueFilter`], if `strip` needs it.
    pub(crate) fn filter_context(
        &self,
        strip: Strip,
        type_position: impl FnOnce() -> Option<TypePosition>,
    ) -> Option<TypePosition> {
        (strip == Strip::NullsAndDirectives).then(type_position).flatten()
    }

    /// Records a step for each node that a filter has dropped or stored.
    pub(crate) fn record_filtered(&mut self, at: ResultId, events: Vec<(Rule, NodeId)>) {
        for (rule, node) in events {
            let source = self.in_patch(node);
            let own = Some(source).filter(|source| self.key(*source).is_some_and(is_directive));
            let directive = own.or_else(|| self.patch_directive(source));
            let mut note = StepDraft::new(rule, at).patch(source).directive(directive);
            // Later, `at` can have another source, and the field would no longer be known as its own.
            if self.tree.source(at) != source {
                note = note.field(source);
            }
            self.step(note);
            if matches!(rule, Rule::StoredDirective | Rule::StoredNull) {
                self.tree.mark(at, Mark::Warning);
            }
        }
    }

    /// Inserts a patch value that has nothing to merge with as an entry of `map`, and replaces `live`.
    /// Returns the new node, or `None` if nothing of the value is inserted.
    pub(crate) fn insert_new(
        &mut self,
        map: ResultId,
        live: Option<ResultId>,
        entry: NodeRef,
        type_position: impl FnOnce() -> Option<TypePosition>,
        strip: Strip,
    ) -> Option<ResultId> {
        let document = self.document(entry);
        let mut filter = self.filter(strip, entry);
        if !filter.is_kept(document, entry.node, false) {
            self.ignore_map(map, live, entry);
            return None;
        }
        let context = self.filter_context(strip, type_position);
        let new = self.prepare_insert(map, live, entry, &mut filter, context);
        match live {
            Some(live) => {
                let old = self.tree.source(live);
                self.step(StepDraft::new(Rule::ChangeType, new).patch(entry).old(old));
                self.tree.replace_with(live);
                self.tree.mark(new, Mark::Replaced);
            }
            None => {
                self.step(StepDraft::new(Rule::AddField, new).patch(entry));
                self.tree.mark(new, Mark::Added);
            }
        }
        self.tree.commit_insert(new);
        let replaces = filter.used.iter().map(|node| (Rule::ReplaceMissingMap, *node));
        let replaces = replaces.filter(|_| self.traced).collect();
        self.record_filtered(new, replaces);
        self.record_filtered(new, filter.events);
        Some(new)
    }

    /// Drops a map with `$patch` that has no live map to act on; a live value of another type is removed.
    fn ignore_map(&mut self, map: ResultId, live: Option<ResultId>, entry: NodeRef) {
        let directive = self.patch_directive(entry);
        let note = |at| {
            StepDraft::new(Rule::IgnoredMap, at)
                .patch(entry)
                .directive(directive)
        };
        let Some(live) = live else {
            return self.step(note(map).field(entry));
        };
        let old = self.tree.source(live);
        self.step(note(live));
        self.step(note(live).with_rule(Rule::RemoveByIgnoredMap).old(old));
        self.remove(live, Mark::Deleted);
    }
}
