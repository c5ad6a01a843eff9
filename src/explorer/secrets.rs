//! Seeing the values of Secrets, and hiding them again.

use super::hint_text::words;
use super::state::Explorer;
use crate::explorer::action::Action;
use crate::explorer::inputs::action::InputsAction;
use crate::report::redact::{Secrets, originals};

impl Explorer {
    /// Shows the values of Secrets from the beginning, where they are asked for (`show`).
    pub fn with_secrets(mut self, show: bool) -> Self {
        if show && !self.masks.show {
            self.show_secrets(true);
            self.status = None;
        }
        self
    }

    /// Why there is nothing to show or to hide.
    pub(crate) fn secrets_blocker(&self) -> Option<String> {
        let none = self.session.secrets() == Secrets::None && !self.is_opening();
        none.then(|| "secrets: there is no Secret here, so nothing is hidden".to_owned())
    }

    pub(crate) fn toggle_secrets(&mut self) {
        self.show_secrets(!self.masks.show);
    }

    fn show_secrets(&mut self, show: bool) {
        self.masks.show = show;
        let says = match show {
            true => words(
                "the values of Secrets are shown: {} hides them again",
                [Action::Inputs(InputsAction::ShowSecrets)],
            ),
            false => "the values of Secrets are hidden".into(),
        };
        if self.is_opening() || self.is_large() {
            self.request_redaction(says);
            return;
        }
        let inputs = self.session.merge().inputs.clone();
        if self.session.secrets() != Secrets::None {
            self.remerge(originals(inputs));
            self.say_and_note_lost_selection(Some(says));
        }
    }
}
