//! A patch that is being edited. Its nodes keep their positions in the text, so that the edits are small.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::write::{ListEdit, Origins, TextEdit, quick_edits, rewrite_edits};
use crate::document::{Document, NodeId, Tree, Value};

/// The id of a node in a draft. The nodes of the patch keep their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DraftId(u32);

impl From<NodeId> for DraftId {
    fn from(node: NodeId) -> Self {
        Self(node.0)
    }
}

/// A value with its own text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum DraftValue {
    Null,
    Bool(bool),
    Integer(i64),
    /// The bits of the float.
    Float(u64),
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
            Value::Float(value) => Self::Float(value.to_bits()),
            Value::String(text) => Self::Text(text.to_owned()),
            Value::List => Self::List,
            Value::Map => Self::Map,
        }
    }
}

impl DraftValue {
    /// Returns a scalar, which can identify an item.
    pub(super) fn scalar(value: Value<'_>) -> Option<Self> {
        (!matches!(value, Value::List | Value::Map)).then(|| value.into())
    }
}

#[derive(Clone, Debug)]
struct DraftNode {
    value: DraftValue,
    key: Option<String>,
    parent: Option<DraftId>,
    /// The few changes of the children that the node has in the patch. `None`: `children` has all of them.
    edit: Option<ListEdit<DraftId>>,
    children: Vec<DraftId>,
}

/// Children with more changes are listed as a whole.
const MAX_LIST_EDITS: usize = 16;

/// An edited patch. Only its changed nodes are copies, so that a draft costs as much as its changes.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    document: Arc<Document>,
    /// The changed nodes of the patch.
    changed: FxHashMap<NodeId, DraftNode>,
    made: Vec<DraftNode>,
    /// The nodes that were removed because they would be empty, from the inside out.
    emptied: Vec<NodeId>,
    /// Whether a value, a key or a position of a node is written.
    writes: bool,
}

impl Draft {
    pub(super) fn new(document: &Arc<Document>) -> Self {
        Self {
            document: Arc::clone(document),
            changed: FxHashMap::default(),
            made: Vec::new(),
            emptied: Vec::new(),
            writes: false,
        }
    }

    /// Returns the number of nodes of the patch. New nodes have the ids after them.
    fn own(&self) -> usize {
        self.document.node_count()
    }

    /// Returns the node of the patch that a node was.
    pub(super) fn node_of(&self, id: DraftId) -> Option<NodeId> {
        ((id.0 as usize) < self.own()).then_some(NodeId(id.0))
    }

