//! The interface of documents and merge results for printing, counting and comparing.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::node::{ChildOrder, Payload};
use super::{Document, NodeId, Value, ValueKind};

/// A JSON value as a tree of nodes with ordered children.
pub trait Tree {
    /// The id of a node in this tree.
    type Id: Copy + Eq + std::fmt::Debug;

    /// Returns the root node.
    fn top(&self) -> Self::Id;

    /// Returns the value of the node.
    fn value(&self, id: Self::Id) -> Value<'_>;

    /// Returns the key of the node if its parent is a map.
    fn key(&self, id: Self::Id) -> Option<&str>;

    /// Returns the children of a list or map in order; empty for scalars.
    fn children(&self, id: Self::Id) -> impl Iterator<Item = Self::Id> + '_;

    /// Returns the type of the node.
    fn kind(&self, id: Self::Id) -> ValueKind {
        self.value(id).kind()
    }

    /// Returns whether the value is that of an unset Go variable: false, 0, an empty string, list or map.
    fn is_zero(&self, id: Self::Id) -> bool {
        match self.value(id) {
            Value::Null => false,
            Value::Bool(value) => !value,
            Value::Integer(value) => value == 0,
            Value::Float(value) => value == 0.0,
            Value::String(text) => text.is_empty(),
            Value::List | Value::Map => self.children(id).next().is_none(),
        }
    }

    /// Returns the original value, also in a redacted copy of a Secret. For checks that do not print the
    /// value.
    fn value_as_read(&self, id: Self::Id) -> Value<'_> {
        self.value(id)
    }
}

/// A subtree as a tree: the whole tree, and its root node in it.
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

/// The number of fields of a map above which a search uses an index.
const LARGE_MAP: usize = 64;

fn key_hash(map: NodeId, key: &str) -> u64 {
    FxBuildHasher.hash_one((map, key))
}

impl Document {
    /// Returns whether a placeholder hides the value of a node.
    pub(crate) fn is_hidden(&self, node: NodeId) -> bool {
        self.value(node) != self.value_as_read(node)
    }

    /// Marks this document as a redacted copy of `original`.
    pub fn with_original(mut self, original: std::sync::Arc<Document>) -> Self {
        // Both documents have the same nodes at the same positions.
        let mut nodes = vec![original.root(); self.nodes.len()];
        let mut open = vec![(self.root(), original.root())];
        while let Some((own, read)) = open.pop() {
            nodes[own.index()] = read;
            open.extend(self.children(own).zip(original.children(read)));
        }
        self.original_nodes = nodes;
        self.is_of_manifest = original.is_of_manifest;
        self.original = Some(original);
        self
    }

    /// Finds the first child of map `id` with `key`. The first search in a large map takes time for all large maps.
    pub fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        let has_key = |child: &NodeId| self.key(*child) == Some(key);
        if self.len(id) <= LARGE_MAP {
            return self.children(id).find(has_key);
        }
        let index = self.large_maps.get_or_init(|| {
            let mut index = FxHashMap::default();
            let maps = (0..self.nodes.len() as u32).map(NodeId);
            for map in maps.filter(|map| self.len(*map) > LARGE_MAP) {
                for child in self.children(map) {
                    let entry = self.key(child).map(|key| index.entry(key_hash(map, key)));
                    entry.map(|entry| entry.or_insert(child));
                }
            }
            index
        });
        let found = index.get(&key_hash(id, key)).copied()?;
        // Two keys can have the same hash.
        let is_it = has_key(&found) && self.parent(found) == Some(id);
        if is_it {
            Some(found)
        } else {
            self.children(id).find(has_key)
        }
    }

    /// Returns the children of a node. The first call takes time for all nodes, each further one none.
    pub(crate) fn child_slice(&self, id: NodeId) -> &[NodeId] {
        let order = self.order.get_or_init(|| {
            let (mut starts, mut children) = (Vec::with_capacity(self.nodes.len() + 1), Vec::new());
            for index in 0..self.nodes.len() as u32 {
                starts.push(children.len() as u32);
                children.extend(self.children(NodeId(index)));
            }
            starts.push(children.len() as u32);
            ChildOrder { starts, children }
        });
        &order.children[order.starts[id.index()] as usize..order.starts[id.index() + 1] as usize]
    }

    /// Returns the string at a path of keys from the root.
    pub fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.value(self.node_at(path)?).as_str()
    }

    /// Returns the node at a path of member names.
    pub fn node_at(&self, path: &[&str]) -> Option<NodeId> {
        path.iter().try_fold(self.root(), |at, key| self.get(at, key))
    }

    /// Returns the apiVersion and kind of a manifest; empty if missing or not a string.
    pub fn identity(&self) -> (&str, &str) {
        let text = |key| self.text_at(&[key]).unwrap_or_default();
        (text("apiVersion"), text("kind"))
    }

    /// Returns whether both documents have a kind, and not the same one.
    pub fn is_other_kind(&self, other: &Document) -> bool {
        let [(_, kind), (_, other)] = [self.identity(), other.identity()];
        !kind.is_empty() && !other.is_empty() && kind != other
    }

    /// Returns the number of children of a list or map.
    pub fn len(&self, id: NodeId) -> usize {
        match self.nodes[id.index()].payload {
            Payload::List(_, len) | Payload::Map(_, len) => len as usize,
            _ => 0,
        }
    }

    /// Returns whether a list or map has no children; true for scalars.
    pub fn is_empty(&self, id: NodeId) -> bool {
        self.len(id) == 0
    }
}
