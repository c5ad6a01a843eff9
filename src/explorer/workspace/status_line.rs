//! The text of the status line: it stays until the next action, and an error of the program is not hidden by what
//! happens to files.

use crate::explorer::hint_text::HintText;

/// The status line of the explorer.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatusLine {
    text: Option<HintText>,
    /// The text before the current message.
    earlier: Option<HintText>,
    /// The last error of the program.
    failure: Option<HintText>,
    /// What a save changed while a prompt covers the status line.
    covered: Option<HintText>,
}

impl StatusLine {
    /// Returns the text; not escaped.
    pub(crate) fn text(&self) -> Option<&HintText> {
        self.text.as_ref()
    }

    /// Shows text until the next action.
    pub(crate) fn say(&mut self, text: HintText) {
        self.text = Some(text);
    }

    pub(crate) fn clear(&mut self) {
        self.text = None;
    }

    /// Inserts text before the text of the current message, and before an error of the program. Other text from before
    /// the message, the answer to a key, is not about it.
    pub(crate) fn say_first(&mut self, text: HintText) {
        let is_answer = self.text == self.earlier && self.text != self.failure;
        self.text = Some(match self.text.take().filter(|_| !is_answer) {
            Some(shown) => text.text("; ").and(&shown),
            None => text,
        });
    }

    /// Starts the handling of a message; text from then on is about it.
    pub(crate) fn begin_message(&mut self) {
        self.earlier.clone_from(&self.text);
    }

    /// Removes text from before the current message, because it is about an older text of a file.
    pub(crate) fn clear_earlier(&mut self) {
        if self.text == self.earlier {
            self.clear();
        }
    }

    /// Puts an error that was shown before the current message before the text of the message.
    pub(crate) fn keep_failure(&mut self) {
        let failure = self.failure.as_ref();
        let Some(failure) = failure.filter(|failure| Some(*failure) == self.earlier.as_ref()) else {
            return;
        };
        self.text = Some(match &self.text {
            Some(text) if !failure.includes(text) => failure.clone().text("; ").and(text),
            _ => failure.clone(),
        });
        self.note_failure();
    }

    /// Records that the text is an error of the program.
    pub(crate) fn note_failure(&mut self) {
        self.failure.clone_from(&self.text);
    }

    /// Keeps the announcement of a save until the prompt that covers the status line closes.
    pub(crate) fn announce_later(&mut self, save: HintText) {
        self.covered = Some(save);
    }

    /// Shows the announcement that a prompt covered, after the answer of the prompt.
    pub(crate) fn show_covered(&mut self) {
        let Some(save) = self.covered.take() else {
            return;
        };
        self.text = Some(match self.text.take() {
            Some(answer) => answer.text("; ").and(&save),
            None => save,
        });
    }

    /// Announces a save before other text about the same message.
    pub(crate) fn announce(&mut self, save: HintText) {
        self.clear_earlier();
        self.say_first(save);
    }
}
