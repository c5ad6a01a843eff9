//! The chunks that a stream is split into.

use std::sync::Arc;

use super::list_kind::ListKindScan;
use super::splitter::ChunkKind;
use crate::document::Position;

/// A chunk of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The kind of the chunk.
    pub kind: ChunkKind,
    /// The text. The dash of a block item is replaced by a space, so that columns stay the same. If the text
    /// alone would be read differently than in the stream, a line or a key is added before it.
    pub bytes: Vec<u8>,
    /// The position in the stream, including the added text.
    pub at: Position,
    /// The apiVersion and kind that the list gives its items.
    pub(crate) heading: Arc<ListKindScan>,
}

impl Chunk {
    /// Creates a chunk for a whole document that starts at `at`.
    pub fn document(bytes: Vec<u8>, at: Position) -> Self {
        Self {
            kind: ChunkKind::Document,
            bytes,
            at,
            heading: Arc::default(),
        }
    }
}
