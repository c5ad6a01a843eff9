//! The apply whose patch is shown.

use std::sync::Arc;

use super::task::ApplyOutcome;
use crate::create::{AppliedPatch, ApplyComputation};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;

/// An apply, and the patch that was computed last.
#[derive(Clone, Debug)]
pub(crate) struct ApplyState {
    given: AppliedPatch,
    applied: Option<Arc<ApplyComputation>>,
}

impl ApplyState {
    pub(crate) fn new(given: AppliedPatch, applied: Option<Arc<ApplyComputation>>) -> Self {
        Self { given, applied }
    }

    /// What is applied to what, as far as it could be read.
    pub(crate) fn given(&self) -> &AppliedPatch {
        &self.given
    }

    /// The patch that was computed last.
    pub(crate) fn applied(&self) -> Option<&Arc<ApplyComputation>> {
        self.applied.as_ref()
    }

    /// The text of an input, none of the computed patch.
    pub(crate) fn text(&self, input: InputId) -> Option<&str> {
        match input {
            InputId::Live(_) => Some(self.given.live.text()),
            InputId::Manifest => Some(self.given.manifest.text()),
            InputId::LastApplied => Some(self.given.last_applied.as_ref()?.text()),
            InputId::Patch(_) => None,
        }
    }

    /// Takes what was computed; without a new patch the last one stays. Returns why there is none.
    pub(crate) fn take(&mut self, outcome: ApplyOutcome) -> Option<InputError> {
        self.given = outcome.apply;
        match outcome.applied {
            Ok(applied) => {
                self.applied = Some(applied);
                None
            }
            Err(error) => Some(error),
        }
    }
}
