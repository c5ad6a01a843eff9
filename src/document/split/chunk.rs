//! What a stream is cut into.

use std::sync::Arc;

use super::list_kind::ListKindScan;
use super::splitter::ChunkKind;
use crate::document::Position;

/// A piece of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// What it is.
    pub part: ChunkKind,
    /// Its text. The dash of a block item is a space here, so that columns stay right. Where it would not be read as what
    /// it is in the stream, a line or a key is put before it.
    pub bytes: Vec<u8>,
    /// Where it begins in the stream, with what is put before it.
    pub at: Position,
    /// What the list that it is a part of says of its items.
    pub(crate) heading: Arc<ListKindScan>,
}

impl Chunk {
    /// A document by itself that begins at `at`.
    pub fn document(bytes: Vec<u8>, at: Position) -> Self {
        Self {
            part: ChunkKind::Document,
            bytes,
            at,
            heading: Arc::default(),
        }
    }
}
