//! What a line of a pane is about.

use crate::document::{Document, NodeId, Path, Segment, Tree, Value, ValueKind};
use crate::explorer::merged::MergedView;
use crate::merge::{NodeRef, ResultId};

/// What a line of a pane is about.
#[derive(Clone, Debug)]
pub(crate) struct LineTarget {
    /// The nodes of the result that it shows, or that correspond to what it shows; the innermost first.
    pub(crate) results: Vec<ResultId>,
    /// The nodes of the input that it shows; none in the result.
    pub(crate) sources: Vec<NodeRef>,
}

impl LineTarget {
    /// The outermost node of the result: an item, if one begins on the line.
    pub(crate) fn result(&self) -> Option<ResultId> {
        self.results.last().copied()
    }

    /// The outermost node of the input.
    pub(crate) fn source(&self) -> Option<NodeRef> {
        self.sources.last().copied()
    }
}

impl LineTarget {
    /// The path of the line as the merge has it; the patch's own path for lines that only a patch has, such as directives.
    pub(crate) fn path(&self, merged: &MergedView) -> Path {
        match (self.source().filter(|source| !source.is_live()), self.result()) {
            (Some(source), _) => source_path(source, merged),
            (None, Some(result)) => merged.merge().path(result),
            (None, None) => Path::default(),
        }
    }
}

/// The path of a node of an input, with items by their merge key if the schema knows one.
fn source_path(source: NodeRef, merged: &MergedView) -> Path {
    let merge = merged.merge();
    let document = merge.scene.document(source);
    let schema = &merge.inputs.schema;
    let mut chain = vec![source.node];
    while let Some(parent) = chain.last().and_then(|node| document.parent(*node)) {
        chain.push(parent);
    }
    let mut place = merged.top_type();
    let mut merge_key = None;
    let mut path = Path::default();
    for node in chain.into_iter().rev().skip(1) {
        if let Some(key) = document.key(node) {
            let field = place.and_then(|place| schema.peek(place, key));
            place = field.as_ref().map(|field| field.place);
            merge_key = field.and_then(|field| field.merge_key.map(str::to_owned));
            path.0.push(Segment::Key(key.to_owned()));
        } else {
            let key = merge_key.as_deref().unwrap_or("name");
            path.0.push(item_segment(document, node, key));
            place = place.map(|place| schema.item(place));
        }
    }
    path
}

/// A list item by its merge key, by its value, or by its position.
fn item_segment(document: &Document, item: NodeId, key: &str) -> Segment {
    let (named, node) = match document.kind(item) {
        ValueKind::Map => (true, document.get(item, key)),
        _ => (false, Some(item)),
    };
    let text = node.and_then(|node| match document.value(node) {
        Value::List | Value::Map => None,
        Value::String(text) => Some(text.to_owned()),
        _ => Some(crate::document::write::value_text(document, node, usize::MAX / 8)),
    });
    match (text, named) {
        (Some(value), true) => Segment::Item {
            key: key.to_owned(),
            value,
        },
        (Some(value), false) => Segment::Value(value),
        (None, _) => Segment::Index(document.ordinal(item)),
    }
}
