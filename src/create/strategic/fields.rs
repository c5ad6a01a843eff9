//! Computes the difference of two documents as a strategic merge patch: maps, field by field (Go:
//! `diffMaps`).

use std::collections::{HashMap, HashSet};

use crate::create::client_features::ClientFeatures;
use crate::create::line_reason::{CreateFailure, LineReason, PatchRemark};
use crate::create::patch_builder::{BuiltPatch, EntryContent, EntryId, PatchBuilder};
use crate::create::patch_document::{PatchDocument, to_document};
use crate::create::sides::{DocumentSide, LibrarySides};
use crate::create::{document_error, node_path};
use crate::document::{NodeId, Numbers, Tree, Value, ValueKind, same};
use crate::merge::{MergeKey, Rule};
use crate::schema::{Field, LookupError, Schema, Strategy, TypePosition};

/// The differences that a comparison includes (Go: `DiffOptions`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiffOptions {
    /// Fields and items that only the left side has.
    pub(crate) deletions: bool,
    /// Fields and items that only the right side has, and values that differ.
    pub(crate) changes: bool,
    /// The order of lists that merge.
    pub(crate) order: bool,
}

/// The nodes of the left and the right side that an entry is about.
pub(crate) type NodePair = (Option<NodeId>, Option<NodeId>);

/// A comparison that is running.
pub(crate) struct StrategicDiff<'d, 'h> {
    pub(crate) library_sides: &'h mut LibrarySides<'d>,
    pub(crate) schema: &'d Schema,
    pub(crate) left: DocumentSide,
    pub(crate) right: DocumentSide,
    pub(crate) options: DiffOptions,
    pub(crate) client: ClientFeatures,
    pub(crate) draft: PatchBuilder,
    pub(crate) remarks: Vec<PatchRemark>,
}

impl<'d, 'h> StrategicDiff<'d, 'h> {
    /// Compares two sides of an object with the type `top`.
    ///
    /// # Errors
    /// The rejection of the library.
    pub(crate) fn run(
        library_sides: &'h mut LibrarySides<'d>,
        schema: &'d Schema,
        top: TypePosition,
        (left, right): (DocumentSide, DocumentSide),
        (options, client): (DiffOptions, ClientFeatures),
    ) -> Result<(PatchDocument, Vec<PatchRemark>), CreateFailure> {
        let (left_top, right_top) = (library_sides.sides.root(left), library_sides.sides.root(right));
        let mut diff = Self {
            library_sides,
            schema,
            left,
            right,
            options,
            client,
            draft: PatchBuilder::default(),
            remarks: Vec::new(),
        };
        let entries = diff.maps(left_top, right_top, top, false)?;
        let nodes = (left_top, right_top);
        let top = diff.entry(Rule::SendBelow, None, EntryContent::Map(entries), nodes);
        let tree = BuiltPatch {
            draft: &diff.draft,
            top,
            library_sides: diff.library_sides,
        };
        let patch = to_document(&tree, |node| tree.reason(node))
            .map_err(|error| document_error::too_large(diff.left, &error))?;
        Ok((patch, diff.remarks))
    }

    pub(crate) fn reason(&self, rule: Rule, left: Option<NodeId>, right: Option<NodeId>) -> LineReason {
        let mut reason = LineReason::new(rule, self.left);
        for (side, node) in [(self.left, left), (self.right, right)] {
            if let Some(node) = node {
                reason = reason.with_node(side, node);
            }
        }
        reason
    }

