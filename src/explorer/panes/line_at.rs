//! Finds the nodes of a line from its row.

use super::focus::Pane;
use super::state::Panes;
use super::target_line::LineTarget;
use crate::explorer::merged::MergedView;
use crate::merge::{NodeRef, ResultId};
use crate::report::rows::outline;

impl Panes {
    /// Returns the nodes of a base row of a pane.
    pub(crate) fn line_at(&self, pane: Pane, base: usize, merged: &MergedView) -> Option<LineTarget> {
        let (merge, links) = (merged.merge(), merged.links());
        let Some(document) = self.document(pane) else {
            let entry = outline::rows(&merge.tree, merged.heights(), base, 1).pop()?;
            let items = entry.dashes.iter().rev().map(|dash| dash.item);
            let mut results = vec![entry.id];
            results.extend(items.filter(|item| *item != entry.id));
            return Some(LineTarget {
                results,
                sources: Vec::new(),
            });
        };
        let view = self.source(pane, merged)?;
        let (node, begins) = view.node_at(base)?;
        let nodes = if begins { view.with_items(node) } else { vec![node] };
        // The top node has no line.
        let shown = nodes
            .iter()
            .filter(|node| nodes.len() == 1 || view.document().parent(**node).is_some());
        let sources: Vec<NodeRef> = shown
            .map(|node| NodeRef {
                document,
                node: *node,
            })
            .collect();
        let found = sources.iter().filter_map(|source| {
            let near = links.at_source(merge, *source).result?;
            near.exact.then_some(near.node)
        });
        let mut results: Vec<ResultId> = found.collect();
        results.dedup();
        Some(LineTarget { results, sources })
    }
}
