//! Builds a patch: new maps and lists around values of the compared documents.

use super::line_reason::LineReason;
use super::sides::{DocumentSide, LibrarySides};
use crate::document::{NodeId, Tree, Value};
use crate::merge::Rule;

/// The id of an entry of a [`PatchBuilder`].
pub(crate) type EntryId = u32;

/// The content of an entry.
#[derive(Clone, Debug)]
pub(crate) enum EntryContent {
    /// A copy of a value of a document.
    Copy(DocumentSide, NodeId),
    Null,
    Text(String),
    Number(i64),
    Map(Vec<EntryId>),
    List(Vec<EntryId>),
}

#[derive(Clone, Debug)]
pub(crate) struct DraftEntry {
    pub(crate) key: Option<String>,
    pub(crate) content: EntryContent,
    pub(crate) reason: LineReason,
}

/// The entries of a patch; the root is added last.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchBuilder {
    pub(crate) entries: Vec<DraftEntry>,
}

impl PatchBuilder {
    /// Adds an entry.
    pub(crate) fn add(&mut self, key: Option<&str>, content: EntryContent, reason: LineReason) -> EntryId {
        self.entries.push(DraftEntry {
            key: key.map(str::to_owned),
            content,
            reason,
        });
        self.entries.len() as EntryId - 1
    }

    pub(crate) fn key(&self, id: EntryId) -> Option<&str> {
        self.entries[id as usize].key.as_deref()
    }
}

/// A node of a built patch: an entry, or a node below a copied value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltNode {
    Entry(EntryId),
    Below(EntryId, DocumentSide, NodeId),
}

/// A builder and its root entry as a tree, including copied values.
pub(crate) struct BuiltPatch<'a> {
    pub(crate) draft: &'a PatchBuilder,
    pub(crate) top: EntryId,
    pub(crate) library_sides: &'a LibrarySides<'a>,
}

impl BuiltPatch<'_> {
    /// Returns the reason for a node.
    pub(crate) fn reason(&self, node: BuiltNode) -> LineReason {
        match node {
            BuiltNode::Entry(id) => self.draft.entries[id as usize].reason,
            BuiltNode::Below(id, side, node) => {
                let whole = self.draft.entries[id as usize].reason;
                let rule = if whole.rule.is_directive_line() {
                    whole.rule
                } else {
                    Rule::SendPart
                };
                LineReason::new(rule, whole.left).with_node(side, node)
            }
        }
    }
}

impl Tree for BuiltPatch<'_> {
    type Id = BuiltNode;

    fn top(&self) -> BuiltNode {
        BuiltNode::Entry(self.top)
    }

    fn value(&self, id: BuiltNode) -> Value<'_> {
        match id {
            BuiltNode::Below(_, side, node) => self.library_sides.document(side).value(node),
            BuiltNode::Entry(id) => match &self.draft.entries[id as usize].content {
                EntryContent::Copy(side, node) => self.library_sides.document(*side).value(*node),
                EntryContent::Null => Value::Null,
                EntryContent::Text(text) => Value::String(text),
                EntryContent::Number(number) => Value::Integer(*number),
                EntryContent::Map(_) => Value::Map,
                EntryContent::List(_) => Value::List,
            },
        }
    }

    fn key(&self, id: BuiltNode) -> Option<&str> {
        match id {
            BuiltNode::Below(_, side, node) => self.library_sides.document(side).key(node),
            BuiltNode::Entry(id) => self.draft.key(id),
        }
    }

    fn children(&self, id: BuiltNode) -> impl Iterator<Item = BuiltNode> + '_ {
        let copied = |top: EntryId, side: DocumentSide, node: NodeId| -> Vec<BuiltNode> {
            let children = self.library_sides.children(side, node).into_iter();
            children.map(|child| BuiltNode::Below(top, side, child)).collect()
        };
        let children = match id {
            BuiltNode::Below(top, side, node) => copied(top, side, node),
            BuiltNode::Entry(id) => match &self.draft.entries[id as usize].content {
                EntryContent::Copy(side, node) => copied(id, *side, *node),
                EntryContent::Map(children) | EntryContent::List(children) => {
                    children.iter().copied().map(BuiltNode::Entry).collect()
                }
                EntryContent::Null | EntryContent::Text(_) | EntryContent::Number(_) => Vec::new(),
            },
        };
        children.into_iter()
    }
}
