//! The recovery files of this run.

use std::path::PathBuf;
use std::time::Instant;

use crate::explorer::InputId;
use crate::terminal::recovery::{KeptText, RecoveredText, RecoveryFile, RecoveryFolder};

/// The recovery files of this run, and the texts of earlier runs.
#[derive(Debug)]
pub(crate) struct UnsavedText {
    folder: RecoveryFolder,
    pub(crate) written: Vec<WrittenText>,
    /// The time of the next write.
    pub(crate) due: Option<Instant>,
    /// The texts of earlier runs for the open files, which are offered one after the other.
    pub(crate) offers: Vec<(InputId, RecoveredText)>,
    /// Whether the user knows that there are offers, while Secret values are hidden.
    pub(crate) has_hinted: bool,
    /// The text that is offered now.
    pub(crate) offered: Option<RecoveredText>,
    /// The text of an earlier run that was opened in the text area. Its file is removed when a file of this
    /// run contains the text.
    pub(crate) taken_over: Option<RecoveredText>,
    /// Whether an error was already reported, so that it is not reported after every key.
    pub(crate) has_complained: bool,
}

/// A recovery file of this run.
#[derive(Debug)]
pub(crate) struct WrittenText {
    file: RecoveryFile,
    kind: KeptText,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl UnsavedText {
    pub(crate) fn new(folder: RecoveryFolder) -> UnsavedText {
        UnsavedText {
            folder,
            written: Vec::new(),
            due: None,
            offers: Vec::new(),
            has_hinted: false,
            offered: None,
            taken_over: None,
            has_complained: false,
        }
    }

    pub(crate) fn folder(&self) -> &RecoveryFolder {
        &self.folder
    }

    /// Removes the recovery files, because there is no unsaved text any more.
    pub(crate) fn clear(&mut self) {
        self.due = None;
        self.keep_only(|_| false);
        if let Some(taken_over) = self.taken_over.take() {
            let _ = taken_over.remove();
        }
    }

    /// Returns a message that says how the kept text is found again.
    pub(crate) fn place(&self) -> String {
        match self.written.first() {
            Some(written) if !self.folder.is_trusted() => {
                format!("the unsaved text is in {}", written.file.path().display())
            }
            Some(written) if written.kind == KeptText::NoFile => {
                "the unsaved text is kept: see mergescope recovery".to_owned()
            }
            _ => "the unsaved text is kept: open the file again to continue, or see mergescope recovery"
                .to_owned(),
        }
    }

    /// Uses the folder for temporary files instead of the state folder.
    pub(crate) fn use_temporary_folder(&mut self) {
        self.folder = RecoveryFolder::temporary();
        self.written.clear();
    }

    /// Removes the recovery files of other inputs.
    pub(crate) fn keep_only(&mut self, is_unsaved: impl Fn(&WrittenText) -> bool) {
        for written in self.written.extract_if(.., |written| !is_unsaved(written)) {
            written.file.remove();
        }
    }

    /// Writes an unsaved text.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(
        &mut self,
        kind: KeptText,
        path: PathBuf,
        text: &str,
        base: u64,
    ) -> std::io::Result<()> {
        self.due = None;
        match self.written.iter_mut().find(|written| written.path == path) {
            Some(written) if written.text == text => return Ok(()),
            Some(written) => {
                self.folder
                    .update(&mut written.file, kind, &path, text.as_bytes(), Some(base))?;
                (written.kind, written.text) = (kind, text.to_owned());
            }
            None => {
                let file = self
                    .folder
                    .keep_edited(kind, &path, text.as_bytes(), Some(base))?;
                let text = text.to_owned();
                self.written.push(WrittenText {
                    file,
                    kind,
                    path,
                    text,
                });
            }
        }
        if let Some(taken_over) = self.taken_over.take() {
            let _ = taken_over.remove();
        }
        Ok(())
    }
}
