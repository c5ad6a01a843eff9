//! Why a node of a patch is there, what a patch cannot say, and why none can be made.

use super::sides::DocumentSide;
use crate::document::{NodeId, Path};
use crate::merge::Rule;

/// Why a node of a computed patch is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineReason {
    /// What decided.
    pub rule: Rule,
    /// What modified was compared with.
    pub left: DocumentSide,
    /// The node of original that it is about.
    pub original: Option<NodeId>,
    /// The node of modified.
    pub modified: Option<NodeId>,
    /// The node of current.
    pub current: Option<NodeId>,
}

impl LineReason {
    /// `rule` decided, comparing with `left`.
    pub(crate) fn new(rule: Rule, left: DocumentSide) -> Self {
        Self {
            rule,
            left,
            original: None,
            modified: None,
            current: None,
        }
    }

    /// It is about this node.
    pub(crate) fn at(mut self, side: DocumentSide, node: NodeId) -> Self {
        match side {
            DocumentSide::Original => self.original = Some(node),
            DocumentSide::Modified => self.modified = Some(node),
            DocumentSide::Current => self.current = Some(node),
        }
        self
    }

    /// The node of a side.
    pub fn node(&self, side: DocumentSide) -> Option<NodeId> {
        match side {
            DocumentSide::Original => self.original,
            DocumentSide::Modified => self.modified,
            DocumentSide::Current => self.current,
        }
    }

    /// The side that it was compared to become like.
    pub fn right(&self) -> DocumentSide {
        match (self.left, self.modified) {
            (DocumentSide::Original, None) if self.current.is_some() => DocumentSide::Current,
            _ => DocumentSide::Modified,
        }
    }
}

/// Something that the patch does not say, or says in a way that surprises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchRemark {
    /// What it is, and where.
    pub reason: LineReason,
    /// The way to it in the documents.
    pub path: Path,
    /// What goes into the rule's sentence.
    pub detail: String,
}

/// Why no patch can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateFailure {
    /// What it is, and where.
    pub reason: LineReason,
    /// The way to it in the documents.
    pub path: Path,
    /// What goes into the rule's sentence.
    pub detail: String,
    /// The library's own text.
    pub message: String,
}
