//! The cursors of the three panes hold together: what one is on, the others show.

use super::row::Cursor;
use crate::explorer::merged::links::{LinkedNodes, NearestNode};
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;
use crate::merge::NodeRef;
use crate::report::rows::outline;

pub(crate) const PANES: [Pane; 3] = [Pane::Live, Pane::Patch, Pane::Result];

impl Explorer {
    /// Brings what the present step is about before the eye, in all panes.
    pub(crate) fn follow_step(&mut self) {
        let (line, lines) = (self.step_line(self.session.position()), self.step_lines());
        self.steps.reveal(line, lines);
        self.why.scroll = 0;
        let Some(step) = self.session.step() else {
            self.show(self.triple);
            return;
        };
        let (merge, links) = (self.session.merge(), self.session.links());
        let mut triple = links.at_result(merge, step.at);
        if let Some(live) = step.live() {
            triple.live = Some(exact(live));
        }
        if let Some(source) = step.patch().or(step.directive()) {
            triple.patch = Some(exact(source));
        }
        let refusal = merge
            .rejection()
            .filter(|refusal| refusal.step as usize + 1 == self.session.position());
        let guilty = refusal.and_then(|refusal| refusal.guilty.first().copied());
        match guilty {
            Some(source) if source.is_live() => triple.live = Some(exact(source.node)),
            Some(source) => triple.patch = Some(exact(source)),
            None => {}
        }
        self.show(triple);
    }

    /// Puts all cursors on one place.
    pub(crate) fn show(&mut self, triple: LinkedNodes) {
        self.triple = triple;
        if let Some(near) = triple.patch {
            self.patch_shown = usize::from(near.node.document).saturating_sub(1);
        }
        for pane in PANES {
            let found = self.row_of(pane, &self.triple).map(|(base, exact)| {
                let (row, hidden) = self.shown_row(pane, base);
                (row, exact && !hidden)
            });
            let rows = self.row_count(pane);
            let view = &mut self.views[pane as usize];
            view.link = Cursor::None;
            if let Some((row, exact)) = found {
                view.link = if exact { Cursor::Counterpart } else { Cursor::Near };
                view.reveal(row, rows);
            }
        }
    }

    /// The row of the whole pane that it shows of a place, and whether it is the very one.
    pub(crate) fn row_of(&self, pane: Pane, place: &LinkedNodes) -> Option<(usize, bool)> {
        match pane {
            Pane::Live => {
                let near = place.live?;
                Some((self.session.live().row_of(near.node), near.exact))
            }
            Pane::Patch => {
                let near = place.patch?;
                let view = self.session.patch(self.patch_shown)?;
                Some((view.row_of(near.node.node), near.exact))
            }
            Pane::Result => {
                let near = place.result?;
                let scene = &self.session.merge().scene;
                let (row, own) = outline::row_of(scene, self.session.heights(), near.node);
                Some((row, own && near.exact))
            }
        }
    }

    /// The cursor of a pane moved: the others follow.
    pub(crate) fn relink(&mut self) {
        let Focus::Document(pane) = self.focus else {
            self.show(self.triple);
            return;
        };
        let row = self.base_row(pane, self.view(pane).cursor);
        let triple = self.place_at(pane, row).unwrap_or_default();
        let (cursor, scroll) = (self.view(pane).cursor, self.view(pane).scroll);
        self.show(triple);
        // The cursor may stand on a further line of a text, or on a comment: it stays there.
        let rows = self.row_count(pane);
        let view = &mut self.views[pane as usize];
        view.cursor = cursor.min(rows.saturating_sub(1));
        view.scroll = scroll;
        view.put(view.cursor, rows);
    }

    /// What row `row` of the whole pane is about, in all three.
    pub(crate) fn place_at(&self, pane: Pane, row: usize) -> Option<LinkedNodes> {
        let (merge, links) = (self.session.merge(), self.session.links());
        match pane {
            Pane::Live => {
                let (node, _) = self.session.live().node_at(row)?;
                Some(links.at_live(merge, node))
            }
            Pane::Patch => {
                let (node, _) = self.session.patch(self.patch_shown)?.node_at(row)?;
                let document = self.patch_shown as u16 + 1;
                Some(links.at_patch(merge, NodeRef { document, node }))
            }
            Pane::Result => {
                let node = outline::node_at(&merge.scene, self.session.heights(), row)?;
                Some(links.at_result(merge, node))
            }
        }
    }
}

fn exact<T>(node: T) -> NearestNode<T> {
    NearestNode { node, exact: true }
}