    /// Returns the nodes of the patch that are changed.
    pub(super) fn changed_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.changed.keys().copied()
    }

    /// Returns the changes of the children of a changed node. `None` if they are many.
    pub(super) fn list_edit(&self, node: NodeId) -> Option<&ListEdit<DraftId>> {
        self.changed.get(&node)?.edit.as_ref()
    }

    /// Returns a node that is new or changed.
    fn written(&self, id: DraftId) -> Option<&DraftNode> {
        match self.node_of(id) {
            Some(node) => self.changed.get(&node),
            None => self.made.get(id.0 as usize - self.own()),
        }
    }

    fn node_mut(&mut self, id: DraftId) -> &mut DraftNode {
        let own = self.own();
        let Some(node) = self.node_of(id) else {
            return &mut self.made[id.0 as usize - own];
        };
        let document = &self.document;
        self.changed.entry(node).or_insert_with(|| DraftNode {
            value: document.value(node).into(),
            key: document.key(node).map(str::to_owned),
            parent: document.parent(node).map(DraftId::from),
            edit: Some(ListEdit::default()),
            children: Vec::new(),
        })
    }

    /// Returns the children of a node as a list that can be changed.
    fn children_mut(&mut self, id: DraftId) -> &mut Vec<DraftId> {
        let is_listed = self.written(id).is_some_and(|node| node.edit.is_none());
        let all = (!is_listed).then(|| self.items(id));
        let node = self.node_mut(id);
        if let Some(all) = all {
            (node.edit, node.children) = (None, all);
        }
        &mut node.children
    }

    /// Returns the changes of the children of a node of the patch, if they are few and can be added to.
    fn list_edit_mut(&mut self, id: DraftId) -> Option<&mut ListEdit<DraftId>> {
        let edit = self.node_mut(id).edit.as_mut();
        edit.filter(|edit| edit.removed.len() + edit.added.len() < MAX_LIST_EDITS)
    }

    pub(super) fn parent(&self, id: DraftId) -> Option<DraftId> {
        match self.written(id) {
            Some(node) => node.parent,
            None => self.document.parent(NodeId(id.0)).map(DraftId::from),
        }
    }

    pub(super) fn len(&self, id: DraftId) -> usize {
        match self.written(id) {
            Some(DraftNode { edit: Some(edit), .. }) => {
                self.document.len(NodeId(id.0)) + edit.added.len() - edit.removed.len()
            }
            Some(node) => node.children.len(),
            None => self.document.len(NodeId(id.0)),
        }
    }

    pub(super) fn items(&self, id: DraftId) -> Vec<DraftId> {
        self.children(id).collect()
    }

    /// Returns the entry of a map.
    pub(super) fn get(&self, map: DraftId, key: &str) -> Option<DraftId> {
        self.children(map).find(|entry| self.key(*entry) == Some(key))
    }

    /// Returns the index of a node among its siblings.
    pub(super) fn position(&self, id: DraftId) -> usize {
        let parent = self.parent(id);
        parent
            .and_then(|parent| self.children(parent).position(|child| child == id))
            .unwrap_or_default()
    }

    // ---- changes ----

    /// Removes a node.
    pub(super) fn remove(&mut self, id: DraftId) {
        let Some(parent) = self.parent(id) else { return };
        let is_own = |node: &NodeId| self.document.parent(*node).map(DraftId::from) == Some(parent);
        let node = self.node_of(id).filter(is_own);
        match (node, self.list_edit_mut(parent)) {
            (Some(node), Some(edit)) if !edit.removed.contains(&node) => edit.removed.push(node),
            (Some(_), Some(_)) => {}
            _ => self.children_mut(parent).retain(|child| *child != id),
        }
    }

    /// Removes several nodes.
    pub(super) fn remove_each(&mut self, ids: impl IntoIterator<Item = impl Into<DraftId>>) {
        let gone: FxHashSet<DraftId> = ids.into_iter().map(Into::into).collect();
        let parents: FxHashSet<DraftId> = gone.iter().filter_map(|id| self.parent(*id)).collect();
        for parent in parents {
            self.children_mut(parent).retain(|child| !gone.contains(child));
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
            self.emptied.extend(self.node_of(id));
        }
        self.remove(id);
    }

    /// Returns the nodes that were removed because they would be empty, from the inside out.
    pub(super) fn emptied(&self) -> &[NodeId] {
        &self.emptied
    }

    /// Returns whether nothing new is written: nodes are only removed or reordered.
    pub(super) fn only_removes(&self) -> bool {
        !self.writes
    }

    /// Returns whether a node of the patch is still there.
    pub(super) fn is_part(&self, node: NodeId) -> bool {
        let is_kept = |node: NodeId| {
            let Some(parent) = self.document.parent(node) else {
                return true;
            };
            match self.changed.get(&parent) {
                None => true,
                Some(DraftNode { edit: Some(edit), .. }) => !edit.removed.contains(&node),
                Some(parent) => parent.children.contains(&node.into()),
            }
        };
        self.document.ancestors(node).all(is_kept)
    }

    /// Removes several nodes of a list, and the ancestors that would be empty.
    pub(super) fn remove_all(&mut self, nodes: &[NodeId]) {
        if let Some((last, others)) = nodes.split_last() {
            self.remove_each(others.iter().copied());
            self.remove_with_empty((*last).into());
        }
    }

    /// Replaces the value of a node by a scalar.
    pub(super) fn set(&mut self, id: DraftId, value: DraftValue) {
        self.writes = true;
        let node = self.node_mut(id);
        (node.value, node.edit, node.children) = (value, None, Vec::new());
    }

    pub(super) fn rename(&mut self, id: DraftId, key: &str) {
        self.writes = true;
        self.node_mut(id).key = Some(key.to_owned());
    }

    /// Creates a node without a parent.
    pub(super) fn make(&mut self, value: DraftValue) -> DraftId {
        self.writes = true;
        let id = DraftId((self.own() + self.made.len()) as u32);
        self.made.push(DraftNode {
            value,
            key: None,
            parent: None,
            edit: None,
            children: Vec::new(),
        });
        id
    }

    /// Creates a map with one scalar.
    pub(super) fn map_of(&mut self, key: &str, value: DraftValue) -> DraftId {
        let map = self.make(DraftValue::Map);
        self.put_new(map, key, value);
        map
    }

    /// Creates a list of strings.
    pub(super) fn list_of_texts(&mut self, texts: impl IntoIterator<Item = impl Into<String>>) -> DraftId {
        let list = self.make(DraftValue::List);
        for text in texts {
            let item = self.make(DraftValue::Text(text.into()));
            self.insert(list, usize::MAX, item);
        }
        list
    }

    /// Replaces a node by a list with one item.
    pub(super) fn replace_by_list(&mut self, node: NodeId, item: DraftId) {
        let list = self.make(DraftValue::List);
        self.insert(list, 0, item);
        self.replace(node.into(), list);
    }

    /// Creates an item that deletes the live item with a merge key.
    pub(super) fn deletion(&mut self, merge_key: &str, key: Value<'_>) -> DraftId {
        let item = self.map_of(merge_key, key.into());
        self.put_new(item, "$patch", DraftValue::Text("delete".to_owned()));
        item
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
        self.writes = true;
        self.node_mut(id).parent = Some(parent);
        let is_last = position >= self.len(parent);
        let next = (!is_last).then(|| self.children(parent).nth(position)).flatten();
        let is_own = |node: &NodeId| self.document.parent(*node).map(DraftId::from) == Some(parent);
        let anchor = match next {
            None => Some(None),
            Some(next) => self.node_of(next).filter(is_own).map(Some),
        };
        if let (Some(anchor), Some(edit)) = (anchor, self.list_edit_mut(parent)) {
            return edit.added.push((anchor, id));
        }
        let children = self.children_mut(parent);
        let position = position.min(children.len());
        children.insert(position, id);
    }

    /// Inserts a node before a child of a list or map of the patch. Takes no time for the other children.
    pub(super) fn insert_before(&mut self, next: NodeId, id: DraftId) {
        let Some(parent) = self.document.parent(next).map(DraftId::from) else {
            return;
        };
        self.writes = true;
        match self.list_edit_mut(parent) {
            Some(edit) => {
                edit.added.push((Some(next), id));
                self.node_mut(id).parent = Some(parent);
            }
            None => self.insert(parent, self.position(next.into()), id),
        }
    }

    /// Appends an entry to a map.
    pub(super) fn put(&mut self, map: DraftId, key: &str, id: DraftId) {
        self.rename(id, key);
        self.insert(map, usize::MAX, id);
    }

    /// Appends a new entry to a map.
    pub(super) fn put_new(&mut self, map: DraftId, key: &str, value: DraftValue) -> DraftId {
        let id = self.make(value);
        self.put(map, key, id);
        id
    }

    /// Replaces the items of a list by the same items in another order, or by some of them.
    pub(super) fn reorder(&mut self, list: DraftId, items: Vec<DraftId>) {
        *self.children_mut(list) = items;
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
        let (value, children) = (self.value(new).into(), self.items(new));
        for child in &children {
            self.node_mut(*child).parent = Some(old);
        }
        let node = self.node_mut(old);
        (node.value, node.edit, node.children) = (value, None, children);
    }

    /// Returns the edits of the text of the patch. They are not proven to give the values of the draft.
    pub(super) fn quick_edits(&self) -> Option<Vec<TextEdit>> {
        quick_edits(&self.document, self, self).map(joined)
    }

    /// Returns the edits of the text of the patch.
    pub(super) fn edits(&self) -> Vec<TextEdit> {
        joined(rewrite_edits(&self.document, self, self))
    }
}

