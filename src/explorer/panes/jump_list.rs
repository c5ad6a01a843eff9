//! The jump list: the positions before each jump.

use super::focus::Focus;
use super::state::Panes;
use super::viewport::Viewport;
use crate::explorer::inputs::input_id::PatchId;

/// Jumps that are kept; the oldest are dropped first.
const MAX_JUMPS: usize = 100;

/// A position to come back to. It has rows and steps, no nodes: after a reload it leads to the nearest there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JumpPoint {
    pub(crate) position: usize,
    pub(crate) focus: Focus,
    pub(super) views: [Viewport; 3],
    pub(crate) patch_shown: PatchId,
}

impl Panes {
    pub(crate) fn jump_point(&self, position: usize, focus: Focus) -> JumpPoint {
        JumpPoint {
            position,
            focus,
            views: self.views,
            patch_shown: self.patch_shown(),
        }
    }

    /// Adds a position to the jump list.
    pub(crate) fn remember(&mut self, point: JumpPoint) {
        if self.jumps.len() == MAX_JUMPS {
            self.jumps.remove(0);
        }
        self.jumps.push(point);
    }

    pub(crate) fn can_go_back(&self) -> bool {
        !self.jumps.is_empty()
    }

    /// Whether lines are selected, or there was a jump.
    pub(crate) fn can_leave(&self) -> bool {
        self.has_selection() || self.can_go_back()
    }

    /// Takes the newest position off the jump list.
    pub(super) fn last_jump(&mut self) -> Option<JumpPoint> {
        self.jumps.pop()
    }

    /// Puts cursors and scroll positions back.
    pub(crate) fn restore_views(&mut self, point: &JumpPoint, rows: [usize; 3]) {
        for (view, (old, rows)) in self.views.iter_mut().zip(point.views.iter().zip(rows)) {
            view.scroll = old.scroll;
            view.put(old.cursor, rows);
        }
    }
}

#[cfg(test)]
impl JumpPoint {
    /// The position of a new explorer.
    pub(crate) fn beginning() -> Self {
        Self {
            position: 0,
            focus: Focus::Steps,
            views: [Viewport::default(); 3],
            patch_shown: PatchId::default(),
        }
    }
}
