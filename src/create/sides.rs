//! The documents that a patch is computed from, and the library's view of their lists: it sorts some of them in place.

use std::collections::HashMap;
use std::sync::Arc;

use crate::document::{Document, NodeId, Tree, ValueKind};

/// One of the documents that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentSide {
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
    pub fn document(&self, side: DocumentSide) -> Option<&Document> {
        match side {
            DocumentSide::Original => self.original.as_deref(),
            DocumentSide::Modified => Some(&self.modified),
            DocumentSide::Current => self.current.as_deref(),
        }
    }

    /// The top of a side; none if there is no document, or a `null`, which counts as an empty map.
    pub(crate) fn root(&self, side: DocumentSide) -> Option<NodeId> {
        let document = self.document(side)?;
        (document.kind(document.root()) != ValueKind::Null).then_some(document.root())
    }

    /// The apiVersion and kind that the patch is for.
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

/// Lists that the library has sorted in place, as they stand since.
pub(crate) type LibraryOrders = HashMap<(DocumentSide, NodeId), Vec<NodeId>>;

/// The documents as the library holds them.
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

    /// A node that is there has a document.
    pub(crate) fn document(&self, side: DocumentSide) -> &'d Document {
        self.sides.document(side).unwrap_or(&self.sides.modified)
    }

    /// The children of a node as they stand now.
    pub(crate) fn children(&self, side: DocumentSide, node: NodeId) -> Vec<NodeId> {
        match self.orders.get(&(side, node)) {
            Some(items) => items.clone(),
            None => self.document(side).children(node).collect(),
        }
    }
}
