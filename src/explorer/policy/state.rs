//! The policy that is open: its files, and which object template is shown.

use super::task::{PolicyFiles, PolicyOutcome};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::merge::policy::file::{Policy, Template};

/// The policy that is open.
#[derive(Clone, Debug)]
pub(crate) struct PolicyState {
    files: PolicyFiles,
    /// The index of the template that is shown.
    shown: usize,
    /// The live file of the template that is shown; without an object the one before.
    live_shown: InputId,
}

impl PolicyState {
    pub(super) fn new(files: PolicyFiles, shown: usize) -> Self {
        let mut state = Self {
            files,
            shown,
            live_shown: InputId::LIVE,
        };
        state.show(shown);
        state
    }

    /// Takes what was read. Returns the input that cannot be read, and why.
    pub(crate) fn take(&mut self, outcome: PolicyOutcome) -> Option<(InputId, InputError)> {
        let error = outcome.error();
        self.files = outcome.files;
        self.show(self.shown.min(self.len().saturating_sub(1)));
        error
    }

    /// The files, and what was read from them last.
    pub(crate) fn files(&self) -> &PolicyFiles {
        &self.files
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, input: InputId) -> Option<&[u8]> {
        self.files.bytes(input)
    }

    /// The live file that is shown.
    pub(crate) fn live_input(&self) -> InputId {
        self.live_shown
    }

    pub(super) fn policy(&self) -> &Policy {
        self.files.policy()
    }

    /// How many templates there are.
    pub(super) fn len(&self) -> usize {
        self.policy().templates.len()
    }

    /// The index of the template that is shown.
    pub(crate) fn shown(&self) -> usize {
        self.shown
    }

    /// The template that is shown.
    pub(super) fn template(&self) -> Option<&Template> {
        self.policy().templates.get(self.shown)
    }

    /// Whether the template that is shown has an object.
    pub(super) fn has_object(&self) -> bool {
        self.files.input_of(self.shown).is_some()
    }

    /// Shows a template.
    pub(super) fn show(&mut self, at: usize) {
        self.shown = at;
        if let Some(input) = self.files.input_of(at) {
            self.live_shown = input;
        }
    }
}
