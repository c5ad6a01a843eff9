//! How a person has shared the screen out among the places: by how much each border was moved, in thousandths of the
//! screen's width or height, so that another size of the screen keeps the proportions.

use super::border_offsets::BorderOffsets;
use crate::explorer::panes::border_offsets::Border;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;

/// How far a key moves it.
const STEP: i32 = 40;

/// The borders that make a place larger, and which way.
fn borders(focus: Focus) -> &'static [(Border, i32)] {
    match focus {
        Focus::Document(Pane::Live) => &[(Border::Live, 1), (Border::Result, 1)],
        Focus::Document(Pane::Patch) => &[(Border::Result, 1)],
        Focus::Document(Pane::Result) => &[(Border::Result, -1)],
        Focus::Steps => &[(Border::Steps, 1)],
        Focus::Why => &[(Border::Steps, -1)],
    }
}

impl Explorer {
    /// How the screen is shared out.
    pub fn shares(&self) -> BorderOffsets {
        self.shares
    }

    pub(crate) fn shift_border(&mut self, border: Border, by: i32) {
        self.shares.shift(border, by);
    }

    /// Makes the place with the keys larger (1) or smaller (-1).
    pub(crate) fn grow(&mut self, way: i32) {
        for (border, sign) in borders(self.focus) {
            self.shares.shift(*border, sign * way * STEP);
        }
    }

    /// Makes steps and explanation taller (1) or shorter (-1).
    pub(crate) fn resize_lower(&mut self, way: i32) {
        self.shares.shift(Border::Lower, way * STEP);
    }

    /// Why the place with the keys cannot grow.
    pub(crate) fn grow_blocker(&self, way: i32) -> Option<String> {
        let changed = borders(self.focus).iter().any(|(border, sign)| {
            let mut shares = self.shares;
            shares.shift(*border, sign * way * STEP);
            shares != self.shares
        });
        (!changed).then(|| too_far(way))
    }

    /// Why steps and explanation cannot become taller or shorter.
    pub(crate) fn resize_lower_blocker(&self, way: i32) -> Option<String> {
        let mut shares = self.shares;
        shares.shift(Border::Lower, way * STEP);
        (shares == self.shares).then(|| too_far(way))
    }

    /// Why there is nothing to reset.
    pub(crate) fn reset_sizes_blocker(&self) -> Option<String> {
        let usual = self.shares == BorderOffsets::default();
        usual.then(|| "sizes: they are as usual".to_owned())
    }
}

fn too_far(way: i32) -> String {
    let more = if way > 0 { "larger" } else { "smaller" };
    format!("{more}: the border cannot be moved further")
}
