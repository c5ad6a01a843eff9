//! A position of the jump list.

use super::focus::Focus;
use super::viewport::Viewport;
use crate::explorer::inputs::input_id::PatchId;

/// A position of the jump list. It has rows and steps, not nodes; after a reload it leads to the nearest
/// existing ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JumpPoint {
    pub(crate) position: usize,
    pub(crate) focus: Focus,
    pub(super) views: [Viewport; 3],
    pub(super) x_offsets: [usize; 3],
    pub(crate) patch_shown: PatchId,
    /// The template of a policy, if the jump shows another one.
    pub(crate) template: Option<usize>,
}

#[cfg(test)]
impl JumpPoint {
    /// Returns the position of a new explorer.
    pub(crate) fn start() -> Self {
        Self {
            position: 0,
            focus: Focus::Steps,
            views: [Viewport::default(); 3],
            x_offsets: [0; 3],
            patch_shown: PatchId::default(),
            template: None,
        }
    }
}
