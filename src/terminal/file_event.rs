//! The events of the file watcher.

use std::path::PathBuf;

/// The new state of a watched file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEvent {
    /// The path as it was given, or the directory for [`FileError::NotWatched`].
    pub path: PathBuf,
    /// The bytes of the file, or an error.
    pub content: Result<Vec<u8>, FileError>,
}

/// The reason why a watched file cannot be read. The receiver keeps the last readable bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The file was removed.
    #[error("the file no longer exists; keeping the last version")]
    Gone,
    /// The file exists and cannot be read.
    #[error("cannot read the file ({0}); keeping the last version")]
    Unreadable(String),
    /// The system does not report changes in this directory, so its files are polled.
    #[error("the files are polled every second: {0}")]
    NotWatched(String),
}
