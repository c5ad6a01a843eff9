//! The state of the apply mode.

use std::sync::Arc;

use super::rejection::ApplyRejection;
use super::task::ApplyOutcome;
use crate::create::{AppliedPatch, ApplyComputation, OutlookNote};
use crate::explorer::inputs::input_id::InputId;

/// An apply and its computed patch.
#[derive(Clone, Debug)]
pub(crate) struct ApplyState {
    inputs: AppliedPatch,
    applied: Result<Arc<ApplyComputation>, Box<ApplyRejection>>,
    outlook: Vec<OutlookNote>,
}

impl ApplyState {
    pub(crate) fn new(
        inputs: AppliedPatch,
        applied: Result<Arc<ApplyComputation>, Box<ApplyRejection>>,
    ) -> Self {
        Self {
            inputs,
            applied,
            outlook: Vec::new(),
        }
    }

    /// Returns the last readable inputs of the apply.
    pub(crate) fn inputs(&self) -> &AppliedPatch {
        &self.inputs
    }

    /// Returns the computed patch.
    pub(crate) fn applied(&self) -> Option<&Arc<ApplyComputation>> {
        self.applied.as_ref().ok()
    }

    /// Returns the reason why there is no patch.
    pub(crate) fn rejection(&self) -> Option<&ApplyRejection> {
        self.applied.as_ref().err().map(|rejection| &**rejection)
    }

    /// Returns what stays different after the apply that was opened.
    pub(crate) fn outlook(&self) -> &[OutlookNote] {
        &self.outlook
    }

    pub(super) fn set_outlook(&mut self, outlook: Vec<OutlookNote>) {
        self.outlook = outlook;
    }

    /// Returns the text of an input, or `None` for the computed patch.
    pub(crate) fn text(&self, input: InputId) -> Option<&str> {
        match input {
            InputId::Live(_) => Some(self.inputs.live.text()),
            InputId::Manifest => Some(self.inputs.manifest.text()),
            InputId::LastApplied => Some(self.inputs.last_applied.as_ref()?.text()),
            InputId::Patch(_) => None,
        }
    }

    /// Stores the result of a task.
    pub(crate) fn store_outcome(&mut self, outcome: ApplyOutcome) {
        (self.inputs, self.outlook, self.applied) = (outcome.apply, outcome.outlook, outcome.applied);
    }
}
