//! Folding and unfolding. A fold hides the lines of a node after its first one, in all panes.

use rustc_hash::FxHashSet;

use super::focus::Pane;
use super::fold_walk::{find_changed, find_hidden_rows, find_unchanged};
use super::folded_rows::FoldedRows;
use super::folds::{FoldedNode, Folds};
use super::state::Panes;
use super::target_line::LineTarget;
use crate::document::NodeId;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::workspace::restore_position::NodeLocator;
use crate::merge::{NodeRef, Presence, ResultId};

/// The maximum number of folds that are located one by one after a reload, because that is expensive. With
/// more, the unchanged blocks are folded again.
const MAX_LOCATED_FOLDS: usize = 1000;

/// The locators of a fold in the live object and in a patch.
type FoldLocator = (Option<NodeLocator>, Option<(u16, NodeLocator)>);

/// Describes the folds so that they can be restored in another version of the documents.
pub(crate) enum SavedFolds {
    Located(Vec<FoldLocator>),
    /// All unchanged blocks.
    Unchanged,
}

impl Panes {
    /// Moves the cursor of a pane to a base row and unfolds the blocks that hide it.
    pub(crate) fn put_on_base_row(&mut self, pane: Pane, base: usize, merged: &MergedView) {
        // Each iteration unfolds the outermost fold.
        while let (row, true) = self.shown_row(pane, base) {
            let Some(line) = self.line_at(pane, self.base_row(pane, row), merged) else {
                break;
            };
            if !self.unfold(&line, merged) {
                break;
            }
        }
        self.reveal_base(pane, base, merged);
    }

    fn unfold(&mut self, line: &LineTarget, merged: &MergedView) -> bool {
        let before = self.folds.nodes.len();
        self.folds.nodes.retain(|folded| !folded.is_on(line));
        self.refold(merged);
        self.folds.nodes.len() < before
    }

    /// Returns whether there is a fold.
    pub(super) fn has_folds(&self) -> bool {
        !self.folds.nodes.is_empty()
    }

    /// Returns the node to fold on a line: the innermost one with several rows.
    fn fold_target(&self, pane: Pane, line: &LineTarget, merged: &MergedView) -> Option<FoldedNode> {
        let (merge, links) = (merged.merge(), merged.links());
        if let (Some(view), Some(source)) = (self.source(pane, merged), line.source()) {
            let document = merge.tree.document(source);
            let mut node = source.node;
            while view.extent(node).1 == 0 {
                node = document.parent(node)?;
            }
            document.parent(node)?;
            return Some(FoldedNode::new(
                links.at_source(merge, NodeRef { node, ..source }),
            ));
        }
        let mut id = line.result()?;
        while merge.tree.state(id) != Presence::Present || merged.heights().shown(id).0 < 2 {
            id = merge.tree.parent(id)?;
        }
        merge.tree.parent(id)?;
        Some(FoldedNode::new(links.at_result(merge, id)))
    }

    /// Returns whether the line under the cursor can be folded or unfolded.
    pub(super) fn can_fold(&self, pane: Pane, merged: &MergedView) -> bool {
        let base = self.cursor_row(pane);
        self.line_at(pane, base, merged).is_some_and(|line| {
            self.folded_after(pane, base).is_some() || self.fold_target(pane, &line, merged).is_some()
        })
    }

    /// Folds the block with the cursor, or unfolds the folded block under the cursor.
    pub(crate) fn toggle_fold(&mut self, pane: Pane, merged: &MergedView) {
        let base = self.cursor_row(pane);
        let Some(line) = self.line_at(pane, base, merged) else {
            return;
        };
        if self.folded_after(pane, base).is_some() {
            self.unfold(&line, merged);
        } else if let Some(target) = self.fold_target(pane, &line, merged) {
            self.folds.nodes.push(target);
            self.refold(merged);
        }
        self.reveal_base(pane, base, merged);
    }

    /// Folds all blocks that no step changes. Returns their number.
    pub(crate) fn fold_unchanged(&mut self, merged: &MergedView) -> usize {
        self.folds.nodes = unchanged_blocks(merged);
        self.refold(merged);
        self.folds.nodes.len()
    }

    pub(crate) fn unfold_all(&mut self) {
        self.folds = Folds::default();
    }

