//! A pair of versions to compare.

use crate::merge::Inputs;
use crate::report::explanation_line::ExplanationLine;

/// Two versions, the older one on the left.
#[derive(Clone, Debug)]
pub(crate) struct VersionPair {
    /// The numbers on the screen.
    pub(crate) numbers: [usize; 2],
    /// The inputs of both merges.
    pub(crate) inputs: [Inputs; 2],
    /// The time of each version and its changes; not escaped.
    pub(crate) about: [String; 2],
    /// The lines of text that only one version has.
    pub(crate) changed: [Vec<ExplanationLine>; 2],
}

impl VersionPair {
    pub(crate) fn names(&self) -> [String; 2] {
        self.numbers.map(|number| format!("version {number}"))
    }
}
