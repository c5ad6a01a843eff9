//! JSON merge patches: two-way as the JSON patch library makes them, three-way as kubectl apply does for kinds without
//! types (sibling merges, section 4). Lists are atomic; all numbers are floats to that library, so `80` equals `80.0`.

use std::collections::{HashMap, HashSet};

use super::document_error;
use super::line_reason::{Failure, Reason};
use super::patch_builder::{Content, Draft, DraftId, DraftTree};
use super::patch_document::{Patch, settle};
use super::sides::{Held, Side, Sides};
use crate::document::{Kind, NodeId, Numbers, Tree, same};
use crate::merge::Rule;

/// Computes the patch; with current the three-way one.
///
/// # Errors
/// A patch that is too large.
pub(crate) fn patch(sides: &Sides) -> Result<Patch, Failure> {
    let held = Held::new(sides);
    let mut draft = Draft::default();
    let left = match sides.current {
        Some(_) => Side::Current,
        None => Side::Original,
    };
    let (old, new) = (sides.root(left), sides.root(Side::Modified));
    let mut making = Making {
        held: &held,
        draft: &mut draft,
    };
    let entries = match sides.current {
        None => making.difference(left, old, new),
        Some(_) => {
            let changes = making.difference(left, old, new);
            let changes = making.filter(changes, false);
            let original = sides.root(Side::Original);
            let deletions = making.difference(Side::Original, original, new);
            let deletions = making.filter(deletions, true);
            making.join(deletions, changes)
        }
    };
    let mut reason = Reason::new(Rule::SendBelow, left);
    if let Some(new) = new {
        reason = reason.at(Side::Modified, new);
    }
    let top = draft.add(None, Content::Map(entries), reason);
    let tree = DraftTree {
        draft: &draft,
        top,
        held: &held,
    };
    settle("patch", &tree, |node| tree.reason(node)).map_err(|error| document_error::too_large(left, &error))
}

struct Making<'a, 'd> {
    held: &'a Held<'d>,
    draft: &'a mut Draft,
}

