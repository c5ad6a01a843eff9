//! A patch that is being edited. Its nodes keep their positions in the text, so that the edits are small.

use rustc_hash::FxHashSet;

use crate::document::write::{TextEdit, rewrite_edits};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// The id of a node in a draft. The nodes of the patch keep their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DraftId(u32);

impl From<NodeId> for DraftId {
    fn from(node: NodeId) -> Self {
        Self(node.0)
    }
}

/// A value with its own text.
#[derive(Clone, Debug)]
pub(super) enum DraftValue {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List,
    Map,
}

impl From<Value<'_>> for DraftValue {
    fn from(value: Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Integer(value) => Self::Integer(value),
            Value::Float(value) => Self::Float(value),
            Value::String(text) => Self::Text(text.to_owned()),
            Value::List => Self::List,
            Value::Map => Self::Map,
        }
    }
}

#[derive(Clone, Debug)]
struct DraftNode {
    value: DraftValue,
    key: Option<String>,
    parent: Option<DraftId>,
    children: Vec<DraftId>,
}

/// An edited patch.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    nodes: Vec<DraftNode>,
    /// The number of nodes of the patch.
    own: usize,
}

impl Draft {
    pub(super) fn new(document: &Document) -> Self {
        let nodes: Vec<DraftNode> = (0..document.node_count() as u32)
            .map(NodeId)
            .map(|node| DraftNode {
                value: document.value(node).into(),
                key: document.key(node).map(str::to_owned),
                parent: document.parent(node).map(DraftId::from),
                children: document.children(node).map(DraftId::from).collect(),
            })
            .collect();
        let own = nodes.len();
        Self { nodes, own }
    }

    fn node(&self, id: DraftId) -> &DraftNode {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: DraftId) -> &mut DraftNode {
        &mut self.nodes[id.0 as usize]
    }

    pub(super) fn parent(&self, id: DraftId) -> Option<DraftId> {
        self.node(id).parent
    }

    pub(super) fn len(&self, id: DraftId) -> usize {
        self.node(id).children.len()
    }

    pub(super) fn items(&self, id: DraftId) -> Vec<DraftId> {
        self.node(id).children.clone()
    }

    /// Returns the entry of a map.
    pub(super) fn get(&self, map: DraftId, key: &str) -> Option<DraftId> {
        let mut entries = self.node(map).children.iter().copied();
        entries.find(|entry| self.key(*entry) == Some(key))
    }

    /// Returns the index of a node among its siblings.
    pub(super) fn position(&self, id: DraftId) -> usize {
        let parent = self.parent(id);
        parent
            .and_then(|parent| self.node(parent).children.iter().position(|child| *child == id))
            .unwrap_or_default()
    }

    // ---- changes ----

    /// Removes a node.
    pub(super) fn remove(&mut self, id: DraftId) {
        if let Some(parent) = self.parent(id) {
            self.node_mut(parent).children.retain(|child| *child != id);
        }
    }

    /// Removes several nodes.
    pub(super) fn remove_each(&mut self, ids: impl IntoIterator<Item = impl Into<DraftId>>) {
        let gone: FxHashSet<DraftId> = ids.into_iter().map(Into::into).collect();
        let parents: FxHashSet<DraftId> = gone.iter().filter_map(|id| self.parent(*id)).collect();
        for parent in parents {
            self.node_mut(parent)
                .children
                .retain(|child| !gone.contains(child));
        }
    }

    /// Removes a node and the ancestors that would be empty.
    pub(super) fn remove_with_empty(&mut self, id: DraftId) {
        let mut id = id;
        while let Some(parent) = self.parent(id).filter(|parent| self.len(*parent) == 1) {
            if self.parent(parent).is_none() {
                break;
            }
            id = parent;
        }
        self.remove(id);
    }

    /// Replaces the value of a node by a scalar.
    pub(super) fn set(&mut self, id: DraftId, value: DraftValue) {
        let node = self.node_mut(id);
        node.value = value;
        node.children.clear();
    }

    pub(super) fn rename(&mut self, id: DraftId, key: &str) {
        self.node_mut(id).key = Some(key.to_owned());
    }

