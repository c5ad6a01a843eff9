//! The jump list: the positions before each jump.

use super::focus::Focus;
use super::jump_point::JumpPoint;
use super::state::Panes;

/// The maximum number of jumps. The oldest are dropped first.
const MAX_JUMPS: usize = 100;

impl Panes {
    pub(crate) fn jump_point(&self, position: usize, focus: Focus) -> JumpPoint {
        JumpPoint {
            position,
            focus,
            views: self.views,
            x_offsets: self.x_offsets,
            patch_shown: self.patch_shown(),
            template: None,
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

    /// Returns whether lines are selected or the jump list has an entry.
    pub(crate) fn can_leave(&self) -> bool {
        self.has_selection() || self.can_go_back()
    }

    /// Removes and returns the newest position of the jump list.
    pub(super) fn pop_jump(&mut self) -> Option<JumpPoint> {
        self.jumps.pop()
    }

    /// Restores the cursors and scroll offsets of a position.
    pub(crate) fn restore_views(&mut self, point: &JumpPoint, rows: [usize; 3]) {
        for (view, (old, rows)) in self.views.iter_mut().zip(point.views.iter().zip(rows)) {
            view.scroll = old.scroll;
            view.put(old.cursor, rows);
        }
        self.x_offsets = point.x_offsets;
    }
}
