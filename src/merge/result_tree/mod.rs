//! The result while it is made: one arena with the nodes of the live object, to which patches add. Every
//! change is a reversible edit, so a trace can be played in both directions at the cost of the edits alone.

pub(crate) mod edit_log;
mod list_order;
pub(crate) mod moved_items;
pub(crate) mod node_id;
pub(crate) mod path;
pub(crate) mod positions;
pub(crate) mod shared_keys;

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::mark::{Mark, Marks};
use crate::document::{Document, NodeId, Tree, Value, ValueKind, null_document, write};
use edit_log::{EditLog, Orders, TreeEdit};
use node_id::{NodeRef, Presence, ResultId};

#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultNode {
    pub(crate) parent: u32,
    pub(crate) next: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) source: NodeRef,
    pub(crate) kind: ValueKind,
    pub(crate) state: Presence,
    pub(crate) marks: Marks,
}

/// The result after a number of steps.
#[derive(Clone, Debug)]
pub struct ResultTree {
    pub(crate) documents: Vec<Arc<Document>>,
    pub(crate) nodes: Vec<ResultNode>,
    live_count: u32,
    pub(crate) log: EditLog,
    /// The keys of nodes whose key is not that of their source, as a JSON patch makes them. `None` for list
    /// items.
    key_overrides: FxHashMap<ResultId, Option<Box<str>>>,
}

/// The document of values that are in no input: a null.
static SYNTHETIC: LazyLock<Arc<Document>> = LazyLock::new(|| Arc::new(null_document()));

/// Returns the document of a source. `documents` are the live object and the patches.
pub(crate) fn document_of(documents: &[Arc<Document>], source: NodeRef) -> &Arc<Document> {
    match source.document {
        ResultTree::SYNTHETIC => &SYNTHETIC,
        number => &documents[number as usize],
    }
}

/// The position of a new child among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InsertPosition {
    First,
    After(ResultId),
    Last,
}

/// Decides which nodes of a patch value are added.
pub(crate) trait InsertFilter {
    /// What the decision depends on besides the node itself. It is passed down from a container to its
    /// content.
    type Context: Copy;

    /// Returns the context for the content of `node`, or `None` if the node is not added. `node` is below the
    /// top of the added value; `parent` is the context of its container.
    fn admit(&mut self, document: &Document, node: NodeId, parent: Self::Context) -> Option<Self::Context>;
}

impl ResultTree {
    /// Creates the tree of the live object. `documents` are the live object and the patches; `traced` logs
    /// the edits for stepping.
    pub fn new(documents: Vec<Arc<Document>>, traced: bool) -> Self {
        let mut tree = Self {
            documents,
            nodes: Vec::new(),
            live_count: 0,
            log: EditLog::new(traced),
            key_overrides: FxHashMap::default(),
        };
        let Some(live) = tree.documents.first().cloned() else {
            return tree;
        };
        tree.nodes.reserve(live.node_count() + 64);
        tree.log.reserve(tree.expected_steps());
        for index in 0..live.node_count() as u32 {
            let id = NodeId(index);
            let parent = live.parent(id).map_or(ResultId::NONE, |parent| parent.0);
            let next = live.next(id).map_or(ResultId::NONE, |next| next.0);
            // Parents precede children.
            if parent != ResultId::NONE && next == ResultId::NONE {
                tree.nodes[parent as usize].last = index;
            }
            tree.nodes.push(ResultNode {
                parent,
                next,
                first: live.children(id).next().map_or(ResultId::NONE, |first| first.0),
                last: ResultId::NONE,
                source: NodeRef::live(id),
                kind: live.kind(id),
                state: Presence::Present,
                marks: Marks::default(),
            });
        }
        tree.live_count = tree.nodes.len() as u32;
        tree
    }

    /// Returns a number of steps that a merge rarely exceeds, to reserve their capacity at once.
    pub(crate) fn expected_steps(&self) -> usize {
        let patches = self.documents.iter().skip(1);
        patches
            .map(|patch| patch.node_count())
            .sum::<usize>()
            .min(1 << 20)
    }

    /// Returns whether there is a result: a policy can delete the object. By the RFCs a result can be any
    /// value.
    pub fn has_result(&self) -> bool {
        self.state(self.top()) == Presence::Present
    }

    /// Returns whether the result is a map, as all objects are.
    pub(crate) fn is_object(&self) -> bool {
        self.has_result() && self.kind(self.top()) == ValueKind::Map
    }

