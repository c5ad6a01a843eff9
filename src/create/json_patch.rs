//! Computes a JSON patch (RFC 6902) between two documents. kubectl never computes one, so this algorithm is
//! our own: the fewest operations that the lists allow, each addressed to the object after the operations
//! before it.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::document_error;
use super::line_reason::{CreateFailure, LineReason};
use super::longest_ascending::longest_ascending;
use super::patch_builder::{BuiltPatch, EntryContent, EntryId, PatchBuilder};
use super::patch_document::{PatchDocument, to_document};
use super::sides::{DocumentSide, LibrarySides, Sides};
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same, write};
use crate::merge::{Rule, escape_key};
use crate::schema::{Schema, TypePosition};

/// Computes the operations that change original to modified. The schema has the merge keys that identify
/// items.
///
/// # Errors
/// A patch that is too large.
pub(crate) fn patch(sides: &Sides, schema: &Schema) -> Result<PatchDocument, CreateFailure> {
    let library_sides = LibrarySides::new(sides);
    let (api_version, kind) = sides.identity();
    let mut builder = JsonPatchBuilder {
        old: library_sides.document(DocumentSide::Original),
        new: library_sides.document(DocumentSide::Modified),
        schema,
        draft: PatchBuilder::default(),
        operations: Vec::new(),
        values: EqualValues::default(),
    };
    let position = schema.known_top(api_version, kind);
    match (
        sides.root(DocumentSide::Original),
        sides.root(DocumentSide::Modified),
    ) {
        (Some(old), Some(new)) => builder.values(String::new(), old, new, position, None),
        (None, Some(new)) => builder.operation("replace", "", None, Some(new)),
        (_, None) => {}
    }
    let JsonPatchBuilder {
        mut draft,
        operations,
        ..
    } = builder;
    let reason = LineReason::new(Rule::SendBelow, DocumentSide::Original);
    let top = draft.add(None, EntryContent::List(operations), reason);
    let tree = BuiltPatch {
        draft: &draft,
        top,
        library_sides: &library_sides,
    };
    to_document(&tree, |node| tree.reason(node))
        .map_err(|error| document_error::too_large(DocumentSide::Original, &error))
}

struct JsonPatchBuilder<'d> {
    old: &'d Document,
    new: &'d Document,
    schema: &'d Schema,
    draft: PatchBuilder,
    operations: Vec<EntryId>,
    values: EqualValues<'d>,
}

/// Numbers values, so that equal values have the same number. Each value is read once, however deep the lists around it are.
#[derive(Default)]
struct EqualValues<'d> {
    numbers: HashMap<ValueParts<'d>, usize>,
    known: HashMap<(DocumentSide, NodeId), usize>,
}

/// A value whose children are numbers of [`EqualValues`].
#[derive(PartialEq, Eq, Hash)]
enum ValueParts<'d> {
    Scalar(String),
    List(Vec<usize>),
    /// By name: the order of fields does not count.
    Map(BTreeMap<&'d str, usize>),
}

impl<'d> EqualValues<'d> {
    fn number(&mut self, side: DocumentSide, document: &'d Document, node: NodeId) -> usize {
        if let Some(number) = self.known.get(&(side, node)) {
            return *number;
        }
        let children = document.children(node);
        let parts = match document.kind(node) {
            ValueKind::List => {
                ValueParts::List(children.map(|child| self.number(side, document, child)).collect())
            }
            ValueKind::Map => ValueParts::Map(
                children
                    .filter_map(|child| Some((document.key(child)?, self.number(side, document, child))))
                    .collect(),
            ),
            _ => ValueParts::Scalar(write::value_text(document, node, usize::MAX / 8)),
        };
        let next = self.numbers.len();
        let number = *self.numbers.entry(parts).or_insert(next);
        self.known.insert((side, node), number);
        number
    }
}

/// The items between two pairs that only the old or only the new list has, and the pair after them.
struct ListGap {
    old: Vec<NodeId>,
    new: Vec<NodeId>,
    pair: Option<(NodeId, NodeId)>,
}

impl<'d> JsonPatchBuilder<'d> {
    fn operation(&mut self, name: &str, path: &str, old: Option<NodeId>, new: Option<NodeId>) {
        let rule = match (old, new) {
            (None, _) => Rule::AddOperation,
            (_, None) => Rule::RemoveOperation,
            _ => Rule::ReplaceOperation,
        };
        let mut reason = LineReason::new(rule, DocumentSide::Original);
        if let Some(old) = old {
            reason = reason.with_node(DocumentSide::Original, old);
        }
        if let Some(new) = new {
            reason = reason.with_node(DocumentSide::Modified, new);
        }
        let mut entries = Vec::new();
        for (key, text) in [("op", name), ("path", path)] {
            let text = EntryContent::Text(text.to_owned());
            entries.push(self.draft.add(Some(key), text, reason));
        }
        if let Some(new) = new {
            let value = EntryContent::Copy(DocumentSide::Modified, new);
            entries.push(self.draft.add(Some("value"), value, reason));
        }
        let operation = self.draft.add(None, EntryContent::Map(entries), reason);
        self.operations.push(operation);
    }

