//! The objects of a chunk: usually one; for a list that was not split, its items.

use super::chunk::Chunk;
use super::list_item::take;
use super::list_kind::ListKindScan;
use super::splitter::ChunkKind;
use crate::document::escape::visible;
use crate::document::{
    Document, NodeId, ReadError, Tree, ValueKind, Warning, WarningKind, names_secret, read_live_at,
};

/// The objects of a chunk.
#[derive(Debug)]
pub enum ObjectSplitter {
    /// A document that is not a list, or an item of a list.
    Single(Box<Document>),
    /// A list or a part of it.
    Listed {
        /// Its items as documents, with the values of their aliases.
        items: Vec<Document>,
        /// The list, with the warnings that are not about an item.
        list: Box<Document>,
    },
}

impl ObjectSplitter {
    /// Returns the objects without the list.
    pub fn all(self) -> Vec<Document> {
        match self {
            Self::Single(object) => vec![*object],
            Self::Listed { items, .. } => items,
        }
    }
}

impl Chunk {
    /// Reads the chunk as live objects, as kubectl does: everything with `items` is a list, and items without
    /// an apiVersion and a kind get those of the list.
    ///
    /// # Errors
    /// Those of [`read_live_at`], `items` that is not a list, and an item with a kind but without an apiVersion.
    pub fn objects(self, name: &str) -> Result<ObjectSplitter, ReadError> {
        let is_item = self.kind == ChunkKind::Item;
        let objects = self.manifests(name)?;
        match &objects {
            ObjectSplitter::Single(item) if is_item => require_api_version(item)?,
            ObjectSplitter::Single(_) => {}
            ObjectSplitter::Listed { items, .. } => items.iter().try_for_each(require_api_version)?,
        }
        Ok(objects)
    }

    /// Reads the chunk as [`Self::objects`] does. Items without an apiVersion are accepted: `kubectl apply`
    /// rejects only these items, not the file.
    ///
    /// # Errors
    /// Those of [`read_live_at`], and `items` that is not a list.
    pub fn manifests(self, name: &str) -> Result<ObjectSplitter, ReadError> {
        let (kind, heading) = (self.kind, self.heading);
        let document = read_live_at(name, self.bytes, self.at)?;
        if kind == ChunkKind::Item {
            let named = heading
                .for_item(&document)
                .map(|identity| take(&document, document.root(), Some(identity)));
            return Ok(ObjectSplitter::Single(Box::new(named.unwrap_or(document))));
        }
        let top = document.root();
        let items = match document.kind(top) {
            // The frame before split items has an empty `items`.
            ValueKind::Map if kind != ChunkKind::Frame => document.get(top, "items"),
            _ => None,
        };
        let Some(items) = items else {
            return Ok(match kind {
                ChunkKind::Document => ObjectSplitter::Single(Box::new(document)),
                _ => listed(document, Vec::new()),
            });
        };
        if !matches!(document.kind(items), ValueKind::List | ValueKind::Null) {
            return Err(not_a_list_error(&document, items));
        }
        let own = ListKindScan::from_list(&document);
        let heading = match kind {
            ChunkKind::Document => own,
            _ => own.or(&heading),
        };
        let objects = extract_items(&document, items, &heading);
        let mut around = warnings_around(&document, items);
        if kind == ChunkKind::Again && around.is_empty() {
            let span = document.key_span(items).unwrap_or_default();
            let text = "duplicate key `items`; the last one is used".to_owned();
            let kind = WarningKind::DuplicateKey;
            around.push(Warning { kind, span, text });
        }
        Ok(listed(document.with_warnings(around), objects))
    }
}

/// Extracts the items. Those without an apiVersion and a kind get those of the list.
fn extract_items(list: &Document, items: NodeId, heading: &ListKindScan) -> Vec<Document> {
    let items = list.children(items).map(|item| {
        let object = take(list, item, None);
        match heading.for_item(&object) {
            None => object,
            identity => take(list, item, identity),
        }
    });
    items.collect()
}

/// Returns the warnings that are not about an item.
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

/// Returns the error for `items` that is not a list. kubectl reads everything with `items` as a list.
fn not_a_list_error(document: &Document, items: NodeId) -> ReadError {
    let kind = document.kind(items).with_article();
    let what = format!("kubectl treats an object with `items` as a list, but `items` is {kind}");
    error_at(document, items, what, "kubectl rejects the file")
}

/// Checks that an item with a kind has an apiVersion. kubectl requires it only of items of a list.
fn require_api_version(item: &Document) -> Result<(), ReadError> {
    match item.identity() {
        ("", kind) if !kind.is_empty() => {
            let what = format!("the {} has no `apiVersion`", visible(kind));
            let help = "add `apiVersion`; kubectl rejects such an item of a list";
            Err(error_at(item, item.root(), what, help))
        }
        _ => Ok(()),
    }
}

fn error_at(document: &Document, node: NodeId, what: String, help: &str) -> ReadError {
    let lines = document.lines();
    let index = lines.index_of(document.entry_span(node).start);
    ReadError {
        name: document.name().to_owned(),
        position: document.position(node),
        what,
        help: Some(help.to_owned()),
        line: lines.line(document.text(), index).to_owned(),
        secret: names_secret(document.text()),
    }
}
