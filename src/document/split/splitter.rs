//! The state of the splitter, and the results of a scan.

use std::sync::Arc;

use super::list_kind::ListKindScan;
use crate::document::Position;

/// The kind of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkKind {
    /// A whole document.
    Document,
    /// An item of a list: a manifest.
    Item,
    /// The text before or after the items of a list. In JSON, brackets are added so that it can be parsed.
    Frame,
    /// The rest of a list, from an item on that cannot be parsed alone. It gets an added key `items`.
    Rest,
    /// A [`Self::Frame`] or [`Self::Rest`] after a duplicate key `items`: the items before it no longer
    /// count.
    Again,
}

/// Splits a stream. [`Self::feed`] takes bytes, [`Self::next_chunk`] returns chunks. Buffers only the incomplete
/// chunk.
///
/// A document with a top-level list `items` is a list of manifests for kubectl, whatever its kind. It is
/// split into items if it is in the form that programs write. Other lists (items in flow style, anchors
/// before them, JSON after other content) stay one document. After the first item that cannot be parsed
/// alone, the rest of the list stays one chunk. [`super::Chunk::objects`] extracts the items of such chunks
/// from the tree, with the memory of the whole document.
///
/// YAML documents are separated by `---` and `...`; JSON documents follow each other.
#[derive(Debug)]
pub struct Splitter {
    pub(crate) bytes: Vec<u8>,
    /// The start of the current chunk.
    pub(crate) from: usize,
    /// The end of the scanned bytes.
    pub(crate) at: usize,
    /// There is no line break between `at` and this byte. A line that arrives in many parts is searched only
    /// once.
    pub(crate) unbroken: usize,
    /// The position of `from` in the stream.
    pub(crate) position: Position,
    /// Whether the stream has ended.
    pub(crate) ended: bool,
    pub(crate) state: SplitState,
    /// The apiVersion and kind from the text before the items.
    pub(crate) heading: Arc<ListKindScan>,
}

/// The position in a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SplitState {
    /// Before the first content of a document.
    Start,
    Yaml(YamlSplitter),
    Json(JsonSplitter),
}

/// The position in a JSON document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JsonSplitter {
    /// The start of the document's content.
    pub(crate) start: usize,
    /// The number of open brackets.
    pub(crate) depth: usize,
    /// Whether the outer bracket is closed.
    pub(crate) closed: bool,
    pub(crate) in_string: bool,
    /// In a string: whether the byte before is a backslash that escapes this byte.
    pub(crate) escaped: bool,
    /// The start of the last string.
    pub(crate) string: usize,
    /// The part of `"items": [` that has been read.
    pub(crate) items: ItemSplitter,
    /// Whether items have been returned.
    pub(crate) is_list: bool,
    /// Whether the item has an apiVersion or a kind.
    pub(crate) is_named: bool,
    /// Whether the rest of the document is one chunk.
    pub(crate) is_rest: bool,
    /// Whether the key `items` was read again after returned items.
    pub(crate) is_again: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ItemSplitter {
    #[default]
    None,
    /// The key has been read.
    Key,
    /// The key and its colon have been read.
    Colon,
    /// In the list, before an item.
    Before,
    /// In the list, in an item or directly after it.
    Inside,
}

impl JsonSplitter {
    /// The start of a document whose content starts at byte `start`.
    pub(crate) fn new(start: usize) -> Self {
        Self {
            start,
            ..Self::default()
        }
    }

    /// Adjusts the offsets after `removed` bytes were removed from the front.
    pub(crate) fn shift(&mut self, removed: usize) {
        self.start = self.start.saturating_sub(removed);
        self.string = self.string.saturating_sub(removed);
    }
}

/// The position in a YAML document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum YamlSplitter {
    /// Before `items`.
    #[default]
    Document,
    /// In a document that is not split.
    Whole,
    /// After the line `items:`.
    Items,
    /// Among the items; the number is the indentation of their dashes.
    Item(usize),
    /// After the items.
    Behind,
    /// After the items and another key `items`.
    Again,
    /// After the items and another line `items:`.
    ItemsAgain,
    /// In the rest of a list that is one chunk.
    Rest,
    /// In such a rest, after another key `items`.
    RestAgain,
}

/// The result of a scan.
pub(crate) enum SplitMatch {
    /// Nothing was found; continue.
    Nothing,
    /// More bytes are needed.
    NeedsBytes,
    /// A chunk that ends before this byte.
    Piece(ChunkKind, usize),
    /// The text around the items of a JSON list; `opens` is whether items follow.
    JsonFrame {
        kind: ChunkKind,
        end: usize,
        opens: bool,
    },
    /// The rest of a JSON list.
    JsonRest(ChunkKind, usize),
}
