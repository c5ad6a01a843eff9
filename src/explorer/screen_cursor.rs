//! What fills the screen in place of the panes, and how the cursor moves there.

use super::effect::Effect;
use super::screens::{ActiveScreen, ScreenState};
use super::state::Explorer;

impl Explorer {
    /// What fills the screen.
    pub fn shown(&self) -> ActiveScreen {
        match self.screen {
            ScreenState::Panes => ActiveScreen::Panes,
            ScreenState::Compare(_) => ActiveScreen::Compare,
            ScreenState::Ruler(_) => ActiveScreen::Ruler,
        }
    }

    /// The row with the cursor on what fills the screen, from 0; none where the panes are shown.
    pub fn screen_row(&self) -> Option<usize> {
        self.screen_cursor().map(|(row, _)| row)
    }

    /// Back to the panes; says whether something else was shown.
    pub(crate) fn leave_screen(&mut self) -> bool {
        !matches!(std::mem::take(&mut self.screen), ScreenState::Panes)
    }

    /// Moves the cursor of the screen by rows; false where the panes are shown.
    pub(crate) fn move_on_screen(&mut self, by: i64) -> bool {
        let Some((cursor, rows)) = self.screen_cursor() else {
            return false;
        };
        let last = rows.saturating_sub(1) as i64;
        let row = (cursor as i64).saturating_add(by).clamp(0, last.max(0)) as usize;
        self.put_on_screen(row);
        true
    }

    /// Puts the cursor of the screen on a row.
    pub(crate) fn put_on_screen(&mut self, row: usize) {
        let Some((_, rows)) = self.screen_cursor() else {
            return;
        };
        match &mut self.screen {
            ScreenState::Panes => {}
            ScreenState::Compare(comparing) => comparing.view.put(row, rows),
            ScreenState::Ruler(ruling) => ruling.view.put(row, rows),
        }
    }

    /// The row with the cursor, and how many rows there are; none where the panes are shown.
    pub(crate) fn screen_cursor(&self) -> Option<(usize, usize)> {
        match &self.screen {
            ScreenState::Panes => None,
            ScreenState::Compare(comparing) => Some((comparing.view.cursor, comparing.rows())),
            ScreenState::Ruler(ruling) => Some((ruling.view.cursor, ruling.rows())),
        }
    }

    /// How many rows the screen has for its table.
    pub(crate) fn screen_height(&self) -> Option<usize> {
        match &self.screen {
            ScreenState::Panes => None,
            ScreenState::Compare(comparing) => Some(comparing.view.height),
            ScreenState::Ruler(ruling) => Some(ruling.view.height),
        }
    }

    /// Keeps the screen up with steps and saves; what it needs from outside.
    pub(crate) fn effect_of_screen(&mut self) -> Option<Effect> {
        self.refresh_ruler();
        self.effect_of_compare()
    }

    /// Tells how many rows there are for the table.
    pub(crate) fn resize_screen(&mut self, height: usize) {
        let Some((cursor, rows)) = self.screen_cursor() else {
            return;
        };
        let view = match &mut self.screen {
            ScreenState::Panes => return,
            ScreenState::Compare(comparing) => &mut comparing.view,
            ScreenState::Ruler(ruling) => &mut ruling.view,
        };
        let height = height.max(1);
        if view.height != height {
            view.height = height;
            view.reveal(cursor, rows);
        }
    }
}
