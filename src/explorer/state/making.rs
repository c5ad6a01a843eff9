//! The apply whose patch is computed while one looks.

use std::sync::Arc;

use crate::create::{Applied, Apply};
use crate::explorer::remake::{LAST_APPLIED, MANIFEST};

/// A patch that is computed while one looks.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Making {
    pub(in crate::explorer) apply: Apply,
    /// What came of it last.
    pub(in crate::explorer) applied: Option<Arc<Applied>>,
}

impl Making {
    /// The text of a document that takes no part in the merge itself.
    pub(in crate::explorer) fn text(&self, document: usize) -> Option<&str> {
        match document {
            MANIFEST => Some(self.apply.manifest.text()),
            LAST_APPLIED => Some(self.apply.last_applied.as_ref()?.text()),
            _ => None,
        }
    }

    /// What is applied to what, as far as it could be read.
    pub(in crate::explorer) fn given(&self) -> &Apply {
        &self.apply
    }

    /// How many bytes a document has that takes no part in the merge itself, or live.
    pub(in crate::explorer) fn size(&self, document: usize) -> usize {
        match document {
            0 => self.apply.live.text().len(),
            _ => self.text(document).map_or(0, str::len),
        }
    }

    /// Takes what was computed over; without a patch the last one stays.
    pub(in crate::explorer) fn take(&mut self, apply: Apply, applied: Option<Arc<Applied>>) {
        self.apply = apply;
        self.applied = applied.or(self.applied.take());
    }
}
