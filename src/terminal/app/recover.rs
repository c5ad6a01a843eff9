//! What is typed survives the program: a recovery file follows the text area, and is removed once the text is saved or
//! left.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::TerminalApp;
use super::unsaved_text::WrittenText;
use crate::explorer::Message;
use crate::terminal::recovery::KeptText;

/// How long after a key the recovery file is written. A kill that cannot be caught costs what is typed meanwhile.
const DELAY: Duration = Duration::from_secs(1);

impl TerminalApp {
    /// Looks after every event whether there is unsaved text.
    pub(crate) fn follow_unsaved_text(&mut self, now: Instant) {
        match self.unsaved_text() {
            None => {
                if self.unsaved.written.is_some() || self.unsaved.taken_over.is_some() {
                    self.unsaved.clear();
                }
                self.unsaved.due = None;
            }
            Some((_, path, text)) => {
                let is_written = |written: &WrittenText| written.text == text && written.path == path;
                if !self.unsaved.written.as_ref().is_some_and(is_written) {
                    self.unsaved.due.get_or_insert(now + DELAY);
                }
            }
        }
    }

    /// What would be lost now, and the file that it belongs to. A text that came through a pipe has none, and is not asked
    /// for when it is left either.
    fn unsaved_text(&self) -> Option<(KeptText, PathBuf, &str)> {
        let edit = self.state.edit().filter(|edit| edit.is_dirty())?;
        let path = self.files.path(edit.input)?;
        let kind = match edit.edits_result() {
            true => KeptText::EditedResult,
            false => KeptText::Unsaved,
        };
        Some((kind, path.to_owned(), &edit.text))
    }

    /// Writes the recovery file. Returns whether there is unsaved text and it is safe.
    pub(crate) fn keep_unsaved_text(&mut self) -> io::Result<bool> {
        self.send_text();
        let Some((kind, path, text)) = self.unsaved_text() else {
            return Ok(false);
        };
        let text = text.to_owned();
        self.unsaved.write(kind, path, &text)?;
        Ok(true)
    }

    /// Writes the recovery file in the middle of a run; a disk that is full is told once.
    pub(crate) fn keep_unsaved_text_meanwhile(&mut self) {
        if let Err(error) = self.keep_unsaved_text()
            && !std::mem::replace(&mut self.unsaved.has_complained, true)
        {
            self.on_message(Message::Failed(format!(
                "unsaved text would not survive a crash: {error}"
            )));
        }
    }

    /// The program ends. Returns what to say of unsaved text, if it was not the user who decided to leave it.
    pub(crate) fn end_unsaved_text(&mut self, is_wanted: bool) -> Option<String> {
        if is_wanted {
            self.unsaved.clear();
            return None;
        }
        match self.keep_unsaved_text() {
            Ok(false) => None,
            Ok(true) => Some(
                "the unsaved text is kept: open the file again to continue, or see mergescope recovery"
                    .to_owned(),
            ),
            Err(error) => Some(format!("the unsaved text could not be kept: {error}")),
        }
    }
}
