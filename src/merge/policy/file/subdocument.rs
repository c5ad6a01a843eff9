//! Cuts a value out of a document as a document of its own, at its original lines.

use std::sync::Arc;

use crate::document;
use crate::document::{Document, NodeId, Position, ReadError, Subtree, write};

/// Returns the value of `node` as a document that keeps its lines and columns. A value that needs the rest of
/// the file (an alias) is written again as JSON and begins on its line.
///
/// # Errors
/// None for the text of a valid document.
pub(crate) fn cut(document: &Document, node: NodeId) -> Result<Arc<Document>, ReadError> {
    let span = document.span(node);
    let (start, end) = (span.start as usize, span.end as usize);
    let text = document.text();
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let position = document.lines().position(text, span.start);
    let mut piece: String = text[line..start].chars().map(|_| ' ').collect();
    piece.push_str(text.get(start..end).unwrap_or_default());
    let base = Position {
        line: position.line,
        column: position
            .column
            .saturating_sub(piece.chars().take_while(|c| *c == ' ').count() as u32)
            .max(1),
    };
    let read = document::read_live_at(document.name(), piece.into_bytes(), base);
    let below = Subtree(document, node);
    if let Ok(read) = read
        && document::same(&read, read.root(), document, node, document::Numbers::ByValue)
    {
        // The warnings of the reader were reported for the whole file.
        return Ok(Arc::new(read.with_warnings(Vec::new())));
    }
    let text = write::json(&below);
    let base = Position {
        column: 1,
        ..position
    };
    document::read_live_at(document.name(), text.into_bytes(), base).map(Arc::new)
}
