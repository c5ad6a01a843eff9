//! A patch while it is put together: new maps and lists around pieces of the documents that are compared.

use super::line_reason::LineReason;
use super::sides::{DocumentSide, LibrarySides};
use crate::document::{NodeId, Tree, Value};
use crate::merge::Rule;

/// An entry of a [`Draft`].
pub(crate) type DraftId = u32;

/// What an entry holds.
#[derive(Clone, Debug)]
pub(crate) enum DraftContent {
    /// A value of one of the documents, whole.
    Copy(DocumentSide, NodeId),
    Null,
    Text(String),
    Number(i64),
    Map(Vec<DraftId>),
    List(Vec<DraftId>),
}

#[derive(Clone, Debug)]
pub(crate) struct DraftEntry {
    pub(crate) key: Option<String>,
    pub(crate) content: DraftContent,
    pub(crate) reason: LineReason,
}

/// The entries of a patch; the top is added last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) entries: Vec<DraftEntry>,
}

impl Draft {
    /// Adds an entry.
    pub(crate) fn add(&mut self, key: Option<&str>, content: DraftContent, reason: LineReason) -> DraftId {
        self.entries.push(DraftEntry {
            key: key.map(str::to_owned),
            content,
            reason,
        });
        self.entries.len() as DraftId - 1
    }

    pub(crate) fn key(&self, id: DraftId) -> Option<&str> {
        self.entries[id as usize].key.as_deref()
    }
}

/// A node of a draft: an entry, or something below what an entry copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DraftNode {
    Entry(DraftId),
    Below(DraftId, DocumentSide, NodeId),
}

/// A draft with all that its copies bring, as a tree.
pub(crate) struct DraftTree<'a> {
    pub(crate) draft: &'a Draft,
    pub(crate) top: DraftId,
    pub(crate) library_sides: &'a LibrarySides<'a>,
}

impl DraftTree<'_> {
    /// Why a node is there.
    pub(crate) fn reason(&self, node: DraftNode) -> LineReason {
        match node {
            DraftNode::Entry(id) => self.draft.entries[id as usize].reason,
            DraftNode::Below(id, side, node) => {
                let whole = self.draft.entries[id as usize].reason;
                let rule = if whole.rule.is_directive_line() {
                    whole.rule
                } else {
                    Rule::SendPart
                };
                LineReason::new(rule, whole.left).at(side, node)
            }
        }
    }
}

impl Tree for DraftTree<'_> {
    type Id = DraftNode;

    fn top(&self) -> DraftNode {
        DraftNode::Entry(self.top)
    }

    fn value(&self, id: DraftNode) -> Value<'_> {
        match id {
            DraftNode::Below(_, side, node) => self.library_sides.document(side).value(node),
            DraftNode::Entry(id) => match &self.draft.entries[id as usize].content {
                DraftContent::Copy(side, node) => self.library_sides.document(*side).value(*node),
                DraftContent::Null => Value::Null,
                DraftContent::Text(text) => Value::String(text),
                DraftContent::Number(number) => Value::Integer(*number),
                DraftContent::Map(_) => Value::Map,
                DraftContent::List(_) => Value::List,
            },
        }
    }

    fn key(&self, id: DraftNode) -> Option<&str> {
        match id {
            DraftNode::Below(_, side, node) => self.library_sides.document(side).key(node),
            DraftNode::Entry(id) => self.draft.key(id),
        }
    }

    fn children(&self, id: DraftNode) -> impl Iterator<Item = DraftNode> + '_ {
        let copied = |top: DraftId, side: DocumentSide, node: NodeId| -> Vec<DraftNode> {
            let children = self.library_sides.children(side, node).into_iter();
            children.map(|child| DraftNode::Below(top, side, child)).collect()
        };
        let children = match id {
            DraftNode::Below(top, side, node) => copied(top, side, node),
            DraftNode::Entry(id) => match &self.draft.entries[id as usize].content {
                DraftContent::Copy(side, node) => copied(id, *side, *node),
                DraftContent::Map(children) | DraftContent::List(children) => {
                    children.iter().copied().map(DraftNode::Entry).collect()
                }
                DraftContent::Null | DraftContent::Text(_) | DraftContent::Number(_) => Vec::new(),
            },
        };
        children.into_iter()
    }
}
