//! What lies on top while the merge becomes another one: nothing there may tell of the one before.

use super::{ListKind, Popup};
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::inputs::action::InputsAction;
use crate::explorer::playback::action::PlaybackAction;
use crate::explorer::state::Explorer;

impl Explorer {
    /// Makes what lies on top anew where that takes no choice away, else closes it; and says so.
    pub(crate) fn renew_overlay(&mut self) {
        // Its steps and its right answer are those of the merge before.
        self.predict.question = None;
        let says = match self.overlay {
            Some(Popup::List { listing, cursor }) => match listing {
                ListKind::Predict => words(
                    "the merge is another one now, so the question is closed; {} asks anew",
                    [Action::Playback(PlaybackAction::StepForward)],
                ),
                ListKind::History => words(
                    "the steps are others now, so their list is closed; {} lists them anew",
                    [Action::ExplainLine],
                ),
                ListKind::Types | ListKind::Templates => {
                    match listing {
                        ListKind::Types => self.assess_types(),
                        _ => self.assess_templates(),
                    }
                    let last = self.list_length(listing).saturating_sub(1);
                    let cursor = cursor.min(last);
                    self.overlay = Some(Popup::List { listing, cursor });
                    return self
                        .say_and_note_lost_selection(Some("the list is made anew after a save".into()));
                }
                _ => return,
            },
            Some(Popup::Ledger { .. }) => words(
                "the apply is another one now, so the ledger is closed; {} makes it anew",
                [Action::Ledger],
            ),
            Some(Popup::Answer { .. }) => words(
                "kubectl answered of the merge before, so the answer is closed; {} asks anew",
                [Action::Inputs(InputsAction::VerifyWithKubectl)],
            ),
            _ => return,
        };
        self.overlay = None;
        self.say_and_note_lost_selection(Some(says));
    }
}
