//! The live object and the patches as they are written: the lines of the text, and the node of each line.

use std::ops::Range;
use std::sync::Arc;

use crate::document::{Document, NodeId, Tree};
use crate::merge::{ResultId, ResultTree};
use crate::report::rows::heights::Heights;
use crate::report::rows::outline::{self, BlockCursor};

/// The maximum number of nodes on a line. A document with more is minified JSON and is not shown as text.
const MAX_NODES_PER_LINE: u8 = 64;

const NONE: u32 = u32::MAX;

/// An input as it is shown.
#[derive(Clone, Debug)]
pub struct SourceView {
    document: Arc<Document>,
    shape: SourceShape,
}

#[derive(Clone, Debug)]
enum SourceShape {
    /// The lines of the text.
    Lines(TextLines),
    /// Rows in the output format of mergescope, for a text whose lines are too long to read.
    Outline(Box<(ResultTree, Heights)>),
}

/// The lines of a text, without the empty ones above its first line: they stand for the objects above this one.
#[derive(Clone, Debug)]
struct TextLines {
    /// The number of empty lines above.
    above: usize,
    /// For each line, the node that starts on it, or the node of the line before.
    owners: Vec<u32>,
}

impl SourceView {
    /// Indexes a document in linear time.
    pub fn new(document: Arc<Document>) -> Self {
        let shape = match line_owners(&document) {
            Some(mut owners) => {
                let above = empty_lines_above(document.text());
                owners.drain(..above.min(owners.len()));
                SourceShape::Lines(TextLines { above, owners })
            }
            None => {
                let tree = ResultTree::new(vec![Arc::clone(&document)], false);
                let heights = Heights::new(&tree);
                SourceShape::Outline(Box::new((tree, heights)))
            }
        };
        Self { document, shape }
    }

    /// Returns the document that is shown.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match &self.shape {
            SourceShape::Lines(lines) => lines.owners.len(),
            SourceShape::Outline(outline) => outline.1.rows(&outline.0),
        }
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the rows are lines of the text and have the same columns.
    pub fn shows_text(&self) -> bool {
        matches!(self.shape, SourceShape::Lines(_))
    }

    /// Returns the rows as a tree, if they are not lines of the text.
    pub(crate) fn outline(&self) -> Option<(&ResultTree, &Heights)> {
        match &self.shape {
            SourceShape::Lines(_) => None,
            SourceShape::Outline(outline) => Some((&outline.0, &outline.1)),
        }
    }

    /// Returns the first row of a node and the number of its further rows.
    pub(crate) fn extent(&self, node: NodeId) -> (usize, usize) {
        if let Some((tree, heights)) = self.outline() {
            let id = ResultId(node.0);
            let rows = heights.shown(id).0 as usize;
            return (outline::row_of(tree, heights, id).0, rows.saturating_sub(1));
        }
        let first = self.row_of(node);
        let span = self.document.entry_span(node);
        let last = span.end.saturating_sub(1).max(span.start);
        let last = self.document.lines().index_of(last) - self.above();
        let last = last.min(self.len().saturating_sub(1));
        (first, last.saturating_sub(first))
    }

    /// Returns the node of a row, and whether it starts on the row.
    pub fn node_at(&self, row: usize) -> Option<(NodeId, bool)> {
        match &self.shape {
            SourceShape::Lines(lines) => {
                let node = NodeId(*lines.owners.get(row).filter(|node| **node != NONE)?);
                Some((node, self.row_of(node) == row))
            }
            SourceShape::Outline(outline) => {
                let rows = outline::rows(&outline.0, &outline.1, row, 1);
                rows.first().map(|entry| (NodeId(entry.id.0), entry.part == 0))
            }
        }
    }

    /// Returns the node at a part of a line, in bytes: the innermost one around its start, or the first one that begins in it.
    pub(crate) fn node_in(&self, row: usize, part: &Range<usize>) -> Option<NodeId> {
        let line = self
            .document
            .lines()
            .start(self.above() + row)
            .filter(|_| self.shows_text())? as usize;
        let [start, end] = [part.start, part.end].map(|at| line + at);
        let nodes = || (0..self.document.node_count() as u32).map(NodeId);
        let span = |node: &NodeId| {
            let span = self.document.entry_span(*node);
            span.start as usize..span.end as usize
        };
        let around = nodes().rfind(|node| span(node).contains(&start))?;
        let mut inside = nodes().filter(|node| {
            !self.document.kind(around).is_scalar() && (start..end).contains(&span(node).start)
        });
        inside.next().or(Some(around))
    }

    /// Returns the node of each row, as [`Self::node_at`] does, in linear time.
    pub(crate) fn nodes(&self) -> Vec<Option<NodeId>> {
        match &self.shape {
            SourceShape::Lines(lines) => {
                let owners = lines.owners.iter();
                owners
                    .map(|node| (*node != NONE).then_some(NodeId(*node)))
                    .collect()
            }
            SourceShape::Outline(outline) => {
                let rows = outline::rows(&outline.0, &outline.1, 0, usize::MAX).into_iter();
                rows.map(|entry| Some(NodeId(entry.id.0))).collect()
            }
        }
    }

    /// Returns the first row of a node.
    pub fn row_of(&self, node: NodeId) -> usize {
        match &self.shape {
            SourceShape::Lines(lines) => self.line_of(node).saturating_sub(lines.above),
            SourceShape::Outline(outline) => outline::row_of(&outline.0, &outline.1, ResultId(node.0)).0,
        }
    }

    /// Returns the rows `from..from + count`: line number, text as written (not escaped), and the node that
    /// starts on the row.
    pub fn rows(&self, from: usize, count: usize) -> Vec<(usize, String, Option<NodeId>)> {
        match &self.shape {
            SourceShape::Lines(lines) => (from..lines.owners.len().min(from.saturating_add(count)))
                .map(|row| {
                    let line = lines.above + row;
                    let text = self.document.lines().line(self.document.text(), line);
                    let node = self.node_at(row).filter(|(_, begins)| *begins);
                    (self.number_of(line), text.to_owned(), node.map(|(node, _)| node))
                })
                .collect(),
            SourceShape::Outline(outline) => {
                let mut cursor = BlockCursor::default();
                outline::rows(&outline.0, &outline.1, from, count)
                    .into_iter()
                    .map(|entry| {
                        let node = NodeId(entry.id.0);
                        let number = self.number_of(self.line_of(node));
                        let text = entry.text(&outline.0, &outline.1, &mut cursor);
                        (number, text, (entry.part == 0).then_some(node))
                    })
                    .collect()
            }
        }
    }

    /// Returns the nodes that start on the row of `node`, the innermost first. An item starts on the line of
    /// its first key.
    pub fn with_items(&self, node: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![node];
        let mut child = node;
        while let Some(parent) = self.document.parent(child) {
            let first = self.document.children(parent).next() == Some(child);
            if !first || self.document.key(parent).is_some() {
                break;
            }
            nodes.push(parent);
            child = parent;
        }
        nodes
    }

    /// Returns the line number in the file of the first row.
    pub(crate) fn first_number(&self) -> usize {
        self.number_of(self.above())
    }

    /// Returns the number of empty lines of the text above the first row.
    fn above(&self) -> usize {
        match &self.shape {
            SourceShape::Lines(lines) => lines.above,
            SourceShape::Outline(_) => 0,
        }
    }

    /// Returns the line (from 0) of the text that a row shows. The number of a row is that of the file.
    pub(crate) fn line_of_row(&self, row: usize) -> usize {
        self.above() + row
    }

    /// Returns the lines of the text that are rows.
    pub(crate) fn shown_text(&self) -> &str {
        &self.document.text()[self.above()..]
    }

    /// Returns the line number in the file for a line of the text (from 0), because the text can be a part of
    /// the file.
    fn number_of(&self, line: usize) -> usize {
        let lines = self.document.lines();
        let start = lines.start(line).unwrap_or(0);
        lines.position(self.document.text(), start).line as usize
    }

    fn line_of(&self, node: NodeId) -> usize {
        self.document
            .lines()
            .index_of(self.document.entry_span(node).start)
    }
}

