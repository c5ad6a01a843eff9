//! Two versions to be laid side by side.

use crate::explorer::line::Line;
use crate::merge::Inputs;

/// Two versions, the older one on the left.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct VersionPair {
    /// Their numbers for people.
    pub(in crate::explorer) numbers: [usize; 2],
    /// What is merged.
    pub(in crate::explorer) inputs: [Inputs; 2],
    /// When each came, and what it changed; not escaped.
    pub(in crate::explorer) about: [String; 2],
    /// The lines of text that each has and the other has not.
    pub(in crate::explorer) changed: [Vec<Line>; 2],
}

impl VersionPair {
    pub(in crate::explorer) fn names(&self) -> [String; 2] {
        self.numbers.map(|number| format!("version {number}"))
    }
}
