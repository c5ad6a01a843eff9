//! What documents and merge results have in common: enough to print, count and compare them.

use super::node::Payload;
use super::{Document, NodeId, Value, ValueKind};

/// A JSON value as a tree of nodes, children in order.
pub trait Tree {
    /// A node's name within this tree.
    type Id: Copy + Eq + std::fmt::Debug;

    /// The top node.
    fn top(&self) -> Self::Id;

    /// The node's value.
    fn value(&self, id: Self::Id) -> Value<'_>;

    /// The node's key, when its parent is a map.
    fn key(&self, id: Self::Id) -> Option<&str>;

    /// The children of a list or map in order; nothing for scalars.
    fn children(&self, id: Self::Id) -> impl Iterator<Item = Self::Id> + '_;

    /// The node's type.
    fn kind(&self, id: Self::Id) -> ValueKind {
        self.value(id).kind()
    }

    /// The value as it was read, also where another one stands in its place because it is a secret. For checks that
    /// print nothing of it.
    fn value_as_read(&self, id: Self::Id) -> Value<'_> {
        self.value(id)
    }
}

/// A part of a tree as a tree of its own: the tree, and the node on top.
#[derive(Debug)]
pub struct Subtree<'t, T: Tree>(pub &'t T, pub T::Id);

impl<T: Tree> Tree for Subtree<'_, T> {
    type Id = T::Id;

    fn top(&self) -> T::Id {
        self.1
    }

    fn value(&self, id: T::Id) -> Value<'_> {
        self.0.value(id)
    }

    fn key(&self, id: T::Id) -> Option<&str> {
        self.0.key(id)
    }

    fn children(&self, id: T::Id) -> impl Iterator<Item = T::Id> + '_ {
        self.0.children(id)
    }

    fn kind(&self, id: T::Id) -> ValueKind {
        self.0.kind(id)
    }
}

impl Tree for Document {
    type Id = NodeId;

    fn top(&self) -> NodeId {
        self.root()
    }

    fn value(&self, id: NodeId) -> Value<'_> {
        self.nodes[id.index()].payload.value(|text| self.slice(text))
    }

    fn key(&self, id: NodeId) -> Option<&str> {
        let key = self.nodes[id.index()].key;
        (!key.is_none()).then(|| self.slice(key))
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = match self.nodes[id.index()].payload {
            Payload::List(first, _) | Payload::Map(first, _) => first,
            _ => NodeId::NONE,
        };
        let first = (first != NodeId::NONE).then_some(NodeId(first));
        std::iter::successors(first, |child| self.next(*child))
    }

    fn kind(&self, id: NodeId) -> ValueKind {
        self.nodes[id.index()].payload.kind()
    }

    fn value_as_read(&self, id: NodeId) -> Value<'_> {
        match (self.original(), self.original_nodes.get(id.index())) {
            (Some(original), Some(node)) => original.value(*node),
            _ => self.value(id),
        }
    }
}

impl Document {
    /// This document, to be shown in the place of `original`, in which something is to stay unseen.
    pub fn standing_for(mut self, original: std::sync::Arc<Document>) -> Self {
        // Both have the same nodes in the same places.
        let mut nodes = vec![original.root(); self.nodes.len()];
        let mut open = vec![(self.root(), original.root())];
        while let Some((own, read)) = open.pop() {
            nodes[own.index()] = read;
            open.extend(self.children(own).zip(original.children(read)));
        }
        self.original_nodes = nodes;
        self.original = Some(original);
        self
    }

    /// The child of map `id` called `key`, by walking: for a few look-ups; index the map for many.
    pub fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        self.children(id).find(|child| self.key(*child) == Some(key))
    }

    /// The text under a path of keys from the top.
    pub fn text_at(&self, path: &[&str]) -> Option<&str> {
        let found = path.iter().try_fold(self.root(), |at, key| self.get(at, key))?;
        self.value(found).as_str()
    }

    /// A manifest's apiVersion and kind; empty where it has none, or no text there.
    pub fn identity(&self) -> (&str, &str) {
        let text = |key| self.text_at(&[key]).unwrap_or_default();
        (text("apiVersion"), text("kind"))
    }

    /// How many children a list or map has.
    pub fn len(&self, id: NodeId) -> usize {
        match self.nodes[id.index()].payload {
            Payload::List(_, len) | Payload::Map(_, len) => len as usize,
            _ => 0,
        }
    }

    /// Whether a list or map has no children; true for scalars.
    pub fn is_empty(&self, id: NodeId) -> bool {
        self.len(id) == 0
    }
}
