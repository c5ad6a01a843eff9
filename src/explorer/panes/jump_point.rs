//! Where a person was, to come back to.

use super::viewport::Viewport;
use crate::explorer::panes::focus::Focus;

/// Where a person was. Rows and steps, no nodes: after a reload it leads to the nearest that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JumpPoint {
    pub(crate) position: usize,
    pub(crate) focus: Focus,
    pub(crate) views: [Viewport; 3],
    pub(crate) patch_shown: usize,
}

#[cfg(test)]
impl JumpPoint {
    /// Where every explorer begins.
    pub(crate) fn beginning() -> Self {
        Self {
            position: 0,
            focus: Focus::Steps,
            views: [Viewport::default(); 3],
            patch_shown: 0,
        }
    }
}
