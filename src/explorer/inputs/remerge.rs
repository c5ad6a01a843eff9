//! Other documents than before: merging under both semantics, and keeping the place.

use std::sync::Arc;

use super::input_error::InputError;
use super::read::read_as;
use super::restore_position::{NodeLocator, SavedPosition, SavedStep, UnrestoredPosition};
use crate::document::Document;
use crate::explorer::effect::Effect;
use crate::explorer::jobs::task::{BACKGROUND_BYTES, merge_both};
use crate::explorer::merged::MergedView;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;
use crate::merge::{Inputs, NodeRef};
use crate::parallel::drop_in_background;
use crate::report::agreement;
use crate::schema::Schema;

impl Explorer {
    /// Takes the new bytes of a document over: merges anew, or keeps the last good result under a banner.
    pub(crate) fn reload(&mut self, document: usize, bytes: Vec<u8>) {
        if self.policy.is_some() {
            self.reload_held(document, bytes);
            return;
        }
        if self.apply.is_some() {
            return self.remake(document, bytes);
        }
        let Some(origin) = self.origins.get(document) else {
            return;
        };
        if !self.versions.at_newest() {
            self.keep_aside(document, bytes);
            return;
        }
        if self.is_large_with(document, bytes.len()) {
            let documents = self.session.merge().scene.documents();
            let shown = documents
                .get(document)
                .map(|shown| shown.original_text().as_bytes());
            // What the screen shows anyway need not be merged.
            match self.pending.is_none() && shown == Some(&bytes) {
                true => self.origins[document].trouble = None,
                false => self.request_bytes(document, bytes),
            }
            return;
        }
        match read_as(document, &origin.name, bytes.clone(), self.semantics()) {
            Ok(text) => {
                self.origins[document].trouble = None;
                self.replace(document, text);
            }
            Err(error) => {
                self.origins[document].trouble = Some(InputError::in_bytes(&error, bytes));
            }
        }
    }

    /// Takes over what a saved schema file says of fields, and merges anew.
    pub(crate) fn reload_schema(&mut self, schema: Arc<Schema>) -> Vec<Effect> {
        self.schema_trouble = None;
        if self.apply.is_some() {
            self.remake_with(schema);
            return Vec::new();
        }
        if !self.versions.at_newest() {
            self.keep_schema_aside(schema);
            return Vec::new();
        }
        if self.is_large() {
            self.request_schema(schema);
            return Vec::new();
        }
        let mut inputs = self.session.merge().inputs.clone();
        inputs.schema = schema;
        self.reconsider();
        self.remerge(inputs);
        match self.edit.as_ref().filter(|edit| edit.is_goal()) {
            None => return Vec::new(),
            Some(goal) if !goal.is_dirty() => return self.take_new_result(),
            Some(goal) => self.recompute_patch(goal.text.clone()),
        }
        Vec::new()
    }

    fn replace(&mut self, document: usize, new: Document) {
        let mut inputs = self.session.merge().inputs.clone();
        let place = match document.checked_sub(1) {
            None => Some(&mut inputs.live),
            Some(patch) => inputs.patches.get_mut(patch),
        };
        let Some(place) = place.filter(|place| place.original_text() != new.text()) else {
            return;
        };
        *place = Arc::new(new);
        self.remerge(inputs);
    }

    /// Merges at once, and settles.
    pub(crate) fn remerge(&mut self, inputs: Inputs) {
        if let Some((session, agreement)) = merge_both(inputs, &self.masks, &mut |_| true) {
            self.show_merge(session, agreement);
        }
    }

    /// Shows another merge, and stays at the same step and the same nodes as far as they are still there.
    pub(crate) fn show_merge(&mut self, session: MergedView, agreement: agreement::AgreementReport) {
        let here = (self.session.position(), self.triple);
        let missed = self.unrestored.take().filter(|missed| missed.instead == here);
        let wanted = missed.map_or_else(|| self.wanted_place(), |missed| missed.wanted);
        let offset = match self.focus {
            Focus::Document(pane) => {
                let view = self.view(pane);
                view.cursor.saturating_sub(view.scroll)
            }
            _ => 0,
        };
        let folds = self.fold_trails();
        // The rows are others now.
        self.looking.selection = None;
        let before = std::mem::replace(&mut self.session, session);
        if before.merge().inputs.size() >= BACKGROUND_BYTES {
            drop_in_background(before);
        }
        self.agreement = agreement;
        let (position, same) = wanted.step.find(self.session.merge());
        if position != self.session.len() {
            self.session.seek(position);
        }
        self.find_folds(folds);
        if !same {
            self.say("the step that was shown is gone: this is the nearest one".to_owned());
        }
        self.patch_shown = self.patch_shown.min(self.session.patch_count().saturating_sub(1));
        let found = self.find_place(&wanted);
        if !same || !found {
            let instead = (self.session.position(), self.triple);
            self.unrestored = Some(UnrestoredPosition { wanted, instead });
        }
        if let Focus::Document(pane) = self.focus {
            let rows = self.row_count(pane);
            let view = &mut self.views[pane as usize];
            view.scroll = view.cursor.saturating_sub(offset);
            view.reveal(view.cursor, rows);
        }
        self.refilter();
        self.renew_overlay();
    }

    fn wanted_place(&self) -> SavedPosition {
        SavedPosition {
            step: SavedStep::of(&self.session),
            live: self.trail_of_live(),
            patch: self.trail_of_patch(),
        }
    }

    fn trail_of_live(&self) -> Option<NodeLocator> {
        let near = self.triple.live.filter(|near| near.exact)?;
        Some(NodeLocator::to(self.session.live().document(), near.node))
    }

    fn trail_of_patch(&self) -> Option<(u16, NodeLocator)> {
        let source = self.triple.patch.filter(|near| near.exact)?.node;
        let document = self.session.merge().scene.document(source);
        Some((source.document, NodeLocator::to(document, source.node)))
    }

    /// Puts the cursors where the trails lead, the focused pane's own first. Returns whether both lead to their ends.
    fn find_place(&mut self, wanted: &SavedPosition) -> bool {
        let merge = self.session.merge();
        let links = self.session.links();
        let mut whole = true;
        let of_live = wanted.live.as_ref().map(|trail| {
            let (node, found) = trail.find(self.session.live().document());
            whole &= found;
            links.at_live(merge, node)
        });
        let of_patch = wanted.patch.as_ref().and_then(|(document, trail)| {
            let text = merge.scene.documents().get(usize::from(*document))?;
            let (node, found) = trail.find(text);
            whole &= found;
            let document = *document;
            Some(links.at_patch(merge, NodeRef { document, node }))
        });
        let triple = match self.focus {
            Focus::Document(Pane::Patch) => of_patch.or(of_live),
            _ => of_live.or(of_patch),
        };
        if let Some(triple) = triple {
            self.show(triple);
        } else {
            self.relink();
        }
        whole
    }
}
