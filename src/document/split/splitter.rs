//! The state of splitting a stream, and the results of reading on.

use std::sync::Arc;

use super::list_kind::ListKindScan;
use crate::document::Position;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkKind {
    /// A whole document.
    Document,
    /// An item of a list: a manifest of its own.
    Item,
    /// What a list has before and after its items; of JSON with brackets added, so that it can be read by itself.
    Frame,
    /// The rest of a list from an item on that cannot be read by itself, under a key `items` that was added.
    Rest,
    /// As [`Self::Frame`] or [`Self::Rest`], with the key `items` given again: the items before it count no more, those
    /// in it and after it do.
    Again,
}

/// Cuts a stream. Bytes go in by [`Self::feed`], pieces come out by [`Self::piece`]; what is held in between is no more
/// than the piece that is not complete.
///
/// A document with a top-level list called `items` is a list of manifests, whatever its kind: kubectl sees it so. It is
/// cut into items where it is written as programs write it. What is not (items in flow style, anchors before them, JSON
/// after something else) stays one document, and from the first item on that is not to be understood by itself the
/// rest stays together: [`super::Chunk::objects`] takes the items out of the tree, and memory is that of the document.
///
/// YAML documents are parted by `---` and `...`, JSON ones stand one after the other.
#[derive(Debug)]
pub struct Splitter {
    pub(crate) bytes: Vec<u8>,
    /// Where the piece begins that is being collected.
    pub(crate) from: usize,
    /// Up to where the bytes have been looked at.
    pub(crate) at: usize,
    /// Up to where there is no line break after `at`: a line that comes in many portions is searched once.
    pub(crate) unbroken: usize,
    /// Where in the stream `from` stands.
    pub(crate) position: Position,
    /// Whether no more bytes come.
    pub(crate) ended: bool,
    pub(crate) state: SplitState,
    /// What the list says of its items in what is before them.
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
    /// Where the document's content begins.
    pub(crate) start: usize,
    /// How many brackets are open.
    pub(crate) depth: usize,
    /// Whether the document's own bracket has closed.
    pub(crate) closed: bool,
    pub(crate) in_string: bool,
    /// Inside a string: the byte before is a backslash that escapes this one.
    pub(crate) escaped: bool,
    /// Where the string began that was read last.
    pub(crate) string: usize,
    /// What was seen of `"items": [` so far.
    pub(crate) items: ItemSplitter,
    /// Whether items have been given away already.
    pub(crate) is_list: bool,
    /// Whether the item says what it is: its apiVersion, or its kind.
    pub(crate) is_named: bool,
    /// Whether the rest of the document stays together.
    pub(crate) is_rest: bool,
    /// Whether the key came again after items that have been given away.
    pub(crate) is_again: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ItemSplitter {
    #[default]
    None,
    /// The key.
    Key,
    /// The key and its colon.
    Colon,
    /// Inside the list, before an item.
    Before,
    /// Inside the list, in an item or right after it.
    Inside,
}

impl JsonSplitter {
    /// A document whose content begins at byte `start`.
    pub(crate) fn new(start: usize) -> Self {
        Self {
            start,
            ..Self::default()
        }
    }

    /// The bytes moved towards the front.
    pub(crate) fn shift(&mut self, gone: usize) {
        self.start = self.start.saturating_sub(gone);
        self.string = self.string.saturating_sub(gone);
    }
}

/// The position in a YAML document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum YamlSplitter {
    /// No `items` yet.
    #[default]
    Document,
    /// In a document that is not cut, whatever it is.
    Whole,
    /// Behind the line `items:`.
    Items,
    /// Among the items, whose dashes have this many spaces before them.
    Item(usize),
    /// Behind the items.
    Behind,
    /// Behind the items and another key `items`.
    Again,
    /// Behind the items and another line `items:`.
    ItemsAgain,
    /// In the rest of a list that stays together.
    Rest,
    /// The same after another key `items`.
    RestAgain,
}

/// What looking further brought.
pub(crate) enum SplitMatch {
    /// Go on looking.
    Nothing,
    /// More bytes are wanted.
    Starved,
    /// The piece up to this byte.
    Piece(ChunkKind, usize),
    /// The same for what is around the items of a JSON list; `opens` says that items follow.
    JsonFrame {
        part: ChunkKind,
        end: usize,
        opens: bool,
    },
    /// The same for the rest of a JSON list.
    JsonRest(ChunkKind, usize),
}