/// Joins edits at one place: of two no other program knows which one comes first.
fn joined(edits: Vec<TextEdit>) -> Vec<TextEdit> {
    let mut all: Vec<TextEdit> = Vec::new();
    for edit in edits {
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

impl Origins<DraftId> for Draft {
    fn origin(&self, id: DraftId) -> Option<NodeId> {
        self.node_of(id)
    }

    fn stays_as(&self, node: NodeId) -> DraftId {
        node.into()
    }

    fn list_edit(&self, node: NodeId) -> Option<&ListEdit<DraftId>> {
        Draft::list_edit(self, node)
    }

    fn changed(&self) -> Vec<NodeId> {
        self.changed_nodes().collect()
    }
}

impl Tree for Draft {
    type Id = DraftId;

    fn top(&self) -> DraftId {
        DraftId(0)
    }

    fn value(&self, id: DraftId) -> Value<'_> {
        let Some(node) = self.written(id) else {
            return self.document.value(NodeId(id.0));
        };
        match &node.value {
            DraftValue::Null => Value::Null,
            DraftValue::Bool(value) => Value::Bool(*value),
            DraftValue::Integer(value) => Value::Integer(*value),
            DraftValue::Float(bits) => Value::Float(f64::from_bits(*bits)),
            DraftValue::Text(text) => Value::String(text),
            DraftValue::List => Value::List,
            DraftValue::Map => Value::Map,
        }
    }

    fn key(&self, id: DraftId) -> Option<&str> {
        match self.written(id) {
            Some(node) => node.key.as_deref(),
            None => self.document.key(NodeId(id.0)),
        }
    }

    fn children(&self, id: DraftId) -> impl Iterator<Item = DraftId> + '_ {
        let node = self.written(id);
        let edit = node.and_then(|node| node.edit.as_ref());
        let new = node.filter(|node| node.edit.is_none()).map(|node| &node.children);
        let added_before = move |next: Option<NodeId>| {
            let added = edit.into_iter().flat_map(|edit| &edit.added);
            added.filter(move |(at, _)| *at == next).map(|(_, id)| *id)
        };
        let own = new.is_none().then(|| self.document.children(NodeId(id.0)));
        let own = own.into_iter().flatten().flat_map(move |child| {
            let stays = edit.is_none_or(|edit| !edit.removed.contains(&child));
            added_before(Some(child)).chain(stays.then_some(child.into()))
        });
        let new = new.into_iter().flatten().copied();
        own.chain(added_before(None)).chain(new)
    }
}
