//! Folding: a node's lines behind its first, in all panes at once. Folds belong to nodes, so they stay over steps and
//! reloads.

use rustc_hash::FxHashSet;

use super::fold_walk::{changed_by_steps, hidden_in, unchanged};
use super::folded_rows::FoldedRows;
use super::folds::{FoldedNode, Folds};
use super::target_line::LineTarget;
use crate::document::NodeId;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::restore_position::NodeLocator;
use crate::explorer::panes::action::PanesAction;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;
use crate::merge::{NodeRef, Presence, ResultId};

/// From how many folds on finding each again after a reload costs too much: what has not changed is folded anew.
const MANY_CHILDREN: usize = 1000;

impl FoldedNode {
    fn is_of(&self, under: &LineTarget) -> bool {
        let live = self.live.map(NodeRef::live);
        let sources = [live, self.patch].into_iter().flatten();
        let shows = |source: NodeRef| under.sources.contains(&source);
        self.result.is_some_and(|id| under.results.contains(&id)) || sources.into_iter().any(shows)
    }
}

/// The way to a fold in live, and in a patch.
type FoldPath = (Option<NodeLocator>, Option<(u16, NodeLocator)>);

/// The ways to all folds in another version of the documents.
pub(crate) enum FoldTrail {
    Ways(Vec<FoldPath>),
    /// All but what changed.
    Anew,
}

impl Explorer {
    fn hidden(&self, pane: Pane) -> Option<&FoldedRows> {
        let folds = &self.looking.folds;
        match pane {
            Pane::Live => Some(&folds.live),
            Pane::Patch => folds.patches.get(self.patch_shown),
            Pane::Result => Some(&folds.result),
        }
    }

    /// How many rows of a pane are folded away.
    pub(crate) fn hidden_rows(&self, pane: Pane) -> usize {
        self.hidden(pane).map_or(0, FoldedRows::total)
    }

    /// The row of the whole pane that is shown as row `shown`.
    pub(crate) fn base_row(&self, pane: Pane, shown: usize) -> usize {
        self.hidden(pane).map_or(shown, |hidden| hidden.base(shown))
    }

    /// Where a row of the whole pane is shown, and whether it is folded away behind that row.
    pub(crate) fn shown_row(&self, pane: Pane, base: usize) -> (usize, bool) {
        self.hidden(pane)
            .map_or((base, false), |hidden| hidden.shown(base))
    }

    /// How many rows are folded behind a row of the whole pane.
    pub(crate) fn folded_behind(&self, pane: Pane, base: usize) -> Option<usize> {
        self.hidden(pane)?.behind(base)
    }

    /// The rows shown as `from..from + count`, as pieces of the whole pane.
    pub(crate) fn pieces(&self, pane: Pane, from: usize, count: usize) -> Vec<(usize, usize)> {
        self.hidden(pane)
            .map_or(vec![(from, count)], |hidden| hidden.pieces(from, count))
    }

    /// Whether what is folded behind the line holds something that the steps change.
    pub(crate) fn folds_a_change(&self, under: &LineTarget) -> bool {
        let changed = &self.looking.folds.changed;
        under.results.iter().any(|id| changed.contains(id))
            || under.results.is_empty() && under.sources.iter().any(|source| !source.is_live())
    }

    /// Puts the cursor of a pane on a row of the whole; what hides it unfolds. The pane gets the keys.
    pub(crate) fn put_on(&mut self, pane: Pane, base: usize) {
        self.focus = Focus::Document(pane);
        self.unfold_over(pane, base);
        let (row, _) = self.shown_row(pane, base);
        let rows = self.row_count(pane);
        self.views[pane as usize].reveal(row, rows);
        self.relink();
    }

    fn unfold_over(&mut self, pane: Pane, base: usize) {
        // Each turn takes the outermost fold away.
        while let (shown, true) = self.shown_row(pane, base) {
            let head = self.base_row(pane, shown);
            let Some(under) = self.line_at(pane, head) else {
                return;
            };
            if !self.unfold(&under) {
                return;
            }
        }
    }

    fn unfold(&mut self, under: &LineTarget) -> bool {
        let before = self.looking.folds.nodes.len();
        self.looking.folds.nodes.retain(|folded| !folded.is_of(under));
        self.refold();
        self.looking.folds.nodes.len() < before
    }

    /// Whether anything is folded.
    pub(crate) fn has_folds(&self) -> bool {
        !self.looking.folds.nodes.is_empty()
    }

