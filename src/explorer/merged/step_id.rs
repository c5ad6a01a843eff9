//! Step ids.

/// The id of a step: its index in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepId(u32);

impl StepId {
    /// Returns the id of the step with an index, from 0.
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Returns the id of the step before a position, or `None` for position 0.
    pub(crate) fn from_position(position: usize) -> Option<Self> {
        position.checked_sub(1).map(Self::new)
    }

    /// Returns the index of the step, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the position after the step: the number of played steps.
    pub fn position(self) -> usize {
        self.index() + 1
    }
}
