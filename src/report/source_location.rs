//! A position in an input file.

use serde::Serialize;

use crate::document::{Document, NodeId, Position};
use crate::merge::{Merge, NodeRef, Step};

/// A position in an input file, as in all JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceLocation {
    /// The name of the document: a path as the user wrote it, `<stdin>` or `--patch`.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl SourceLocation {
    /// Returns the start of the entry of an input node.
    pub fn from_node(document: &Document, node: NodeId) -> Self {
        Self::new(document, document.position(node))
    }

    /// Returns the position of a source of a step.
    pub(super) fn of_step(merge: &Merge, step: &Step, source: NodeRef) -> Self {
        let document = merge.tree.document(source);
        let mut warnings = document.warnings().iter();
        // A warning about the text can be about a place without a node, such as another document.
        match step.warning().and_then(|index| warnings.nth(index)) {
            Some(warning) => Self::from_byte(document, warning.span.start),
            None => Self::from_node(document, source.node),
        }
    }

    /// Returns the position of a byte of an input.
    pub(crate) fn from_byte(document: &Document, byte: u32) -> Self {
        Self::new(document, document.lines().position(document.text(), byte))
    }

    fn new(document: &Document, position: Position) -> Self {
        Self {
            file: document.name().to_owned(),
            line: position.line,
            column: position.column,
        }
    }
}

impl std::fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
