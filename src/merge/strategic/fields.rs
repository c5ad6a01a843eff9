//! Merges the fields of a map: one field, its `$setElementOrder` and its `$deleteFromPrimitiveList`.

use super::decision::{
    DeleteListOfMaps, FieldSequence, MisplacedDeleteList, PatchMergeKey, ReplaceStrategy, ServerOnlyOrder,
    SetElementOrder, UnexpectedList, UnknownDirective,
};
use super::directives::{
    DELETE_FROM_LIST, PATCH_MERGE_KEY, POSITION, RETAIN_KEYS, is_field, is_parallel_list,
};
use super::strategic_merge::StrategicMerge;
use crate::document::{Tree, ValueKind};
use crate::merge::detail::Detail;
use crate::merge::directive_names::SET_ELEMENT_ORDER;
use crate::merge::mark::Mark;
use crate::merge::recorder::{FieldLookup, MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::schema::{Field, LookupError, Strategy, TypePosition};

/// A map of the result that a patch map is merged into.
#[derive(Debug)]
pub(crate) struct TargetMap<'d> {
    pub(crate) at: ResultId,
    /// The type of the map.
    pub(crate) type_position: TypePosition,
    pub(crate) fields: FieldLookup<'d>,
}

/// The entries of a patch map for one field. Each can be absent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldPatch {
    pub(crate) order: Option<NodeRef>,
    pub(crate) deletions: Option<NodeRef>,
    pub(crate) value: Option<NodeRef>,
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the fields of the patch map `patch` into the result's map `at`.
    pub(crate) fn merge_fields(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        type_position: TypePosition,
    ) -> MergeResult {
        let entry = |entry| Some((self.key(entry)?, entry));
        let mut entries: Vec<(&'d str, NodeRef)> = self.children(patch).filter_map(entry).collect();
        if self.backwards {
            entries.reverse();
        }
        let fields = self.fields(at, entries.len());
        let mut target = TargetMap {
            at,
            type_position,
            fields,
        };
        if !entries.iter().any(|(key, _)| is_parallel_list(key)) {
            return entries
                .iter()
                .try_for_each(|(key, entry)| self.merge_entry(&mut target, key, *entry));
        }
        match self.decisions.field_sequence() {
            FieldSequence::AsWritten => self.merge_as_written(&mut target, &entries),
            FieldSequence::OrdersFirst => self.merge_orders_first(&mut target, &entries),
        }
    }

    /// Merges an entry that is not a parallel list for another field.
    pub(crate) fn merge_entry(
        &mut self,
        target: &mut TargetMap<'d>,
        key: &'d str,
        entry: NodeRef,
    ) -> MergeResult {
        match key.starts_with('$') && self.handle_directive_key(target, key, entry) {
            true => Ok(()),
            false => self.merge_field(target, key, entry),
        }
    }

    /// Returns whether a key that begins with `$` is not merged as a field.
    fn handle_directive_key(&mut self, target: &TargetMap<'d>, key: &str, entry: NodeRef) -> bool {
        let is_applied = match key {
            RETAIN_KEYS => true,
            PATCH_MERGE_KEY => {
                self.is_list_item(target.at) && self.decisions.patch_merge_key() == PatchMergeKey::Obey
            }
            POSITION => {
                self.is_list_item(target.at) && self.decisions.list_order() == ServerOnlyOrder::Positions
            }
            _ => false,
        };
        if is_applied || is_field(self.schema, target.type_position, key) {
            return is_applied;
        }
        let is_ignored = self.decisions.unknown_directive() == UnknownDirective::Ignore;
        if is_ignored {
            self.ignore_directive(target.at, entry);
        }
        is_ignored
    }

    /// Records a step about a key that begins with `$` and is not a directive in this map.
    pub(crate) fn ignore_directive(&mut self, at: ResultId, entry: NodeRef) {
        let note = StepDraft::new(Rule::UnknownDirective, at).field(entry);
        self.step(note.patch(entry).directive(entry));
    }

    /// Merges a patch value into the field `name` (Go: `mergeMap`, for one key).
    pub(crate) fn merge_field(
        &mut self,
        target: &mut TargetMap<'d>,
        name: &'d str,
        entry: NodeRef,
    ) -> MergeResult {
        let live = self.find(&target.fields, name);
        let kind = self.kind(entry);
        if kind == ValueKind::Null {
            match self.composing {
                true => self.copy_entry(target.at, entry),
                false => self.remove_field(target.at, live, entry),
            }
            return Ok(());
        }
        let Some((live, live_kind)) = live.map(|live| (live, self.tree.kind(live))) else {
            self.add_field(target, None, name, entry);
            return Ok(());
        };
        match (live_kind, kind) {
            (ValueKind::Map, ValueKind::Map) => {
                let field = self.look_up(target, name, entry)?;
                let is_replaced = field.strategy == Strategy::Replace
                    && (self.patch_directive(entry).is_none()
                        || self.decisions.replace_strategy() == ReplaceStrategy::StoreDirective);
                if !is_replaced {
                    return self.merge_map(live, entry, field.type_position);
                }
                let filter = self.filter(self.decisions.replacements(), entry);
                let note = StepDraft::new(Rule::ReplaceByStrategy, live).patch(entry);
                self.replace_content(live, entry, field.type_position, filter, note);
                Ok(())
            }
            (ValueKind::List, ValueKind::List) => {
                let field = self.look_up_list(target, name, entry)?;
                self.merge_list(live, entry, &field, None)
            }
            (live_kind, kind) if live_kind.is_scalar() && kind.is_scalar() => {
                self.set_value(live, entry);
                Ok(())
            }
            _ => {
                self.add_field(target, Some(live), name, entry);
                Ok(())
            }
        }
    }

    /// Inserts a value that has nothing to merge with.
    fn add_field(
        &mut self,
        target: &mut TargetMap<'d>,
        live: Option<ResultId>,
        name: &'d str,
        entry: NodeRef,
    ) {
        let (schema, parent) = (self.schema, target.type_position);
        let position = || schema.peek(parent, name).map(|field| field.type_position);
        let strip = self.decisions.new_fields();
        let Some(new) = self.insert_new(target.at, live, entry, position, strip) else {
            return;
        };
        target.fields.add(name, new);
        if name.starts_with('$') && !is_field(schema, parent, name) {
            self.record_filtered(new, vec![(Rule::StoredDirective, entry.node)]);
        }
    }

    /// Applies the `$setElementOrder` of a field together with the other entries for the field.
    pub(crate) fn merge_ordered_field(
        &mut self,
        target: &mut TargetMap<'d>,
        name: &'d str,
        patch: FieldPatch,
        directive: NodeRef,
    ) -> MergeResult {
        let mut order = self.check_order(target, name, patch.value, directive)?;
        let mut live = self.find(&target.fields, name);
        if live.is_none() && patch.value.is_none() {
            let note = StepDraft::new(Rule::OrderNoOp, target.at).field(directive);
            self.step(note.directive(directive));
        }
        if let Some(deletions) = patch.deletions {
            let had_list = live.is_some();
            self.delete_from_list(target, name, deletions)?;
            live = self.find(&target.fields, name);
            order.live = None;
            if had_list && live.is_none() && patch.value.is_none() {
                let note = StepDraft::new(Rule::OrderNoOp, target.at).field(directive);
                self.step(note.directive(directive));
            }
        }
        match (live, patch.value) {
            (None, None) => Ok(()),
            (Some(live), None) => self.order_live_list(live, order),
            (None, Some(value)) => self.add_ordered_list(target, name, value, order),
            (Some(live), Some(value)) => {
                let field = order.field;
                self.merge_list(live, value, &field, Some(order))
            }
        }
    }

    /// Drops a `$setElementOrder` that has no effect. Returns whether it was dropped.
    pub(crate) fn drop_order(&mut self, at: ResultId, directive: NodeRef) -> bool {
        let rule = match self.decisions.set_element_order() {
            SetElementOrder::Obey => return false,
            SetElementOrder::DropUnknown => Rule::OldServerDrops,
            SetElementOrder::DropUnneeded => Rule::AlternativeDrops,
        };
        let note = StepDraft::new(rule, at).field(directive).patch(directive);
        self.step(note.directive(directive));
        true
    }

    /// Applies the `$deleteFromPrimitiveList` of a field.
    pub(crate) fn delete_from_list(
        &mut self,
        target: &mut TargetMap<'d>,
        name: &'d str,
        directive: NodeRef,
    ) -> MergeResult {
        let note = |rule, at| StepDraft::new(rule, at).patch(directive).directive(directive);
        let live = self
            .find(&target.fields, name)
            .map(|live| (live, self.tree.kind(live)));
        match (live, self.kind(directive)) {
            (Some((live, _)), ValueKind::Null) => {
                self.step(note(Rule::DeleteListNull, live));
                self.remove(live, Mark::Deleted);
                Ok(())
            }
            (Some((live, ValueKind::List)), ValueKind::List) => {
                let field = self.look_up_list(target, name, directive)?;
                self.delete_items_of(live, directive, &field, name)
            }
            (Some((live, live_kind)), kind)
                if live_kind == kind
                    && self.decisions.misplaced_delete_list() == MisplacedDeleteList::Merge =>
            {
                let how = format!(
                    "is {}, not a list. Kubernetes uses it as the value of `{name}`",
                    kind.with_article()
                );
                self.step(note(Rule::DeleteListMerged, live).detail(how));
                self.tree.mark(live, Mark::Warning);
                if kind.is_scalar() {
                    // The value keeps the name of the field, not that of the directive.
                    self.tree.preserve_key(live);
                }
                self.merge_field(target, name, directive)
            }
            (live, kind) => {
                let why = match live {
                    _ if !matches!(kind, ValueKind::List | ValueKind::Null) => {
                        format!("it is {}, not a list", kind.with_article())
                    }
                    None if self.is_cleared(target.at, name) => {
                        format!("`$retainKeys` has already cleared `{name}`")
                    }
                    None => format!("there is no list `{name}`"),
                    Some((_, kind)) => format!("`{name}` is {}, not a list", kind.with_article()),
                };
                self.step(note(Rule::DeleteListNoOp, target.at).field(directive).detail(why));
                Ok(())
            }
        }
    }

    /// Returns whether `$retainKeys` has cleared the field of a map.
    fn is_cleared(&self, at: ResultId, name: &str) -> bool {
        let mut fields = self.tree.all_children(at);
        fields.any(|id| self.tree.key(id) == Some(name) && self.tree.marks(id).has(Mark::Cleared))
    }

    /// Deletes the values of a directive from a list, or merges its maps.
    fn delete_items_of(
        &mut self,
        list: ResultId,
        directive: NodeRef,
        field: &Field<'d>,
        name: &str,
    ) -> MergeResult {
        let note = |rule| StepDraft::new(rule, list).patch(directive).directive(directive);
        let mut live_kinds = self
            .tree
            .present(list)
            .map(|id| (self.tree.kind(id), self.tree.source(id)));
        let mut patch_kinds = self.children(directive).map(|value| (self.kind(value), value));
        let is_map = |(kind, _): &(ValueKind, NodeRef)| *kind == ValueKind::Map;
        let map = patch_kinds.find(is_map).or_else(|| live_kinds.find(is_map));
        drop((live_kinds, patch_kinds));
        let Some((_, map)) = map else {
            let live = self.items(list);
            let values: Vec<NodeRef> = self.children(directive).collect();
            let lists = (list, directive);
            let kind = self.require_item_kind(&live, values.iter().copied(), note(Rule::MergeList), lists)?;
            if values.is_empty() {
                let map = self.tree.parent(list).unwrap_or(list);
                let note = StepDraft::new(Rule::DeleteListNoOp, map).field(directive);
                let note = note.patch(directive).directive(directive);
                self.step(note.detail("it lists nothing".to_owned()));
            } else if kind.is_some() {
                self.delete_values(list, &live, directive, &values);
            }
            return Ok(());
        };
        match self.decisions.delete_list_of_maps() {
            DeleteListOfMaps::Reject => {
                let message = format!("{DELETE_FROM_LIST}/{name} is for lists of primitives");
                let detail = format!("`{name}` contains maps");
                let note = note(Rule::DeleteListOfMaps);
                Err(self.reject(note, message, detail, vec![directive, map]))
            }
            DeleteListOfMaps::Merge => self.merge_delete_list(list, directive, field),
        }
    }

    /// Returns the schema's field of a value that both sides have.
    pub(crate) fn look_up(
        &mut self,
        target: &TargetMap<'d>,
        name: &str,
        entry: NodeRef,
    ) -> MergeResult<Field<'d>> {
        let found = self.schema.field(target.type_position, name);
        found.map_err(|error| self.reject_unknown_field(target, name, entry, &error))
    }

    /// As [`Self::look_up`], for a field that is a list on both sides.
    fn look_up_list(&mut self, target: &TargetMap<'d>, name: &str, entry: NodeRef) -> MergeResult<Field<'d>> {
        match self.schema.list_field(target.type_position, name) {
            Ok(field) => Ok(field),
            Err(_) if self.decisions.unexpected_list() == UnexpectedList::Replace => {
                self.look_up(target, name, entry)
            }
            Err(error) => Err(self.reject_unknown_field(target, name, entry, &error)),
        }
    }

    pub(crate) fn reject_unknown_field(
        &mut self,
        target: &TargetMap<'d>,
        name: &str,
        entry: NodeRef,
        error: &LookupError,
    ) -> Box<crate::merge::trace::Rejection> {
        let message = error.to_string();
        let is_directive = self.key(entry).is_some_and(|key| key.starts_with('$'));
        let parent = self.tree.key(target.at).unwrap_or("the map").to_owned();
        let kind = self.kind(entry).name();
        let (rule, detail): (_, Detail) = match error {
            LookupError::NoSuchField { .. } => {
                let missing = self.schema.missing_field(target.type_position, name);
                (Rule::UnknownField, missing.into())
            }
            LookupError::ListOfLists { .. } => (Rule::ListOfLists, String::new().into()),
            LookupError::NotList { .. }
                if self
                    .key(entry)
                    .is_some_and(|key| key.starts_with(SET_ELEMENT_ORDER)) =>
            {
                (Rule::OrderNotLists, format!("`{name}` is not a list").into())
            }
            _ => {
                let reason = self
                    .schema
                    .no_merge_rule(target.type_position, &parent, name, error);
                (Rule::NoMergeRule, format!("the {kind} `{name}`: {reason}").into())
            }
        };
        let note = StepDraft::new(rule, target.at).field(entry).patch(entry);
        let mut rejection = self.reject(note, message, detail, vec![entry]);
        if is_directive && rule != Rule::OrderNotLists {
            let fix = "Correct the field name after the `/`, or remove the directive.";
            rejection.fix = Some(fix.to_owned());
        }
        rejection
    }
}
