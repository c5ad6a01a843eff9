//! The line under the cursor: which nodes of which document it is about.

use crate::document::{Document, NodeId, Path, Segment, Tree, Value, ValueKind};
use crate::explorer::merged::links::NearestNode;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;
use crate::merge::{NodeRef, ResultId};
use crate::report::rows::outline;

/// A line of a pane.
#[derive(Clone, Debug)]
pub(crate) struct LineTarget {
    /// The nodes of the result that it shows, or that answer to what it shows; the innermost first.
    pub(crate) results: Vec<ResultId>,
    /// The same of the inputs: the pane's own nodes, in live and in a patch.
    pub(crate) sources: Vec<NodeRef>,
}

impl LineTarget {
    /// The node of the result that the line as a whole is: an item, where one begins on it.
    pub(crate) fn result(&self) -> Option<ResultId> {
        self.results.last().copied()
    }

    /// The same of the pane's own document.
    pub(crate) fn source(&self) -> Option<NodeRef> {
        self.sources.last().copied()
    }
}

impl Explorer {
    /// The line that the cursor is on; in the steps and the explanation that of the present step.
    pub(crate) fn under_cursor(&self) -> Option<LineTarget> {
        if self.is_opening() {
            return None;
        }
        match self.focus {
            Focus::Document(pane) => self.line_at(pane, self.base_row(pane, self.view(pane).cursor)),
            Focus::Steps | Focus::Why => {
                let at = self.session.step().map(|step| step.at);
                let shown = || self.triple.result.map(|near| near.node);
                Some(LineTarget {
                    results: vec![at.or_else(shown)?],
                    sources: Vec::new(),
                })
            }
        }
    }

    /// The row `row` of a pane, from 0.
    pub(crate) fn line_at(&self, pane: Pane, row: usize) -> Option<LineTarget> {
        let (merge, links) = (self.session.merge(), self.session.links());
        let (view, document) = match pane {
            Pane::Live => (self.session.live(), 0),
            Pane::Patch => (self.session.patch(self.patch_shown)?, self.patch_shown as u16 + 1),
            Pane::Result => {
                let entry = outline::rows(&merge.scene, self.session.heights(), row, 1).pop()?;
                let items = entry.dashes.iter().rev().map(|dash| dash.item);
                let mut results = vec![entry.id];
                results.extend(items.filter(|item| *item != entry.id));
                return Some(LineTarget {
                    results,
                    sources: Vec::new(),
                });
            }
        };
        let (node, begins) = view.node_at(row)?;
        let nodes = match begins {
            true => view.with_items(node),
            false => vec![node],
        };
        // The top is no line of its own.
        let nodes: Vec<NodeId> = nodes
            .iter()
            .copied()
            .filter(|node| nodes.len() == 1 || view.document().parent(*node).is_some())
            .collect();
        let sources: Vec<NodeRef> = nodes.into_iter().map(|node| NodeRef { document, node }).collect();
        let answers = sources.iter().filter_map(|source| {
            let near: NearestNode<ResultId> = match source.is_live() {
                true => links.at_live(merge, source.node).result?,
                false => links.at_patch(merge, *source).result?,
            };
            near.exact.then_some(near.node)
        });
        let mut results: Vec<ResultId> = answers.collect();
        results.dedup();
        Some(LineTarget { results, sources })
    }

    /// The path of a line, as the merge says it; of lines that only a patch has, such as directives, the patch's own.
    pub(crate) fn path_of(&self, under: &LineTarget) -> Path {
        let merge = self.session.merge();
        match (under.source().filter(|source| !source.is_live()), under.result()) {
            (Some(source), _) => self.source_path(source),
            (None, Some(result)) => merge.path(result),
            (None, None) => Path::default(),
        }
    }

    /// The way to a node of an input, items by their merge key where the schema knows one.
    fn source_path(&self, source: NodeRef) -> Path {
        let merge = self.session.merge();
        let document = merge.scene.document(source);
        let schema = &merge.inputs.schema;
        let mut chain = vec![source.node];
        while let Some(parent) = chain.last().and_then(|node| document.parent(*node)) {
            chain.push(parent);
        }
        let mut place = self.session.top_place();
        let mut merge_key = None;
        let mut path = Path::default();
        for node in chain.into_iter().rev().skip(1) {
            if let Some(key) = document.key(node) {
                let field = place.and_then(|place| schema.peek(place, key));
                place = field.as_ref().map(|field| field.place);
                merge_key = field.and_then(|field| field.merge_key.map(str::to_owned));
                path.0.push(Segment::Key(key.to_owned()));
            } else {
                path.0.push(item_segment(
                    document,
                    node,
                    merge_key.as_deref().unwrap_or("name"),
                ));
                place = place.map(|place| schema.item(place));
            }
        }
        path
    }
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