/// Returns the number of empty lines above the first line of a text that is not empty.
fn empty_lines_above(text: &str) -> usize {
    let own = text.trim_start_matches('\n');
    if own.is_empty() { 0 } else { text.len() - own.len() }
}

/// Returns the lines of a text that a pane shows.
pub(crate) fn own_lines(text: &str) -> &str {
    &text[empty_lines_above(text)..]
}

/// Returns the node of each line, or `None` if too many nodes start on one line.
fn line_owners(document: &Document) -> Option<Vec<u32>> {
    let lines = document.lines();
    // The empty line after a final newline is not a row.
    let empty_end = lines.count() > 1 && lines.line(document.text(), lines.count() - 1).is_empty();
    let count = lines.count() - usize::from(empty_end);
    let mut owners = vec![NONE; count];
    let mut node_counts = vec![0u8; count];
    let mut line = 0;
    for index in 0..document.node_count() as u32 {
        // Nodes are numbered in the order of the text, except for aliases.
        line = lines.index_near(document.entry_span(NodeId(index)).start, line);
        let (Some(owner), Some(node_count)) = (owners.get_mut(line), node_counts.get_mut(line)) else {
            continue;
        };
        *node_count += 1;
        if *node_count > MAX_NODES_PER_LINE {
            return None;
        }
        // The first node that starts on the line, but not an item (or the top) if its first key starts on the
        // same line.
        let is_item = |node: u32| {
            let node = NodeId(node);
            document.key(node).is_none() && !document.kind(node).is_scalar()
        };
        let parent = document.parent(NodeId(index)).map(|parent| parent.0);
        if *owner == NONE || parent == Some(*owner) && is_item(*owner) {
            *owner = index;
        }
    }
    let mut last = NONE;
    for owner in &mut owners {
        match *owner {
            NONE => *owner = last,
            node => last = node,
        }
    }
    Some(owners)
}
