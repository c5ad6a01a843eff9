//! The cursors of the three panes hold together: what one is on, the others show.

use super::action::{Focus, Pane};
use super::links::{Near, Triple};
use super::outline;
use super::row::Cursor;
use super::state::State;
use crate::merge::Source;

pub(super) const PANES: [Pane; 3] = [Pane::Live, Pane::Patch, Pane::Result];

impl State {
    /// Brings what the present step is about before the eye, in all panes.
    pub(super) fn follow_step(&mut self) {
        let steps = self.session.len() + 1;
        self.steps.reveal(self.session.position(), steps);
        self.why.scroll = 0;
        let Some(step) = self.session.step() else {
            self.show(self.triple);
            return;
        };
        let (merge, links) = (self.session.merge(), self.session.links());
        let mut triple = links.at_result(merge, step.at);
        if let Some(live) = step.live {
            triple.live = Some(exact(live));
        }
        if let Some(source) = step.patch.or(step.directive) {
            triple.patch = Some(exact(source));
        }
        let refusal = merge
            .refusal()
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
    pub(super) fn show(&mut self, triple: Triple) {
        self.triple = triple;
        if let Some(near) = triple.patch {
            self.patch_shown = usize::from(near.node.document).saturating_sub(1);
        }
        for pane in PANES {
            let found = self.row_of(pane).map(|(base, exact)| {
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

    /// The row that a pane shows of the present place, and whether it is the very one.
    fn row_of(&self, pane: Pane) -> Option<(usize, bool)> {
        match pane {
            Pane::Live => {
                let near = self.triple.live?;
                Some((self.session.live().row_of(near.node), near.exact))
            }
            Pane::Patch => {
                let near = self.triple.patch?;
                let view = self.session.patch(self.patch_shown)?;
                Some((view.row_of(near.node.node), near.exact))
            }
            Pane::Result => {
                let near = self.triple.result?;
                let scene = &self.session.merge().scene;
                let (row, own) = outline::row_of(scene, self.session.heights(), near.node);
                Some((row, own && near.exact))
            }
        }
    }

    /// The cursor of a pane moved: the others follow.
    pub(super) fn relink(&mut self) {
        let Focus::Document(pane) = self.focus else {
            self.show(self.triple);
            return;
        };
        let triple = self.place_under_cursor(pane).unwrap_or_default();
        let (cursor, scroll) = (self.view(pane).cursor, self.view(pane).scroll);
        self.show(triple);
        // The cursor may stand on a further line of a text, or on a comment: it stays there.
        let rows = self.row_count(pane);
        let view = &mut self.views[pane as usize];
        view.cursor = cursor.min(rows.saturating_sub(1));
        view.scroll = scroll;
        view.put(view.cursor, rows);
    }

    fn place_under_cursor(&self, pane: Pane) -> Option<Triple> {
        let (merge, links) = (self.session.merge(), self.session.links());
        let row = self.base_row(pane, self.view(pane).cursor);
        match pane {
            Pane::Live => {
                let (node, _) = self.session.live().node_at(row)?;
                Some(links.at_live(merge, node))
            }
            Pane::Patch => {
                let (node, _) = self.session.patch(self.patch_shown)?.node_at(row)?;
                let document = self.patch_shown as u16 + 1;
                Some(links.at_patch(merge, Source { document, node }))
            }
            Pane::Result => {
                let node = outline::node_at(&merge.scene, self.session.heights(), row)?;
                Some(links.at_result(merge, node))
            }
        }
    }
}

fn exact<T>(node: T) -> Near<T> {
    Near { node, exact: true }
}
