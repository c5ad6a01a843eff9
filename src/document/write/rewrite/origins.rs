//! Where the nodes of a changed tree come from, and which nodes are changed.

use std::collections::{HashMap, HashSet};

use crate::document::{Document, NodeId};

/// Few changes of the children of a list or map.
#[derive(Clone, Debug)]
pub struct ListEdit<I> {
    /// The removed children.
    pub removed: Vec<NodeId>,
    /// The added children, each before an old child or at the end.
    pub added: Vec<(Option<NodeId>, I)>,
}

impl<I> Default for ListEdit<I> {
    fn default() -> Self {
        Self {
            removed: Vec::new(),
            added: Vec::new(),
        }
    }
}

/// Where the nodes of a changed tree come from.
pub trait Origins<I> {
    /// Returns the old node of a new one, also if it has another key or position.
    fn origin(&self, id: I) -> Option<NodeId>;

    /// Returns the new node of an old one.
    fn stays_as(&self, node: NodeId) -> I;

    /// Returns the changes of the children of an old node, if they are few; else all children are compared.
    fn list_edit(&self, node: NodeId) -> Option<&ListEdit<I>>;

    /// Returns the old nodes with another key, value or children.
    fn changed(&self) -> Vec<NodeId>;
}

/// The changes of a tree whose nodes have known origins.
pub(super) struct Changes<'a, I> {
    pub(super) origins: &'a dyn Origins<I>,
    pub(super) changed: HashSet<NodeId>,
    /// The children that are changed or contain a change, by their parent.
    pub(super) touched: HashMap<NodeId, Vec<NodeId>>,
}

impl<'a, I> Changes<'a, I> {
    pub(super) fn new(old: &Document, origins: &'a dyn Origins<I>) -> Self {
        let changed: HashSet<NodeId> = origins.changed().into_iter().collect();
        let mut touched: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        let mut seen = HashSet::new();
        for node in &changed {
            let mut at = *node;
            while let Some(parent) = old.parent(at).filter(|_| seen.insert(at)) {
                touched.entry(parent).or_default().push(at);
                at = parent;
            }
        }
        for children in touched.values_mut() {
            children.sort_unstable_by_key(|child| old.ordinal(*child));
        }
        Self {
            origins,
            changed,
            touched,
        }
    }

    /// Returns whether a changed node has the same children.
    pub(super) fn is_inside(&self, node: NodeId) -> bool {
        let edit = self.origins.list_edit(node);
        edit.is_some_and(|edit| edit.removed.is_empty() && edit.added.is_empty())
            && self.touched.contains_key(&node)
    }

    /// Returns the changes of the children of a node, if they are few.
    pub(super) fn edit(&self, node: NodeId) -> Option<&'a ListEdit<I>> {
        self.origins.list_edit(node)
    }
}
