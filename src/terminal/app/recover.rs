//! Preserves typed text: a recovery file is updated after the text area has changed, and removed when the
//! text is saved or discarded.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::TerminalApp;
use super::open::Files;
use crate::explorer::{Explorer, KeyContext, Message, RecoveredEdit, Secrets};
use crate::input_limit;
use crate::terminal::recovery::{KeptText, RecoveredText, fingerprint};

/// The delay after a key before the recovery file is written. A kill that cannot be caught loses the text of
/// this time.
const DELAY: Duration = Duration::from_secs(1);

/// A text that is lost when the program is killed.
struct Unsaved<'s> {
    kind: KeptText,
    /// The file, or the name of an input without one.
    path: PathBuf,
    text: Cow<'s, str>,
    /// What was edited.
    base: &'s [u8],
}

/// Returns whether a file has other contents than those that a text was edited from. If these are unknown,
/// returns whether the file was written after the text was kept, which is known in seconds.
fn is_changed(path: &Path, kept: &RecoveredText) -> bool {
    if let (Some(base), Ok(content)) = (kept.base, input_limit::read_regular_file(path)) {
        return fingerprint(&content) != base;
    }
    let modified = std::fs::metadata(path).and_then(|data| data.modified());
    modified.is_ok_and(|modified| modified >= kept.time + Duration::from_secs(1))
}

/// Returns the unsaved texts: that of the text area, and those that have no file and were changed before.
fn unsaved_texts<'s>(state: &'s Explorer, files: &Files) -> Vec<Unsaved<'s>> {
    let name = |input| PathBuf::from(state.workspace().inputs().name(input));
    let edit = state.edit().filter(|edit| edit.is_dirty() && !state.offers_fix());
    let edited = edit.map(|edit| {
        let (kind, path) = match files.path(edit.input) {
            Some(path) if edit.edits_result() => (KeptText::EditedResult, path.to_owned()),
            Some(path) => (KeptText::Unsaved, path.to_owned()),
            None => (KeptText::NoFile, name(edit.input)),
        };
        Unsaved {
            kind,
            path,
            text: Cow::Borrowed(&edit.text),
            base: &edit.base,
        }
    });
    let changed = state.changed_inputs_without_file();
    let changed = changed.filter(|input| edit.is_none_or(|edit| edit.input != *input));
    let changed = changed.map(|input| Unsaved {
        kind: KeptText::NoFile,
        path: name(input),
        text: state.text_of(input),
        base: &[],
    });
    edited.into_iter().chain(changed).collect()
}

impl TerminalApp {
    /// Schedules or removes the recovery file after every event.
    pub(crate) fn follow_unsaved_text(&mut self, now: Instant) {
        // A long text is known here only with the next frame, after which there may be no event for a long time.
        if self.has_unsent_text {
            self.unsaved.due.get_or_insert(now + DELAY);
            return;
        }
        let texts = unsaved_texts(&self.state, &self.files);
        if texts.is_empty() {
            if !self.unsaved.written.is_empty() || self.unsaved.taken_over.is_some() {
                self.unsaved.clear();
            }
            self.unsaved.due = None;
        } else if !(self.unsaved.written.len() == texts.len()
            && texts.iter().all(|text| self.is_written(text)))
        {
            self.unsaved.due.get_or_insert(now + DELAY);
        }
    }

    fn is_written(&self, unsaved: &Unsaved<'_>) -> bool {
        let mut written = self.unsaved.written.iter();
        written.any(|written| written.text == unsaved.text && written.path == unsaved.path)
    }

    /// Writes the recovery files. Returns whether there was unsaved text.
    fn keep_unsaved_text(&mut self) -> io::Result<bool> {
        self.send_text();
        let texts = unsaved_texts(&self.state, &self.files);
        self.unsaved
            .keep_only(|written| texts.iter().any(|text| text.path == written.path));
        for unsaved in &texts {
            let Unsaved {
                kind,
                path,
                text,
                base,
            } = unsaved;
            self.unsaved.write(*kind, path.clone(), text, fingerprint(base))?;
        }
        Ok(!texts.is_empty())
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