    /// What `h` would fold here, or nothing.
    fn fold_target(&self, pane: Pane, under: &LineTarget) -> Option<FoldedNode> {
        let (merge, links) = (self.session.merge(), self.session.links());
        if let (Pane::Live | Pane::Patch, Some(source)) = (pane, under.source()) {
            let document = merge.scene.document(source);
            let view = match pane {
                Pane::Live => self.session.live(),
                _ => self.session.patch(self.patch_shown)?,
            };
            let mut node = source.node;
            while view.extent(node).1 == 0 {
                node = document.parent(node)?;
            }
            document.parent(node)?;
            return Some(FoldedNode::of(match source.is_live() {
                true => links.at_live(merge, node),
                false => links.at_patch(merge, NodeRef { node, ..source }),
            }));
        }
        let mut id = under.result()?;
        while merge.scene.state(id) != Presence::Present || self.session.heights().shown(id).0 < 2 {
            id = merge.scene.parent(id)?;
        }
        merge.scene.parent(id)?;
        Some(FoldedNode::of(links.at_result(merge, id)))
    }

    /// Whether `h` can do something on the cursor's line.
    pub(crate) fn can_fold(&self) -> bool {
        let Focus::Document(pane) = self.focus else {
            return false;
        };
        let Some(under) = self.under_cursor() else {
            return false;
        };
        let base = self.base_row(pane, self.view(pane).cursor);
        self.folded_behind(pane, base).is_some() || self.fold_target(pane, &under).is_some()
    }

    /// Folds what the cursor is in, or unfolds what its line stands for.
    pub(crate) fn toggle_fold(&mut self) {
        let Focus::Document(pane) = self.focus else { return };
        let Some(under) = self.under_cursor() else { return };
        let base = self.base_row(pane, self.view(pane).cursor);
        if self.folded_behind(pane, base).is_some() {
            self.unfold(&under);
            self.relink_at(pane, base);
            return;
        }
        let Some(target) = self.fold_target(pane, &under) else {
            return;
        };
        self.looking.folds.nodes.push(target);
        self.refold();
        self.relink_at(pane, base);
    }

    /// Folds everything that no step changes, or has changed anything in.
    pub(crate) fn fold_unchanged(&mut self) {
        let cursor = self.cursor_base();
        self.looking.folds.nodes = self.unchanged_blocks();
        self.refold();
        self.back_to_base(cursor);
        let count = self.looking.folds.nodes.len();
        self.say(match count {
            0 => "every block holds a change: nothing is folded".into(),
            1 => words(
                "folded 1 block that the patch leaves alone; {} unfolds",
                [Action::Panes(PanesAction::UnfoldAll)],
            ),
            _ => HintText::from(format!("folded {count} blocks that the patch leaves alone; "))
                .key(Action::Panes(PanesAction::UnfoldAll))
                .text(" unfolds all"),
        });
    }

    fn unchanged_blocks(&self) -> Vec<FoldedNode> {
        let (merge, links) = (self.session.merge(), self.session.links());
        let blocks = unchanged(&self.session, &changed_by_steps(merge));
        let folded = |id| FoldedNode::of(links.at_result(merge, id));
        blocks.into_iter().map(folded).collect()
    }

    /// Unfolds everything.
    pub(crate) fn unfold_all(&mut self) {
        let cursor = self.cursor_base();
        self.looking.folds = Folds::default();
        self.back_to_base(cursor);
    }

    fn cursor_base(&self) -> Option<(Pane, usize)> {
        match self.focus {
            Focus::Document(pane) => Some((pane, self.base_row(pane, self.view(pane).cursor))),
            Focus::Steps | Focus::Why => None,
        }
    }

    fn back_to_base(&mut self, cursor: Option<(Pane, usize)>) {
        match cursor {
            Some((pane, base)) => self.relink_at(pane, base),
            None => self.show(self.triple),
        }
    }

    /// The cursor on a row of the whole, or on the row that it is folded behind.
    fn relink_at(&mut self, pane: Pane, base: usize) {
        let (row, _) = self.shown_row(pane, base);
        let rows = self.row_count(pane);
        self.views[pane as usize].reveal(row, rows);
        self.relink();
    }

