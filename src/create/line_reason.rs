//! The reasons of patch lines, remarks about what a patch cannot express, and failures.

use super::sides::DocumentSide;
use crate::document::{NodeId, Path};
use crate::merge::{Detail, Rule};

/// The reason for a node of a computed patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineReason {
    /// The rule that applied.
    pub rule: Rule,
    /// The side that modified was compared with.
    pub left: DocumentSide,
    /// The node of original.
    pub original: Option<NodeId>,
    /// The node of modified.
    pub modified: Option<NodeId>,
    /// The node of current.
    pub current: Option<NodeId>,
}

impl LineReason {
    /// Creates a reason for `rule`, from a comparison with `left`.
    pub(crate) fn new(rule: Rule, left: DocumentSide) -> Self {
        Self {
            rule,
            left,
            original: None,
            modified: None,
            current: None,
        }
    }

    /// Sets the node of a side.
    pub(crate) fn with_node(mut self, side: DocumentSide, node: NodeId) -> Self {
        match side {
            DocumentSide::Original => self.original = Some(node),
            DocumentSide::Modified => self.modified = Some(node),
            DocumentSide::Current => self.current = Some(node),
        }
        self
    }

    /// Returns the node of a side.
    pub fn node(&self, side: DocumentSide) -> Option<NodeId> {
        match side {
            DocumentSide::Original => self.original,
            DocumentSide::Modified => self.modified,
            DocumentSide::Current => self.current,
        }
    }

    /// Returns the side that the comparison changes `left` to.
    pub fn right(&self) -> DocumentSide {
        match (self.left, self.modified) {
            (DocumentSide::Original, None) if self.current.is_some() => DocumentSide::Current,
            _ => DocumentSide::Modified,
        }
    }
}

/// A difference that the patch does not express, or expresses in an unexpected form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchRemark {
    /// The rule and the nodes.
    pub reason: LineReason,
    /// The path in the documents.
    pub path: Path,
    /// The value for the placeholder of the rule's sentence.
    pub detail: String,
}

/// The reason why no patch can be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateFailure {
    /// The rule and the nodes.
    pub reason: LineReason,
    /// The path in the documents.
    pub path: Path,
    /// The value for the placeholder of the rule's sentence.
    pub detail: Detail,
    /// The error message of the library.
    pub message: String,
}
