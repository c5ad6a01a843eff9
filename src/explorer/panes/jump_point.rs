//! Where a person was, to come back to.

use super::viewport::View;
use crate::explorer::action::Focus;

/// Where a person was. Rows and steps, no nodes: after a reload it leads to the nearest that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) position: usize,
    pub(crate) focus: Focus,
    pub(crate) views: [View; 3],
    pub(crate) patch_shown: usize,
}

#[cfg(test)]
impl Spot {
    /// Where every explorer begins.
    pub(crate) fn beginning() -> Self {
        Self {
            position: 0,
            focus: Focus::Steps,
            views: [View::default(); 3],
            patch_shown: 0,
        }
    }
}