    /// The folds are others, or the documents are.
    fn refold(&mut self) {
        let folds = &self.looking.folds;
        if folds.nodes.is_empty() {
            self.looking.folds = Folds::default();
            return;
        }
        let extents =
            |view: &crate::explorer::merged::source_lines::SourceView, nodes: Vec<NodeId>| match view
                .outline()
            {
                Some((scene, heights)) => {
                    let ids = nodes.iter().map(|node| ResultId(node.0));
                    hidden_in(scene, heights, &ids.collect())
                }
                None => FoldedRows::new(nodes.into_iter().map(|node| view.extent(node)).collect()),
            };
        let live = extents(
            self.session.live(),
            folds.nodes.iter().filter_map(|folded| folded.live).collect(),
        );
        let patch = |index: usize| {
            let here = |source: &NodeRef| usize::from(source.document) == index + 1;
            let nodes = folds.nodes.iter().filter_map(|folded| folded.patch.filter(here));
            let nodes = nodes.map(|source| source.node).collect();
            self.session
                .patch(index)
                .map_or_else(FoldedRows::default, |view| extents(view, nodes))
        };
        let patches = (0..self.session.patch_count()).map(patch).collect();
        let changed = match folds.changed.is_empty() {
            true => changed_by_steps(self.session.merge()),
            false => FxHashSet::default(),
        };
        let folds = &mut self.looking.folds;
        (folds.live, folds.patches) = (live, patches);
        if folds.changed.is_empty() {
            folds.changed = changed;
        }
        self.refold_result();
    }

    /// The result has other rows than before.
    pub(crate) fn refold_result(&mut self) {
        if self.looking.folds.nodes.is_empty() {
            return;
        }
        let ids = self.looking.folds.nodes.iter().filter_map(|folded| folded.result);
        let ids: FxHashSet<ResultId> = ids.collect();
        self.looking.folds.result = hidden_in(&self.session.merge().scene, self.session.heights(), &ids);
    }

    /// The way to all folds, before other documents are shown.
    pub(crate) fn fold_trails(&self) -> FoldTrail {
        let nodes = &self.looking.folds.nodes;
        if nodes.len() > MANY_CHILDREN {
            return FoldTrail::Anew;
        }
        let scene = &self.session.merge().scene;
        let way = |folded: &FoldedNode| {
            let live = folded
                .live
                .map(|node| NodeLocator::to(self.session.live().document(), node));
            let patch = folded.patch.map(|source| {
                (
                    source.document,
                    NodeLocator::to(scene.document(source), source.node),
                )
            });
            (live, patch)
        };
        FoldTrail::Ways(nodes.iter().map(way).collect())
    }

    /// The same folds in the documents that are shown now, as far as they are still there.
    pub(crate) fn find_folds(&mut self, trails: FoldTrail) {
        let (merge, links) = (self.session.merge(), self.session.links());
        let nodes = match trails {
            FoldTrail::Anew => self.unchanged_blocks(),
            FoldTrail::Ways(ways) => {
                let find = |(live, patch): FoldPath| {
                    // From a patch it is found in live too, but not always the other way round.
                    let patch = patch.and_then(|(document, trail)| {
                        let node = trail.find_all(merge.scene.documents().get(usize::from(document))?)?;
                        Some(NodeRef { document, node })
                    });
                    if let Some(source) = patch {
                        return Some(FoldedNode::of(links.at_patch(merge, source)));
                    }
                    let node = live?.find_all(self.session.live().document())?;
                    Some(FoldedNode::of(links.at_live(merge, node)))
                };
                ways.into_iter().filter_map(find).collect()
            }
        };
        self.looking.folds = Folds {
            nodes,
            ..Folds::default()
        };
        self.refold();
    }

    /// Where each fold stands in an input: in a patch if it is there, since from there it is found in live too, else in live.
    pub(crate) fn folded_sources(&self) -> Vec<NodeRef> {
        let nodes = self.looking.folds.nodes.iter();
        let source = |folded: &FoldedNode| folded.patch.or(folded.live.map(NodeRef::live));
        nodes.filter_map(source).collect()
    }

    /// Folds what stands in the inputs, and nothing else; what is not there is left out.
    pub(crate) fn fold_sources(&mut self, sources: impl Iterator<Item = NodeRef>) {
        let (merge, links) = (self.session.merge(), self.session.links());
        let documents = merge.scene.documents();
        let is_there = |source: &NodeRef| {
            let document = documents.get(usize::from(source.document));
            document.is_some_and(|document| source.node.index() < document.node_count())
        };
        let folded = |source: NodeRef| {
            FoldedNode::of(match source.is_live() {
                true => links.at_live(merge, source.node),
                false => links.at_patch(merge, source),
            })
        };
        let nodes = sources.filter(is_there).map(folded).collect();
        self.looking.folds = Folds {
            nodes,
            ..Folds::default()
        };
        self.refold();
        self.show(self.triple);
    }
}
