//! The documents that a patch is computed from, and the library's view of their lists: it sorts some of them in place.

use std::collections::HashMap;
use std::sync::Arc;

use crate::document::{Document, Kind, NodeId, Tree};

/// One of the documents that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// What was applied last.
    Original,
    /// What is wanted.
    Modified,
    /// What the object is now.
    Current,
}

/// The documents that a patch is computed from.
#[derive(Clone, Debug)]
pub struct Sides {
    /// What was applied last; none for nothing applied before.
    pub original: Option<Arc<Document>>,
    /// What is wanted.
    pub modified: Arc<Document>,
    /// What the object is now; given where the patch is made three-way.
    pub current: Option<Arc<Document>>,
}

impl Sides {
    /// The document of a side.
    pub fn document(&self, side: Side) -> Option<&Document> {
        match side {
            Side::Original => self.original.as_deref(),
            Side::Modified => Some(&self.modified),
            Side::Current => self.current.as_deref(),
        }
    }

    /// The top of a side; none if there is no document, or a `null`, which counts as an empty map.
    pub(crate) fn root(&self, side: Side) -> Option<NodeId> {
        let document = self.document(side)?;
        (document.kind(document.root()) != Kind::Null).then_some(document.root())
    }

    /// The apiVersion and kind that the patch is for.
    pub(crate) fn identity(&self) -> (&str, &str) {
        let sides = [Side::Modified, Side::Current, Side::Original];
        let documents = sides.into_iter().filter_map(|side| self.document(side));
        let mut identities = documents.map(Document::identity);
        identities
            .find(|identity| *identity != ("", ""))
            .unwrap_or_default()
    }
}

/// Lists that the library has sorted in place, as they stand since.
pub(crate) type Orders = HashMap<(Side, NodeId), Vec<NodeId>>;

/// The documents as the library holds them.
#[derive(Debug)]
pub(crate) struct Held<'d> {
    pub(crate) sides: &'d Sides,
    pub(crate) orders: Orders,
}

impl<'d> Held<'d> {
    pub(crate) fn new(sides: &'d Sides) -> Self {
        Self {
            sides,
            orders: Orders::new(),
        }
    }

    /// A node that is there has a document.
    pub(crate) fn of(&self, side: Side) -> &'d Document {
        self.sides.document(side).unwrap_or(&self.sides.modified)
    }

    /// The children of a node as they stand now.
    pub(crate) fn children(&self, side: Side, node: NodeId) -> Vec<NodeId> {
        match self.orders.get(&(side, node)) {
            Some(items) => items.clone(),
            None => self.of(side).children(node).collect(),
        }
    }
}