    /// Returns the inputs: the live object, then the patches.
    pub fn documents(&self) -> &[Arc<Document>] {
        &self.documents
    }

    /// Returns the document of a source.
    pub fn document(&self, source: NodeRef) -> &Document {
        document_of(&self.documents, source)
    }

    /// The document number of values that are in no input.
    const SYNTHETIC: u16 = u16::MAX;

    /// Returns the number of live nodes. Lower ids are live nodes.
    pub fn live_count(&self) -> u32 {
        self.live_count
    }

    /// Returns the number of all nodes, whatever their state.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the live node with the same number, or `None` for a node that is not from the live object.
    pub fn live_node(&self, id: ResultId) -> Option<NodeId> {
        (id.0 < self.live_count).then_some(NodeId(id.0))
    }

    /// Returns the input node that the present value is from.
    pub fn source(&self, id: ResultId) -> NodeRef {
        self.nodes[id.index()].source
    }

    /// Returns whether the node itself is in the result, regardless of its parents.
    pub fn state(&self, id: ResultId) -> Presence {
        self.nodes[id.index()].state
    }

    /// Returns the marks of the node after the steps so far.
    pub fn marks(&self, id: ResultId) -> Marks {
        self.nodes[id.index()].marks
    }

    /// Returns the container of the node, or `None` for the top.
    pub fn parent(&self, id: ResultId) -> Option<ResultId> {
        let parent = self.nodes[id.index()].parent;
        (parent != ResultId::NONE).then_some(ResultId(parent))
    }

