//! Why a node of a patch is there, what a patch cannot say, and why none can be made.

use super::sides::Side;
use crate::document::{NodeId, Path};
use crate::merge::Rule;

/// Why a node of a computed patch is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What decided.
    pub rule: Rule,
    /// What modified was compared with.
    pub left: Side,
    /// The node of original that it is about.
    pub original: Option<NodeId>,
    /// The node of modified.
    pub modified: Option<NodeId>,
    /// The node of current.
    pub current: Option<NodeId>,
}

impl Reason {
    /// `rule` decided, comparing with `left`.
    pub(crate) fn new(rule: Rule, left: Side) -> Self {
        Self {
            rule,
            left,
            original: None,
            modified: None,
            current: None,
        }
    }

    /// It is about this node.
    pub(crate) fn at(mut self, side: Side, node: NodeId) -> Self {
        match side {
            Side::Original => self.original = Some(node),
            Side::Modified => self.modified = Some(node),
            Side::Current => self.current = Some(node),
        }
        self
    }

    /// The node of a side.
    pub fn node(&self, side: Side) -> Option<NodeId> {
        match side {
            Side::Original => self.original,
            Side::Modified => self.modified,
            Side::Current => self.current,
        }
    }

    /// The side that it was compared to become like.
    pub fn right(&self) -> Side {
        match (self.left, self.modified) {
            (Side::Original, None) if self.current.is_some() => Side::Current,
            _ => Side::Modified,
        }
    }
}

/// Something that the patch does not say, or says in a way that surprises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is, and where.
    pub reason: Reason,
    /// The way to it in the documents.
    pub path: Path,
    /// What goes into the rule's sentence.
    pub detail: String,
}

/// Why no patch can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it is, and where.
    pub reason: Reason,
    /// The way to it in the documents.
    pub path: Path,
    /// What goes into the rule's sentence.
    pub detail: String,
    /// The library's own text.
    pub message: String,
}

impl Rule {
    /// Whether the lines of the patch that it explains are a directive, with all that is in it.
    pub(crate) fn is_directive_line(self) -> bool {
        matches!(
            self,
            Self::SendDeletedItem
                | Self::SendDeletedItemByKeys
                | Self::SendMergeKeys
                | Self::NameItem
                | Self::SendDeletedValues
                | Self::SendOrder
                | Self::SendOrderAlone
                | Self::SendNeedlessOrder
                | Self::SendRetainKeys
                | Self::SendItemKey
                | Self::AddOperation
                | Self::RemoveOperation
                | Self::ReplaceOperation
        )
    }
}
