//! The files of the documents: watching, changes by other programs, and saving.

use std::io;
use std::path::PathBuf;

use super::TerminalApp;
use super::time_of_day::time_of_day;
use crate::document::invalid_utf8_line;
use crate::explorer::{Action, KeyContext, LayerAction, Message, WatchStatus};
use crate::input_limit;
use crate::terminal::event::AppCommand;
use crate::terminal::save::{ExpectedContent, FileAttributes, SaveError, SaveRequest, Saved, save};
use crate::terminal::watch::{FileError, FileEvent, Watcher};

impl TerminalApp {
    /// Starts watching the files.
    pub fn watch_with(&mut self, watcher: io::Result<Watcher>) {
        match watcher {
            Ok(watcher) => {
                self.watcher = Some(watcher);
                self.watch_files();
            }
            Err(error) => self.on_message(Message::Watching(WatchStatus::Off(error.to_string()))),
        }
    }

    pub(crate) fn watch_files(&mut self) {
        let Some(watcher) = &self.watcher else { return };
        watcher.watch(self.files.watched().chain(self.schema.watched()));
        let any = self.files.watched().next().is_some() || self.schema.watched().next().is_some();
        self.files.forget_bytes();
        let watching = if any {
            WatchStatus::On
        } else {
            WatchStatus::Nothing
        };
        self.on_message(Message::Watching(watching));
    }

    /// Opens one of several live files, for one of its objects.
    pub(crate) fn open_live_file(&mut self, file: usize, object: usize) {
        let bytes = match self.files.read_live(file) {
            Ok(bytes) => bytes,
            Err(why) => return self.on_message(Message::Failed(why)),
        };
        let message = Message::LiveFile {
            file,
            object,
            bytes: bytes.clone(),
        };
        self.on_message(message);
        // A file that cannot be read is not shown.
        let shown = self.state.workspace().live_file();
        if shown == Some(file) && self.files.follow_live(file, || bytes) {
            self.watch_files();
        }
        self.note_part();
    }

    fn note_part(&mut self) {
        if self.state.workspace().objects.is_some() {
            self.files.note_part();
        }
    }

    /// Stores the attributes of the file that is edited. If the file was removed, keeps the last ones.
    pub(crate) fn note_attributes(&mut self) {
        let Some(edit) = self.state.edit() else { return };
        let Some(path) = self.files.path(edit.input) else {
            return;
        };
        if let Some(attributes) = FileAttributes::of_path(path) {
            self.attributes = Some(attributes);
        }
    }

    /// Saves the text. Returns the next commands, for example if the user asked to quit after the save.
    pub(crate) fn save(&mut self) -> Vec<AppCommand> {
        let Some(edit) = self.state.edit() else {
            return Vec::new();
        };
        let Some(path) = self.files.path(edit.input) else {
            return Vec::new();
        };
        if std::str::from_utf8(&edit.base).is_err() && edit.written().contains('\u{fffd}') {
            let text = format!("{} is not UTF-8: saving would lose bytes", path.display());
            return self.answer(Message::Failed(text));
        }
        let (path, folder) = (path.to_owned(), self.unsaved.folder().clone());
        let text = edit.written();
        let bytes = text.as_bytes();
        let request = SaveRequest {
            attributes: self.attributes.as_ref(),
            recovery: folder.clone(),
            ..SaveRequest::new(&path, bytes, ExpectedContent::Bytes(&edit.base))
        };
        let result = match save(&request) {
            // A removed file can be written without losing anything.
            Err(SaveError::Conflict { now: None, .. }) => save(&SaveRequest {
                expect: ExpectedContent::Absent,
                ..request
            }),
            other => other,
        };
        match result {
            Ok(saved) => {
                folder.remove_saved(&path, bytes);
                self.on_message(Message::Clock(time_of_day()));
                if let Some(text) = &mut self.text {
                    text.saved();
                }
                let note = saved.note(&folder, &path);
                let overwritten = match saved {
                    Saved::Replaced { overwritten } => overwritten,
                    Saved::InPlace(_) => None,
                };
                self.overwritten = overwritten.clone().map(|bytes| (path, bytes));
                self.answer(Message::Saved { note, overwritten })
            }
            Err(SaveError::Conflict { now: Some(now), .. }) => self.answer(Message::Conflict(now)),
            Err(error) => self.answer(Message::Failed(error.to_string())),
        }
    }

    /// Closes the text area if the file is not UTF-8, because a save would lose the other bytes.
    pub(crate) fn require_utf8(&mut self) -> Vec<AppCommand> {
        let edited = self.state.edit().map(|edit| edit.input);
        let Some(path) = edited.and_then(|input| self.files.path(input)) else {
            return Vec::new();
        };
        let bytes = input_limit::read_regular_file(path).unwrap_or_default();
        let Some(line) = invalid_utf8_line(&bytes) else {
            return Vec::new();
        };
        let why = format!(
            "{}:{line} is not UTF-8: edit it in your own editor",
            path.display()
        );
        // A fix is a text with a question.
        let commands = match self.state.key_context() {
            KeyContext::Question => self.act(Action::Layer(LayerAction::No)),
            _ => self.act(Action::CLOSE),
        };
        self.on_message(Message::Failed(why));
        commands
    }

    pub(crate) fn files_changed(&mut self, changes: Vec<FileEvent>) {
        self.send_text();
        self.on_message(Message::Clock(time_of_day()));
        for mut change in changes {
            read_overwritten_again(&mut change, &mut self.overwritten);
            if let Err(FileError::NotWatched(_)) = &change.content {
                let why = format!("{}", change.path.display());
                let text = change.content.err().map_or(why, |trouble| trouble.to_string());
                self.on_message(Message::Watching(WatchStatus::Polling(text.clone())));
                self.on_message(Message::Failed(text));
                continue;
            }
            self.schema_changed(&change);
            // A file can be both the live object and a patch.
            for input in self.files.inputs_of(&change.path) {
                self.on_message(match &change.content {
                    Ok(bytes) => Message::Changed {
                        input,
                        bytes: bytes.clone(),
                    },
                    Err(trouble) => Message::Lost {
                        input,
                        why: trouble.to_string(),
                    },
                });
            }
        }
        self.note_part();
    }
}

/// Reads a file again if the event has the bytes that a save has overwritten since: the watcher can have read them just
/// before the save.
fn read_overwritten_again(change: &mut FileEvent, overwritten: &mut Option<(PathBuf, Vec<u8>)>) {
    let overwritten = overwritten.take_if(|(path, _)| *path == change.path);
    if let (Some((path, bytes)), Ok(read)) = (overwritten, &mut change.content)
        && bytes == *read
        && let Ok(now) = input_limit::read_regular_file(&path)
    {
        *read = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_with_overwritten_bytes_is_out_of_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("patch.yaml");
        std::fs::write(&path, "mine").unwrap();
        for (read, now) in [("theirs", "mine"), ("newer", "newer")] {
            let mut overwritten = Some((path.clone(), b"theirs".to_vec()));
            let mut change = FileEvent {
                path: path.clone(),
                content: Ok(read.into()),
            };
            read_overwritten_again(&mut change, &mut overwritten);
            assert_eq!((change.content, overwritten), (Ok(now.into()), None));
        }
    }
}