    fn values(
        &mut self,
        path: String,
        old: NodeId,
        new: NodeId,
        position: Option<TypePosition>,
        merge_key: Option<&str>,
    ) {
        match (self.old.kind(old), self.new.kind(new)) {
            (ValueKind::Map, ValueKind::Map) => self.maps(&path, old, new, position),
            (ValueKind::List, ValueKind::List) => self.lists(&path, old, new, position, merge_key),
            _ if same(self.old, old, self.new, new, Numbers::ByType) => {}
            _ => self.operation("replace", &path, Some(old), Some(new)),
        }
    }

    fn maps(&mut self, path: &str, old: NodeId, new: NodeId, position: Option<TypePosition>) {
        let keyed = |document: &'d Document, map: NodeId| -> Vec<(&'d str, NodeId)> {
            let children = document.children(map);
            children
                .filter_map(|child| Some((document.key(child)?, child)))
                .collect()
        };
        let (ours, theirs) = (keyed(self.old, old), keyed(self.new, new));
        let kept: HashSet<&str> = theirs.iter().map(|field| field.0).collect();
        let there: HashMap<&str, NodeId> = ours.iter().copied().collect();
        for (key, old) in ours.iter().filter(|field| !kept.contains(field.0)) {
            self.operation("remove", &format!("{path}/{}", escape_key(key)), Some(*old), None);
        }
        for (key, new) in theirs {
            let path = format!("{path}/{}", escape_key(key));
            match there.get(key) {
                Some(old) => {
                    let field = position.and_then(|position| self.schema.peek(position, key));
                    let merge_key = field.as_ref().and_then(|field| field.merge_key);
                    self.values(path, *old, new, field.map(|field| field.type_position), merge_key);
                }
                None => self.operation("add", &path, None, Some(new)),
            }
        }
    }

    fn lists(
        &mut self,
        path: &str,
        old: NodeId,
        new: NodeId,
        position: Option<TypePosition>,
        merge_key: Option<&str>,
    ) {
        let item_position = position.map(|position| self.schema.item(position));
        let mut at = 0;
        for gap in self.find_gaps(old, new, merge_key) {
            let (mut ours, mut theirs) = (gap.old.into_iter(), gap.new.into_iter());
            loop {
                let path = format!("{path}/{at}");
                match (ours.next(), theirs.next()) {
                    (None, None) => break,
                    (Some(old), Some(new)) if merge_key.is_some() => {
                        self.operation("replace", &path, Some(old), Some(new));
                        at += 1;
                    }
                    (Some(old), Some(new)) => {
                        self.values(path, old, new, item_position, None);
                        at += 1;
                    }
                    (Some(old), None) => self.operation("remove", &path, Some(old), None),
                    (None, Some(new)) => {
                        self.operation("add", &path, None, Some(new));
                        at += 1;
                    }
                }
            }
            if let Some((old, new)) = gap.pair {
                self.values(format!("{path}/{at}"), old, new, item_position, None);
                at += 1;
            }
        }
    }

    /// Pairs the items that are in both lists (by key, else by value): a longest sequence with the same order
    /// in both.
    fn find_gaps(&mut self, old: NodeId, new: NodeId, merge_key: Option<&str>) -> Vec<ListGap> {
        let ours: Vec<NodeId> = self.old.children(old).collect();
        let theirs: Vec<NodeId> = self.new.children(new).collect();
        let mut identity = |side, document: &'d Document, item| {
            let key = merge_key.and_then(|key| document.get(item, key));
            self.values.number(side, document, key.unwrap_or(item))
        };
        let mut positions: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, item) in theirs.iter().enumerate().rev() {
            let value = identity(DocumentSide::Modified, self.new, *item);
            positions.entry(value).or_default().push(at);
        }
        // The n-th duplicate is paired with the n-th.
        let partners: Vec<Option<usize>> = ours
            .iter()
            .map(|item| {
                let value = identity(DocumentSide::Original, self.old, *item);
                positions.get_mut(&value)?.pop()
            })
            .collect();
        let mut find_gaps = Vec::new();
        let (mut from, mut to) = (0, 0);
        for (our_position, their_position) in longest_ascending(&partners) {
            find_gaps.push(ListGap {
                old: ours[from..our_position].to_vec(),
                new: theirs[to..their_position].to_vec(),
                pair: Some((ours[our_position], theirs[their_position])),
            });
            (from, to) = (our_position + 1, their_position + 1);
        }
        find_gaps.push(ListGap {
            old: ours[from..].to_vec(),
            new: theirs[to..].to_vec(),
            pair: None,
        });
        find_gaps
    }
}
