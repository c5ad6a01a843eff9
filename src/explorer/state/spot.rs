//! Where a person was, to come back to.

use crate::explorer::action::Focus;
use crate::explorer::view::View;

/// Where a person was. Rows and steps, no nodes: after a reload it leads to the nearest that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explorer) struct Spot {
    pub(in crate::explorer) position: usize,
    pub(in crate::explorer) focus: Focus,
    pub(in crate::explorer) views: [View; 3],
    pub(in crate::explorer) patch_shown: usize,
}

#[cfg(test)]
impl Spot {
    /// Where every explorer begins.
    pub(in crate::explorer) fn beginning() -> Self {
        Self {
            position: 0,
            focus: Focus::Steps,
            views: [View::default(); 3],
            patch_shown: 0,
        }
    }
}
