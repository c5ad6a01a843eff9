//! Computing the patch of an apply anew when one of its files changes: at once, or beside the keys where it may take
//! longer than a frame.

use std::sync::Arc;

use super::task::{ApplyOutcome, ApplyTask, COMPUTED, LAST_APPLIED, MANIFEST};
use crate::create::ApplyComputation;
use crate::document::ReadError;
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::{ApplyOpening, InputFile};
use crate::explorer::jobs::task::BACKGROUND_BYTES;
use crate::explorer::state::Explorer;
use crate::explorer::versions::VersionHistory;
use crate::schema::Schema;

impl ApplyOpening {
    /// Whether reading it and computing the patch may take longer than a frame.
    pub fn is_large(&self) -> bool {
        let all = [Some(&self.live), Some(&self.manifest), self.last_applied.as_ref()];
        let sizes = all.into_iter().flatten().map(|given| given.bytes.len());
        sizes.sum::<usize>() >= BACKGROUND_BYTES
    }
}

impl Explorer {
    /// Opens an apply with a first frame at once: nothing is shown yet but that it is read. [`Explorer::task`] has the work.
    ///
    /// # Errors
    /// None that files can cause.
    pub fn open_apply_beside(opening: ApplyOpening) -> Result<Self, ReadError> {
        let blank = |given: &InputFile| InputFile {
            bytes: b"{}".to_vec(),
            ..given.clone()
        };
        let mut state = Self::open_apply(ApplyOpening {
            live: blank(&opening.live),
            manifest: blank(&opening.manifest),
            last_applied: opening.last_applied.as_ref().map(blank),
            ..opening.clone()
        })?;
        // What is blank was never saved.
        state.versions = VersionHistory::default();
        let all = [
            (0, Some(opening.live)),
            (MANIFEST, Some(opening.manifest)),
            (LAST_APPLIED, opening.last_applied),
        ];
        for (document, given) in all {
            if let Some(given) = given {
                state.request_apply(document, given.bytes);
            }
        }
        state.mark_opening();
        Ok(state)
    }

    /// A document of an apply has new bytes: the patch is computed anew, or the last good one stays under a banner.
    pub(crate) fn remake(&mut self, document: usize, bytes: Vec<u8>) {
        let (Some(making), Some(origin)) = (&self.apply, self.origins.get(document)) else {
            return;
        };
        let others = [0, MANIFEST, LAST_APPLIED].into_iter();
        let others = others.filter(|other| *other != document);
        let others: usize = others.map(|other| making.size(other)).sum();
        if self.pending.is_some() || others.saturating_add(bytes.len()) >= self.large_from {
            return self.request_apply(document, bytes);
        }
        let remake = ApplyTask::of(making.given().clone()).with(document, &origin.name, bytes.clone());
        let Some(remade) = remake.run(&mut |_| true) else {
            return;
        };
        let error = remade.unreadable.first();
        self.origins[document].trouble = error.map(|(_, error)| InputError::in_bytes(error, bytes));
        self.show_remade(remade);
    }

    /// Other rules of fields hold: the patch is computed anew.
    pub(crate) fn remake_with(&mut self, schema: Arc<Schema>) {
        let Some(making) = &self.apply else { return };
        let all = [0, MANIFEST, LAST_APPLIED].into_iter();
        let size: usize = all.map(|document| making.size(document)).sum();
        if self.pending.is_some() || size >= self.large_from {
            return self.request_apply_under(schema);
        }
        let remake = ApplyTask::of(making.given().clone()).under(schema);
        if let Some(remade) = remake.run(&mut |_| true) {
            self.show_remade(remade);
        }
    }

    fn show_remade(&mut self, remade: ApplyOutcome) {
        if remade.unreadable.is_empty()
            && let Some(applied) = self.take_remade(remade)
        {
            let mut inputs = applied.inputs();
            if inputs.semantics.patch_type() == self.semantics().patch_type() {
                inputs.semantics = self.semantics();
            }
            self.remerge(inputs);
        }
    }

    /// Takes a computed patch over; gives it back if there is one.
    pub(crate) fn take_remade(&mut self, remade: ApplyOutcome) -> Option<Arc<ApplyComputation>> {
        let making = self.apply.as_mut()?;
        let (applied, trouble) = match remade.applied {
            Ok(applied) => (Some(applied), None),
            Err(trouble) => (None, Some(trouble)),
        };
        making.take(remade.apply, applied.clone());
        self.origins[COMPUTED].trouble = trouble;
        applied
    }
}
