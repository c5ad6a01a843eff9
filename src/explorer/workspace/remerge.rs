//! Showing another merge at the same position.

use super::Workspace;
use super::restore_position::{NodeLocator, SavedPosition, SavedStep, UnrestoredPosition};
use crate::explorer::inputs::opening::BACKGROUND_BYTES;
use crate::explorer::jobs::task::merge_both;
use crate::explorer::merged::MergedView;
use crate::explorer::panes::focus::Pane;
use crate::merge::{Inputs, NodeRef};
use crate::parallel::drop_in_background;
use crate::report::agreement::AgreementReport;

impl Workspace {
    /// Merges other inputs at once and shows the result.
    pub(crate) fn remerge(&mut self, inputs: Inputs) {
        if let Some((merged, agreement)) = merge_both(inputs, &self.session.redaction, &mut |_| true) {
            self.show_merge(merged, agreement);
        }
    }

    /// Shows another merge. It stays at the same step and the same nodes, as far as they still exist.
    pub(super) fn show_merge(&mut self, merged: MergedView, agreement: AgreementReport) {
        let here = (self.merged.position(), self.panes.linked());
        let unrestored = self.unrestored.take().filter(|other| other.instead == here);
        let saved = unrestored.map_or_else(|| self.saved_position(), |other| other.saved);
        let offset = self.focused_pane().map_or(0, |pane| {
            let view = self.panes.view(pane);
            view.cursor.saturating_sub(view.scroll)
        });
        let folds = self.panes.save_folds(&self.merged);
        self.panes.clear_selection();
        let before = std::mem::replace(&mut self.merged, merged);
        if before.merge().inputs.size() >= BACKGROUND_BYTES {
            drop_in_background(before);
        }
        (self.agreement, self.requested_verdicts) = (agreement, None);
        let (position, same) = saved.step.find(self.merged.merge());
        self.merged.seek(position);
        self.panes.restore_folds(folds, &self.merged);
        if !same {
            self.say("the current step no longer exists; showing the nearest one");
        }
        self.panes.show_patch(self.panes.patch_shown(), &self.merged);
        let found = self.restore_nodes(&saved);
        if !same || !found {
            let instead = (self.merged.position(), self.panes.linked());
            self.unrestored = Some(UnrestoredPosition { saved, instead });
        }
        if let Some(pane) = self.focused_pane() {
            self.panes.keep_offset(pane, offset, &self.merged);
        }
        self.steps.refresh(&self.merged);
        self.merge_changed = true;
    }

    fn saved_position(&self) -> SavedPosition {
        let linked = self.panes.linked();
        let live = linked.live.filter(|near| near.exact);
        let patch = linked.patch.filter(|near| near.exact).map(|near| near.node);
        SavedPosition {
            step: SavedStep::new(&self.merged),
            live: live.map(|near| NodeLocator::new(self.merged.live().document(), near.node)),
            patch: patch.map(|source| {
                let document = self.merged.merge().scene.document(source);
                (source.document, NodeLocator::new(document, source.node))
            }),
        }
    }

    /// Puts the cursors on the saved nodes, those of the focused pane first. Returns whether all of them still exist.
    fn restore_nodes(&mut self, saved: &SavedPosition) -> bool {
        let (merge, links) = (self.merged.merge(), self.merged.links());
        let mut all_found = true;
        let live = saved.live.as_ref().map(|locator| {
            let (node, found) = locator.find(self.merged.live().document());
            all_found &= found;
            links.at_live(merge, node)
        });
        let patch = saved.patch.as_ref().and_then(|(document, locator)| {
            let text = merge.scene.documents().get(usize::from(*document))?;
            let (node, found) = locator.find(text);
            all_found &= found;
            let document = *document;
            Some(links.at_patch(merge, NodeRef { document, node }))
        });
        let linked = match self.focused_pane() {
            Some(Pane::Patch) => patch.or(live),
            _ => live.or(patch),
        };
        match linked {
            Some(linked) => self.panes.show(linked, &self.merged),
            None => self.relink(),
        }
        all_found
    }
}
