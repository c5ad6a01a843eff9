//! Long lines: sliding a pane sideways.

use unicode_width::UnicodeWidthStr;

use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;

impl Explorer {
    /// Cells of a pane's text that are out of sight on the left.
    pub fn x_offset(&self, pane: Pane) -> usize {
        self.looking.x_offsets[pane as usize]
    }

    /// How far a place can be slid: until the end of its longest line on the screen is in sight.
    fn max_x_offset(&self, pane: Pane) -> usize {
        let rows = self.rows(pane);
        let widest = rows.iter().map(|row| row.text.width()).max().unwrap_or(0);
        match self.looking.widths[pane as usize] {
            room if widest > room => widest - room + 1,
            _ => 0,
        }
    }

    fn pane_to_slide(&self, focus: Focus) -> Option<Pane> {
        match focus {
            Focus::Document(pane) => Some(pane),
            Focus::Steps | Focus::Why => None,
        }
    }

    /// Why a place cannot be slid that way.
    pub(crate) fn scroll_blocker(&self, focus: Focus, by: i32) -> Option<&'static str> {
        let Some(pane) = self.pane_to_slide(focus) else {
            return Some("only live, patch and result can be slid sideways");
        };
        match by < 0 {
            true if self.x_offset(pane) == 0 => Some("these are the beginnings of the lines"),
            false if self.x_offset(pane) >= self.max_x_offset(pane) => {
                Some("no line on the screen goes further")
            }
            _ => None,
        }
    }

    /// Slides a pane by cells, to the right if positive.
    pub(crate) fn scroll_x(&mut self, focus: Focus, by: i32) {
        let Some(pane) = self.pane_to_slide(focus) else {
            return;
        };
        let to = self.x_offset(pane).saturating_add_signed(by as isize);
        self.looking.x_offsets[pane as usize] = to.min(self.max_x_offset(pane));
    }

    /// Slides a pane so far that the first hit on its cursor's row is in sight.
    pub(crate) fn slide_to_hit(&mut self, pane: Pane) {
        let rows = self.rows_of_pieces(pane, self.view(pane).cursor, 1);
        let Some(hit) = rows.first().and_then(|row| row.hits.first()) else {
            return;
        };
        let (slid, room) = (self.x_offset(pane), self.looking.widths[pane as usize]);
        if hit.start < slid || hit.end > slid + room && room > 0 {
            self.looking.x_offsets[pane as usize] = match hit.end > room {
                true => hit.start.saturating_sub(room / 3),
                false => 0,
            };
        }
    }
}
