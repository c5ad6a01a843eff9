//! Which step.

/// A step of the merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepId(u32);

impl StepId {
    /// The step with an index, from 0.
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The step that leads to a position; none leads to 0.
    pub(crate) fn to_position(position: usize) -> Option<Self> {
        position.checked_sub(1).map(Self::new)
    }

    /// Its index among the steps, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The position that it leads to: how many steps are played then.
    pub fn position(self) -> usize {
        self.index() + 1
    }
}
