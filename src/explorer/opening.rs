//! Opening what has been read already, and on another step than the last.

use super::export::session::FoldedNodes;
use super::load;
use super::mask::Masks;
use super::state::{Origin, State};
use crate::document::ReadError;
use crate::merge::Inputs;

impl State {
    /// Shows the merge of documents that are no files to save to, on its last step.
    ///
    /// # Errors
    /// None that inputs can cause.
    pub fn of(inputs: Inputs, masks: Masks) -> Result<Self, ReadError> {
        let origins = std::iter::once(&inputs.live).chain(&inputs.patches);
        let origins = origins.map(|document| Origin {
            name: document.name().to_owned(),
            file: false,
            trouble: None,
        });
        let origins = origins.collect();
        Self::with(inputs, origins, masks).ok_or_else(load::nothing)
    }

    /// Folds what was folded in a session; for files that are still being read, once they are.
    pub fn with_folds(mut self, folds: FoldedNodes) -> Self {
        match self.is_opening() {
            true => self.begins_folded = folds,
            false => self.fold_sources(folds.sources()),
        }
        self
    }

    /// Goes to a step, cut to the last; for files that are still being read, once they are.
    pub fn at_step(mut self, position: usize) -> Self {
        match self.is_opening() {
            true => self.begins_at = Some(position),
            false => self.go_to(position.min(self.session.len())),
        }
        self
    }
}
