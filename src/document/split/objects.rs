//! The objects of a piece: of most pieces the one that it is, of a list that was not cut its items.

use super::chunk::Chunk;
use super::list_item::take;
use super::list_kind::ListKindScan;
use super::splitter::ChunkKind;
use crate::document::{Document, NodeId, ReadError, Tree, ValueKind, Warning, names_secret, read_live_at};

/// What a piece holds.
#[derive(Debug)]
pub enum ObjectSplitter {
    /// A document that is no list, or an item of one.
    Single(Box<Document>),
    /// A list or a part of it.
    Listed {
        /// Its items, each a document of its own with the values that its aliases stand for.
        items: Vec<Document>,
        /// The list, with the warnings that are about none of the items.
        list: Box<Document>,
    },
}

impl ObjectSplitter {
    /// The objects alone.
    pub fn all(self) -> Vec<Document> {
        match self {
            Self::Single(object) => vec![*object],
            Self::Listed { items, .. } => items,
        }
    }
}

impl Chunk {
    /// Reads the piece as live objects, as kubectl sees them: whatever has `items` is a list, and items that say
    /// neither their apiVersion nor their kind are what the list says.
    ///
    /// # Errors
    /// As [`read_live_at`], and `items` that are no list.
    pub fn objects(self, name: &str) -> Result<ObjectSplitter, ReadError> {
        let (part, heading) = (self.part, self.heading);
        let document = read_live_at(name, self.bytes, self.at)?;
        if part == ChunkKind::Item {
            let named = heading
                .for_item(&document)
                .map(|identity| take(&document, document.root(), Some(identity)));
            return Ok(ObjectSplitter::Single(Box::new(named.unwrap_or(document))));
        }
        let top = document.root();
        let items = match document.kind(top) {
            // What is before items that were cut has an empty one.
            ValueKind::Map if part != ChunkKind::Frame => document.get(top, "items"),
            _ => None,
        };
        let Some(items) = items else {
            return Ok(match part {
                ChunkKind::Document => ObjectSplitter::Single(Box::new(document)),
                _ => listed(document, Vec::new()),
            });
        };
        if !matches!(document.kind(items), ValueKind::List | ValueKind::Null) {
            return Err(no_list(&document, items));
        }
        let own = ListKindScan::from_list(&document);
        let heading = match part {
            ChunkKind::Document => own,
            _ => own.or(&heading),
        };
        let objects = taken(&document, items, &heading);
        let mut around = warnings_around(&document, items);
        if part == ChunkKind::Again && around.is_empty() {
            let span = document.key_span(items).unwrap_or_default();
            let text = "duplicate key `items`; the last one is used".to_owned();
            around.push(Warning { span, text });
        }
        Ok(listed(document.with_warnings(around), objects))
    }
}

/// The items, each with the apiVersion and kind that it has from the list if it says neither.
fn taken(list: &Document, items: NodeId, heading: &ListKindScan) -> Vec<Document> {
    let items = list.children(items).map(|item| {
        let object = take(list, item, None);
        match heading.for_item(&object) {
            None => object,
            identity => take(list, item, identity),
        }
    });
    items.collect()
}

/// The warnings that are about none of the items.
fn warnings_around(list: &Document, items: NodeId) -> Vec<Warning> {
    let spans: Vec<_> = list.children(items).map(|item| list.span(item)).collect();
    let is_around = |warning: &&Warning| {
        let at = spans.partition_point(|span| span.start <= warning.span.start);
        at == 0 || spans[at - 1].end <= warning.span.start
    };
    list.warnings().iter().filter(is_around).cloned().collect()
}

fn listed(list: Document, items: Vec<Document>) -> ObjectSplitter {
    ObjectSplitter::Listed {
        items,
        list: Box::new(list),
    }
}

/// kubectl takes whatever has `items` for a list, and reads nothing else there.
fn no_list(document: &Document, items: NodeId) -> ReadError {
    let position = document.position(items);
    let lines = document.lines();
    let index = lines.index_of(document.entry_span(items).start);
    ReadError {
        name: document.name().to_owned(),
        position,
        what: format!(
            "kubectl treats an object with `items` as a list, but `items` is {}",
            document.kind(items).with_article()
        ),
        help: Some("kubectl rejects the file".to_owned()),
        line: lines.line(document.text(), index).to_owned(),
        secret: names_secret(document.text()),
    }
}
