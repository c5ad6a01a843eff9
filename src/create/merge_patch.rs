//! Computes JSON merge patches: two-way as the JSON patch library does, three-way as kubectl apply does for
//! kinds without types (Go: `CreateThreeWayJSONMergePatch`). Lists are atomic. All numbers are floats in that
//! library, so `80` equals `80.0`.

use std::collections::{HashMap, HashSet};

use super::document_error;
use super::line_reason::{CreateFailure, LineReason};
use super::patch_builder::{BuiltPatch, EntryContent, EntryId, PatchBuilder};
use super::patch_document::{PatchDocument, to_document};
use super::sides::{DocumentSide, LibrarySides, Sides};
use crate::document::{NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::Rule;

/// Computes the patch; it is three-way if there is a current document.
///
/// # Errors
/// A patch that is too large.
pub(crate) fn patch(sides: &Sides) -> Result<PatchDocument, CreateFailure> {
    let library_sides = LibrarySides::new(sides);
    let mut draft = PatchBuilder::default();
    let left = match sides.current {
        Some(_) => DocumentSide::Current,
        None => DocumentSide::Original,
    };
    let (old, new) = (sides.root(left), sides.root(DocumentSide::Modified));
    let mut builder = MergePatchBuilder {
        library_sides: &library_sides,
        draft: &mut draft,
    };
    let entries = match sides.current {
        None => builder.diff(left, old, new),
        Some(_) => {
            let changes = builder.diff(left, old, new);
            let changes = builder.filter(changes, false);
            let original = sides.root(DocumentSide::Original);
            let deletions = builder.diff(DocumentSide::Original, original, new);
            let deletions = builder.filter(deletions, true);
            builder.join(deletions, changes)
        }
    };
    let mut reason = LineReason::new(Rule::SendBelow, left);
    if let Some(new) = new {
        reason = reason.with_node(DocumentSide::Modified, new);
    }
    let top = draft.add(None, EntryContent::Map(entries), reason);
    let tree = BuiltPatch {
        draft: &draft,
        top,
        library_sides: &library_sides,
    };
    to_document(&tree, |node| tree.reason(node)).map_err(|error| document_error::too_large(left, &error))
}

struct MergePatchBuilder<'a, 'd> {
    library_sides: &'a LibrarySides<'d>,
    draft: &'a mut PatchBuilder,
}

impl<'d> MergePatchBuilder<'_, 'd> {
    /// Returns the entries that change `old` to `new`, both maps or missing.
    fn diff(&mut self, left: DocumentSide, old: Option<NodeId>, new: Option<NodeId>) -> Vec<EntryId> {
        let (ours, theirs) = (
            self.library_sides.fields(left, old),
            self.library_sides.fields(DocumentSide::Modified, new),
        );
        let by_key: HashMap<&str, NodeId> = ours.iter().copied().collect();
        let mut entries = Vec::new();
        for (key, new) in theirs.iter().copied() {
            let reason = |rule| LineReason::new(rule, left).with_node(DocumentSide::Modified, new);
            let Some(old) = by_key.get(key).copied() else {
                entries.push(self.copy(key, reason(Rule::SendNewField), new));
                continue;
            };
            let reason = |rule| reason(rule).with_node(left, old);
            let (document, new_document) = (
                self.library_sides.document(left),
                self.library_sides.document(DocumentSide::Modified),
            );
            let (old_kind, kind) = (document.kind(old), new_document.kind(new));
            let numbers = [old_kind, kind]
                .iter()
                .all(|kind| matches!(kind, ValueKind::Integer | ValueKind::Float));
            let rule = if old_kind != kind && !numbers {
                Rule::SendChangedType
            } else if kind == ValueKind::Map {
                let below = self.diff(left, Some(old), Some(new));
                if !below.is_empty() {
                    let map = EntryContent::Map(below);
                    entries.push(self.draft.add(Some(key), map, reason(Rule::SendBelow)));
                }
                continue;
            } else if same(document, old, new_document, new, Numbers::ByValue) {
                continue;
            } else if kind == ValueKind::List {
                Rule::SendAtomicList
            } else {
                Rule::SendValue
            };
            entries.push(self.copy(key, reason(rule), new));
        }
        let kept: HashSet<&str> = theirs.iter().map(|field| field.0).collect();
        for (key, old) in ours.into_iter().filter(|field| !kept.contains(field.0)) {
            let reason = LineReason::new(Rule::SendNull, left).with_node(left, old);
            entries.push(self.draft.add(Some(key), EntryContent::Null, reason));
        }
        entries
    }

    fn copy(&mut self, key: &str, reason: LineReason, node: NodeId) -> EntryId {
        self.draft.add(
            Some(key),
            EntryContent::Copy(DocumentSide::Modified, node),
            reason,
        )
    }

    /// Returns the entries of a map, which may be built or copied. `None` if the entry is not a map.
    fn map_entries(&mut self, id: EntryId) -> Option<Vec<EntryId>> {
        let entry = self.draft.entries[id as usize].clone();
        match entry.content {
            EntryContent::Map(children) => Some(children),
            EntryContent::Copy(side, node)
                if self.library_sides.document(side).kind(node) == ValueKind::Map =>
            {
                let children = self
                    .library_sides
                    .fields(side, Some(node))
                    .into_iter()
                    .map(|(key, child)| {
                        let reason =
                            LineReason::new(Rule::SendPart, entry.reason.left).with_node(side, child);
                        self.draft.add(Some(key), EntryContent::Copy(side, child), reason)
                    });
                Some(children.collect())
            }
            _ => None,
        }
    }

    fn entry_kind(&self, id: EntryId) -> ValueKind {
        match &self.draft.entries[id as usize].content {
            EntryContent::Copy(side, node) => self.library_sides.document(*side).kind(*node),
            EntryContent::Null => ValueKind::Null,
            EntryContent::Text(_) => ValueKind::String,
            EntryContent::Map(_) => ValueKind::Map,
            EntryContent::List(_) => ValueKind::List,
            EntryContent::Number(_) => ValueKind::Integer,
        }
    }

    /// Returns only the entries with a null somewhere below, or only the others. An added empty map counts as
    /// a value.
    fn filter(&mut self, entries: Vec<EntryId>, nulls: bool) -> Vec<EntryId> {
        let mut kept = Vec::new();
        for id in entries {
            match self.entry_kind(id) {
                ValueKind::Null if nulls => kept.push(id),
                ValueKind::Null => {}
                ValueKind::Map => {
                    let children = self.map_entries(id).unwrap_or_default();
                    if children.is_empty() {
                        kept.extend((!nulls).then_some(id));
                        continue;
                    }
                    let children = self.filter(children, nulls);
                    if !children.is_empty() {
                        self.draft.entries[id as usize].content = EntryContent::Map(children);
                        kept.push(id);
                    }
                }
                ValueKind::List if !nulls => {
                    self.prune(id);
                    kept.push(id);
                }
                _ if !nulls => kept.push(id),
                _ => {}
            }
        }
        kept
    }

    /// Removes nulls from the maps inside a list, as the merge of both halves does.
    fn prune(&mut self, id: EntryId) {
        let entry = &self.draft.entries[id as usize];
        let EntryContent::Copy(side, node) = entry.content else {
            return;
        };
        let (document, left) = (self.library_sides.document(side), entry.reason.left);
        if !has_null_field(document, node) {
            return;
        }
        let children: Vec<NodeId> = document.children(node).collect();
        let is_map = document.kind(node) == ValueKind::Map;
        let children = children
            .into_iter()
            .filter(|child| !(is_map && document.kind(*child) == ValueKind::Null));
        let mut new = Vec::new();
        for child in children {
            let reason = LineReason::new(Rule::SendPart, left).with_node(side, child);
            let copy = EntryContent::Copy(side, child);
            let entry = self.draft.add(document.key(child), copy, reason);
            self.prune(entry);
            new.push(entry);
        }
        self.draft.entries[id as usize].content = if is_map {
            EntryContent::Map(new)
        } else {
            EntryContent::List(new)
        };
    }

    /// Merges both halves into one patch. If both have a key, both values are maps.
    fn join(&mut self, deletions: Vec<EntryId>, changes: Vec<EntryId>) -> Vec<EntryId> {
        let mut at: HashMap<String, usize> = HashMap::new();
        let mut joined = deletions;
        for (position, id) in joined.iter().enumerate() {
            at.insert(self.draft.key(*id).unwrap_or_default().to_owned(), position);
        }
        for change in changes {
            let key = self.draft.key(change).unwrap_or_default();
            let Some(position) = at.get(key).copied() else {
                joined.push(change);
                continue;
            };
            let ours = self.map_entries(joined[position]).unwrap_or_default();
            let theirs = self.map_entries(change).unwrap_or_default();
            let both = self.join(ours, theirs);
            self.draft.entries[change as usize].content = EntryContent::Map(both);
            joined[position] = change;
        }
        joined
    }
}

/// Returns whether a map has a null somewhere below.
fn has_null_field(document: &crate::document::Document, node: NodeId) -> bool {
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if document.key(node).is_some() && document.kind(node) == ValueKind::Null {
            return true;
        }
        todo.extend(document.children(node));
    }
    false
}
