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
        let files = self.files.iter().flatten();
        let files = files.map(|(path, bytes)| (path.as_path(), bytes.as_slice()));
        watcher.watch(files.chain(self.schema.watched()));
        let any = self.files.iter().flatten().next().is_some() || self.schema.watched().next().is_some();
        // The bytes were wanted to see what changed meanwhile: from now on the watcher remembers.
        for file in self.files.iter_mut().flatten() {
            file.1 = Vec::new();
        }
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
        let Some(Some((path, _))) = self.files.get(edit.document) else {
            return;
        };
        if let Some(attributes) = FileAttributes::of_path(path) {
            self.attributes = Some(attributes);
        }
    }

    pub(crate) fn save(&mut self) {
        let Some(edit) = self.state.edit() else { return };
        let Some(Some((path, _))) = self.files.get(edit.document) else {
            return;
        };
        let request = SaveRequest {
            attributes: self.attributes.as_ref(),
            recovery: self.unsaved.folder().clone(),
            ..SaveRequest::new(
                path,
                edit.written().as_bytes(),
                ExpectedContent::Bytes(&edit.base),
            )
        };
        let result = match save(&request) {
            // Nothing is lost by writing a file that is gone.
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
        self.tell_text();
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
            for document in 0..self.files.len() {
                let here = matches!(&self.files[document], Some((path, _)) if *path == change.path);
                if here {
                    self.on_message(match &change.content {
                        Ok(bytes) => Message::Changed {
                            document,
                            bytes: bytes.clone(),
                        },
                        Err(trouble) => Message::Lost {
                            document,
                            why: trouble.to_string(),
                        },
                    });
                }
            }
        }
    }
}