    /// Creates a node without a parent.
    pub(super) fn make(&mut self, value: DraftValue) -> DraftId {
        let id = DraftId(self.nodes.len() as u32);
        self.nodes.push(DraftNode {
            value,
            key: None,
            parent: None,
            children: Vec::new(),
        });
        id
    }

    /// Creates a map with one scalar.
    pub(super) fn map_of(&mut self, key: &str, value: DraftValue) -> DraftId {
        let map = self.make(DraftValue::Map);
        let value = self.make(value);
        self.put(map, key, value);
        map
    }

    /// Copies a node of a document without its key.
    pub(super) fn copy<T: Tree>(&mut self, tree: &T, id: T::Id) -> DraftId {
        let top = self.make(tree.value(id).into());
        let mut todo = vec![(id, top)];
        while let Some((from, to)) = todo.pop() {
            for child in tree.children(from) {
                let copy = self.make(tree.value(child).into());
                self.node_mut(copy).key = tree.key(child).map(str::to_owned);
                self.insert(to, usize::MAX, copy);
                todo.push((child, copy));
            }
        }
        top
    }

    /// Inserts a node into a list or map, before the child with the index.
    pub(super) fn insert(&mut self, parent: DraftId, position: usize, id: DraftId) {
        self.node_mut(id).parent = Some(parent);
        let children = &mut self.node_mut(parent).children;
        let position = position.min(children.len());
        children.insert(position, id);
    }

    /// Appends an entry to a map.
    pub(super) fn put(&mut self, map: DraftId, key: &str, id: DraftId) {
        self.rename(id, key);
        self.insert(map, usize::MAX, id);
    }

    /// Replaces the items of a list by the same items in another order, or by some of them.
    pub(super) fn reorder(&mut self, list: DraftId, items: Vec<DraftId>) {
        self.node_mut(list).children = items;
    }

    /// Replaces the items of a list, also by new ones.
    pub(super) fn adopt(&mut self, list: DraftId, items: Vec<DraftId>) {
        for item in &items {
            self.node_mut(*item).parent = Some(list);
        }
        self.reorder(list, items);
    }

    /// Replaces the value of a node by that of a new one. The node keeps its key and its position in the text.
    pub(super) fn replace(&mut self, old: DraftId, new: DraftId) {
        let DraftNode { value, children, .. } = self.node(new).clone();
        for child in &children {
            self.node_mut(*child).parent = Some(old);
        }
        let node = self.node_mut(old);
        (node.value, node.children) = (value, children);
    }

    /// Returns the edits of the text of the patch.
    pub(super) fn edits(&self, document: &Document) -> Vec<TextEdit> {
        let origin = |id: DraftId| ((id.0 as usize) < self.own).then_some(NodeId(id.0));
        // Of two edits at one place no other program knows which one comes first.
        let mut all: Vec<TextEdit> = Vec::new();
        for edit in rewrite_edits(document, self, &origin) {
            match all.last_mut().filter(|last| last.end == edit.start) {
                Some(last) => {
                    last.end = edit.end;
                    last.text.push_str(&edit.text);
                }
                None => all.push(edit),
            }
        }
        all
    }
}

impl Tree for Draft {
    type Id = DraftId;

    fn top(&self) -> DraftId {
        DraftId(0)
    }

    fn value(&self, id: DraftId) -> Value<'_> {
        match &self.node(id).value {
            DraftValue::Null => Value::Null,
            DraftValue::Bool(value) => Value::Bool(*value),
            DraftValue::Integer(value) => Value::Integer(*value),
            DraftValue::Float(value) => Value::Float(*value),
            DraftValue::Text(text) => Value::String(text),
            DraftValue::List => Value::List,
            DraftValue::Map => Value::Map,
        }
    }

    fn key(&self, id: DraftId) -> Option<&str> {
        self.node(id).key.as_deref()
    }

    fn children(&self, id: DraftId) -> impl Iterator<Item = DraftId> + '_ {
        self.node(id).children.iter().copied()
    }

    fn kind(&self, id: DraftId) -> ValueKind {
        self.value(id).kind()
    }
}
