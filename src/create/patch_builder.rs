//! A patch while it is put together: new maps and lists around pieces of the documents that are compared.

use super::line_reason::Reason;
use super::sides::{Held, Side};
use crate::document::{NodeId, Tree, Value};
use crate::merge::Rule;

/// An entry of a [`Draft`].
pub(crate) type DraftId = u32;

/// What an entry holds.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A value of one of the documents, whole.
    Copy(Side, NodeId),
    Null,
    Text(String),
    Number(i64),
    Map(Vec<DraftId>),
    List(Vec<DraftId>),
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: Option<String>,
    pub(crate) content: Content,
    pub(crate) reason: Reason,
}

/// The entries of a patch; the top is added last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) entries: Vec<Entry>,
}

impl Draft {
    /// Adds an entry.
    pub(crate) fn add(&mut self, key: Option<&str>, content: Content, reason: Reason) -> DraftId {
        self.entries.push(Entry {
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
pub(crate) enum Node {
    Entry(DraftId),
    Below(DraftId, Side, NodeId),
}

/// A draft with all that its copies bring, as a tree.
pub(crate) struct DraftTree<'a> {
    pub(crate) draft: &'a Draft,
    pub(crate) top: DraftId,
    pub(crate) held: &'a Held<'a>,
}

impl DraftTree<'_> {
    /// Why a node is there.
    pub(crate) fn reason(&self, node: Node) -> Reason {
        match node {
            Node::Entry(id) => self.draft.entries[id as usize].reason,
            Node::Below(id, side, node) => {
                let whole = self.draft.entries[id as usize].reason;
                let rule = if whole.rule.is_directive_line() {
                    whole.rule
                } else {
                    Rule::SendPart
                };
                Reason::new(rule, whole.left).at(side, node)
            }
        }
    }
}

impl Tree for DraftTree<'_> {
    type Id = Node;

    fn top(&self) -> Node {
        Node::Entry(self.top)
    }

    fn value(&self, id: Node) -> Value<'_> {
        match id {
            Node::Below(_, side, node) => self.held.of(side).value(node),
            Node::Entry(id) => match &self.draft.entries[id as usize].content {
                Content::Copy(side, node) => self.held.of(*side).value(*node),
                Content::Null => Value::Null,
                Content::Text(text) => Value::String(text),
                Content::Number(number) => Value::Integer(*number),
                Content::Map(_) => Value::Map,
                Content::List(_) => Value::List,
            },
        }
    }

    fn key(&self, id: Node) -> Option<&str> {
        match id {
            Node::Below(_, side, node) => self.held.of(side).key(node),
            Node::Entry(id) => self.draft.key(id),
        }
    }

    fn children(&self, id: Node) -> impl Iterator<Item = Node> + '_ {
        let copied = |top: DraftId, side: Side, node: NodeId| -> Vec<Node> {
            let children = self.held.children(side, node).into_iter();
            children.map(|child| Node::Below(top, side, child)).collect()
        };
        let children = match id {
            Node::Below(top, side, node) => copied(top, side, node),
            Node::Entry(id) => match &self.draft.entries[id as usize].content {
                Content::Copy(side, node) => copied(id, *side, *node),
                Content::Map(children) | Content::List(children) => {
                    children.iter().copied().map(Node::Entry).collect()
                }
                Content::Null | Content::Text(_) | Content::Number(_) => Vec::new(),
            },
        };
        children.into_iter()
    }
}