impl<'d> Making<'_, 'd> {
    fn fields(&self, side: Side, map: Option<NodeId>) -> Vec<(&'d str, NodeId)> {
        let document = self.held.of(side);
        let children = map.into_iter().flat_map(|map| document.children(map));
        children
            .filter_map(|child| Some((document.key(child)?, child)))
            .collect()
    }

    /// What makes `new` of `old`, both maps or missing.
    fn difference(&mut self, left: Side, old: Option<NodeId>, new: Option<NodeId>) -> Vec<DraftId> {
        let (ours, theirs) = (self.fields(left, old), self.fields(Side::Modified, new));
        let by_key: HashMap<&str, NodeId> = ours.iter().copied().collect();
        let mut entries = Vec::new();
        for (key, new) in theirs.iter().copied() {
            let reason = |rule| Reason::new(rule, left).at(Side::Modified, new);
            let Some(old) = by_key.get(key).copied() else {
                entries.push(self.copy(key, reason(Rule::SendNewField), new));
                continue;
            };
            let reason = |rule| reason(rule).at(left, old);
            let (document, wanted) = (self.held.of(left), self.held.of(Side::Modified));
            let (old_kind, kind) = (document.kind(old), wanted.kind(new));
            let numbers = [old_kind, kind]
                .iter()
                .all(|kind| matches!(kind, Kind::Integer | Kind::Float));
            let rule = if old_kind != kind && !numbers {
                Rule::SendOtherType
            } else if kind == Kind::Map {
                let below = self.difference(left, Some(old), Some(new));
                if !below.is_empty() {
                    let map = Content::Map(below);
                    entries.push(self.draft.add(Some(key), map, reason(Rule::SendBelow)));
                }
                continue;
            } else if same(document, old, wanted, new, Numbers::ByValue) {
                continue;
            } else if kind == Kind::List {
                Rule::SendAtomicList
            } else {
                Rule::SendValue
            };
            entries.push(self.copy(key, reason(rule), new));
        }
        let kept: HashSet<&str> = theirs.iter().map(|field| field.0).collect();
        for (key, old) in ours.into_iter().filter(|field| !kept.contains(field.0)) {
            let reason = Reason::new(Rule::SendNull, left).at(left, old);
            entries.push(self.draft.add(Some(key), Content::Null, reason));
        }
        entries
    }

    fn copy(&mut self, key: &str, reason: Reason, node: NodeId) -> DraftId {
        self.draft
            .add(Some(key), Content::Copy(Side::Modified, node), reason)
    }

    /// The entries that a map holds, be it put together or copied.
    fn entries_of(&mut self, id: DraftId) -> Option<Vec<DraftId>> {
        let entry = self.draft.entries[id as usize].clone();
        match entry.content {
            Content::Map(children) => Some(children),
            Content::Copy(side, node) if self.held.of(side).kind(node) == Kind::Map => {
                let children = self.fields(side, Some(node)).into_iter().map(|(key, child)| {
                    let reason = Reason::new(Rule::SendPart, entry.reason.left).at(side, child);
                    self.draft.add(Some(key), Content::Copy(side, child), reason)
                });
                Some(children.collect())
            }
            _ => None,
        }
    }

    fn kind_of(&self, id: DraftId) -> Kind {
        match &self.draft.entries[id as usize].content {
            Content::Copy(side, node) => self.held.of(*side).kind(*node),
            Content::Null => Kind::Null,
            Content::Text(_) => Kind::String,
            Content::Map(_) => Kind::Map,
            Content::List(_) => Kind::List,
            Content::Number(_) => Kind::Integer,
        }
    }

    /// The entries with a null somewhere below, or all but those; an empty map that is wanted counts as a value.
    fn filter(&mut self, entries: Vec<DraftId>, nulls: bool) -> Vec<DraftId> {
        let mut kept = Vec::new();
        for id in entries {
            match self.kind_of(id) {
                Kind::Null if nulls => kept.push(id),
                Kind::Null => {}
                Kind::Map => {
                    let children = self.entries_of(id).unwrap_or_default();
                    if children.is_empty() {
                        kept.extend((!nulls).then_some(id));
                        continue;
                    }
                    let children = self.filter(children, nulls);
                    if !children.is_empty() {
                        self.draft.entries[id as usize].content = Content::Map(children);
                        kept.push(id);
                    }
                }
                Kind::List if !nulls => {
                    self.prune(id);
                    kept.push(id);
                }
                _ if !nulls => kept.push(id),
                _ => {}
            }
        }
        kept
    }

    /// Takes nulls out of the maps inside a list, as joining the two halves does.
    fn prune(&mut self, id: DraftId) {
        let entry = &self.draft.entries[id as usize];
        let Content::Copy(side, node) = entry.content else {
            return;
        };
        let (document, left) = (self.held.of(side), entry.reason.left);
        if !has_null_field(document, node) {
            return;
        }
        let children: Vec<NodeId> = document.children(node).collect();
        let is_map = document.kind(node) == Kind::Map;
        let children = children
            .into_iter()
            .filter(|child| !(is_map && document.kind(*child) == Kind::Null));
        let mut new = Vec::new();
        for child in children {
            let reason = Reason::new(Rule::SendPart, left).at(side, child);
            let copy = Content::Copy(side, child);
            let entry = self.draft.add(document.key(child), copy, reason);
            self.prune(entry);
            new.push(entry);
        }
        self.draft.entries[id as usize].content = match is_map {
            true => Content::Map(new),
            false => Content::List(new),
        };
    }

    /// One patch of both halves. Where both have a key, both have a map there.
    fn join(&mut self, deletions: Vec<DraftId>, changes: Vec<DraftId>) -> Vec<DraftId> {
        let mut at: HashMap<String, usize> = HashMap::new();
        let mut joined = deletions;
        for (place, id) in joined.iter().enumerate() {
            at.insert(self.draft.key(*id).unwrap_or_default().to_owned(), place);
        }
        for change in changes {
            let key = self.draft.key(change).unwrap_or_default();
            let Some(place) = at.get(key).copied() else {
                joined.push(change);
                continue;
            };
            let ours = self.entries_of(joined[place]).unwrap_or_default();
            let theirs = self.entries_of(change).unwrap_or_default();
            let both = self.join(ours, theirs);
            self.draft.entries[change as usize].content = Content::Map(both);
            joined[place] = change;
        }
        joined
    }
}

/// Whether a map somewhere below holds a null.
fn has_null_field(document: &crate::document::Document, node: NodeId) -> bool {
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if document.key(node).is_some() && document.kind(node) == Kind::Null {
            return true;
        }
        todo.extend(document.children(node));
    }
    false
}
