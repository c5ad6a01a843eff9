//! How far one is in cutting a stream, and what looking further brings.

use crate::document::Position;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A whole document.
    Document,
    /// An item of a list: a manifest of its own.
    Item,
    /// What a list has before and behind its items; of JSON with brackets added, so that it can be read by itself.
    Frame,
}

/// Cuts a stream. Bytes go in by [`Self::feed`], pieces come out by [`Self::piece`]; what is held in between is no more
/// than the piece that is not complete.
///
/// A document with a top-level list called `items` is a list of manifests, whatever its kind: kubectl sees it so.
/// YAML documents are parted by `---` and `...`, JSON ones stand one behind the other.
#[derive(Debug)]
pub struct Splitter {
    pub(super) bytes: Vec<u8>,
    /// Where the piece begins that is being collected.
    pub(super) from: usize,
    /// Up to where the bytes have been looked at.
    pub(super) at: usize,
    /// Up to where there is no line break behind `at`: a line that comes in many portions is searched once.
    pub(super) unbroken: usize,
    /// Where in the stream `from` stands.
    pub(super) position: Position,
    /// Whether no more bytes come.
    pub(super) ended: bool,
    pub(super) state: State,
}

/// How far one is in a stream.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// Before the first content of a document.
    Start,
    Yaml(Yaml),
    Json(Json),
}

/// How far one is in a JSON document.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Json {
    /// Where the document's content begins.
    pub(super) start: usize,
    /// How many brackets are open.
    pub(super) depth: usize,
    /// Whether the document's own bracket has closed.
    pub(super) closed: bool,
    pub(super) in_string: bool,
    /// Inside a string: the byte before is a backslash that escapes this one.
    pub(super) escaped: bool,
    /// Where the string began that was read last.
    pub(super) string: usize,
    /// What was seen of `"items": [` so far.
    pub(super) items: Items,
    /// Whether items have been given away already.
    pub(super) is_list: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Items {
    #[default]
    None,
    /// The key.
    Key,
    /// The key and its colon.
    Colon,
    /// Inside the list, before an item.
    Before,
    /// Inside the list, in an item or right behind it.
    Inside,
}

impl Json {
    /// A document whose content begins at byte `start`.
    pub(super) fn at(start: usize) -> Self {
        Self {
            start,
            ..Self::default()
        }
    }

    /// The bytes moved towards the front.
    pub(super) fn shift(&mut self, gone: usize) {
        self.start = self.start.saturating_sub(gone);
        self.string = self.string.saturating_sub(gone);
    }
}

/// How far one is in a YAML document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Yaml {
    /// No `items` yet.
    #[default]
    Document,
    /// Behind the line `items:`.
    Items,
    /// Among the items, whose dashes have this many spaces before them.
    Item(usize),
    /// Behind the items.
    Behind,
}

/// What looking further brought.
pub(super) enum Found {
    /// Go on looking.
    Nothing,
    /// More bytes are wanted.
    Starved,
    /// The piece up to this byte.
    Piece(Part, usize),
    /// The same for what stands around the items of a JSON list.
    JsonFrame(usize),
}