    /// Returns the node and its ancestors, up to the top.
    pub fn ancestors(&self, id: ResultId) -> impl Iterator<Item = ResultId> + '_ {
        std::iter::successors(Some(id), |id| self.parent(*id))
    }

    /// Returns all children in order, including placeholders and those that are not added yet.
    pub fn all_children(&self, id: ResultId) -> impl Iterator<Item = ResultId> + '_ {
        let first = self.nodes[id.index()].first;
        let first = (first != ResultId::NONE).then_some(ResultId(first));
        std::iter::successors(first, |child| self.next(*child))
    }

    /// Returns the node and the siblings after it in order, including placeholders and those that are not
    /// added yet.
    pub fn siblings_from(&self, id: ResultId) -> impl Iterator<Item = ResultId> + '_ {
        std::iter::successors(Some(id), |child| self.next(*child))
    }

    fn next(&self, id: ResultId) -> Option<ResultId> {
        let next = self.nodes[id.index()].next;
        (next != ResultId::NONE).then_some(ResultId(next))
    }

    /// Returns the number of lines of a scalar with its key.
    pub fn line_count(&self, id: ResultId) -> usize {
        let source = self.source(id);
        match self.key_overrides.is_empty() && write::is_one_line(self.document(source), source.node) {
            true => 1,
            false => write::height(self.key(id), self.value(id)),
        }
    }

    /// Returns the children that are part of the result now.
    pub fn present(&self, id: ResultId) -> impl Iterator<Item = ResultId> + '_ {
        self.all_children(id)
            .filter(|child| self.state(*child) == Presence::Present)
    }

    /// Returns the present child of a map with that key. Walks the map.
    pub fn get(&self, id: ResultId, key: &str) -> Option<ResultId> {
        self.present(id).find(|child| self.key(*child) == Some(key))
    }

    /// Returns whether the node and all its parents are in the result now.
    pub fn is_visible(&self, id: ResultId) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            if self.state(id) != Presence::Present {
                return false;
            }
            at = self.parent(id);
        }
        true
    }

    // ---- changes, each one an edit ----

    /// Adds a document that values can be from. Returns its number.
    pub(crate) fn add_document(&mut self, document: Arc<Document>) -> u16 {
        self.documents.push(document);
        (self.documents.len() - 1) as u16
    }

    /// Sets a scalar.
    pub(crate) fn set_value(&mut self, id: ResultId, source: NodeRef) {
        let old = self.source(id);
        let rows = |source: NodeRef| {
            let (document, node) = (self.document(source), source.node);
            let scalar = document.kind(node).is_scalar();
            scalar.then(|| match write::is_one_line(document, node) {
                true => 1,
                false => write::height(document.key(node), document.value(node)),
            })
        };
        let resized = self.log.is_traced() && (rows(old).is_none() || rows(old) != rows(source));
        let kinds = [old, source].map(|source| self.document(source).kind(source.node));
        self.change(TreeEdit::Source {
            id,
            old,
            new: source,
            kinds,
            resized,
        });
    }

    /// Removes a node from the result.
    pub(crate) fn remove(&mut self, id: ResultId) {
        self.set_state(id, Presence::Removed);
    }

    /// Removes a node because another one replaces it.
    pub(crate) fn replace_with(&mut self, id: ResultId) {
        self.set_state(id, Presence::Replaced);
    }

    fn set_state(&mut self, id: ResultId, new: Presence) {
        let old = self.state(id);
        if old != new {
            self.change(TreeEdit::State { id, old, new });
        }
    }

    /// Marks a node.
    pub(crate) fn mark(&mut self, id: ResultId, mark: Mark) {
        let old = self.marks(id);
        let new = old.with(mark);
        if old != new {
            self.change(TreeEdit::Marks { id, old, new });
        }
    }

    /// Creates a node for a patch value as the last child of `parent`, or directly after `after`. The node is
    /// hidden until [`Self::commit_insert`], so that the step that explains it can be recorded first.
    pub(crate) fn prepare_insert<I: InsertFilter>(
        &mut self,
        parent: ResultId,
        after: Option<ResultId>,
        source: NodeRef,
        incoming: &mut I,
        context: I::Context,
    ) -> ResultId {
        let document = Arc::clone(&self.documents[source.document as usize]);
        let top = self.push(parent.0, source, document.kind(source.node), Presence::Pending);
        self.link(
            parent,
            top,
            after.map_or(InsertPosition::Last, InsertPosition::After),
        );
        // A work list instead of recursion, because a manifest can be deep.
        let mut todo = vec![(source.node, top, context)];
        while let Some((node, id, context)) = todo.pop() {
            for child in document.children(node) {
                if let Some(context) = incoming.admit(&document, child, context) {
                    let source = NodeRef {
                        document: source.document,
                        node: child,
                    };
                    let new = self.push(id.0, source, document.kind(child), Presence::Present);
                    self.link_last(id, new);
                    if !document.is_empty(child) {
                        todo.push((child, new, context));
                    }
                }
            }
        }
        top
    }

    /// As [`Self::prepare_insert`], for a complete value that is added at `position` under another key (`None` in
    /// a list).
    pub(crate) fn prepare_insert_as(
        &mut self,
        parent: ResultId,
        position: InsertPosition,
        source: NodeRef,
        name: Option<&str>,
    ) -> ResultId {
        let top = self.prepare(parent, position, source, name);
        let document = Arc::clone(document_of(&self.documents, source));
        let mut todo = vec![(source.node, top)];
        while let Some((node, id)) = todo.pop() {
            for child in document.children(node) {
                let source = NodeRef {
                    document: source.document,
                    node: child,
                };
                let new = self.push(id.0, source, document.kind(child), Presence::Present);
                self.link_last(id, new);
                todo.push((child, new));
            }
        }
        top
    }

    /// Prepares a copy of the present node `from`, as [`Self::prepare_insert_as`] does.
    pub(crate) fn copy_as(
        &mut self,
        parent: ResultId,
        position: InsertPosition,
        from: ResultId,
        name: Option<&str>,
    ) -> ResultId {
        let top = self.prepare(parent, position, self.source(from), name);
        let mut todo = vec![(from, top)];
        while let Some((old, id)) = todo.pop() {
            let children: Vec<ResultId> = self.present(old).collect();
            for child in children {
                let new = self.push(
                    id.0,
                    self.source(child),
                    self.nodes[child.index()].kind,
                    Presence::Present,
                );
                if let Some(name) = self.key_overrides.get(&child).cloned() {
                    self.key_overrides.insert(new, name);
                }
                self.link_last(id, new);
                todo.push((child, new));
            }
        }
        top
    }

    fn prepare(
        &mut self,
        parent: ResultId,
        position: InsertPosition,
        source: NodeRef,
        name: Option<&str>,
    ) -> ResultId {
        let kind = self.document(source).kind(source.node);
        let top = self.push(parent.0, source, kind, Presence::Pending);
        self.link(parent, top, position);
        self.key_overrides.insert(top, name.map(Box::from));
        top
    }

    /// Stores the key of a node before it gets a value with another key.
    pub(crate) fn preserve_key(&mut self, id: ResultId) {
        let name = self.key(id).map(Box::from);
        self.key_overrides.insert(id, name);
    }

    /// Returns whether the key of the node differs from the key of its value.
    pub(crate) fn is_renamed(&self, id: ResultId) -> bool {
        self.key_overrides.contains_key(&id)
    }

    /// Returns a null that is in no input.
    pub(crate) fn synthetic_null() -> NodeRef {
        NodeRef {
            document: Self::SYNTHETIC,
            node: SYNTHETIC.root(),
        }
    }

    /// Makes a prepared node part of the result.
    pub(crate) fn commit_insert(&mut self, id: ResultId) {
        self.set_state(id, Presence::Present);
    }

    fn push(&mut self, parent: u32, source: NodeRef, kind: ValueKind, state: Presence) -> ResultId {
        let none = ResultId::NONE;
        let node = ResultNode {
            parent,
            next: none,
            first: none,
            last: none,
            source,
            kind,
            state,
            marks: Marks::default(),
        };
        self.nodes.push(node);
        ResultId(self.nodes.len() as u32 - 1)
    }

    fn link(&mut self, parent: ResultId, child: ResultId, position: InsertPosition) {
        let before = match position {
            InsertPosition::Last => return self.link_last(parent, child),
            InsertPosition::First => &mut self.nodes[parent.index()].first,
            InsertPosition::After(sibling) => &mut self.nodes[sibling.index()].next,
        };
        let next = std::mem::replace(before, child.0);
        self.nodes[child.index()].next = next;
        if next == ResultId::NONE {
            self.nodes[parent.index()].last = child.0;
        }
    }

    fn link_last(&mut self, parent: ResultId, child: ResultId) {
        match self.nodes[parent.index()].last {
            ResultId::NONE => self.nodes[parent.index()].first = child.0,
            last => self.nodes[last as usize].next = child.0,
        }
        self.nodes[parent.index()].last = child.0;
    }

    fn change(&mut self, edit: TreeEdit) {
        self.apply(&edit, true);
        self.log.push(edit);
    }

    /// Reverts all logged edits by new edits, so that the result is the live object again.
    pub(crate) fn restore(&mut self) {
        for at in (0..self.log.len()).rev() {
            let Some(edit) = self.log.get(at) else { continue };
            let back = match edit {
                TreeEdit::Source {
                    id,
                    old,
                    new,
                    kinds: [before, after],
                    resized,
                } => TreeEdit::Source {
                    id,
                    old: new,
                    new: old,
                    kinds: [after, before],
                    resized,
                },
                TreeEdit::State { id, old, new } => TreeEdit::State {
                    id,
                    old: new,
                    new: old,
                },
                TreeEdit::Marks { id, old, new } => TreeEdit::Marks {
                    id,
                    old: new,
                    new: old,
                },
                TreeEdit::Order { list, order } => {
                    let Some(orders) = self.log.orders(order).cloned() else {
                        continue;
                    };
                    let order = self.log.store_orders(Orders {
                        old: orders.new,
                        new: orders.old,
                        known: orders.known,
                    });
                    TreeEdit::Order { list, order }
                }
            };
            self.change(back);
        }
    }

    /// Applies an edit (`forward`) or reverts it.
    pub(crate) fn apply(&mut self, edit: &TreeEdit, forward: bool) {
        match *edit {
            TreeEdit::Source {
                id, old, new, kinds, ..
            } => {
                let node = &mut self.nodes[id.index()];
                node.source = if forward { new } else { old };
                node.kind = kinds[usize::from(forward)];
            }
            TreeEdit::State { id, old, new } => {
                self.nodes[id.index()].state = if forward { new } else { old }
            }
            TreeEdit::Marks { id, old, new } => {
                self.nodes[id.index()].marks = if forward { new } else { old }
            }
            TreeEdit::Order { list, order } => self.play_order(list, order, forward),
        }
    }
}

impl Tree for ResultTree {
    type Id = ResultId;

    fn top(&self) -> ResultId {
        ResultId(0)
    }

    fn value(&self, id: ResultId) -> Value<'_> {
        let source = self.source(id);
        self.document(source).value(source.node)
    }

    fn key(&self, id: ResultId) -> Option<&str> {
        if !self.key_overrides.is_empty()
            && let Some(name) = self.key_overrides.get(&id)
        {
            return name.as_deref();
        }
        let source = self.source(id);
        self.document(source).key(source.node)
    }

    fn children(&self, id: ResultId) -> impl Iterator<Item = ResultId> + '_ {
        self.present(id)
    }

    fn kind(&self, id: ResultId) -> ValueKind {
        self.nodes[id.index()].kind
    }

    fn value_as_read(&self, id: ResultId) -> Value<'_> {
        let source = self.source(id);
        self.document(source).value_as_read(source.node)
    }
}
