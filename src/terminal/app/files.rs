//! The files of the documents: watched, changed by others, and saved.

use std::io;

use super::TerminalApp;
use super::time_of_day::time_of_day;
use crate::explorer::{Message, WatchStatus};
use crate::terminal::save::{ExpectedContent, FileAttributes, SaveError, SaveRequest, Saved, save};
use crate::terminal::watch::{FileError, FileEvent, Watcher};

impl TerminalApp {
    /// Uses a watcher for the files that there are.
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

    /// Remembers the attributes of the file that is edited. Of a file that is gone, the last ones stay.
    pub(crate) fn note_attributes(&mut self) {
        let Some(edit) = self.state.edit() else { return };
        let Some(path) = self.files.path(edit.input) else {
            return;
        };
        if let Some(attributes) = FileAttributes::of_path(path) {
            self.attributes = Some(attributes);
        }
    }

    pub(crate) fn save(&mut self) {
        let Some(edit) = self.state.edit() else { return };
        let Some(path) = self.files.path(edit.input) else {
            return;
        };
        let request = SaveRequest {
            attributes: self.attributes.as_ref(),
            ..SaveRequest::new(
                path,
                edit.written().as_bytes(),
                ExpectedContent::Bytes(&edit.base),
            )
        };
        let result = match save(&request) {
            // A file that is gone can be written: nothing is lost.
            Err(SaveError::Conflict { now: None, .. }) => save(&SaveRequest {
                expect: ExpectedContent::Absent,
                ..request
            }),
            other => other,
        };
        match result {
            Ok(saved) => {
                self.on_message(Message::Clock(time_of_day()));
                if let Some(text) = &mut self.text {
                    text.saved();
                }
                let note = match saved {
                    Saved::Replaced { .. } => None,
                    Saved::InPlace(why) => Some(format!("in place: {why}")),
                };
                self.on_message(Message::Saved { note });
            }
            Err(SaveError::Conflict { now: Some(now), .. }) => self.on_message(Message::Conflict(now)),
            Err(error) => self.on_message(Message::Failed(error.to_string())),
        }
    }

    pub(crate) fn files_changed(&mut self, changes: Vec<FileEvent>) {
        self.send_text();
        self.on_message(Message::Clock(time_of_day()));
        for change in changes {
            if let Err(FileError::NotWatched(_)) = &change.content {
                let why = format!("{}", change.path.display());
                let text = change.content.err().map_or(why, |trouble| trouble.to_string());
                self.on_message(Message::Watching(WatchStatus::Polling(text.clone())));
                self.on_message(Message::Failed(text));
                continue;
            }
            self.schema_changed(&change);
            // One file may be live and patch at once.
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
    }
}
