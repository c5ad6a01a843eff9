//! Converts a tree to a document: the patch as the library sends it (keys sorted), with node ids.

use std::sync::Arc;

use super::line_reason::LineReason;
use crate::document::{Document, ReadError, Tree, Value, ValueKind, read, write};

/// A computed patch as a document with the reasons for its nodes.
#[derive(Clone, Debug)]
pub struct PatchDocument {
    /// The patch.
    pub document: Arc<Document>,
    /// The reasons by node id.
    pub reasons: Vec<LineReason>,
}

/// A tree with the keys of its maps sorted.
pub(crate) struct SortedDraft<'t, T>(pub(crate) &'t T);

impl<T: Tree> Tree for SortedDraft<'_, T> {
    type Id = T::Id;

    fn top(&self) -> T::Id {
        self.0.top()
    }

    fn value(&self, id: T::Id) -> Value<'_> {
        self.0.value(id)
    }

    fn key(&self, id: T::Id) -> Option<&str> {
        self.0.key(id)
    }

    fn children(&self, id: T::Id) -> impl Iterator<Item = T::Id> + '_ {
        let mut children: Vec<T::Id> = self.0.children(id).collect();
        if self.0.kind(id) == ValueKind::Map {
            children.sort_by_key(|child| self.0.key(*child));
        }
        children.into_iter()
    }

    fn kind(&self, id: T::Id) -> ValueKind {
        self.0.kind(id)
    }
}

/// Converts a tree to a document with the name `patch`. Node ids are in text order, so the reasons are collected in that order.
///
/// # Errors
/// The patch is deeper or longer than a document can be.
pub(crate) fn to_document<T: Tree>(
    tree: &T,
    reason: impl Fn(T::Id) -> LineReason,
) -> Result<PatchDocument, ReadError> {
    let (document, reasons) = number("patch", tree, reason)?;
    Ok(PatchDocument {
        document: Arc::new(document),
        reasons,
    })
}

/// Converts a tree to a document, and returns for each node id the value of `about` for the node of the tree.
///
/// # Errors
/// The tree is deeper or longer than a document can be.
pub(crate) fn number<T: Tree, R>(
    name: &str,
    tree: &T,
    about: impl Fn(T::Id) -> R,
) -> Result<(Document, Vec<R>), ReadError> {
    let sorted = SortedDraft(tree);
    let document = read(name, write::yaml(&sorted).into_bytes())?;
    let mut all = Vec::with_capacity(document.node_count());
    let mut todo = vec![sorted.top()];
    while let Some(id) = todo.pop() {
        all.push(about(id));
        let from = todo.len();
        todo.extend(sorted.children(id));
        todo[from..].reverse();
    }
    Ok((document, all))
}
