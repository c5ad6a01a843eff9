//! The open policy: its files and the template that is shown.

use super::task::{PolicyFiles, PolicyOutcome};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::merge::policy::file::{Policy, Template};
use crate::report::fix::{Applicability, Fix};

/// The open policy.
#[derive(Clone, Debug)]
pub(crate) struct PolicyState {
    files: PolicyFiles,
    /// The index of the template that is shown.
    shown: usize,
    /// The live file of the template that is shown. If the template has no object, the live file that was
    /// shown before.
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

    /// Stores the result of a task. Returns the inputs that cannot be read and their errors.
    pub(crate) fn store_outcome(&mut self, outcome: PolicyOutcome) -> Vec<(InputId, InputError)> {
        let errors = outcome.errors();
        self.files = outcome.files;
        self.show(outcome.shown);
        errors
    }

    /// Returns the files and their last readable contents.
    pub(crate) fn files(&self) -> &PolicyFiles {
        &self.files
    }

    /// Returns the bytes of a file.
    pub(crate) fn bytes(&self, input: InputId) -> Option<&[u8]> {
        self.files.bytes(input)
    }

    /// Returns the live file that is shown.
    pub(crate) fn live_input(&self) -> InputId {
        self.live_shown
    }

    pub(super) fn policy(&self) -> &Policy {
        self.files.policy()
    }

    /// Returns the number of templates.
    pub(super) fn len(&self) -> usize {
        self.policy().templates.len()
    }

    /// Returns the index of the template that is shown.
    pub(crate) fn shown(&self) -> usize {
        self.shown
    }

    /// Returns the template that is shown.
    pub(crate) fn template(&self) -> Option<&Template> {
        self.policy().templates.get(self.shown)
    }

    /// Moves the edits of a fix of the template that is shown to their places in the policy file. What a Go template
    /// becomes is not known, so nothing about it is proven. Returns `false` if the file does not have the text.
    pub(crate) fn place(&self, fix: &mut Fix) -> bool {
        let template = self.template();
        let Some((template, offset)) = template.and_then(|template| Some((template, template.offset?)))
        else {
            return false;
        };
        for edit in &mut fix.edits {
            edit.start += offset;
            edit.end += offset;
        }
        if template.has_go_templates {
            fix.applicability = Applicability::NeedsDecision;
        }
        true
    }

    /// Returns whether the template that is shown has an object.
    pub(super) fn has_object(&self) -> bool {
        self.files.input_of(self.shown).is_some()
    }

    /// Shows a template.
    pub(super) fn show(&mut self, index: usize) {
        self.shown = index;
        if let Some(input) = self.files.input_of(index) {
            self.live_shown = input;
        }
    }
}