    /// Updates the hidden rows of all folds.
    fn refold(&mut self, merged: &MergedView) {
        if self.folds.nodes.is_empty() {
            self.folds = Folds::default();
            return;
        }
        let nodes = &self.folds.nodes;
        let live = hidden_rows(
            merged.live(),
            nodes.iter().filter_map(|folded| folded.live).collect(),
        );
        let in_patch = |patch: PatchId| {
            let is_in_patch = |source: &NodeRef| source.document == patch.document();
            let sources = nodes.iter().filter_map(|folded| folded.patch.filter(is_in_patch));
            let sources = sources.map(|source| source.node).collect();
            merged
                .patch(patch)
                .map_or_else(FoldedRows::default, |view| hidden_rows(view, sources))
        };
        let patches = merged.patches().map(in_patch).collect();
        (self.folds.live, self.folds.patches) = (live, patches);
        if self.folds.changed.is_empty() {
            self.folds.changed = find_changed(merged.merge());
        }
        self.refold_result(merged);
    }

    /// Updates the hidden rows of the result, whose rows depend on the current step.
    pub(crate) fn refold_result(&mut self, merged: &MergedView) {
        if self.folds.nodes.is_empty() {
            return;
        }
        let ids: FxHashSet<ResultId> = self
            .folds
            .nodes
            .iter()
            .filter_map(|folded| folded.result)
            .collect();
        self.folds.result = find_hidden_rows(&merged.merge().tree, merged.heights(), &ids);
    }

    /// Saves the folds before other documents are shown.
    pub(crate) fn save_folds(&self, merged: &MergedView) -> SavedFolds {
        let nodes = &self.folds.nodes;
        if nodes.len() > MAX_LOCATED_FOLDS {
            return SavedFolds::Unchanged;
        }
        let tree = &merged.merge().tree;
        let locators = |folded: &FoldedNode| {
            let live = folded
                .live
                .map(|node| NodeLocator::new(merged.live().document(), node));
            let patch = folded.patch.map(|source| {
                let locator = NodeLocator::new(tree.document(source), source.node);
                (source.document, locator)
            });
            (live, patch)
        };
        SavedFolds::Located(nodes.iter().map(locators).collect())
    }

    /// Restores saved folds in the current documents, as far as their nodes still exist.
    pub(crate) fn restore_folds(&mut self, saved: SavedFolds, merged: &MergedView) {
        let (merge, links) = (merged.merge(), merged.links());
        let nodes = match saved {
            SavedFolds::Unchanged => unchanged_blocks(merged),
            SavedFolds::Located(locators) => {
                let find = |(live, patch): FoldLocator| {
                    let patch = patch.and_then(|(document, locator)| {
                        let node =
                            locator.find_exactly(merge.tree.documents().get(usize::from(document))?)?;
                        Some(NodeRef { document, node })
                    });
                    let live = || {
                        let node = live?.find_exactly(merged.live().document())?;
                        Some(NodeRef::live(node))
                    };
                    let source = patch.or_else(live)?;
                    Some(FoldedNode::new(links.at_source(merge, source)))
                };
                locators.into_iter().filter_map(find).collect()
            }
        };
        self.folds = Folds::new(nodes);
        self.refold(merged);
    }

    /// Returns the folded nodes, as nodes of the inputs.
    pub(crate) fn folded_sources(&self) -> Vec<NodeRef> {
        self.folds.nodes.iter().filter_map(FoldedNode::source).collect()
    }

    /// Folds only the given nodes of the inputs. Nodes that do not exist are ignored.
    pub(crate) fn fold_sources(&mut self, sources: impl Iterator<Item = NodeRef>, merged: &MergedView) {
        let (merge, links) = (merged.merge(), merged.links());
        let documents = merge.tree.documents();
        let exists = |source: &NodeRef| {
            let document = documents.get(usize::from(source.document));
            document.is_some_and(|document| source.node.index() < document.node_count())
        };
        let folded = |source: NodeRef| FoldedNode::new(links.at_source(merge, source));
        self.folds = Folds::new(sources.filter(exists).map(folded).collect());
        self.refold(merged);
        self.show(self.linked(), merged);
    }
}

fn unchanged_blocks(merged: &MergedView) -> Vec<FoldedNode> {
    let (merge, links) = (merged.merge(), merged.links());
    let blocks = find_unchanged(merged, &find_changed(merge)).into_iter();
    blocks
        .map(|id| FoldedNode::new(links.at_result(merge, id)))
        .collect()
}

/// Returns the rows that folded nodes of an input hide.
fn hidden_rows(view: &SourceView, nodes: Vec<NodeId>) -> FoldedRows {
    match view.outline() {
        Some((tree, heights)) => {
            let ids = nodes.iter().map(|node| ResultId(node.0));
            find_hidden_rows(tree, heights, &ids.collect())
        }
        None => FoldedRows::new(nodes.into_iter().map(|node| view.extent(node)).collect()),
    }
}
