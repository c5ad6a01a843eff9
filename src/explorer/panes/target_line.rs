//! The nodes of a line.

use crate::document::{Document, NodeId, Path, Segment, Tree, ValueKind};
use crate::explorer::merged::MergedView;
use crate::merge::{NodeRef, ResultId, item_name_text};

/// The nodes that a line of a pane is about.
#[derive(Clone, Debug)]
pub(crate) struct LineTarget {
    /// The nodes of the result that the line shows or that are linked with it, the innermost first.
    pub(crate) results: Vec<ResultId>,
    /// The nodes of the input that the line shows; empty for the result.
    pub(crate) sources: Vec<NodeRef>,
}

impl LineTarget {
    /// Returns the outermost result node: an item, if one starts on the line.
    pub(crate) fn result(&self) -> Option<ResultId> {
        self.results.last().copied()
    }

    /// Returns the outermost input node.
    pub(crate) fn source(&self) -> Option<NodeRef> {
        self.sources.last().copied()
    }
}

impl LineTarget {
    /// Returns the path of the line in the merge. For lines that only a patch has, such as directives,
    /// returns the path in the patch.
    pub(crate) fn path(&self, merged: &MergedView) -> Path {
        match (self.source().filter(|source| !source.is_live()), self.result()) {
            (Some(source), _) => source_path(source, merged),
            (None, Some(result)) => merged.merge().path(result),
            (None, None) => Path::default(),
        }
    }
}

/// Returns the path of a node of an input. Items are identified by their merge key, if the schema has one.
fn source_path(source: NodeRef, merged: &MergedView) -> Path {
    let merge = merged.merge();
    let document = merge.tree.document(source);
    let schema = &merge.inputs.schema;
    let chain: Vec<NodeId> = document.ancestors(source.node).collect();
    let mut type_position = merged.top_type();
    let mut merge_key = None;
    let mut path = Path::default();
    for node in chain.into_iter().rev().skip(1) {
        if let Some(key) = document.key(node) {
            let field = type_position.and_then(|type_position| schema.peek(type_position, key));
            type_position = field.as_ref().map(|field| field.type_position);
            merge_key = field.and_then(|field| field.merge_key.map(str::to_owned));
            path.0.push(Segment::Key(key.to_owned()));
        } else {
            let key = merge_key.as_deref().unwrap_or("name");
            path.0.push(item_segment(document, node, key));
            type_position = type_position.map(|type_position| schema.item(type_position));
        }
    }
    path
}

/// Returns the path segment of a list item: its merge key, its value or its index.
fn item_segment(document: &Document, item: NodeId, key: &str) -> Segment {
    let (named, node) = match document.kind(item) {
        ValueKind::Map => (true, document.get(item, key)),
        _ => (false, Some(item)),
    };
    let text = node.and_then(|node| item_name_text(document.value(node)));
    match (text, named) {
        (Some(value), true) => Segment::Item {
            key: key.to_owned(),
            value,
        },
        (Some(value), false) => Segment::Value(value),
        (None, _) => Segment::Index(document.ordinal(item)),
    }
}