    pub(crate) fn value(&self, side: DocumentSide, node: NodeId) -> Value<'d> {
        self.library_sides.document(side).value(node)
    }

    /// Compares two maps; a missing map counts as empty. `retains` is whether their field has the strategy
    /// `retainKeys`.
    pub(crate) fn maps(
        &mut self,
        left: Option<NodeId>,
        right: Option<NodeId>,
        position: TypePosition,
        retains: bool,
    ) -> Result<Vec<EntryId>, CreateFailure> {
        let left_fields = self.library_sides.fields(self.left, left);
        let right_fields = self.library_sides.fields(self.right, right);
        let left_by_key: HashMap<&str, NodeId> = left_fields.iter().copied().collect();
        let mut entries = Vec::new();
        for (key, new) in right_fields.iter().copied() {
            match left_by_key.get(key) {
                None if self.options.changes => {
                    self.copy(&mut entries, key, Rule::SendNewField, None, new);
                }
                None => {}
                Some(old) => self.field(&mut entries, key, *old, new, position)?,
            }
        }
        let right_keys: HashSet<&str> = right_fields.iter().map(|field| field.0).collect();
        let removed = left_fields.iter().filter(|field| !right_keys.contains(field.0));
        let removed: Vec<(&str, NodeId)> = removed.copied().collect();
        if self.options.deletions {
            for (key, old) in removed.iter().copied() {
                let nodes = (Some(old), None);
                self.add(&mut entries, Rule::SendNull, key, EntryContent::Null, nodes);
            }
        }
        let kept = right_fields
            .iter()
            .filter(|field| self.value(self.right, field.1) != Value::Null);
        let kept: Vec<&str> = kept.map(|field| field.0).collect();
        let clears = removed
            .iter()
            .any(|field| self.value(self.left, field.1) != Value::Null);
        if retains && !kept.is_empty() && (!entries.is_empty() || clears) {
            self.retain(&mut entries, kept, left, right);
        }
        Ok(entries)
    }

    /// Compares a field that both sides have.
    fn field(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &'d str,
        old: NodeId,
        new: NodeId,
        position: TypePosition,
    ) -> Result<(), CreateFailure> {
        let (old_value, new_value) = (self.value(self.left, old), self.value(self.right, new));
        if key == "$patch" {
            return self.patch_directive(entries, old, new);
        }
        if old_value.kind() != new_value.kind() {
            if self.options.changes {
                self.copy(entries, key, Rule::SendChangedType, Some(old), new);
            }
            return Ok(());
        }
        match new_value.kind() {
            ValueKind::Map => {
                let found = self.schema.field(position, key);
                let Some(field) = self.known(found, old, new)? else {
                    return Ok(());
                };
                if field.strategy == Strategy::Replace {
                    if self.options.changes && (self.client.is_kubectl() || !self.same(old, new)) {
                        self.copy(entries, key, Rule::SendReplacedMap, Some(old), new);
                    }
                    return Ok(());
                }
                let below = self.maps(Some(old), Some(new), field.type_position, field.retain_keys)?;
                if !below.is_empty() {
                    let nodes = (Some(old), Some(new));
                    self.add(entries, Rule::SendBelow, key, EntryContent::Map(below), nodes);
                }
            }
            ValueKind::List => {
                let found = self.schema.list_field(position, key);
                let Some(field) = self.known(found, old, new)? else {
                    return Ok(());
                };
                if field.strategy == Strategy::Merge {
                    return self.merged_lists(entries, key, old, new, &field);
                }
                if self.options.changes && !self.same(old, new) {
                    self.copy(entries, key, Rule::SendAtomicList, Some(old), new);
                }
            }
            _ if self.options.changes && old_value != new_value => {
                self.copy(entries, key, Rule::SendValue, Some(old), new);
            }
            _ => {}
        }
        Ok(())
    }

    /// Looks up a field. A field that is not in the schema is no error while both sides are equal.
    fn known(
        &self,
        found: Result<Field<'d>, LookupError>,
        old: NodeId,
        new: NodeId,
    ) -> Result<Option<Field<'d>>, CreateFailure> {
        match found {
            Ok(field) => Ok(Some(field)),
            Err(_) if self.same(old, new) => Ok(None),
            Err(error) => {
                let reason = self.reason(Rule::UnknownField, Some(old), Some(new));
                let message = error.to_string();
                let detail = message.clone();
                Err(self.failure(reason, detail, message))
            }
        }
    }

    pub(crate) fn same(&self, old: NodeId, new: NodeId) -> bool {
        let (left, right) = (
            self.library_sides.document(self.left),
            self.library_sides.document(self.right),
        );
        same(left, old, right, new, Numbers::ByType)
    }

    /// Compares `$patch` as data on both sides.
    fn patch_directive(
        &mut self,
        entries: &mut Vec<EntryId>,
        old: NodeId,
        new: NodeId,
    ) -> Result<(), CreateFailure> {
        let (old_value, new_value) = (self.value(self.left, old), self.value(self.right, new));
        if old_value.kind() != ValueKind::String || new_value.kind() != ValueKind::String {
            let reason = self.reason(Rule::DirectiveAsData, Some(old), Some(new));
            let message = "invalid value for special key: $patch".to_owned();
            return Err(self.failure(reason, String::new(), message));
        }
        if old_value != new_value {
            self.copy(entries, "$patch", Rule::SendValue, Some(old), new);
        }
        Ok(())
    }

    /// Adds an entry with a value of the right side.
    pub(crate) fn copy(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &str,
        rule: Rule,
        old: Option<NodeId>,
        new: NodeId,
    ) {
        let copy = EntryContent::Copy(self.right, new);
        self.add(entries, rule, key, copy, (old, Some(new)));
    }

    /// Adds an entry to a map, as [`Self::put`] does.
    pub(crate) fn add(
        &mut self,
        entries: &mut Vec<EntryId>,
        rule: Rule,
        key: &str,
        content: EntryContent,
        nodes: NodePair,
    ) {
        let entry = self.entry(rule, Some(key), content, nodes);
        self.put(entries, entry);
    }

    /// Builds an entry of a map, or of a list.
    pub(crate) fn entry(
        &mut self,
        rule: Rule,
        key: Option<&str>,
        content: EntryContent,
        (old, new): NodePair,
    ) -> EntryId {
        let reason = self.reason(rule, old, new);
        self.draft.add(key, content, reason)
    }

    /// Adds an entry to a map. Only a key that starts with `$` can already exist: a directive as data.
    pub(crate) fn put(&self, entries: &mut Vec<EntryId>, entry: EntryId) {
        let key = self.draft.key(entry);
        if key.is_some_and(|key| key.starts_with('$')) {
            entries.retain(|other| self.draft.key(*other) != key);
        }
        entries.push(entry);
    }

    fn retain(
        &mut self,
        entries: &mut Vec<EntryId>,
        mut kept: Vec<&str>,
        left: Option<NodeId>,
        right: Option<NodeId>,
    ) {
        kept.sort_unstable();
        let names = self.names(Rule::SendRetainKeys, "$retainKeys", &kept, (left, right));
        self.put(entries, names);
    }

    /// Builds a directive that lists names.
    pub(crate) fn names(&mut self, rule: Rule, directive: &str, names: &[&str], nodes: NodePair) -> EntryId {
        let text = |name: &&str| EntryContent::Text((*name).to_owned());
        let names = names.iter().map(|name| self.entry(rule, None, text(name), nodes));
        let names = EntryContent::List(names.collect());
        self.entry(rule, Some(directive), names, nodes)
    }

    pub(crate) fn failure(&self, reason: LineReason, detail: String, message: String) -> CreateFailure {
        CreateFailure {
            path: node_path::from_reason(self.library_sides.sides, self.schema, &reason),
            reason,
            detail: detail.into(),
            message,
        }
    }

    pub(crate) fn remark(&mut self, rule: Rule, left: NodeId, right: NodeId, detail: String) {
        let reason = self.reason(rule, Some(left), Some(right));
        let path = node_path::from_reason(self.library_sides.sides, self.schema, &reason);
        self.remarks.push(PatchRemark { reason, path, detail });
    }

    /// Returns a scalar for look-ups.
    pub(crate) fn scalar(&self, side: DocumentSide, node: NodeId) -> MergeKey<'d> {
        MergeKey::from_value(self.value(side, node))
    }
}
