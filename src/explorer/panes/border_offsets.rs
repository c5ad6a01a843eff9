//! How far the user moved each border, in thousandths of the screen, so that another screen size keeps the proportions.

/// A border between panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// After live.
    Live,
    /// Before the result.
    Result,
    /// After the steps.
    Steps,
    /// Above steps and explanation; it moves up.
    Lower,
}

/// The largest offset.
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
