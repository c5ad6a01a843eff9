//! Preserves typed text: a recovery file is updated after the text area has changed, and removed when the
//! text is saved or discarded.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::TerminalApp;
use super::unsaved_text::WrittenText;
use crate::explorer::{KeyContext, Message, RecoveredEdit, Secrets};
use crate::input_limit;
use crate::terminal::recovery::{KeptText, RecoveredText, fingerprint};

/// The delay after a key before the recovery file is written. A kill that cannot be caught loses the text of
/// this time.
const DELAY: Duration = Duration::from_secs(1);

/// Returns whether a file has other contents than those that a text was edited from. If these are unknown,
/// returns whether the file was written after the text was kept, which is known in seconds.
fn is_changed(path: &Path, kept: &RecoveredText) -> bool {
    if let (Some(base), Ok(content)) = (kept.base, input_limit::read_regular_file(path)) {
        return fingerprint(&content) != base;
    }
    let modified = std::fs::metadata(path).and_then(|data| data.modified());
    modified.is_ok_and(|modified| modified >= kept.time + Duration::from_secs(1))
}

impl TerminalApp {
    /// Schedules or removes the recovery file after every event.
    pub(crate) fn follow_unsaved_text(&mut self, now: Instant) {
        // A long text is known here only with the next frame, after which there may be no event for a long time.
        if self.has_unsent_text {
            self.unsaved.due.get_or_insert(now + DELAY);
            return;
        }
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

    /// Returns the kind of the unsaved text, its file or the name of its input, and the text. Returns `None`
    /// if there is none.
    fn unsaved_text(&self) -> Option<(KeptText, PathBuf, &str)> {
        let edit = self
            .state
            .edit()
            .filter(|edit| edit.is_dirty() && !self.state.offers_fix())?;
        let (kind, path) = match self.files.path(edit.input) {
            Some(path) if edit.edits_result() => (KeptText::EditedResult, path.to_owned()),
            Some(path) => (KeptText::Unsaved, path.to_owned()),
            None => {
                let name = self.state.workspace().inputs().name(edit.input);
                (KeptText::NoFile, PathBuf::from(name))
            }
        };
        Some((kind, path, &edit.text))
    }

    /// Writes the recovery file. Returns whether there was unsaved text.
    fn keep_unsaved_text(&mut self) -> io::Result<bool> {
        self.send_text();
        let Some((kind, path, text)) = self.unsaved_text() else {
            return Ok(false);
        };
        let text = text.to_owned();
        let base = self.state.edit().map_or(0, |edit| fingerprint(&edit.base));
        self.unsaved.write(kind, path, &text, base)?;
        Ok(true)
    }

    /// Writes the recovery file while the explorer runs. A write error, such as a full disk, is reported
    /// once.
    pub(crate) fn keep_unsaved_text_meanwhile(&mut self) {
        if let Err(error) = self.keep_unsaved_text()
            && !std::mem::replace(&mut self.unsaved.has_complained, true)
        {
            self.on_message(Message::Failed(format!(
                "unsaved text cannot be kept for a crash: {error}"
            )));
        }
    }

    /// Keeps unsaved text at the end of the program, unless the user has discarded it. Returns a note about
    /// it.
    pub(crate) fn end_unsaved_text(&mut self, is_wanted: bool) -> Option<String> {
        if is_wanted {
            self.unsaved.clear();
            return None;
        }
        let mut kept = self.keep_unsaved_text();
        if kept.is_err() {
            self.unsaved.use_temporary_folder();
            kept = self.keep_unsaved_text();
        }
        match kept {
            Ok(false) => None,
            Ok(true) => Some(self.unsaved.place()),
            Err(error) => Some(format!("the unsaved text could not be kept: {error}")),
        }
    }

    /// Keeps the text that the user gave up in a conflict.
    pub(crate) fn keep_discarded(&mut self) {
        let Some((input, text)) = self.state.take_discarded() else {
            return;
        };
        let Some(path) = self.files.path(input) else {
            return;
        };
        let kept = self
            .unsaved
            .folder()
            .keep(KeptText::Discarded, path, text.as_bytes());
        if let Err(error) = kept {
            self.on_message(Message::Failed(format!("your text could not be kept: {error}")));
        }
    }

    /// Finds the unsaved texts of earlier runs for the open files.
    pub(crate) fn find_recovered_texts(&mut self) {
        for input in self.files.inputs() {
            let Some(path) = self.files.path(input) else {
                continue;
            };
            let mut kept = self.unsaved.folder().list_of(path);
            kept.retain(|found| {
                !matches!(
                    found.text,
                    KeptText::OtherProgram | KeptText::NoFile | KeptText::Discarded
                )
            });
            if kept.is_empty() {
                continue;
            }
            let content = input_limit::read_regular_file(path).ok();
            let is_in_file = |found: &RecoveredText| content.is_some() && found.bytes().ok() == content;
            let unsaved = kept.into_iter().find(|found| !is_in_file(found));
            self.unsaved.offers.extend(unsaved.map(|found| (input, found)));
        }
        self.offer_recovered_text();
    }

    /// Offers the next text as soon as its file can be edited.
    pub(crate) fn offer_recovered_text(&mut self) {
        let is_free = self.state.key_context() == KeyContext::Main && !self.state.workspace().is_opening();
        if !is_free || self.unsaved.offers.is_empty() {
            return;
        }
        if self.state.workspace().merged().secrets() == Secrets::Hidden {
            if !std::mem::replace(&mut self.unsaved.has_hinted, true) {
                self.on_message(Message::RecoveredSecret);
            }
            return;
        }
        while let Some((input, found)) = self.unsaved.offers.pop() {
            // The text area can only contain UTF-8 text.
            if let Some(text) = found.bytes().ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
                let is_result = found.text == KeptText::EditedResult;
                let is_changed = self
                    .files
                    .path(input)
                    .is_some_and(|path| is_changed(path, &found));
                self.unsaved.offered = Some(found);
                return self.on_message(Message::Recovered(RecoveredEdit {
                    input,
                    text,
                    is_result,
                    is_changed,
                }));
            }
        }
    }

    /// Handles the answer: the offered text was opened or discarded.
    pub(crate) fn recovered(&mut self, is_opened: bool) {
        let Some(offered) = self.unsaved.offered.take() else {
            return;
        };
        if is_opened {
            self.unsaved.taken_over = Some(offered);
        } else {
            let _ = offered.remove();
        }
    }
}
