//! The apply whose patch is computed while one looks.

use std::sync::Arc;

use super::task::{LAST_APPLIED, MANIFEST};
use crate::create::{AppliedPatch, ApplyComputation};

/// A patch that is computed while one looks.
#[derive(Clone, Debug)]
pub(crate) struct ApplyState {
    pub(crate) apply: AppliedPatch,
    /// What came of it last.
    pub(crate) applied: Option<Arc<ApplyComputation>>,
}

impl ApplyState {
    /// The text of a document that takes no part in the merge itself.
    pub(crate) fn text(&self, document: usize) -> Option<&str> {
        match document {
            MANIFEST => Some(self.apply.manifest.text()),
            LAST_APPLIED => Some(self.apply.last_applied.as_ref()?.text()),
            _ => None,
        }
    }

    /// What is applied to what, as far as it could be read.
    pub(crate) fn given(&self) -> &AppliedPatch {
        &self.apply
    }

    /// How many bytes a document has that takes no part in the merge itself, or live.
    pub(crate) fn size(&self, document: usize) -> usize {
        match document {
            0 => self.apply.live.text().len(),
            _ => self.text(document).map_or(0, str::len),
        }
    }

    /// Takes what was computed over; without a patch the last one stays.
    pub(crate) fn take(&mut self, apply: AppliedPatch, applied: Option<Arc<ApplyComputation>>) {
        self.apply = apply;
        self.applied = applied.or(self.applied.take());
    }
}
