//! Jumps and the way back: where one was before each of them.

use super::jump_point::JumpPoint;
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::panes::action::PanesAction;
use crate::explorer::panes::focus::Focus;
use crate::explorer::state::Explorer;

/// Jumps that are remembered; the oldest are forgotten first.
const MAX_JUMPS: usize = 100;

impl Explorer {
    /// Where one is.
    pub(crate) fn spot(&self) -> JumpPoint {
        JumpPoint {
            position: self.session.position(),
            focus: self.focus,
            views: self.views,
            patch_shown: self.patch_shown,
        }
    }

    /// Remembers a place to come back to.
    pub(crate) fn remember(&mut self, spot: JumpPoint) {
        let back = &mut self.looking.back;
        if back.len() == MAX_JUMPS {
            back.remove(0);
        }
        back.push(spot);
    }

    /// Whether there was a jump to come back from.
    pub(crate) fn can_go_back(&self) -> bool {
        !self.looking.back.is_empty()
    }

    /// Back to where one was before the last jump.
    pub(crate) fn go_back(&mut self) {
        if let Some(spot) = self.looking.back.pop() {
            self.restore(spot);
            self.say("back to where you were before the jump".to_owned());
        }
    }

    /// Puts everything where it was.
    pub(crate) fn restore(&mut self, spot: JumpPoint) {
        self.player.playing = false;
        self.focus = spot.focus;
        let position = spot.position.min(self.session.len());
        if position != self.session.position() {
            self.go_to(position);
        }
        self.patch_shown = spot.patch_shown.min(self.session.patch_count().saturating_sub(1));
        for (pane, old) in super::linked_cursors::PANES.into_iter().zip(spot.views) {
            let rows = self.row_count(pane);
            let view = &mut self.views[pane as usize];
            (view.cursor, view.scroll) = (old.cursor, old.scroll);
            view.put(old.cursor, rows);
        }
        if let Focus::Document(_) = spot.focus {
            self.relink();
        }
    }
}

/// What is said of a step that was jumped to.
pub(crate) fn at_step(position: usize) -> HintText {
    HintText::from(format!("step {position}; "))
        .key(Action::CLOSE)
        .text(" or ")
        .key(Action::Panes(PanesAction::Back))
        .text(" goes back")
}

/// What is said of a place that was jumped to.
pub(crate) fn at_place(place: String) -> HintText {
    HintText::from(place)
        .text("; ")
        .key(Action::Panes(PanesAction::Back))
        .text(" goes back")
}
