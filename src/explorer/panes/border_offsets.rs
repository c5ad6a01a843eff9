//! By how much each border was moved.

use crate::explorer::action::Border;

/// How far a border can be moved.
const MAX_OFFSET_PERMILLE: i32 = 400;

/// How far each border was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BorderOffsets([i32; 4]);

impl BorderOffsets {
    /// How far a border was moved, in thousandths: right or down, [`Border::Lower`] up.
    #[must_use]
    pub fn of(self, border: Border) -> i32 {
        self.0[border as usize]
    }

    pub(crate) fn shift(&mut self, border: Border, by: i32) {
        let share = &mut self.0[border as usize];
        *share = share
            .saturating_add(by)
            .clamp(-MAX_OFFSET_PERMILLE, MAX_OFFSET_PERMILLE);
    }
}
