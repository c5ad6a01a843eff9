//! Reloads the schema files of the command line in the background when one is saved.

use std::sync::Arc;

use super::TerminalApp;
use crate::explorer::Message;
use crate::terminal::event;
use crate::terminal::watch::{FileError, FileEvent};

impl TerminalApp {
    /// Reads the schema again if one of its files has changed.
    pub(crate) fn schema_changed(&mut self, change: &FileEvent) {
        let watch = &mut self.schema;
        let mut saved = false;
        for at in 0..watch.current.files.len() {
            if watch.current.files[at].as_ref() != Some(&change.path) {
                continue;
            }
            let Some(text) = watch.newest.schemas.get_mut(at) else {
                continue;
            };
            saved = true;
            match &change.content {
                Ok(bytes) => text.text = String::from_utf8_lossy(bytes).into_owned(),
                Err(FileError::NotWatched(_)) => return,
                Err(trouble) => {
                    watch.saves += 1;
                    let read = Err(format!("{}: {trouble}", text.name));
                    let save = watch.saves;
                    return self.on_message(Message::Schema { save, read });
                }
            }
        }
        if !saved {
            return;
        }
        watch.saves += 1;
        let (save, read, rules) = (watch.saves, watch.current.read, watch.newest.clone());
        let work = move || Message::Schema {
            save,
            read: read(&rules).map(Arc::new),
        };
        let run = work.clone();
        let started = self.sender.clone().is_some_and(|sender| {
            event::spawn("schema", sender, move |sender| {
                // Sending fails after the loop has ended.
                let _ = sender.send(event::LoopMessage::Work(run()));
            })
            .is_ok()
        });
        if !started {
            self.schema_read(work());
        }
    }

    /// Passes the schema to the explorer; the result of an earlier save is dropped.
    pub(crate) fn schema_read(&mut self, message: Message) -> Vec<event::AppCommand> {
        if let Message::Schema { save, read } = &message {
            if *save != self.schema.saves {
                return Vec::new();
            }
            if read.is_ok() {
                self.schema.current.rules.clone_from(&self.schema.newest);
            }
        }
        self.answer(message)
    }
}
