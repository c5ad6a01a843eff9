//! The documents that a patch is computed from, and the library's view of their lists, some of which it sorts
//! in place.

use std::collections::HashMap;
use std::sync::Arc;

use crate::document::{Document, NodeId, Tree, ValueKind};

/// The role of a document in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentSide {
    /// The last-applied configuration.
    Original,
    /// The requested object.
    Modified,
    /// The live object.
    Current,
}

/// The documents that a patch is computed from.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The last-applied configuration; `None` if nothing was applied before.
    pub original: Option<Arc<Document>>,
    /// The requested object.
    pub modified: Arc<Document>,
    /// The live object; given for a three-way patch.
    pub current: Option<Arc<Document>>,
}

impl Sides {
    /// Returns the document of a side.
    pub fn document(&self, side: DocumentSide) -> Option<&Document> {
        match side {
            DocumentSide::Original => self.original.as_deref(),
            DocumentSide::Modified => Some(&self.modified),
            DocumentSide::Current => self.current.as_deref(),
        }
    }

    /// Returns the root of a side; `None` without a document, and for `null`, which counts as an empty map.
    pub(crate) fn root(&self, side: DocumentSide) -> Option<NodeId> {
        let document = self.document(side)?;
        (document.kind(document.root()) != ValueKind::Null).then_some(document.root())
    }

    /// Returns the apiVersion and kind of the object.
    pub(crate) fn identity(&self) -> (&str, &str) {
        let sides = [
            DocumentSide::Modified,
            DocumentSide::Current,
            DocumentSide::Original,
        ];
        let documents = sides.into_iter().filter_map(|side| self.document(side));
        let mut identities = documents.map(Document::identity);
        identities
            .find(|identity| *identity != ("", ""))
            .unwrap_or_default()
    }
}

/// The new order of lists that the library has sorted in place.
type LibraryOrders = HashMap<(DocumentSide, NodeId), Vec<NodeId>>;

/// The documents as the library sees them.
#[derive(Debug)]
pub(crate) struct LibrarySides<'d> {
    pub(crate) sides: &'d Sides,
    pub(crate) orders: LibraryOrders,
}

impl<'d> LibrarySides<'d> {
    pub(crate) fn new(sides: &'d Sides) -> Self {
        Self {
            sides,
            orders: LibraryOrders::new(),
        }
    }

    /// Returns the document of a side that has a node.
    pub(crate) fn document(&self, side: DocumentSide) -> &'d Document {
        self.sides.document(side).unwrap_or(&self.sides.modified)
    }

    /// Returns the fields of a map; none if it is missing.
    pub(crate) fn fields(&self, side: DocumentSide, map: Option<NodeId>) -> Vec<(&'d str, NodeId)> {
        let document = self.document(side);
        let children = map.into_iter().flat_map(|map| document.children(map));
        children
            .filter_map(|child| Some((document.key(child)?, child)))
            .collect()
    }

    /// Returns the children of a node in their present order.
    pub(crate) fn children(&self, side: DocumentSide, node: NodeId) -> Vec<NodeId> {
        match self.orders.get(&(side, node)) {
            Some(items) => items.clone(),
            None => self.document(side).children(node).collect(),
        }
    }
}
