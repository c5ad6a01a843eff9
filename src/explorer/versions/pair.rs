//! Two versions side by side.

use crate::merge::Inputs;
use crate::report::explanation_line::ExplanationLine;

/// Two versions, the older one on the left.
#[derive(Clone, Debug)]
pub(crate) struct VersionPair {
    /// Their numbers on the screen.
    pub(crate) numbers: [usize; 2],
    /// What is merged.
    pub(crate) inputs: [Inputs; 2],
    /// The time of each, and what it changed; not escaped.
    pub(crate) about: [String; 2],
    /// The lines of text that only each one has.
    pub(crate) changed: [Vec<ExplanationLine>; 2],
}

impl VersionPair {
    pub(crate) fn names(&self) -> [String; 2] {
        self.numbers.map(|number| format!("version {number}"))
    }
}
